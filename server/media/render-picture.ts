import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { LOGO_SIZE } from '#core/analytics/logo-limits.ts'
import { AppError } from '#core/errors.ts'
import { MASTER_SIDE, STORED_IMAGE_LIMIT_BYTES, type TakenType } from '#core/media/limits.ts'
import {
  fittingPixels,
  frameFor,
  maxBytesFor,
  PIXEL_LIMIT,
  PREVIEW_SIDE,
  typesFor,
  type Rendition,
  type RenditionName,
  type SentType,
  type Size,
} from '#core/media/renditions.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { readAnimation } from './animated-gif.ts'
import { decodeHeic } from './decode-heic.ts'
import { isPaddedWithZeros, withEnd } from './missing-end.ts'

export type RenderedFile = Rendition & { bytes: Uint8Array }

export interface RenderedPicture extends Size {
  type: TakenType
  /** The largest stored size (the master) first, then the preview and the networks' files. No two files are equal. */
  renditions: RenderedFile[]
  platforms: Record<Platform, RenditionName>
}

// Each picture is rendered only once, so a cache would only cost memory.
sharp.cache(false)

/**
 * Renders an upload in a parser process: upright, in sRGB, without metadata or appended files. Of an animation,
 * renders the first frame, and also copies an animated GIF for networks that show it. `width` and `height` are those of
 * the upright upload.
 * @throws AppError image_type, image_damaged, image_too_many_pixels
 */
export async function renderPicture(bytes: Uint8Array): Promise<RenderedPicture> {
  const type = await typeOf(bytes)
  const { picture, size } = await decode(bytes, type)
  const hasSharpEdges = type === 'image/png' || type === 'image/gif' || picture.isTransparent
  const master: RenderedFile = { name: 'master', ...(await encodeMaster(picture, hasSharpEdges)) }
  const renditions: RenderedFile[] = [master, { name: 'preview', ...(await encodePreview(picture)) }]
  const platforms: Partial<Record<Platform, RenditionName>> = {}
  for (const platform of PLATFORMS) platforms[platform] = await renditionFor(platform, picture, master, renditions)
  const animation = type === 'image/gif' ? readAnimation(bytes) : undefined
  if (animation)
    renditions.push({ name: 'animation', type: 'image/gif', sizeBytes: animation.bytes.length, ...animation })
  return { type, ...size, renditions, platforms: platforms as Record<Platform, RenditionName> }
}

/**
 * Renders the picture of a link card. @throws AppError image_type (also for icons), image_damaged,
 * image_too_many_pixels
 */
export async function renderCardPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture } = await decode(bytes, await typeOf(bytes))
  if (Math.min(picture.width, picture.height) < CARD_LEAST_SIDE) throw new AppError('image_type')
  const frameOf = (pixels: number) => fittingPixels(picture, Math.min(pixels, CARD_PIXELS))
  return (await encodeWithin(picture, 'image/jpeg', CARD_LIMIT_BYTES, frameOf)).bytes
}

/** Renders a square profile picture. @throws AppError image_type, image_damaged, image_too_many_pixels */
export async function renderProfilePicture(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture } = await decode(bytes, await typeOf(bytes))
  const frame = { width: PROFILE_PICTURE_SIDE, height: PROFILE_PICTURE_SIDE, fit: 'cover', position: 'centre' } as const
  return await sourceOf(picture).resize(frame).webp({ quality: 85 }).toBuffer()
}

const PROFILE_PICTURE_SIDE = 256

/** Renders the logo of a report. @throws AppError image_type, image_damaged, image_too_many_pixels */
export async function renderLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture } = await decode(bytes, await typeOf(bytes))
  return await sourceOf(picture)
    .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer()
}

/** The number of pixels in 1,200 × 630, the usual size of link pictures. */
const CARD_PIXELS = 756_000
const CARD_LIMIT_BYTES = 300_000
/** A picture with a shorter side than this is probably an icon, so a link card does not show it. */
const CARD_LEAST_SIDE = 200

/** Detects the format from the bytes, not from the file's name. @throws AppError image_type */
async function typeOf(bytes: Uint8Array): Promise<TakenType> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found && TYPES[found.mime]
  if (!type || isPolyglot(bytes)) throw new AppError('image_type')
  return type
}

const TYPES: Record<string, TakenType> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/gif': 'image/gif',
  'image/tiff': 'image/tiff',
  'image/heic': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif': 'image/heic',
  'image/heif-sequence': 'image/heic',
}

/**
 * Whether the file can also be opened as a PDF or archive, because their readers skip leading bytes. Such a file is an
 * attack.
 */
function isPolyglot(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return file.subarray(0, 1024).includes('%PDF-') || file.includes(END_OF_ARCHIVE)
}

/** The end record of a one-part ZIP (APPNOTE 4.3.16): its signature, then disk number 0 twice. */
const END_OF_ARCHIVE = Buffer.from([0x50, 0x4b, 0x05, 0x06, 0, 0, 0, 0])

interface Picture extends Size {
  pixels: Buffer
  channels: 3 | 4
  isTransparent: boolean
}

/** Decodes a picture, upright and reduced to the largest stored size. `size` is the original size. */
async function decode(bytes: Uint8Array, type: TakenType): Promise<{ picture: Picture; size: Size }> {
  try {
    if (type === 'image/jpeg' && isPaddedWithZeros(bytes)) throw new Error('The file has no end mark')
    return await decodeWhole(bytes, type, 'error')
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    // Try to repair a file that only lacks its end. For a repaired file, a warning means that data is missing.
    for (const whole of withEnd(bytes, type)) {
      const decoded = await decodeWhole(whole, type, 'warning').catch(() => null)
      if (decoded) return decoded
    }
    throw new AppError('image_damaged', { cause })
  }
}

async function decodeWhole(bytes: Uint8Array, type: TakenType, failOn: 'error' | 'warning') {
  // `metadata` reads only the header, so the pixel limit is checked before anything is decoded.
  const { autoOrient: size, mediaType, icc } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (type === 'image/heic' && !hasAvifBrand(bytes))
    return await decodeWhole(decodeHeic(bytes, icc), 'image/tiff', failOn)
  if (type !== 'image/heic' && mediaType !== type) throw new AppError('image_type')
  if (size.width * size.height > PIXEL_LIMIT)
    throw new AppError('image_too_many_pixels', { values: { megapixels: PIXEL_LIMIT / 1_000_000 } })
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn })
    .autoOrient()
    .resize({ width: MASTER_SIDE, height: MASTER_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const channels: 3 | 4 = info.channels === 4 ? 4 : 3
  return { picture: { pixels: data, width, height, channels, isTransparent: hasTransparency(data, channels) }, size }
}

/**
 * Whether an HEIF file can be read as AVIF. The main brand of such a file may be a general one (mif1, msf1); the brands
 * are in its first box (ISO/IEC 14496-12, 4.3).
 */
function hasAvifBrand(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = Math.min(file.readUInt32BE(0), file.length, MOST_BRAND_BYTES)
  for (let at = 16; at + 4 <= end; at += 4) if (AVIF_BRANDS.has(file.toString('latin1', at, at + 4))) return true
  return false
}

const AVIF_BRANDS = new Set(['avif', 'avis'])
const MOST_BRAND_BYTES = 256

/** Whether a pixel is transparent. Many pictures have an alpha channel, but only opaque pixels. */
function hasTransparency(pixels: Buffer, channels: 3 | 4): boolean {
  if (channels === 3) return false
  for (let index = 3; index < pixels.length; index += 4) if (pixels[index] !== 255) return true
  return false
}

/** Returns the file for a network: an existing one if the network accepts it, else a new one. */
async function renditionFor(
  platform: Platform,
  picture: Picture,
  master: RenderedFile,
  renditions: RenderedFile[],
): Promise<RenditionName> {
  const frame = frameFor(platform, master)
  for (const type of typesFor(platform, master.type === 'image/png' ? 'image/png' : 'image/jpeg')) {
    const limit = maxBytesFor(platform, type)
    const same = renditions.filter(
      (one) => one.type === type && one.width === frame.width && one.height === frame.height,
    )
    const fitting = same.find(({ sizeBytes }) => sizeBytes <= limit)
    if (fitting) return fitting.name
    // A PNG has no quality setting. If it is too large, make a JPEG instead.
    if (type === 'image/png' && same.length > 0) continue
    const made =
      type === 'image/png'
        ? await encode(picture, type, frame)
        : await encodeWithin(picture, type, limit, (pixels) => frameFor(platform, master, pixels))
    if (made.sizeBytes > limit) continue
    renditions.push({ name: platform, ...made })
    return platform
  }
  throw new Error(`No rendition for ${platform} could be made`)
}

type Encoded = Omit<RenderedFile, 'name'>

/** JPEG qualities to try, in this order, before the picture is made smaller. */
const QUALITIES = [88, 76, 64]

async function encodeWithin(
  picture: Picture,
  type: SentType,
  limit: number,
  frameOf: (maxPixels: number) => Size,
): Promise<Encoded> {
  let frame = frameOf(Infinity)
  for (;;) {
    for (const quality of type === 'image/jpeg' ? QUALITIES : [undefined]) {
      const encoded = await encode(picture, type, frame, quality)
      if (encoded.sizeBytes <= limit) return encoded
    }
    frame = frameOf((frame.width * frame.height) / 2)
  }
}

async function encode(picture: Picture, type: SentType, frame: Size, quality?: number): Promise<Encoded> {
  // The margins around the picture are white, or transparent if the picture has transparency.
  const background = { ...WHITE, alpha: picture.isTransparent ? 0 : 1 }
  const framed = sourceOf(picture).resize({ ...frame, fit: 'contain', background })
  const isJpeg = type === 'image/jpeg'
  return await finish(type, isJpeg ? framed.flatten({ background: WHITE }).jpeg({ quality }) : framed.png())
}

async function encodeMaster(picture: Picture, hasSharpEdges: boolean): Promise<Encoded> {
  const limit = STORED_IMAGE_LIMIT_BYTES
  if (hasSharpEdges && !picture.isTransparent) {
    const png = await encode(picture, 'image/png', picture)
    // A PNG above the limit is probably a photo, which as a JPEG fits the limit at its full size.
    if (png.sizeBytes <= limit) return png
  }
  const type = picture.isTransparent ? 'image/png' : 'image/jpeg'
  return await encodeWithin(picture, type, limit, (pixels) => fittingPixels(picture, pixels))
}

const encodePreview = async (picture: Picture): Promise<Encoded> =>
  await finish(
    'image/webp',
    sourceOf(picture)
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 }),
  )

const WHITE = { r: 255, g: 255, b: 255 }

function sourceOf({ pixels, width, height, channels, isTransparent }: Picture): Sharp {
  const source = sharp(pixels, { raw: { width, height, channels } })
  return isTransparent ? source : source.removeAlpha()
}

async function finish(type: Encoded['type'], output: Sharp): Promise<Encoded> {
  const { data, info } = await output.toBuffer({ resolveWithObject: true })
  return { type, width: info.width, height: info.height, sizeBytes: data.length, bytes: data }
}
