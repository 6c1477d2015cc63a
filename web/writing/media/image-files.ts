import { IMAGE_LIMIT_BYTES, IMAGE_TYPES } from '#core/media/limits.ts'

export const IMAGE_LIMIT = { megabytes: IMAGE_LIMIT_BYTES / 1024 ** 2 }
export const IMAGE_ACCEPT = [...IMAGE_TYPES, '.jpg', '.jpeg', '.png', '.webp', '.avif'].join(',')

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

function problemOf({ name, type, size }: FileLike): 'type' | 'size' | null {
  // Older systems report no media type for AVIF, and some report JPEG as `image/jpg`.
  const isKnown =
    type === ''
      ? /\.(jpe?g|png|webp|avif)$/i.test(name)
      : type === 'image/jpg' || IMAGE_TYPES.some((imageType) => imageType === type)
  if (!isKnown) return 'type'
  return size > IMAGE_LIMIT_BYTES ? 'size' : null
}
