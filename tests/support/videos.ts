import { Buffer } from 'node:buffer'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import type { Person } from './person.ts'
import { pictureFile } from './pictures.ts'

interface TestVideo {
  seconds?: number
  width?: number
  height?: number
  /** The file is padded to this size. */
  sizeBytes?: number
  codec?: string
  audio?: string | null
  framesPerSecond?: number
  brand?: string
  /** Whether the film was taken with an upright phone, which stores a matrix that rotates the picture. */
  isTurned?: boolean
  /** Whether the index is at the end of the file, as cameras write it. */
  hasIndexLast?: boolean
}

export function box(name: string, ...content: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((piece) => Buffer.from(piece)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.byteLength + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

export function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeInt32BE(value | 0, index * 4))
  return bytes
}

const SCALE = 1_000
const TRACK_IDS = { vide: 1, soun: 2 }

function track(kind: 'vide' | 'soun', sample: Buffer, seconds: number, frames: number, shown: Buffer): Buffer {
  const length = Math.round(seconds * SCALE)
  return box(
    'trak',
    box('tkhd', numbers(0, 0, 0, TRACK_IDS[kind], 0, length, 0, 0, 0, 0), shown),
    box(
      'mdia',
      box('mdhd', numbers(0, 0, 0, SCALE, length, 0)),
      box('hdlr', numbers(0, 0), Buffer.from(kind), numbers(0, 0, 0), [0]),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', numbers(0, 1), sample),
          box('stts', frames > 0 ? numbers(0, 1, frames, Math.round(length / frames)) : numbers(0, 0)),
        ),
      ),
    ),
  )
}

/** The description of a film's frames. */
function filmSample(codec: string, width: number, height: number): Buffer {
  const film = Buffer.alloc(78)
  film.writeUInt16BE(width, 24)
  film.writeUInt16BE(height, 26)
  return box(codec, film)
}

/** The matrix and the size in the header of a track without pictures. */
const SILENT = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 0, 0)

/** Makes an MP4 or MOV file with a correct index. Its film is random bytes, which no test decodes. */
export function videoFile({
  seconds = 12,
  width = 1280,
  height = 720,
  sizeBytes = 200_000,
  codec = 'avc1',
  audio = 'mp4a',
  framesPerSecond = 30,
  brand = 'isom',
  isTurned = false,
  hasIndexLast = false,
}: TestVideo = {}): Buffer<ArrayBuffer> {
  const matrix = isTurned ? [0, 0x10000, 0, -0x10000, 0, 0] : [0x10000, 0, 0, 0, 0x10000, 0]
  const shown = numbers(...matrix, 0, 0, 0x40000000, width << 16, height << 16)
  const index = box(
    'moov',
    box('mvhd', numbers(0, 0, 0, SCALE, Math.round(seconds * SCALE), 0x10000), Buffer.alloc(76)),
    track('vide', filmSample(codec, width, height), seconds, Math.max(1, Math.round(seconds * framesPerSecond)), shown),
    ...(audio === null ? [] : [track('soun', box(audio, Buffer.alloc(28)), seconds, 100, SILENT)]),
  )
  const type = box('ftyp', Buffer.from(brand.padEnd(4)), numbers(512), Buffer.from('isomiso2'))
  const data = box('mdat', Buffer.alloc(Math.max(8, sizeBytes - type.byteLength - index.byteLength - 8), 7))
  return Buffer.from(Buffer.concat(hasIndexLast ? [type, data, index] : [type, index, data]))
}

interface Recording {
  /** The durations of the frames in each fragment, in milliseconds. */
  fragments?: number[][]
  /** Where the file states the duration of a frame: for each frame, once in a fragment, or once for the file. */
  statesDuration?: 'per-frame' | 'per-fragment' | 'per-file'
  /** When the first frame begins, in milliseconds. Undefined if the fragments state no times. */
  startsAt?: number | undefined
}

/** Makes an MP4 file in fragments, as browsers and some phones record it. Its index states no length and no frames. */
export function recordedVideo({
  fragments = [[20, 20, 20]],
  statesDuration = 'per-frame',
  startsAt,
}: Recording = {}): Buffer<ArrayBuffer> {
  const shown = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 1280 << 16, 720 << 16)
  const usual = statesDuration === 'per-file' ? (fragments[0]?.[0] ?? 0) : 0
  const pieces = [
    box('ftyp', Buffer.from('iso5'), numbers(512), Buffer.from('iso5iso6')),
    box(
      'moov',
      box('mvhd', numbers(0, 0, 0, SCALE, 0, 0x10000), Buffer.alloc(76)),
      track('soun', box('mp4a', Buffer.alloc(28)), 0, 0, SILENT),
      track('vide', filmSample('avc1', 1280, 720), 0, 0, shown),
      box('mvex', box('trex', numbers(0, 2, 1, 777, 0, 0)), box('trex', numbers(0, 1, 1, usual, 0, 0))),
    ),
  ]
  let at = startsAt
  for (const durations of fragments) {
    const [each = 0] = durations
    const head = box('tfhd', statesDuration === 'per-fragment' ? numbers(0x9, 1, 0, 0, each) : numbers(0, 1))
    const run =
      statesDuration === 'per-frame'
        ? numbers(0x305, durations.length, 0, 0, ...durations.flatMap((duration) => [duration, 7]))
        : numbers(0x201, durations.length, 0, ...durations.map(() => 7))
    const sound = box('traf', box('tfhd', numbers(0, 2)), box('trun', numbers(0, 50)))
    const time = at === undefined ? [] : [box('tfdt', numbers(0x100_0000, 0, at))]
    pieces.push(
      box('moof', box('mfhd', numbers(0, 1)), sound, box('traf', head, ...time, box('trun', run))),
      box('mdat', Buffer.alloc(40, 7)),
    )
    if (at !== undefined) at += durations.reduce((sum, duration) => sum + duration, 0)
  }
  return Buffer.from(Buffer.concat(pieces))
}

/** Uploads a video as a browser does. @returns its id */
export async function uploadVideo(who: Person, file: Buffer<ArrayBuffer>, name = 'pond.mp4'): Promise<string> {
  const begun = await who.call('POST /api/videos', {
    body: { name, size: file.byteLength, key: `${name} ${file.byteLength} ${crypto.randomUUID()}` },
  })
  const params = { id: begun.id }
  for (let { offset } = begun; offset < file.byteLength;) {
    const form = partForm(file, offset)
    offset = (await who.call('POST /api/videos/{id}/parts', { params, form })).offset
  }
  return (await who.call('POST /api/videos/{id}/finish', { params })).id
}

export function partForm(file: Buffer<ArrayBuffer>, offset: number): FormData {
  const form = new FormData()
  form.append('offset', String(offset))
  form.append('part', new Blob([file.subarray(offset, offset + VIDEO_PART_BYTES)]), 'part')
  return form
}

export const SUBRIP = '1\n00:00:01,000 --> 00:00:02,000\nFrogs jump\n\n2\n00:00:03,000 --> 00:00:04,000\nتقفز الضفادع\n'

/** The form for the cover of a video: a picture and the time of its frame. */
export async function coverForm(atMs: number, picture?: Uint8Array<ArrayBuffer>): Promise<FormData> {
  const form = new FormData()
  form.append('atMs', String(atMs))
  form.append('picture', new Blob([picture ?? new Uint8Array(await pictureFile('jpeg', 720, 1_280))]), 'frame.jpg')
  return form
}

export async function addCoverAndCaptions(who: Person, id: string): Promise<void> {
  const params = { id }
  await who.call('POST /api/videos/{id}/cover', { params, form: await coverForm(1_000) })
  await who.call('PUT /api/videos/{id}/captions', { params, body: { language: 'ar', text: SUBRIP } })
}
