import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

export function plain(width: number, height: number, background: string | object = '#c03020'): Sharp {
  return sharp({ create: { width, height, channels: 4, background } }).removeAlpha()
}

/** Creates a picture of random noise, which compression does not make smaller. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
}

type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff'

export const pictureFile = async (format: Format = 'jpeg', width = 60, height = 40): Promise<Buffer> =>
  await plain(width, height).toFormat(format).toBuffer()

/** Creates a GIF. Each frame has another colour than the one before. */
export async function animatedGif(
  frames: number,
  { width = 60, height = 40, delayMs = 100, loop = 0 } = {},
): Promise<Buffer<ArrayBuffer>> {
  const pixels = Buffer.alloc(width * height * frames * 3, 0)
  for (let frame = 0; frame < frames; frame++)
    pixels.fill((frame * 97) % 256, frame * width * height * 3, (frame + 1) * width * height * 3)
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const
  const delay = Array.from({ length: frames }, () => delayMs)
  return Buffer.from(await sharp(pixels, { raw }).gif({ delay, loop }).toBuffer())
}

/**
 * A HEIC photo like a phone's: Display P3, stored sideways, with place and author. Upright it has 64 × 48 pixels: red and
 * green above, blue and white below.
 */
export const phonePhoto = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '..', 'corpus', 'pictures', 'phone.heic')))

/** Creates a form with these files, as a browser sends it. */
export function uploadForm(...files: [name: string, bytes: Uint8Array<ArrayBuffer>][]): FormData {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('images', new Blob([bytes]), name)
  return form
}
