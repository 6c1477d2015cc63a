import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry } from 'yauzl'
import { AppError } from '#core/errors.ts'

/** Access to the parts of an Office file, which is a ZIP archive. Each part is decompressed in memory on demand. */
export interface ZipParts {
  /** Reads a part. The case of its path is ignored. Throws `document_damaged` or `document_bomb`. */
  read(path: string): Promise<Uint8Array | null>
}

const MIB = 1024 * 1024

/** The maximum number of entries in an archive. Word writes a few dozen, plus one per picture. */
const MAX_ENTRIES = 5_000
/** Size limit for all decompressed parts together. A long book has a tenth of this. */
const MAX_BYTES = 60 * MIB
/**
 * Largest allowed compression ratio. Formatted text shrinks to a tenth or twentieth, a long uniform table to a
 * hundredth.
 */
const MAX_RATIO = 400
/** The compression ratio of parts of at least this size is limited. */
const RATIO_COUNTS_FROM_BYTES = 8 * MIB

/**
 * Opens an archive. Counts bytes during decompression, because declared sizes may be wrong. Names are never used as
 * file paths.
 */
export async function openZip(bytes: Uint8Array): Promise<ZipParts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await orDamaged(() => fromBufferPromise(buffer, { decodeStrings: false, validateEntrySizes: false }))
  if (zip.entryCount > MAX_ENTRIES) throw new AppError('document_bomb')
  const entries = new Map<string, Entry>()
  await orDamaged(async () => {
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry.fileNameRaw.toString('utf8'))
      if (entries.has(path)) throw new Error(`Two parts are named ${path}`)
      entries.set(path, entry)
    }
  })

  let unpackedBytes = 0

  async function unpack(entry: Entry): Promise<Uint8Array> {
    const stream = await zip.openReadStreamPromise(entry)
    const chunks: Uint8Array[] = []
    let sizeBytes = 0
    let checksum = 0
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.byteLength
      unpackedBytes += chunk.byteLength
      const isTooDense = sizeBytes > RATIO_COUNTS_FROM_BYTES && sizeBytes > entry.compressedSize * MAX_RATIO
      if (unpackedBytes > MAX_BYTES || isTooDense) throw new AppError('document_bomb')
      checksum = crc32(chunk, checksum)
      chunks.push(chunk)
    }
    if (sizeBytes !== entry.uncompressedSize || checksum !== entry.crc32)
      throw new Error('A part does not match its checksum')
    return Buffer.concat(chunks)
  }

  return {
    async read(path) {
      const entry = entries.get(pathOf(path))
      return entry ? await orDamaged(() => unpack(entry)) : null
    },
  }
}

/** Normalizes the path of a part: its case is ignored (ECMA-376 part 2, 6.2.2), and some programs write backslashes. */
function pathOf(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase()
}

async function orDamaged<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('document_damaged', { cause })
  }
}
