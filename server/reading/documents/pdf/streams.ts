import { constants, inflateRawSync } from 'node:zlib'
import { AppError } from '#core/errors.ts'

/**
 * The maximum size of all decompressed streams except pictures, ten times the largest file. Compression shrinks text to
 * a third or less.
 */
const UNPACKED_LIMIT_BYTES = 100 * 1024 * 1024

/** How many bytes before a stream to search for its dictionary. */
const DICTIONARY_LIMIT = 4_000

export interface Stream {
  objectNumber: number
  generation: number
  /** The dictionary's text, from `<<` to `>>`. */
  dictionary: string
  isPicture: boolean
  /** The decompressed data. Null for a picture, a broken stream, or a format that only pdf.js can decompress. */
  unpacked: Buffer | null
  /** Whether decompression failed. In an encrypted file it fails for every stream. */
  isBroken: boolean
}

/**
 * Decompresses all streams of a file. Follows no references, so that it detects a decompression bomb (`document_bomb`)
 * before pdf.js opens the file.
 */
export function* streamsOf(file: Buffer): Generator<Stream> {
  let remaining = UNPACKED_LIMIT_BYTES
  let from = 0
  for (;;) {
    const keyword = file.indexOf('stream', from)
    if (keyword < 0) return
    const header = headerBefore(file, keyword, Math.max(from, keyword - DICTIONARY_LIMIT))
    from = keyword + 'stream'.length
    if (!header) continue
    const { dictionary } = header
    const start = file[from] === 13 && file[from + 1] === 10 ? from + 2 : from + 1
    const end = endOfData(file, start, dictionary)
    from = end
    const isPicture = /\/Subtype\s*\/Image\b/.test(dictionary)
    const filters = isPicture ? null : filtersIn(dictionary)
    const unpacked = filters && unpack(file.subarray(start, end), filters, remaining)
    remaining -= unpacked?.length ?? 0
    yield { ...header, isPicture, unpacked, isBroken: filters !== null && unpacked === null }
  }
}

/**
 * Finds the object's number and dictionary, `12 0 obj <<…>>`, directly before the word `stream`. Does not search before
 * `from`.
 */
function headerBefore(file: Buffer, keyword: number, from: number) {
  if (!/>>\s*$/.test(file.subarray(Math.max(0, keyword - 8), keyword).toString('latin1'))) return
  const before = file.subarray(from, keyword).toString('latin1')
  const object = before.lastIndexOf(' obj')
  const name = /(\d+)\s+(\d+)$/.exec(before.slice(Math.max(0, object - 20), Math.max(0, object)))
  if (!name) return
  return { objectNumber: Number(name[1]), generation: Number(name[2]), dictionary: before.slice(object + 4).trim() }
}

function endOfData(file: Buffer, start: number, dictionary: string): number {
  const length = /\/Length\s+(\d+)(?!\d|\s+\d+\s+R)/.exec(dictionary)?.[1]
  if (length !== undefined) {
    const end = start + Number(length)
    if (file.subarray(end, end + 20).includes('endstream')) return end
  }
  const end = file.indexOf('endstream', start)
  return end < 0 ? file.length : end
}

function filtersIn(dictionary: string): string[] | null {
  const filter = FILTER.exec(dictionary)?.[0]
  const filters = filter?.match(/(?<=\/)\w+/g)?.slice(1) ?? []
  return filters.every((name) => name === 'FlateDecode') ? filters : null
}

function unpack(packed: Buffer, filters: readonly string[], limitBytes: number): Buffer | null {
  let unpacked = packed
  try {
    for (const _ of filters) {
      // Skip the header and checksum of zlib, because a wrong checksum must not make a stream unreadable. pdf.js
      // ignores it too.
      unpacked = inflateRawSync(unpacked.subarray(2), {
        maxOutputLength: Math.max(1, limitBytes),
        finishFlush: constants.Z_SYNC_FLUSH,
      })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('document_bomb')
    return null
  }
  return unpacked
}

export const FILTER = /\/Filter\s*(\[[^\]]*\]|\/\w+)/
