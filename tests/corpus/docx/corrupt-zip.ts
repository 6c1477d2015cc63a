/** A file's record in the central directory of a zip: its name, size and position. */
export interface ZipRecord {
  name: string
  /** The unpacked size that the record claims, which may be wrong. */
  sizeBytes: number
  /** The header of the zip record, which has a fixed size. */
  bytes: Buffer
}

const RECORD_BYTES = 46
const END_BYTES = 22

/** Replaces a zip's central directory (APPNOTE.TXT 4.3.12 and 4.3.16) and keeps the packed data. */
export function withDirectory(zip: Uint8Array, change: (records: ZipRecord[]) => ZipRecord[]): Uint8Array {
  const bytes = Buffer.from(zip)
  const end = bytes.subarray(bytes.length - END_BYTES)
  const start = end.readUInt32LE(16)
  const records: ZipRecord[] = []
  for (let at = start; at < bytes.length - END_BYTES;) {
    const nameEnd = at + RECORD_BYTES + bytes.readUInt16LE(at + 28)
    const record = Buffer.from(bytes.subarray(at, at + RECORD_BYTES))
    records.push({
      name: bytes.toString('utf8', at + RECORD_BYTES, nameEnd),
      sizeBytes: record.readUInt32LE(24),
      bytes: record,
    })
    at = nameEnd + record.readUInt16LE(30) + record.readUInt16LE(32)
  }

  const changed = change(records)
  const directory = Buffer.concat(
    changed.flatMap(({ name, sizeBytes, bytes }) => [header(name, sizeBytes, bytes), Buffer.from(name)]),
  )
  const newEnd = Buffer.from(end)
  newEnd.writeUInt16LE(changed.length, 8)
  newEnd.writeUInt16LE(changed.length, 10)
  newEnd.writeUInt32LE(directory.length, 12)
  return Buffer.concat([bytes.subarray(0, start), directory, newEnd])
}

function header(name: string, sizeBytes: number, bytes: Buffer): Buffer {
  const header = Buffer.from(bytes)
  header.writeUInt32LE(sizeBytes, 24)
  header.writeUInt16LE(Buffer.byteLength(name), 28)
  header.writeUInt32LE(0, 30)
  return header
}
