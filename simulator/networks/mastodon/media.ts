import { findUpload, isProcessed, keepUpload, storeCover, storePicture } from '../../media.ts'
import { json, parameter, type Answer, type Call } from '../../network.ts'
import type { Upload } from '../../picture.ts'
import type { World } from '../../world.ts'
import { authorize, limited, MASTODON_LIMITS, refused } from './answers.ts'
import { serverAt } from './servers.ts'

const LONGEST_DESCRIPTION = 1_500
const MOST_PIXELS = 33_177_600
/** Files that no post uses are deleted after about a day. */
const LIFE_MS = 86_400_000
const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-m4v']
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/avif']

export function upload(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'write:media')
  return limited(world, token, MASTODON_LIMITS.media, async () => {
    const bytes = call.files.get('file')
    const description = parameter(call, 'description') ?? null
    if (!bytes) return refused(422, "Validation failed: File can't be blank")
    const picture = await storePicture(world, bytes)
    const isVideo = picture !== undefined && VIDEO_TYPES.includes(picture.contentType)
    const { imageBytes, videoBytes } = serverAt(call.params.server ?? '')
    if (bytes.byteLength > (isVideo ? videoBytes : imageBytes))
      return refused(422, 'Validation failed: File must be less than the limit of this server')
    if (description && [...description].length > LONGEST_DESCRIPTION)
      return refused(422, 'Validation failed: Description is too long (maximum is 1500 characters)')
    if (!picture || !(isVideo || TYPES.includes(picture.contentType)) || picture.width * picture.height > MOST_PIXELS)
      return refused(422, 'Validation failed: File content type is invalid, File is invalid')
    const thumbnail = call.files.get('thumbnail')
    const cover = await storeCover(world, thumbnail)
    if (thumbnail && !(isVideo && cover)) return refused(422, 'Validation failed: Thumbnail content type is invalid')
    const kept = keepUpload(world, {
      ...(cover && { cover }),
      platform: 'mastodon',
      id: world.timeOrderedId(),
      accountId: token.accountId,
      createdAt: world.now(),
      altText: description,
      picture,
      arrivedAt: world.now(),
    })
    return view(world, call, kept)
  })
}

/** Reports whether a file is ready. A file that a post uses, or that is too old, is no longer found. */
export function status(world: World, call: Call): Answer {
  const token = authorize(world, call, 'write:media')
  const found = freeUpload(world, call.params.id ?? '', token.accountId)
  if (!found) return refused(404, 'Record not found')
  return isReady(world, found) ? view(world, call, found) : { ...view(world, call, found), status: 206 }
}

export function freeUpload(world: World, id: string, accountId: string): Upload | undefined {
  const found = findUpload(world, 'mastodon', id, accountId)
  return found && found.postId === undefined && world.now() - found.createdAt < LIFE_MS ? found : undefined
}

export const isReady = (world: World, found: Upload): boolean =>
  world.manner('mastodonPictures') === 'ready' || isProcessed(world, found)

function view(world: World, call: Call, found: Upload): Answer {
  const isDone = isReady(world, found)
  return json(isDone ? 200 : 202, {
    id: found.id,
    type: found.picture?.type === 'gif' ? 'gifv' : (found.picture?.type ?? 'image'),
    url: isDone ? `${call.origin}/media/${found.picture?.file}` : null,
    description: found.altText,
  })
}
