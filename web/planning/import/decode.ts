/**
 * Decodes a CSV file. Uses its byte order mark if it has one. Otherwise tries UTF-16, UTF-8 and the Windows encodings.
 */
export function decode(bytes: Uint8Array): string {
  const mark = MARKS.find(([, ...start]) => start.every((byte, index) => bytes[index] === byte))
  const encoding = mark?.[0] ?? unmarkedUtf16(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder().decode(bytes)
    const damaged = text.match(/\uFFFD/g)?.length ?? 0
    // A file that is cut off, or has a few wrong bytes, is still UTF-8.
    const isUtf8 = (text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0) > 10 * damaged
    return isUtf8 ? text : inWindowsEncoding(bytes)
  }
}

const MARKS: readonly [string, ...number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** Detects UTF-16 without a byte order mark. The high byte of Latin characters is 0 and of Arabic letters 6. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 200)
  const highBytes = (from: number) =>
    start.filter((byte, index) => index % 2 === from && (byte === 0 || byte === 6)).length / (start.length / 2)
  if (start.length < 8 || !start.includes(0)) return undefined
  if (highBytes(1) > 0.8) return 'utf-16le'
  return highBytes(0) > 0.8 ? 'utf-16be' : undefined
}

/**
 * Chooses between Windows-1256 and Windows-1252. Excel writes Arabic as Windows-1256. Western text decoded as
 * Windows-1256 has Arabic letters inside Latin words.
 */
function inWindowsEncoding(bytes: Uint8Array): string {
  const arabic = new TextDecoder('windows-1256').decode(bytes)
  const mixed = arabic.match(/[a-z][\u0621-\u0652]|[\u0621-\u0652][a-z]/giu)?.length ?? 0
  const words = arabic.match(/(?<![a-z])[\u0621-\u064a]{2,}(?![a-z])/giu)?.length ?? 0
  return mixed > words ? new TextDecoder('windows-1252').decode(bytes) : arabic
}
