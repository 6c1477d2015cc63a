import type { VideoFacts } from '../video/video-facts.ts'
import { rulesOf, type Platform } from './platform.ts'

/**
 * Why a network would refuse a video. `limit` is in the unit of the error message: seconds, megabytes, frames or
 * pixels.
 */
export type VideoIssue =
  | { kind: 'video-type' }
  | { kind: 'video-codec' }
  | { kind: 'video-audio' }
  | { kind: 'video-too-short'; limit: number }
  | { kind: 'video-too-long'; limit: number }
  | { kind: 'video-too-small'; limit: number }
  | { kind: 'video-too-large'; limit: number }
  | { kind: 'video-ratio' }
  | { kind: 'video-too-wide'; limit: number }
  | { kind: 'video-frames'; least: number; most: number }

/** Lists the reasons why the network would refuse this video, by `<network>/rules.ts`. */
export function videoIssues(platform: Platform, video: VideoFacts, sizeBytes: number): VideoIssue[] {
  const {
    types,
    codecs,
    audio,
    seconds,
    minBytes = 0,
    maxBytes,
    ratio,
    frames,
    maxWidth = Infinity,
  } = rulesOf(platform).video
  const [shortest, longest] = seconds
  const shape = video.width / video.height
  const issues: (VideoIssue | false)[] = [
    !types.includes(video.type) && { kind: 'video-type' },
    codecs !== undefined && !codecs.includes(video.codec) && { kind: 'video-codec' },
    audio !== undefined && video.audio !== null && !audio.includes(video.audio) && { kind: 'video-audio' },
    video.durationMs < shortest * 1_000 && { kind: 'video-too-short', limit: shortest },
    // Accept a slightly longer video, because video programs round lengths up to a whole frame.
    video.durationMs > longest * 1_000 + ROUNDING_MS && { kind: 'video-too-long', limit: longest },
    sizeBytes < minBytes && { kind: 'video-too-small', limit: minBytes / 1_000 },
    sizeBytes > maxBytes && { kind: 'video-too-large', limit: maxBytes / MEGABYTE },
    ratio !== undefined && (shape < ratio[0] || shape > ratio[1]) && { kind: 'video-ratio' },
    video.width > maxWidth && { kind: 'video-too-wide', limit: maxWidth },
    frames !== undefined &&
      (video.framesPerSecond < frames[0] || video.framesPerSecond > frames[1] + 0.5) && {
        kind: 'video-frames',
        least: frames[0],
        most: frames[1],
      },
  ]
  return issues.filter((issue) => issue !== false)
}

const MEGABYTE = 1_000_000
const ROUNDING_MS = 100
