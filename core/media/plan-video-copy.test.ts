import { describe, expect, test } from 'vitest'
import type { VideoFacts } from '../video/video-facts.ts'
import { planVideoCopy } from './plan-video-copy.ts'
import type { Platform } from '../platforms/platform.ts'

const MB = 1_000_000
/** A video of one minute that a phone filmed: HEVC in a MOV file. */
const PHONE: VideoFacts = {
  type: 'video/quicktime',
  durationMs: 60_000,
  width: 1080,
  height: 1920,
  codec: 'hevc',
  audio: 'aac',
  framesPerSecond: 30,
}

const planOf = (platforms: Platform[], change: Partial<VideoFacts> = {}, sizeBytes = 60 * MB) =>
  planVideoCopy(platforms, { ...PHONE, ...change }, sizeBytes)

/** The size in bytes of a converted copy whose video and audio streams have their highest bit rates. */
function largestSize(plan: ReturnType<typeof planOf>, seconds: number): number {
  if (!plan || plan.video === 'keep' || plan.audio === 'keep') throw new Error('Nothing is encoded')
  return ((plan.video.maxKilobits + plan.audio.kilobits) * 1_000 * (seconds + 1)) / 8
}

test('plans no conversion of a video that all networks accept', () => {
  expect(planOf(['mastodon', 'instagram', 'threads'])).toBeNull()
})

test('keeps the size and frame rate of a video when only its codec must change', () => {
  expect(planOf(['twitter'])).toMatchObject({
    fixedFor: ['twitter'],
    video: { width: 1080, height: 1920, framesPerSecond: null },
    audio: { kilobits: 128 },
  })
})

test('keeps the video stream when only the container or the audio must change', () => {
  const h264 = { codec: 'h264' }
  expect(planOf(['linkedin'], h264)).toMatchObject({ video: 'keep', audio: 'keep' })
  expect(planOf(['twitter'], { ...h264, audio: 'ac-3' })).toMatchObject({ video: 'keep', audio: { kilobits: 128 } })
  expect(planOf(['twitter'], { ...h264, audio: null, framesPerSecond: 120 })).toMatchObject({
    video: { framesPerSecond: 60 },
    audio: 'keep',
  })
})

describe('what a copy must not change', () => {
  test('plans no conversion for a network that refuses the length or shape of a video', () => {
    expect(planOf(['twitter'], { durationMs: 150_000 })).toBeNull()
    expect(planOf(['facebook'], { width: 1920, height: 1080 })).toBeNull()
    expect(planOf(['linkedin'], { durationMs: 1_000 })).toBeNull()
  })

  test('plans a conversion for the other networks when one network refuses the length of a video', () => {
    expect(planOf(['twitter', 'linkedin', 'mastodon'], { durationMs: 150_000 })).toMatchObject({
      fixedFor: ['linkedin'],
      fits: ['linkedin', 'mastodon'],
    })
  })

  test('plans no conversion of a video with an unknown codec', () => {
    expect(planOf(['twitter'], { codec: 'dvh1' })).toBeNull()
  })
})

describe('size', () => {
  test('keeps a converted video within the smallest size limit of its networks, even at the highest bit rates', () => {
    const plan = planOf(['twitter', 'telegram', 'bluesky'], {}, 120 * MB)
    expect(plan?.fixedFor).toEqual(['twitter', 'telegram', 'bluesky'])
    expect(plan?.maxBytes).toBe(20 * MB)
    expect(largestSize(plan, 60)).toBeLessThan(20 * MB)
  })

  test('makes a long video smaller, and never narrower than 360 pixels', () => {
    const plan = planOf(['telegram'], { durationMs: 6 * 60_000 }, 90 * MB)
    expect(plan?.video).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
    const { width, height } = plan?.video === 'keep' || !plan ? { width: 0, height: 0 } : plan.video
    expect(width).toBeGreaterThanOrEqual(360)
    expect(width).toBeLessThan(1080)
    expect(Math.abs(width / height - 1080 / 1920)).toBeLessThan(0.01)
    expect(largestSize(plan, 6 * 60)).toBeLessThan(20 * MB)
  })

  test('plans no conversion that would make a video look poor', () => {
    expect(planOf(['telegram'], { durationMs: 60 * 60_000 }, 900 * MB)).toBeNull()
  })

  test('converts a video only for the networks whose size limits let it look good', () => {
    expect(planOf(['telegram', 'linkedin'], { durationMs: 25 * 60_000 }, 400 * MB)).toMatchObject({
      fixedFor: ['linkedin'],
      fits: ['linkedin'],
      maxBytes: 500 * MB,
    })
  })

  test('halves the width of a 4K video, with even sides', () => {
    const plan = planOf(['instagram'], { width: 2160, height: 3840, codec: 'h264', framesPerSecond: 20 })
    expect(plan?.video).toMatchObject({ width: 1080, height: 1920, framesPerSecond: 23 })
    expect(planOf(['twitter'], { width: 1079, height: 1919 })?.video).toMatchObject({ width: 1080, height: 1920 })
  })
})
