import type { Platform } from './platform.ts'
import type { Picture, PostPicture, Upload } from './picture.ts'
import type { World } from './world.ts'

/** Stores a picture and detects its type in the bytes. Returns undefined for unknown types. */
export async function storePicture(world: World, bytes: Buffer): Promise<Picture | undefined> {
  // This module loads with the first picture, because few processes handle one.
  const { fileTypeFromBuffer } = await import('file-type')
  const contentType = (await fileTypeFromBuffer(bytes))?.mime
  if (contentType === undefined) return undefined
  const kept = { contentType, sizeBytes: bytes.byteLength }
  if (contentType.startsWith('video/')) {
    return { ...kept, type: 'video', width: 0, height: 0, frames: 1, file: world.blobs.put(bytes) }
  }
  if (contentType === 'application/pdf') {
    const pages = pagesIn(bytes)
    return pages === undefined
      ? undefined
      : { ...kept, type: 'document', width: 0, height: 0, frames: pages, file: world.blobs.put(bytes) }
  }
  const { default: sharp } = await import('sharp')
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, { animated: false }).metadata()
    return {
      ...kept,
      type: contentType === 'image/gif' && pages > 1 ? 'gif' : 'image',
      width: autoOrient.width,
      height: autoOrient.height,
      frames: pages,
      file: world.blobs.put(bytes),
    }
  } catch {
    return undefined
  }
}

/** Stores the cover of a video. Returns its hash, or undefined if it is not a JPEG. */
export async function storeCover(world: World, bytes: Buffer | undefined): Promise<string | undefined> {
  const picture = bytes && (await storePicture(world, bytes))
  return picture?.contentType === 'image/jpeg' ? picture.file : undefined
}

/** The parts of an uploaded video that a post shows. */
export const extrasOf = ({ cover, captions }: Upload): Pick<PostPicture, 'cover' | 'captions'> => ({
  ...(cover && { cover }),
  ...(captions && { captions }),
})

/** Counts the pages of a PDF, except compressed ones. Undefined for a damaged or encrypted file. */
function pagesIn(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1')
  const isWhole = text.slice(-1_024).includes('%%EOF')
  return isWhole && !/\/Encrypt\b/.test(text) ? (text.match(/\/Type\s{0,9}\/Page\b/g)?.length ?? 0) : undefined
}

/** Fetches media from an address as a network does. Returns the bytes, or why the fetch failed. */
export async function fetchMedia(
  world: World,
  address: string,
  mostBytes: number,
): Promise<Buffer | 'unreachable' | 'too-slow' | 'too-large'> {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return 'unreachable'
  try {
    const response = await fetch(address, {
      headers: { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*' },
      signal: AbortSignal.timeout(world.manner('fetchLimitMs')),
    })
    if (!response.ok || !response.body) return 'unreachable'
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body) {
      size += part.byteLength
      if (size > mostBytes) return 'too-large'
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'too-slow' : 'unreachable'
  }
}

/** Finds an upload if it belongs to this account. */
export function findUpload(world: World, platform: Platform, id: string, accountId: string): Upload | undefined {
  const upload = world.uploads.get(`${platform}:${id}`)
  return upload?.accountId === accountId ? upload : undefined
}

export function keepUpload(world: World, upload: Upload): Upload {
  return world.uploads.put(`${upload.platform}:${upload.id}`, upload)
}

/** Whether an upload is ready for a post. The network processes it for a while after it arrives. */
export function isProcessed(world: World, upload: Upload): boolean {
  return upload.arrivedAt !== null && world.now() - upload.arrivedAt >= world.manner('processingMs')
}
