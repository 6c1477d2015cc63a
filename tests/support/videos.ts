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
  /** Whether a phone held upright has turned the picture by its matrix. */
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

function track(kind: 'vide' | 'soun', sample: Buffer, seconds: number, frames: number, shown: Buffer): Buffer {
  const length = Math.round(seconds * SCALE)
  return box(
    'trak',
    box('tkhd', numbers(0, 0, 0, 1, 0, length, 0, 0, 0, 0), shown),
    box(
      'mdia',
      box('mdhd', numbers(0, 0, 0, SCALE, length, 0)),
      box('hdlr', numbers(0, 0), Buffer.from(kind), numbers(0, 0, 0), [0]),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', numbers(0, 1), sample),
          box('stts', numbers(0, 1, frames, Math.round(length / frames))),
        ),
      ),
    ),
  )
}

/** Makes an MP4 or MOV file with a true index. Its film is random bytes, which no test decodes. */
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
  const film = Buffer.alloc(78)
  film.writeUInt16BE(width, 24)
  film.writeUInt16BE(height, 26)
  const matrix = isTurned ? [0, 0x10000, 0, -0x10000, 0, 0] : [0x10000, 0, 0, 0, 0x10000, 0]
  const shown = numbers(...matrix, 0, 0, 0x40000000, width << 16, height << 16)
  const silent = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 0, 0)
  const index = box(
    'moov',
    box('mvhd', numbers(0, 0, 0, SCALE, Math.round(seconds * SCALE), 0x10000), Buffer.alloc(76)),
    track('vide', box(codec, film), seconds, Math.max(1, Math.round(seconds * framesPerSecond)), shown),
    ...(audio === null ? [] : [track('soun', box(audio, Buffer.alloc(28)), seconds, 100, silent)]),
  )
  const type = box('ftyp', Buffer.from(brand.padEnd(4)), numbers(512), Buffer.from('isomiso2'))
  const data = box('mdat', Buffer.alloc(Math.max(8, sizeBytes - type.byteLength - index.byteLength - 8), 7))
  return Buffer.from(Buffer.concat(hasIndexLast ? [type, data, index] : [type, index, data]))
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

/** Gives an uploaded video a cover and captions. */
export async function addCoverAndCaptions(who: Person, id: string): Promise<void> {
  const params = { id }
  await who.call('POST /api/videos/{id}/cover', { params, form: await coverForm(1_000) })
  await who.call('PUT /api/videos/{id}/captions', { params, body: { language: 'ar', text: SUBRIP } })
}
