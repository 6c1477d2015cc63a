import { boxAt, boxesIn, boxIn, has, textAt, TooManyBoxes, viewOf, type Box } from './boxes.ts'
import { usualDuration, withFragment, type Frames } from './fragments.ts'

/** Properties of a video file that networks limit. */
export interface VideoFacts {
  type: VideoType
  durationMs: number
  /** Width and height in pixels as players show the video, after rotation. */
  width: number
  height: number
  /** `h264`, `hevc`, or the file's own code for another codec. */
  codec: string
  /** `aac`, the file's own code for another codec, or null for a silent video. */
  audio: string | null
  framesPerSecond: number
}

export const VIDEO_TYPES = ['video/mp4', 'video/quicktime'] as const
export type VideoType = (typeof VIDEO_TYPES)[number]

/** `type`: not an MP4 or MOV file with a video. `damaged`: incomplete or contradictory. */
export type VideoProblem = 'type' | 'damaged'

/** Reads a range of a file. Callers request only ranges within the file. */
type ReadRange = (from: number, length: number) => Promise<Uint8Array>

/** The largest index to read. Even the index of a four-hour video is smaller. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024
/** The maximum number of boxes to read. A complete file has fewer than ten, and a recording two for each fragment. */
const MAX_BOXES = 1_000
const MAX_FRAGMENT_BOXES = 8_000

/**
 * Reads the facts of an MP4 or MOV file from its index, the box `moov` (ISO/IEC 14496-12), and from the indexes of
 * fragments. Skips the frames, so that browsers can check a large file before its upload.
 */
export async function readVideoFacts(read: ReadRange, sizeBytes: number): Promise<VideoFacts | VideoProblem> {
  try {
    return await readBoxes(read, sizeBytes)
  } catch (error) {
    if (error instanceof TooManyBoxes) return 'damaged'
    throw error
  }
}

async function readBoxes(read: ReadRange, sizeBytes: number): Promise<VideoFacts | VideoProblem> {
  let type: VideoType | undefined
  let film: Film | undefined
  let hasFilm = false
  let boxes = 0
  let indexBytes = 0
  for (let from = 0; from < sizeBytes; boxes++) {
    const isTooLong = boxes >= (film?.fragments ? MAX_FRAGMENT_BOXES : MAX_BOXES)
    if (isTooLong || sizeBytes - from < 8) return type ? 'damaged' : 'type'
    const box = boxAt(viewOf(await read(from, Math.min(16, sizeBytes - from))), 0, sizeBytes - from)
    if (!box) return type ? 'damaged' : 'type'
    if (boxes === 0) {
      if (!FIRST_BOXES.has(box.name)) return 'type'
      type = await typeOf(box, read)
      if (!type) return 'type'
    }
    // A file that ends within a box is incomplete.
    if (box.end > sizeBytes - from) return 'damaged'
    if (box.name === 'mdat') hasFilm = true
    if ((box.name === 'moov' && !film) || box.name === 'moof') {
      indexBytes += box.end
      if (indexBytes > MAX_INDEX_BYTES) return 'damaged'
      const index = { ...box, view: viewOf(await read(from, box.end)) }
      film = box.name === 'moov' ? filmOf(index) : film && withFrames(film, index)
      // Fragments cannot be read without the index before them.
      if (!film) return 'damaged'
    }
    from += box.end
  }
  return type && film && hasFilm ? (factsOf(film, type) ?? 'damaged') : type ? 'damaged' : 'type'
}

/** The names of boxes with which a video file may begin. QuickTime files may lack the box `ftyp`. */
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'])
/** Brands of pictures and audio books. They have the same file format as videos, but are no videos. */
const OTHER_BRANDS = /^(?:hei[cfmsx]|hev[cmsx]|avi[fs]|mif1|msf1|M4A |M4B |crx )/

async function typeOf({ name, body }: Box, read: ReadRange): Promise<VideoType | undefined> {
  if (name !== 'ftyp') return 'video/quicktime'
  const brand = textAt(viewOf(await read(body, 4)), 0)
  if (OTHER_BRANDS.test(brand)) return undefined
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
}

/** The index of a file, its first track with pictures, and the frames of that track in fragments. */
interface Film {
  index: Box
  track: Box
  tracks: Box[]
  /** The id of the track, and the duration of its frames in fragments that state none. */
  trackId: number
  usual: number
  fragments: Frames | undefined
}

function filmOf(index: Box): Film | undefined {
  const tracks = boxesIn(index, 'trak').slice(0, MAX_TRACKS)
  const track = tracks.find((one) => kindOf(one) === 'vide')
  if (!track) return undefined
  const trackId = idOf(track)
  return { index, track, tracks, trackId, usual: usualDuration(index, trackId), fragments: undefined }
}

const withFrames = (film: Film, fragment: Box): Film => ({
  ...film,
  fragments: withFragment(film.fragments, fragment, film.trackId, film.usual),
})

function factsOf({ index, track, tracks, fragments }: Film, type: VideoType): VideoFacts | undefined {
  const sound = tracks.find((one) => kindOf(one) === 'soun')
  const sample = sampleOf(track)
  const header = boxIn(track, 'mdia', 'mdhd')
  const indexed = countFrames(boxIn(track, 'mdia', 'minf', 'stbl', 'stts'))
  const frames = indexed + (fragments?.count ?? 0)
  // The index of a recording may state no length, so compute it from the fragments. A recording that was cut from a
  // longer one begins later than zero.
  const length = fragments && fragments.until - (indexed > 0 ? 0 : fragments.from)
  const durationMs = durationOf(header, length)
  const size = sizeOf(track, sample)
  if (!sample || !durationMs || !size) return undefined
  const audio = sampleOf(sound)?.name
  return {
    type,
    // Editing programs leave cut frames in the tracks. Only the length in `mvhd` excludes them.
    durationMs: (fragments ? undefined : durationOf(boxIn(index, 'mvhd'))) ?? durationMs,
    ...size,
    codec: CODECS[sample.name] ?? sample.name,
    audio: audio === undefined ? null : (CODECS[audio] ?? audio),
    framesPerSecond: Math.round((frames * 100_000) / durationMs) / 100,
  }
}

const MAX_TRACKS = 100
const CODECS: Record<string, string> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  mp4a: 'aac',
}

function kindOf(track: Box): string | undefined {
  const handler = boxIn(track, 'mdia', 'hdlr')
  return handler && has(handler, 12) ? textAt(handler.view, handler.body + 8) : undefined
}

/** The id of a track from its `tkhd`; 0 without one. */
function idOf(track: Box): number {
  const header = boxIn(track, 'tkhd')
  if (!header || !has(header, 24)) return 0
  return header.view.getUint32(header.body + (header.view.getUint8(header.body) === 1 ? 20 : 12))
}

/** The description of a track's samples, whose name is the codec. */
function sampleOf(track: Box | undefined): Box | undefined {
  const list = boxIn(track, 'mdia', 'minf', 'stbl', 'stsd')
  if (!list || !has(list, 16)) return undefined
  const sample = boxAt(list.view, list.body + 8, list.end - list.body - 8)
  return sample && sample.end <= list.end ? sample : undefined
}

/**
 * Reads the duration from `mvhd` or `mdhd`, which have the same beginning. Undefined without a duration, as in an
 * interrupted recording.
 * @param length a duration in the units of the header, which replaces the duration in the header
 */
function durationOf(header: Box | undefined, length?: number): number | undefined {
  if (!header || !has(header, 20)) return undefined
  const { view, body } = header
  const isLong = view.getUint8(body) === 1
  if (isLong && !has(header, 32)) return undefined
  const timescale = view.getUint32(body + (isLong ? 20 : 12))
  const duration = length ?? (isLong ? Number(view.getBigUint64(body + 24)) : view.getUint32(body + 16))
  const ms = Math.round((duration * 1_000) / timescale)
  return Number.isFinite(ms) && ms > 0 && ms < MAX_DURATION_MS ? ms : undefined
}

/**
 * The longest plausible video. Some files state an unknown length as the largest number, so Frogy ignores longer
 * lengths.
 */
const MAX_DURATION_MS = 7 * 24 * 3_600_000

function sizeOf(film: Box | undefined, sample: Box | undefined): { width: number; height: number } | undefined {
  const header = boxIn(film, 'tkhd')
  if (!header || !sample || !has(sample, 28)) return undefined
  const { view, body } = header
  const at = body + (has(header, 4) && view.getUint8(body) === 1 ? 52 : 40)
  if (at + 44 > header.end) return undefined
  const isTurned = view.getInt32(at) === 0 && view.getInt32(at + 4) !== 0
  const shown = [view.getUint32(at + 36) >>> 16, view.getUint32(at + 40) >>> 16]
  const coded = [sample.view.getUint16(sample.body + 24), sample.view.getUint16(sample.body + 26)]
  const [width = 0, height = 0] = shown.includes(0) ? coded : shown
  if (width === 0 || height === 0) return undefined
  return isTurned ? { width: height, height: width } : { width, height }
}

function countFrames(times: Box | undefined): number {
  if (!times || !has(times, 8)) return 0
  const { view, body, end } = times
  let frames = 0
  const entries = Math.min(view.getUint32(body + 4), Math.floor((end - body - 8) / 8))
  for (let entry = 0; entry < entries; entry++) frames += view.getUint32(body + 8 + entry * 8)
  return frames
}
