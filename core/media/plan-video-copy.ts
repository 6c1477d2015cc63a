import { VIDEO_LIMIT_BYTES } from './limits.ts'
import type { VideoFacts } from '../video/video-facts.ts'
import { rulesOf, type Platform } from '../platforms/platform.ts'
import { videoIssues, type VideoIssue } from '../platforms/video-issues.ts'

/** A conversion of a video to MP4 with H.264 and AAC. More networks accept that format. */
export interface CopyPlan {
  /** The networks that refuse the video and would accept the converted copy. */
  fixedFor: Platform[]
  /** All networks that must accept the converted copy, because it replaces the video. */
  fits: Platform[]
  /** `keep` copies the stream without a loss of quality. */
  video: 'keep' | VideoEncoding
  audio: 'keep' | { kilobits: number }
  maxBytes: number
}

export interface VideoEncoding {
  width: number
  height: number
  /** The frame rate to change to. Null keeps the rate of the video. */
  framesPerSecond: number | null
  /** The maximum bit rate of the converted video. Simple scenes use less. */
  maxKilobits: number
}

/** Faults of a video that a conversion can correct. The length and shape of a video are decisions of its author. */
const FIXABLE: ReadonlySet<VideoIssue['kind']> = new Set([
  'video-type',
  'video-codec',
  'video-audio',
  'video-too-large',
  'video-too-wide',
  'video-frames',
])

/** The codecs of videos that can be converted, as `VideoFacts` names them. */
const SOURCE_CODECS: ReadonlySet<string> = new Set([
  'h264',
  'hevc',
  'vp08',
  'vp09',
  'av01',
  'mp4v',
  // The variants of Apple ProRes.
  'apch',
  'apcn',
  'apcs',
  'apco',
  'ap4h',
  'ap4x',
])

/**
 * The maximum length of the longer side of a converted video. Networks shrink larger videos, and larger ones take much
 * memory.
 */
const LONGEST_SIDE = 1_920
/**
 * The minimum length of the shorter side of a converted video. If the video would need to be smaller, its quality is
 * lowered instead.
 */
const SHORTEST_SIDE = 360
const GOOD_BITS_PER_PIXEL = 0.15
const FAIR_BITS_PER_PIXEL = 0.05
const POOR_BITS_PER_PIXEL = 0.03
/**
 * The part of a size limit, from 0 to 1, that the video and audio streams may fill. The file's index needs space too.
 */
const FILLED = 0.95

/**
 * Plans the conversion of a video for its networks. Leaves out a network that refuses the video for another reason,
 * such as its length. Also leaves out a network for which the converted video would look poor.
 * @returns null if no network needs the conversion
 */
export function planVideoCopy(platforms: readonly Platform[], video: VideoFacts, sizeBytes: number): CopyPlan | null {
  if (!SOURCE_CODECS.has(video.codec)) return null
  const fits = platforms.filter(
    (platform) =>
      videoIssues(platform, video, sizeBytes).every(({ kind }) => FIXABLE.has(kind)) &&
      planFor([platform], video, sizeBytes) !== null,
  )
  const fixedFor = fits.filter((platform) => videoIssues(platform, video, sizeBytes).length > 0)
  if (fixedFor.length === 0) return null
  const plan = planFor(fits, video, sizeBytes)
  return plan && { fixedFor, fits, ...plan }
}

/** Plans a conversion that these networks accept. Null if the converted video would look poor. */
function planFor(
  fits: readonly Platform[],
  video: VideoFacts,
  sizeBytes: number,
): Pick<CopyPlan, 'video' | 'audio' | 'maxBytes'> | null {
  const rules = fits.map((platform) => rulesOf(platform).video)
  const maxBytes = Math.min(VIDEO_LIMIT_BYTES, ...rules.map((rule) => rule.maxBytes))
  const maxWidth = Math.min(LONGEST_SIDE, ...rules.map((rule) => rule.maxWidth ?? Infinity))
  const least = Math.max(0, ...rules.map((rule) => rule.frames?.[0] ?? 0))
  const most = Math.min(...rules.map((rule) => rule.frames?.[1] ?? Infinity))
  const isAudioKept = video.audio === null || video.audio === 'aac'
  // Use the usual frame rate for files that state none.
  const framesPerSecond = Math.min(most, Math.max(least, video.framesPerSecond || USUAL_FRAMES))
  const isVideoKept =
    video.codec === 'h264' &&
    video.width <= Math.min(...rules.map((rule) => rule.maxWidth ?? Infinity)) &&
    video.framesPerSecond >= least &&
    video.framesPerSecond <= most + 0.5 &&
    sizeBytes <= maxBytes * FILLED
  if (isVideoKept) return { video: 'keep', audio: isAudioKept ? 'keep' : { kilobits: GOOD_AUDIO_KILOBITS }, maxBytes }

  const seconds = video.durationMs / 1_000
  // Plan for one more second, because the encoder may exceed its rate for about a second.
  const budget = (maxBytes * FILLED * 8) / 1_000 / (seconds + 1)
  const audioKilobits =
    video.audio === null ? 0 : budget < 8 * GOOD_AUDIO_KILOBITS ? FAIR_AUDIO_KILOBITS : GOOD_AUDIO_KILOBITS
  const encoding = planVideoEncoding(video, { kilobits: budget - audioKilobits, maxWidth, framesPerSecond, least })
  return encoding && { video: encoding, audio: video.audio === null ? 'keep' : { kilobits: audioKilobits }, maxBytes }
}

const USUAL_FRAMES = 30
const GOOD_AUDIO_KILOBITS = 128
const FAIR_AUDIO_KILOBITS = 64

function planVideoEncoding(
  { width, height, framesPerSecond: given }: VideoFacts,
  limits: { kilobits: number; maxWidth: number; framesPerSecond: number; least: number },
): VideoEncoding | null {
  const { kilobits, maxWidth, least } = limits
  const bitsPerPixel = (scale: number, rate: number) => (kilobits * 1_000) / (width * height * scale ** 2 * rate)
  let scale = Math.min(1, LONGEST_SIDE / Math.max(width, height), maxWidth / width)
  let rate = limits.framesPerSecond
  if (bitsPerPixel(scale, rate) < FAIR_BITS_PER_PIXEL && rate > USUAL_FRAMES) rate = Math.max(USUAL_FRAMES, least)
  const smallest = Math.min(scale, SHORTEST_SIDE / Math.min(width, height))
  scale = Math.max(smallest, Math.min(scale, scale * Math.sqrt(bitsPerPixel(scale, rate) / FAIR_BITS_PER_PIXEL)))
  if (!(bitsPerPixel(scale, rate) >= POOR_BITS_PER_PIXEL)) return null
  const [w, h] = [even(width * scale), even(height * scale)]
  const good = (w * h * rate * GOOD_BITS_PER_PIXEL) / 1_000
  return {
    width: w,
    height: h,
    framesPerSecond: rate === given ? null : rate,
    maxKilobits: Math.max(1, Math.floor(Math.min(kilobits, good))),
  }
}

/** H.264 needs an even width and height. */
const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2))
