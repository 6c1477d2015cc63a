import { expect, test } from 'vitest'
import { MAIN_PLATFORMS, PLATFORMS } from '../platforms/platform.ts'
import { fittingPixels, frameFor, maxBytesFor, typesFor } from './renditions.ts'

test('sends a photo at full size to LinkedIn, X and Facebook, and 1,440 wide to Instagram and Threads', () => {
  const photo = { width: 4000, height: 3000 }
  const frames = MAIN_PLATFORMS.map((platform) => frameFor(platform, photo))
  expect(frames).toEqual([photo, photo, photo, { width: 1440, height: 1080 }, { width: 1440, height: 1080 }])
})

test('does not enlarge a small picture for any network', () => {
  for (const platform of PLATFORMS)
    expect(frameFor(platform, { width: 200, height: 160 })).toEqual({ width: 200, height: 160 })
})

test('adds margins to a picture that is too tall or too wide for Instagram', () => {
  expect(frameFor('instagram', { width: 900, height: 1600 })).toEqual({ width: 1280, height: 1600 })
  expect(frameFor('instagram', { width: 1080, height: 1920 })).toEqual({ width: 1440, height: 1800 })
  expect(frameFor('instagram', { width: 1000, height: 200 })).toEqual({ width: 1000, height: 524 })
  expect(frameFor('instagram', { width: 1080, height: 1350 })).toEqual({ width: 1080, height: 1350 })
  // Instagram allows a width of 1.91 times the height: 753 × 1.91 is 1438.23.
  expect(frameFor('instagram', { width: 1910, height: 1000 })).toEqual({ width: 1438, height: 753 })
})

test('adds margins to a very wide picture on Threads, but not on networks that accept every ratio', () => {
  expect(frameFor('threads', { width: 100, height: 4000 })).toEqual({ width: 400, height: 4000 })
  expect(frameFor('threads', { width: 4000, height: 1 })).toEqual({ width: 1440, height: 144 })
  expect(frameFor('twitter', { width: 4000, height: 1 })).toEqual({ width: 4000, height: 1 })
})

test('keeps every picture between 4:5 and 1.91:1 on Instagram, and within 10:1 on Threads', () => {
  for (let width = 1; width <= 4096; width += 61) {
    for (let height = 1; height <= 4096; height += 59) {
      const instagram = frameFor('instagram', { width, height })
      const ratio = instagram.width / instagram.height
      expect(instagram.width <= 1440 && ratio >= 0.8 && ratio <= 1.91, `${width}x${height}`).toBe(true)
      const threads = frameFor('threads', { width, height })
      expect(threads.width <= 1440 && Math.max(threads.width, threads.height) <= 4096).toBe(true)
      expect(threads.width / threads.height >= 0.1 && threads.width / threads.height <= 10).toBe(true)
    }
  }
})

test('limits pictures for LinkedIn to fewer than 36,152,320 pixels', () => {
  const { width, height } = frameFor('linkedin', { width: 9000, height: 5000 })
  expect(width * height).toBeLessThan(36_152_320)
  expect(width * height).toBeGreaterThan(36_100_000)
  expect(width / height).toBeCloseTo(1.8, 2)
})

test('shrinks a picture whose file is too large for a network, and keeps its ratio of width to height', () => {
  expect(fittingPixels({ width: 4000, height: 2000 }, 2_000_000)).toEqual({ width: 2000, height: 1000 })
  expect(frameFor('twitter', { width: 4000, height: 2000 }, 2_000_000)).toEqual({ width: 2000, height: 1000 })
  expect(frameFor('instagram', { width: 1080, height: 1920 }, 500_000)).toEqual({ width: 632, height: 790 })
})

test('keeps a PNG where the network accepts it, and sends Instagram a JPEG', () => {
  expect(PLATFORMS.filter((platform) => typesFor(platform, 'image/png')[0] === 'image/png')).toEqual([
    'linkedin',
    'twitter',
    'facebook',
    'threads',
    'bluesky',
    'mastodon',
  ])
  for (const platform of PLATFORMS) expect(typesFor(platform, 'image/jpeg')).toEqual(['image/jpeg'])
  expect(maxBytesFor('instagram', 'image/png')).toBe(0)
  expect(maxBytesFor('twitter', 'image/png')).toBe(5_000_000)
})
