/** Decodes a CSV file: by its byte order mark, else as UTF-8, else as Windows-1256, which Excel uses for Arabic. */
export function decode(bytes: Uint8Array): string {
  const mark = MARKS.find(([, ...start]) => start.every((byte, index) => bytes[index] === byte))
  if (mark) return new TextDecoder(mark[0]).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}

const MARKS: readonly [string, ...number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]
