import { expect, test } from 'vitest'
import { videoFile } from '#tests/support/videos.ts'
import { readVideoFacts } from './video-facts.ts'

const factsOf = (file: Buffer) =>
  readVideoFacts(async (from, length) => file.subarray(from, from + length), file.byteLength)

test('reads the length, size, codecs and frame rate of a video', async () => {
  expect(await factsOf(videoFile({ seconds: 12.5, width: 1920, height: 1080, framesPerSecond: 24 }))).toEqual({
    type: 'video/mp4',
    durationMs: 12_500,
    width: 1920,
    height: 1080,
    codec: 'h264',
    audio: 'aac',
    framesPerSecond: 24,
  })
})

test('reads a MOV file whose index is at its end', async () => {
  const file = videoFile({ brand: 'qt  ', codec: 'hvc1', audio: 'lpcm', hasIndexLast: true })
  expect(await factsOf(file)).toMatchObject({ type: 'video/quicktime', codec: 'hevc', audio: 'lpcm' })
})

test('swaps width and height of a video that was filmed upright', async () => {
  expect(await factsOf(videoFile({ width: 1920, height: 1080, isTurned: true }))).toMatchObject({
    width: 1080,
    height: 1920,
  })
})

test('reports that a silent video has no sound', async () => {
  expect(await factsOf(videoFile({ audio: null }))).toMatchObject({ audio: null })
})

test('reads only the index of a large video file', async () => {
  const file = videoFile({ sizeBytes: 3_000_000, hasIndexLast: true })
  let readBytes = 0
  await readVideoFacts(async (from, length) => {
    readBytes += length
    return file.subarray(from, from + length)
  }, file.byteLength)
  expect(readBytes).toBeLessThan(5_000)
})

test.each([
  ['a text', Buffer.from('This is not a video at all, but a text.')],
  ['an empty file', Buffer.alloc(0)],
  ['a HEIC photo', videoFile({ brand: 'heic' })],
  ['an audio book', videoFile({ brand: 'M4B ' })],
  ['zeros', Buffer.alloc(1_000)],
])('recognizes that %s is not a video', async (_what, file) => {
  expect(await factsOf(file)).toBe('type')
})

test('reports every truncated file as damaged or as no video', async () => {
  const file = videoFile({ sizeBytes: 3_000 })
  for (let length = 0; length < file.byteLength; length += 7)
    expect(await factsOf(file.subarray(0, length)), `${length} bytes`).toBeOneOf(['damaged', 'type'])
})

test('reads or rejects a video with any changed byte in its index', async () => {
  const file = videoFile({ sizeBytes: 1_500 })
  for (let at = 0; at < file.byteLength; at++)
    for (const value of [0, 1, 127, 255]) {
      const changed = Buffer.from(file)
      changed[at] = value
      const facts = await factsOf(changed)
      if (typeof facts === 'string') continue
      expect(facts.durationMs).toBeGreaterThan(0)
      expect(Number.isFinite(facts.framesPerSecond)).toBe(true)
    }
})

test('stops reading a file with thousands of tiny boxes', async () => {
  const file = Buffer.concat([videoFile(), Buffer.from('\0\0\0\u0008free'.repeat(20_000), 'latin1')])
  let reads = 0
  const facts = await readVideoFacts(async (from, length) => {
    reads++
    return file.subarray(from, from + length)
  }, file.byteLength)
  expect(facts).toBe('damaged')
  expect(reads).toBeLessThan(1_100)
})
