import { expect, test } from 'vitest'
import type { VideoFacts } from '../video/video-facts.ts'
import { PLATFORMS, type Platform } from './platform.ts'
import { videoIssues } from './video-issues.ts'

const VIDEO: VideoFacts = {
  type: 'video/mp4',
  durationMs: 30_000,
  width: 720,
  height: 1280,
  codec: 'h264',
  audio: 'aac',
  framesPerSecond: 30,
}
const MB = 1_000_000

const kindsOf = (platform: Platform, change: Partial<VideoFacts> = {}, sizeBytes = 10 * MB) =>
  videoIssues(platform, { ...VIDEO, ...change }, sizeBytes).map(({ kind }) => kind)

test.each(PLATFORMS)('accepts a common video for the network %s', (platform) => {
  expect(kindsOf(platform)).toEqual([])
})

test.each([
  ['linkedin', { durationMs: 2_000 }, 10 * MB, ['video-too-short']],
  ['linkedin', { durationMs: 1_801_000 }, 10 * MB, ['video-too-long']],
  ['linkedin', {}, 70_000, ['video-too-small']],
  ['linkedin', {}, 501 * MB, ['video-too-large']],
  ['linkedin', { type: 'video/quicktime' }, 10 * MB, ['video-type']],
  ['linkedin', { width: 1000, height: 400 }, 10 * MB, ['video-ratio']],
  ['twitter', { durationMs: 141_000 }, 10 * MB, ['video-too-long']],
  ['twitter', { codec: 'hevc' }, 10 * MB, ['video-codec']],
  ['twitter', { audio: 'ac-3' }, 10 * MB, ['video-audio']],
  ['twitter', { framesPerSecond: 120 }, 10 * MB, ['video-frames']],
  ['twitter', { framesPerSecond: 59.94, audio: null }, 10 * MB, []],
  ['twitter', { durationMs: 140_021 }, 10 * MB, []],
  ['bluesky', { durationMs: 181_000 }, 60 * MB, ['video-too-long', 'video-too-large']],
  ['bluesky', { type: 'video/quicktime' }, 10 * MB, ['video-type']],
  ['mastodon', { type: 'video/quicktime', codec: 'hevc' }, 100 * MB, ['video-too-large']],
  ['facebook', { width: 1280, height: 720, durationMs: 100_000 }, 10 * MB, ['video-too-long', 'video-ratio']],
  ['instagram', { width: 2160, height: 3840, framesPerSecond: 20 }, 10 * MB, ['video-too-wide', 'video-frames']],
  ['threads', { durationMs: 301_000, audio: null }, 10 * MB, ['video-too-long']],
  ['telegram', { codec: 'hevc' }, 21 * MB, ['video-codec', 'video-too-large']],
] as const)('reports why the network %s refuses a video: %o with %i bytes', (platform, change, sizeBytes, kinds) => {
  expect(kindsOf(platform, change, sizeBytes)).toEqual(kinds)
})
