import { describe, expect, test, vi } from 'vitest'
import { box, recordedVideo, videoFile } from '#tests/support/videos.ts'
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

test('reads a duration above zero from a video with any changed byte, or rejects the video', async () => {
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

describe('a recording with thousands of boxes in its index and thousands of empty fragments', () => {
  /** Adds empty boxes to the end of the index, and empty fragments to the end of the file. */
  function hostileFile(emptyBoxes: number): Buffer {
    const file = recordedVideo({ startsAt: 0 })
    const from = file.indexOf('moov') - 4
    const until = from + file.readUInt32BE(from)
    const padding = Buffer.from('\0\0\0\u0008free'.repeat(emptyBoxes), 'latin1')
    const index = box('moov', file.subarray(from + 8, until), padding)
    const fragments = Buffer.from('\0\0\0\u0008moof'.repeat(7_900), 'latin1')
    return Buffer.concat([file.subarray(0, from), index, file.subarray(until), fragments])
  }

  test.each([
    ['reports the file as damaged if its index is full of boxes', 1_900_000, 'damaged'],
    ['reads a smaller index once', 9_000, { durationMs: 60 }],
  ] as const)('limits the work for a recording with thousands of boxes: %s', async (_what, emptyBoxes, expected) => {
    const file = hostileFile(emptyBoxes)
    const numbers = vi.spyOn(DataView.prototype, 'getUint32')
    try {
      const facts = await factsOf(file)
      expect(numbers.mock.calls.length).toBeLessThan(100_000)
      expect(facts).toEqual(typeof expected === 'string' ? expected : expect.objectContaining(expected))
    } finally {
      numbers.mockRestore()
    }
  })
})

describe('a recording in fragments', () => {
  const frames = (count: number, ms: number) => Array.from({ length: count }, () => ms)
  const twoSeconds = [frames(30, 40), frames(20, 40)]

  test.each([
    ['for each frame', { statesDuration: 'per-frame', startsAt: 0 }],
    ['once in each fragment', { statesDuration: 'per-fragment', startsAt: 0 }],
    ['once in its index', { statesDuration: 'per-file', startsAt: 0 }],
    ['for each frame, without the times of fragments', { statesDuration: 'per-frame' }],
    ['for each frame, as a part of a longer recording', { statesDuration: 'per-frame', startsAt: 90_000 }],
  ] as const)('reads the length and frame rate of a recording that states durations %s', async (_where, options) => {
    expect(await factsOf(recordedVideo({ fragments: twoSeconds, ...options }))).toEqual({
      type: 'video/mp4',
      durationMs: 2_000,
      width: 1280,
      height: 720,
      codec: 'h264',
      audio: 'aac',
      framesPerSecond: 25,
    })
  })

  test('reads the mean frame rate of frames with different durations', async () => {
    const fragments = [frames(10, 100), frames(50, 20)]
    expect(await factsOf(recordedVideo({ fragments, startsAt: 0 }))).toMatchObject({
      durationMs: 2_000,
      framesPerSecond: 30,
    })
  })

  test('reads the facts of a half-hour recording with a fragment per second, without reading its frames', async () => {
    const fragments = Array.from({ length: 1_800 }, () => frames(25, 40))
    const file = recordedVideo({ fragments, startsAt: 0 })
    let readBytes = 0
    const facts = await readVideoFacts(async (from, length) => {
      readBytes += length
      return file.subarray(from, from + length)
    }, file.byteLength)
    expect(facts).toMatchObject({ durationMs: 1_800_000, framesPerSecond: 25 })
    expect(readBytes).toBeLessThan(file.byteLength)
  })

  test('reports a recording as damaged if it has no index, no frames or too many fragments', async () => {
    const whole = recordedVideo({ fragments: twoSeconds })
    const from = whole.indexOf('moov') - 4
    const withoutIndex = Buffer.concat([whole.subarray(0, from), whole.subarray(whole.indexOf('moof') - 4)])
    const endless = recordedVideo({ fragments: Array.from({ length: 5_000 }, () => [1_000]) })
    for (const file of [withoutIndex, recordedVideo({ fragments: [] }), recordedVideo({ fragments: [[]] }), endless])
      expect(await factsOf(file)).toBe('damaged')
  })

  test('reports a recording as damaged if it ends within a fragment', async () => {
    const file = recordedVideo({ fragments: twoSeconds, startsAt: 0 })
    const second = file.indexOf('moof', file.indexOf('moof') + 4) - 4
    for (let length = second + 1; length < file.byteLength; length += 7)
      expect(await factsOf(file.subarray(0, length)), `${length} bytes`).toBe('damaged')
    expect(await factsOf(file.subarray(0, second))).toMatchObject({ durationMs: 1_200 })
  })

  test('reads a duration above zero from a recording with any changed byte, or rejects the recording', async () => {
    const file = recordedVideo({ startsAt: 0 })
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
})
