import type { Platform } from '../platforms/platform.ts'

/** More is not decoded: beyond what phones and cameras make within the upload's size. */
export const PIXEL_LIMIT = 50_000_000
/** The longest side of the picture that all others are made of, and of the one on our own screens, in pixels. */
export const MASTER_SIDE = 4_096
export const PREVIEW_SIDE = 640
/** The largest master, in bytes. A photo with transparency can grow a lot as a PNG. */
export const MASTER_LIMIT_BYTES = 10_000_000

export interface Size {
  width: number
  height: number
}

export const RENDITION_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** What a network can be sent. WebP is for our own screens only: some networks take it, none needs it. */
export type SentType = 'image/jpeg' | 'image/png'

/** The whole picture, a small one to look at, or one for the network that is named first in needing it. */
export type RenditionName = 'master' | 'preview' | Platform

/** One file of a picture, as it is remembered. */
export interface Rendition extends Size {
  name: RenditionName
  type: (typeof RENDITION_TYPES)[number]
  sizeBytes: number
}

/** What a network takes: by the vendors' documents, and the smaller reading where those disagree or MB may be MiB. */
interface PictureRules {
  /** The largest file of each type that is taken. */
  maxBytes: Partial<Record<SentType, number>> & { 'image/jpeg': number }
  maxPixels: number
  maxWidth: number
  /** Width by height. */
  ratio: { least: number; most: number }
}

const ANY_RATIO = { least: 0, most: Infinity }

const RULES: Record<Platform, PictureRules> = {
  linkedin: {
    // It names no limit in bytes; other clients send 5 to 8 MB.
    maxBytes: { 'image/jpeg': 5_000_000, 'image/png': 5_000_000 },
    maxPixels: 36_152_319,
    maxWidth: Infinity,
    ratio: ANY_RATIO,
  },
  twitter: {
    maxBytes: { 'image/jpeg': 5_000_000, 'image/png': 5_000_000 },
    maxPixels: Infinity,
    maxWidth: Infinity,
    ratio: ANY_RATIO,
  },
  facebook: {
    // 10 MB by newer documents, 4 by older ones; a PNG over 1 MB comes out blurred.
    maxBytes: { 'image/jpeg': 4_000_000, 'image/png': 1_000_000 },
    maxPixels: Infinity,
    maxWidth: Infinity,
    ratio: ANY_RATIO,
  },
  instagram: {
    maxBytes: { 'image/jpeg': 8_000_000 },
    maxPixels: Infinity,
    maxWidth: 1_440,
    ratio: { least: 4 / 5, most: 1.91 },
  },
  threads: {
    maxBytes: { 'image/jpeg': 8_000_000, 'image/png': 8_000_000 },
    maxPixels: Infinity,
    maxWidth: 1_440,
    ratio: { least: 1 / 10, most: 10 },
  },
}

/** The types to try for a network, the better one first: what has sharp edges or holes keeps them where it may. */
export function typesFor(platform: Platform, master: SentType): SentType[] {
  return master === 'image/png' && RULES[platform].maxBytes['image/png'] ? ['image/png', 'image/jpeg'] : ['image/jpeg']
}

/** The largest file of a type that a network takes, in bytes; 0 where it takes none. */
export function maxBytesFor(platform: Platform, type: SentType): number {
  return RULES[platform].maxBytes[type] ?? 0
}

/**
 * The frame that a picture of this size is given for a network: the picture whole, as large as it may be, never
 * enlarged, with margins where its ratio is not one that the network takes. It is not cropped: nobody would see before
 * it is out that a face or a line of text was cut off, and some networks let nobody replace a picture.
 * @param maxPixels a limit of one's own besides the network's
 */
export function frameFor(platform: Platform, picture: Size, maxPixels = Infinity): Size {
  const { maxWidth, maxPixels: taken, ratio } = RULES[platform]
  const padded = withinRatio(picture, ratio, 'grow')
  const scale = Math.min(1, maxWidth / padded.width, scaleTo(padded, Math.min(maxPixels, taken)))
  return scale === 1 ? padded : withinRatio(scaled(padded, scale), ratio, 'shrink')
}

/** A picture's size made to fit into so many pixels, its ratio kept; never enlarged. */
export function fittingPixels(picture: Size, maxPixels: number): Size {
  return scaled(picture, Math.min(1, scaleTo(picture, maxPixels)))
}

const scaleTo = ({ width, height }: Size, pixels: number): number => Math.sqrt(pixels / (width * height))

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
})

function withinRatio({ width, height }: Size, { least, most }: PictureRules['ratio'], how: 'grow' | 'shrink'): Size {
  if (width / height < least)
    return how === 'grow' ? { width: Math.ceil(height * least), height } : { width, height: Math.floor(width / least) }
  if (width / height > most)
    return how === 'grow' ? { width, height: Math.ceil(width / most) } : { width: Math.floor(height * most), height }
  return { width, height }
}
