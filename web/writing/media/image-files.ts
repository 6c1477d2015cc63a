// The contract's own values come with its schemas, which the browser is spared; a test holds these to them.
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024
export const IMAGE_LIMIT = { megabytes: IMAGE_LIMIT_BYTES / 1024 ** 2 }
export const IMAGE_ACCEPT = [...IMAGE_TYPES, '.jpg', '.jpeg', '.png', '.webp', '.avif'].join(',')

type FileLike = { name: string; type: string; size: number }

export type LeftOut = { name: string; why: 'type' | 'size' | 'excess' }

/** Which files are taken into the `room` that is left, in order, and why the others are not. */
export function sortFiles<F extends FileLike>(files: readonly F[], room: number): { taken: F[]; leftOut: LeftOut[] } {
  const taken: F[] = []
  const leftOut: LeftOut[] = []
  for (const file of files) {
    const why = problemOf(file) ?? (taken.length < room ? null : 'excess')
    if (why) leftOut.push({ name: file.name, why })
    else taken.push(file)
  }
  return { taken, leftOut }
}

function problemOf({ name, type, size }: FileLike): 'type' | 'size' | null {
  // Systems that don't know a type (AVIF on older ones) leave it out; `image/jpg` is what some call JPEG.
  const isKnown =
    type === ''
      ? /\.(jpe?g|png|webp|avif)$/i.test(name)
      : type === 'image/jpg' || IMAGE_TYPES.some((one) => one === type)
  if (!isKnown) return 'type'
  return size > IMAGE_LIMIT_BYTES ? 'size' : null
}
