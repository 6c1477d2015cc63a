import { IMAGE_LIMIT_BYTES, TAKEN_TYPES } from '#core/media/limits.ts'

export const IMAGE_LIMIT = { megabytes: IMAGE_LIMIT_BYTES / 1024 ** 2 }

const EXTENSIONS = ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.tif', '.tiff', '.heic', '.heif']
export const IMAGE_ACCEPT = [...TAKEN_TYPES, 'image/heif', ...EXTENSIONS].join(',')

export const VIDEO_ACCEPT = 'video/mp4,video/quicktime,.mp4,.mov,.m4v'

export const DOCUMENT_ACCEPT = 'application/pdf,.pdf'

type FileLike = { name: string; type: string; size: number }

export type LeftOut = { name: string; why: 'type' | 'size' | 'excess' }

export function sortFiles<F extends FileLike>(files: readonly F[], slots: number): { taken: F[]; leftOut: LeftOut[] } {
  const taken: F[] = []
  const leftOut: LeftOut[] = []
  for (const file of files) {
    const why = problemOf(file) ?? (taken.length < slots ? null : 'excess')
    if (why) leftOut.push({ name: file.name, why })
    else taken.push(file)
  }
  return { taken, leftOut }
}

export function isHeic({ name, type }: Pick<FileLike, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]/.test(type) || (hasNoType(type) && /\.hei[cf]$/i.test(name))
}

function problemOf(file: FileLike): 'type' | 'size' | null {
  const { name, type, size } = file
  // Accept `image/jpg`, which some systems report for JPEG.
  const isKnown = hasNoType(type)
    ? EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))
    : type === 'image/jpg' || isHeic(file) || TAKEN_TYPES.some((imageType) => imageType === type)
  if (!isKnown) return 'type'
  return size > IMAGE_LIMIT_BYTES ? 'size' : null
}

/** Whether the system reported no usable media type, as many do for HEIC and AVIF. */
const hasNoType = (type: string): boolean => type === '' || type === 'application/octet-stream'
