import type { Platform } from '../platforms/platform.ts'
import { serverRulesOf } from '../platforms/server-rules.ts'

/**
 * The maximum number of pixels of a picture. Frogy refuses larger ones before decoding them. Camera photos within the
 * upload limit have fewer pixels.
 */
export const PIXEL_LIMIT = 50_000_000
export const PREVIEW_SIDE = 640

export interface Size {
  width: number
  height: number
}

export const RENDITION_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The types that networks accept. WebP is for our own screens only. */
export type SentType = 'image/jpeg' | 'image/png'

/** `animation` contains all frames of an animated GIF. The files with other names contain only its first frame. */
export type RenditionName = 'master' | 'preview' | 'animation' | Platform

export interface Rendition extends Size {
  name: RenditionName
  type: (typeof RENDITION_TYPES)[number] | 'image/gif'
  sizeBytes: number
}

/**
 * File types to try for a network, best first. PNG comes first where the network accepts it, because it keeps sharp
 * edges and transparency.
 */
export function typesFor(platform: Platform, master: SentType): SentType[] {
  return master === 'image/png' && maxBytesFor(platform, master) > 0 ? ['image/png', 'image/jpeg'] : ['image/jpeg']
}

/** The largest accepted file of a type, in bytes; 0 if the network refuses the type. */
export function maxBytesFor(platform: Platform, type: SentType): number {
  return serverRulesOf(platform).pictures.maxBytes[type] ?? 0
}

/**
 * The size of the picture for a network. Adds margins if the network refuses the ratio, because cropping could cut off
 * a face. Never enlarges a picture.
 */
export function frameFor(platform: Platform, picture: Size, maxPixels = Infinity): Size {
  const { maxWidth = Infinity, maxPixels: taken = Infinity, ratio = ANY_RATIO } = serverRulesOf(platform).pictures
  const padded = withinRatio(picture, ratio, 'grow')
  const scale = Math.min(1, maxWidth / padded.width, scaleTo(padded, Math.min(maxPixels, taken)))
  return scale === 1 ? padded : withinRatio(scaled(padded, scale), ratio, 'shrink')
}

export function fittingPixels(picture: Size, maxPixels: number): Size {
  return scaled(picture, Math.min(1, scaleTo(picture, maxPixels)))
}

const ANY_RATIO = { least: 0, most: Infinity }

const scaleTo = ({ width, height }: Size, pixels: number): number => Math.sqrt(pixels / (width * height))

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
})

function withinRatio({ width, height }: Size, { least, most }: typeof ANY_RATIO, how: 'grow' | 'shrink'): Size {
  if (width / height < least)
    return how === 'grow' ? { width: Math.ceil(height * least), height } : { width, height: Math.floor(width / least) }
  if (width / height > most)
    return how === 'grow' ? { width, height: Math.ceil(width / most) } : { width: Math.floor(height * most), height }
  return { width, height }
}
