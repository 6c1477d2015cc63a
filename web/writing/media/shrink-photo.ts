import { MASTER_SIDE, STORED_IMAGE_LIMIT_BYTES } from '#core/media/limits.ts'
import { isHeic } from './image-files.ts'

/** The photos of this page that were made smaller. A repeated upload must send the same file. */
const shrunken = new WeakMap<File, Promise<File>>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Converts a HEIC or large JPEG photo to a smaller JPEG, which saves upload time. Returns the file itself if the browser
 * cannot read it: the server can.
 */
export function shrinkPhoto(file: File): Promise<File> {
  if (!isHeic(file) && !(file.type === 'image/jpeg' && file.size > STORED_IMAGE_LIMIT_BYTES))
    return Promise.resolve(file)
  let smaller = shrunken.get(file)
  if (!smaller) {
    // Shrink one photo after the other, because each takes up to 200 MB while it is decoded.
    last = smaller = last.then(() => asSmallerJpeg(file)).catch(() => file)
    shrunken.set(file, smaller)
  }
  return smaller
}

async function asSmallerJpeg(file: File): Promise<File> {
  const photo = await createImageBitmap(file)
  const scale = Math.min(1, MASTER_SIDE / Math.max(photo.width, photo.height))
  const canvas = new OffscreenCanvas(Math.ceil(photo.width * scale), Math.ceil(photo.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, canvas.width, canvas.height)
  photo.close()
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return jpeg.size < file.size || isHeic(file) ? new File([jpeg], file.name, { type: jpeg.type }) : file
}
