/** An operation of a process on a file or folder. Its paths are relative to the recorded folder. */
export type DiskOperation = (
  | { act: 'open'; fd: number; path: string; truncates: boolean; inode?: string | undefined }
  | { act: 'write'; fd: number; at: number }
  | { act: 'truncate'; fd?: number; path?: string; at: number }
  | { act: 'sync'; fd: number }
  | { act: 'mkdir' | 'remove'; path: string }
  | { act: 'rename' | 'link'; from: string; path: string }
) & { pid?: number }

const HEAD_BYTES = 8

/** Encodes an operation and its bytes as one entry of a log, to which several processes write. */
export function encodeOperation(operation: DiskOperation, data: Uint8Array = new Uint8Array()): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(operation))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(text.length, 0)
  head.writeUInt32LE(data.length, 4)
  return [head, text, data]
}

/** Decodes the entries of a log. It skips an entry that a dying process did not finish. */
export function* decodeOperations(log: Buffer): Generator<{ act: DiskOperation; data: Buffer; at: number }> {
  let at = 0
  while (at + HEAD_BYTES <= log.length) {
    const textEnd = at + HEAD_BYTES + log.readUInt32LE(at)
    const end = textEnd + log.readUInt32LE(at + 4)
    if (end > log.length) return
    const operation = JSON.parse(log.toString('utf8', at + HEAD_BYTES, textEnd)) as DiskOperation
    yield { act: operation, data: log.subarray(textEnd, end), at }
    at = end
  }
}
