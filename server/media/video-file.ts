import { Readable } from 'node:stream'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import type { Storage } from '../adapters/storage/storage.ts'

/**
 * A stored video or document: its bytes are in parts of `VIDEO_PART_BYTES`, because a bucket cannot append to a file.
 */
export interface VideoFile {
  id: string
  sizeBytes: number
}

/** A parser's input that does not fit into memory. Each retry of the parser opens the input again. */
export interface LargeInput {
  byteLength: number
  open(): AsyncIterable<Uint8Array>
}

export const partKey = (id: string, part: number): string =>
  `${id.slice(0, 2)}/${id}-video-${String(part).padStart(4, '0')}`

export const countParts = (sizeBytes: number): number => Math.ceil(sizeBytes / VIDEO_PART_BYTES)

/** Reads a range of at most a few parts into memory. @throws Error if a part is missing */
export async function readVideo(
  storage: Pick<Storage, 'read'>,
  file: VideoFile,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let at = 0
  for await (const piece of piecesOf(storage, file, from, from + length)) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/**
 * Reads many small ranges, and keeps the last part in memory for the next range.
 * @returns a function that throws the reason of an aborted signal, or Error if a part is missing
 */
export function rangeReader(
  storage: Pick<Storage, 'read'>,
  file: VideoFile,
  signal: AbortSignal,
): (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>> {
  let last: { key: string; bytes: Uint8Array | undefined } | undefined
  const read = async (key: string) => {
    signal.throwIfAborted()
    if (last?.key !== key) last = { key, bytes: await storage.read(key) }
    return last.bytes
  }
  return async (from, length) => await readVideo({ read }, file, from, length)
}

/** Streams a range of a stored file. Holds only one part of the file in memory. */
export const streamVideo = (storage: Storage, file: VideoFile, from = 0, end = file.sizeBytes): Readable =>
  Readable.from(piecesOf(storage, file, from, end), { objectMode: false, highWaterMark: 64 * 1024 })

async function* piecesOf(
  storage: Pick<Storage, 'read'>,
  { id }: VideoFile,
  from: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < end;) {
    const part = Math.floor(at / VIDEO_PART_BYTES)
    const begin = part * VIDEO_PART_BYTES
    const stored = await storage.read(partKey(id, part))
    const piece = stored?.subarray(at - begin, end - begin)
    if (!piece?.byteLength) throw new Error(`Part ${part} of video ${id} is not in the storage`)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    at += piece.byteLength
  }
}
