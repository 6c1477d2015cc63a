import { expect, test } from 'vitest'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { readVideoFacts } from '#core/video/video-facts.ts'
import { recordedVideo } from '#tests/support/videos.ts'
import { partKey, rangeReader } from './video-file.ts'

/** A video file of three parts. Many MP4 boxes are in its first part. */
const recording = recordedVideo({ fragments: Array.from({ length: 200 }, () => [20, 20]), startsAt: 0 })
const padding = Buffer.alloc(2.5 * VIDEO_PART_BYTES - recording.byteLength)
padding.writeUInt32BE(padding.byteLength)
padding.write('free', 4, 'latin1')
const bytes = Buffer.concat([recording, padding])
const file = { id: crypto.randomUUID(), sizeBytes: bytes.byteLength }

function storageOf() {
  const reads: string[] = []
  const read = async (key: string) => {
    reads.push(key)
    const part = Number(key.slice(-4))
    return bytes.subarray(part * VIDEO_PART_BYTES, (part + 1) * VIDEO_PART_BYTES)
  }
  return { reads, read }
}

test('reads a stored part only once for all MP4 boxes in it', async () => {
  const storage = storageOf()
  const read = rangeReader(storage, file, new AbortController().signal)
  expect(await readVideoFacts(read, file.sizeBytes)).toMatchObject({ durationMs: 8_000 })
  expect(storage.reads).toEqual([partKey(file.id, 0)])
})

test('reads a range across two parts', async () => {
  const read = rangeReader(storageOf(), file, new AbortController().signal)
  const from = 2 * VIDEO_PART_BYTES - 10
  for (const at of [0, from, 0])
    expect(Buffer.compare(await read(at, 20), bytes.subarray(at, at + 20)), `from ${at}`).toBe(0)
})

test('stops reading a video after the request was aborted', async () => {
  const storage = storageOf()
  const stop = new AbortController()
  const read = rangeReader(storage, file, stop.signal)
  await read(0, 20)
  stop.abort(new Error('The request was canceled'))
  await expect(read(20, 20)).rejects.toThrow('The request was canceled')
  expect(storage.reads).toHaveLength(1)
})
