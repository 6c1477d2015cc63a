import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '#core/errors.ts'
import type { IMAGE_TYPES } from '#core/media/limits.ts'
import {
  fittingPixels,
  frameFor,
  MASTER_LIMIT_BYTES,
  MASTER_SIDE,
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
import { isPaddedWithZeros, withEnd } from './missing-end.ts'

type ImageType = (typeof IMAGE_TYPES)[number]

export type RenderedFile = Rendition & { bytes: Uint8Array }

export interface RenderedPicture extends Size {
  type: ImageType
  /** The master first, then the preview and the renditions. No two hold the same picture. */
  renditions: RenderedFile[]
  platforms: Record<Platform, RenditionName>
}

// Each picture comes once, so libvips has nothing to cache.
sharp.cache(false)

/**
 * Runs in a parser process. The output is upright, in sRGB, without metadata or appended files.
 * An animation gives its first frame. `width` and `height` are those of the upright upload.
 * @throws AppError image_type, image_damaged, image_too_many_pixels
 */
export async function renderPicture(bytes: Uint8Array): Promise<RenderedPicture> {
  const type = await typeOf(bytes)
  const { picture, size } = await decode(bytes, type)
  const hasSharpEdges = type === 'image/png' || picture.isTransparent
  const master: RenderedFile = {
    name: 'master',
    ...(await encodeWithin(picture, hasSharpEdges ? 'image/png' : 'image/jpeg', MASTER_LIMIT_BYTES, (pixels) =>
      fittingPixels(picture, pixels),
    )),
  }
  const renditions = [master, { name: 'preview' as const, ...(await encodePreview(picture)) }]
  const platforms: Partial<Record<Platform, RenditionName>> = {}
  for (const platform of PLATFORMS) platforms[platform] = await renditionFor(platform, picture, master, renditions)
  return { type, ...size, renditions, platforms: platforms as Record<Platform, RenditionName> }
}

/** @throws AppError image_type (also for icons), image_damaged, image_too_many_pixels */
export async function renderCardPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture } = await decode(bytes, await typeOf(bytes))
  if (Math.min(picture.width, picture.height) < CARD_LEAST_SIDE) throw new AppError('image_type')
  const frameOf = (pixels: number) => fittingPixels(picture, Math.min(pixels, CARD_PIXELS))
  return (await encodeWithin(picture, 'image/jpeg', CARD_LIMIT_BYTES, frameOf)).bytes
}

/** @throws AppError image_type, image_damaged, image_too_many_pixels */
export async function renderProfilePicture(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture } = await decode(bytes, await typeOf(bytes))
  const frame = { width: PROFILE_PICTURE_SIDE, height: PROFILE_PICTURE_SIDE, fit: 'cover', position: 'centre' } as const
  return await sourceOf(picture).resize(frame).webp({ quality: 85 }).toBuffer()
}

const PROFILE_PICTURE_SIDE = 256

/** 1,200 by 630, the usual size of link pictures. */
const CARD_PIXELS = 756_000
const CARD_LIMIT_BYTES = 300_000
/** Smaller pictures are icons. */
const CARD_LEAST_SIDE = 200

/** By content, whatever the name of the file. @throws AppError image_type */
async function typeOf(bytes: Uint8Array): Promise<ImageType> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found && TYPES[found.mime]
  if (!type || isPolyglot(bytes)) throw new AppError('image_type')
  return type
}

const TYPES: Record<string, ImageType> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
}

/** Whether the file also opens as a PDF or archive, whose readers skip leading bytes. No user sends one by chance. */
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

/** `size` is the original size. */
async function decode(bytes: Uint8Array, type: ImageType): Promise<{ picture: Picture; size: Size }> {
  try {
    if (type === 'image/jpeg' && isPaddedWithZeros(bytes)) throw new Error('The file has no end mark')
    return await decodeWhole(bytes, type, 'error')
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    // A file that lacks only its end is whole for its author. Warnings then mean missing data.
    for (const whole of withEnd(bytes, type)) {
      const decoded = await decodeWhole(whole, type, 'warning').catch(() => null)
      if (decoded) return decoded
    }
    throw new AppError('image_damaged', { cause })
  }
}

async function decodeWhole(bytes: Uint8Array, type: ImageType, failOn: 'error' | 'warning') {
  // Reads only the header until the pixel limit is checked.
  const { autoOrient: size, mediaType } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (mediaType !== type) throw new AppError('image_type')
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

/** Many opaque pictures have an alpha channel that no pixel uses. */
function hasTransparency(pixels: Buffer, channels: 3 | 4): boolean {
  if (channels === 3) return false
  for (let index = 3; index < pixels.length; index += 4) if (pixels[index] !== 255) return true
  return false
}

/** Reuses an existing rendition that the network accepts. */
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
    // A PNG has no quality to lower. If it is too large, it becomes a JPEG.
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

/** Tried in this order before the picture shrinks. */
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
  // Margins are white, or transparent if the picture is.
  const background = { ...WHITE, alpha: picture.isTransparent ? 0 : 1 }
  const framed = sourceOf(picture).resize({ ...frame, fit: 'contain', background })
  const isJpeg = type === 'image/jpeg'
  return await finish(type, isJpeg ? framed.flatten({ background: WHITE }).jpeg({ quality }) : framed.png())
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
