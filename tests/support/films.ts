import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { box, numbers } from './videos.ts'

const FRAMES_PER_SECOND = 10
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

/**
 * Makes an MP4 file that browsers can play: each colour is shown for a second. Its frames are those of AVIF pictures,
 * because AV1 needs no patented decoder.
 */
export async function filmFile(
  colours: readonly string[],
  { width = 360, height = 640, sizeBytes = 0 } = {},
): Promise<Buffer<ArrayBuffer>> {
  const pictures = await Promise.all(
    colours.map(async (background) =>
      frameOf(
        await sharp({ create: { width, height, channels: 3, background } })
          .avif({ lossless: false })
          .toBuffer(),
      ),
    ),
  )
  const frames = pictures.flatMap(({ frame }) => Array.from({ length: FRAMES_PER_SECOND }, () => frame))
  const length = frames.length
  const type = box('ftyp', Buffer.from('isom'), numbers(512), Buffer.from('isomav01'))
  const film = Buffer.alloc(78)
  film.writeUInt16BE(1, 6)
  film.writeUInt16BE(width, 24)
  film.writeUInt16BE(height, 26)
  film.writeUInt32BE(0x480000, 28)
  film.writeUInt32BE(0x480000, 32)
  film.writeUInt16BE(1, 40)
  film.writeUInt16BE(24, 74)
  film.writeInt16BE(-1, 76)
  const index = (from: number) =>
    box(
      'moov',
      box(
        'mvhd',
        numbers(0, 0, 0, FRAMES_PER_SECOND, length, 0x10000, 0x1000000, 0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2),
      ),
      box(
        'trak',
        box('tkhd', numbers(3, 0, 0, 1, 0, length, 0, 0, 0, 0, ...MATRIX, width << 16, height << 16)),
        box(
          'mdia',
          box('mdhd', numbers(0, 0, 0, FRAMES_PER_SECOND, length, 0x55c40000)),
          box('hdlr', numbers(0, 0), Buffer.from('vide'), numbers(0, 0, 0), [0]),
          box(
            'minf',
            box('vmhd', numbers(1, 0, 0)),
            box('dinf', box('dref', numbers(0, 1), box('url ', numbers(1)))),
            box(
              'stbl',
              box('stsd', numbers(0, 1), box('av01', film, pictures[0]?.configuration ?? Buffer.alloc(0))),
              box('stts', numbers(0, 1, length, 1)),
              box('stsc', numbers(0, 1, 1, length, 1)),
              box('stsz', numbers(0, 0, length, ...frames.map((frame) => frame.byteLength))),
              box('stco', numbers(0, 1, from)),
            ),
          ),
        ),
      ),
    )
  const begin = type.byteLength + index(0).byteLength + 8
  const file = Buffer.concat([type, index(begin), box('mdat', ...frames)])
  const unused = Math.max(8, sizeBytes - file.byteLength)
  return Buffer.from(Buffer.concat([file, box('free', Buffer.alloc(unused - 8))]))
}

/** The AV1 data of an AVIF picture, and the box that describes them. */
function frameOf(picture: Buffer): { frame: Buffer; configuration: Buffer } {
  const boxAt = (name: string): Buffer => {
    const at = picture.indexOf(name) - 4
    return picture.subarray(at, at + picture.readUInt32BE(at))
  }
  return { frame: boxAt('mdat').subarray(8), configuration: boxAt('av1C') }
}
