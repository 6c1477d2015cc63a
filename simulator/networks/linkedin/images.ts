import { storePicture, findUpload, isProcessed, keepUpload } from '../../media.ts'
import type { PostPicture, Upload } from '../../picture.ts'
import { json, member, Refusal, type Answer, type Call } from '../../network.ts'
import { secret, type World } from '../../world.ts'
import { authorize, authorizeRest, invalid, notFound, READS, requireAuthor, urnOf, WRITES } from './answers.ts'
import { findDocument } from './documents.ts'
import { findVideo } from './videos.ts'

const UPLOAD_LIFE_MS = 24 * 3_600_000
const FORMATS = ['image/jpeg', 'image/png', 'image/gif']
const MOST_PIXELS = 36_152_320
const MOST_FRAMES = 250
const MOST_IMAGES = 20
const LONGEST_ALT_TEXT = 4086

/** The first of three upload steps: returns the image's URN and the address for its bytes. */
export function initializeUpload(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'images', scopes: Object.values(WRITES) })
  if (call.query.get('action') !== 'initializeUpload') {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter action must be initializeUpload')
  }
  const owner = member(member(call.json, 'initializeUploadRequest'), 'owner')
  if (owner === undefined) return invalid(400, 'MISSING_FIELD', 'Field /initializeUploadRequest/owner is required')
  const accountId = requireAuthor(world, token, owner, WRITES, 'partnerApiImages.ACTION-initializeUpload')

  const id = `urn:li:image:C5${secret('', 12).slice(0, 17)}`
  const key = secret('', 18)
  const createdAt = world.now()
  const blank = { altText: null, picture: null, arrivedAt: null }
  keepUpload(world, { platform: 'linkedin', id, accountId, createdAt, key, ...blank })
  const uploadUrl = `${call.origin}/linkedin/dms-uploads/${key}?ca=vector_feedshare&cn=uploads`
  return json(200, { value: { uploadUrlExpiresAt: createdAt + UPLOAD_LIFE_MS, uploadUrl, image: id } })
}

export async function receiveBytes(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call)
  const upload = [...world.uploads.values()].find((one) => one.platform === 'linkedin' && one.key === call.params.key)
  if (!upload) return notFound()
  requireAuthor(world, token, urnOf(upload.accountId), WRITES, 'dms-uploads')
  if (world.now() - upload.createdAt > UPLOAD_LIFE_MS) {
    return invalid(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired')
  }
  if (call.body.byteLength === 0) return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'The body is empty')
  const picture = (await storePicture(world, call.body)) ?? null
  keepUpload(world, { ...upload, picture, arrivedAt: world.now() })
  return { status: 201 }
}

export function readImage(world: World, call: Call): Answer {
  const isOpen = world.manner('linkedinImageStatus') === 'everyone'
  const scopes = { ...READS, ...(isOpen && { member: WRITES.member }) }
  const token = authorizeRest(world, call, { resource: 'images', scopes: Object.values(scopes), urnIn: 'path' })
  const upload = world.uploads.get(`linkedin:${call.params.urn ?? ''}`)
  if (!upload) return notFound()
  requireAuthor(world, token, urnOf(upload.accountId), scopes, 'partnerApiImages.GET')
  return json(200, { id: upload.id, owner: urnOf(upload.accountId), status: statusOf(world, upload) })
}

function statusOf(world: World, upload: Upload): string {
  if (upload.arrivedAt === null) return 'WAITING_UPLOAD'
  if (!isProcessed(world, upload)) return 'PROCESSING'
  return isUsable(upload) ? 'AVAILABLE' : 'PROCESSING_FAILED'
}

/**
 * Whether an uploaded image can appear in a post. Processing detects unusable ones, because the upload accepts any
 * bytes.
 */
function isUsable({ picture }: Upload): boolean {
  if (!picture || !FORMATS.includes(picture.contentType)) return false
  return picture.width * picture.height < MOST_PIXELS && picture.frames <= MOST_FRAMES
}

/** Reads the pictures of a post's `content`, or throws a refusal. */
export function readImages(world: World, accountId: string, content: unknown): PostPicture[] {
  const single = member(content, 'media')
  const several = member(content, 'multiImage')
  if (several === undefined) return single === undefined ? [] : [readImageOf(world, accountId, single, 'media')]
  const images = member(several, 'images')
  if (!Array.isArray(images) || images.length < 2 || images.length > MOST_IMAGES) {
    const message = `Field /content/multiImage/images must hold 2 to ${MOST_IMAGES} images`
    throw new Refusal(invalid(400, 'INVALID_VALUE_FOR_FIELD', message))
  }
  return images.map((image) => readImageOf(world, accountId, image, 'multiImage/images'))
}

function readImageOf(world: World, accountId: string, image: unknown, where: string): PostPicture {
  const id = member(image, 'id')
  const altText = member(image, 'altText') ?? null
  if (typeof id !== 'string') throw new Refusal(invalid(400, 'MISSING_FIELD', `Field /content/${where}/id is required`))
  if (altText !== null && typeof altText !== 'string') {
    throw new Refusal(invalid(400, 'INVALID_VALUE_FOR_FIELD', `Field /content/${where}/altText must be text`))
  }
  if ((altText?.length ?? 0) > LONGEST_ALT_TEXT) {
    const message = `Field /content/${where}/altText is longer than ${LONGEST_ALT_TEXT} characters`
    throw new Refusal(invalid(400, 'FIELD_LENGTH_TOO_LONG', message))
  }
  if (where === 'media' && id.startsWith('urn:li:document:')) return findDocument(world, accountId, image)
  const isVideo = where === 'media' && id.startsWith('urn:li:video:')
  return { ...(isVideo ? findVideo : findImage)(world, accountId, id), altText: altText || null }
}

/** Finds an image that belongs to this member or page and is ready for a post, or throws a refusal. */
export function findImage(world: World, accountId: string, id: string) {
  if (!/^urn:li:\w+:/.test(id)) throw new Refusal(invalid(400, 'INVALID_URN_ID', `${id} is not a URN`))
  if (!id.startsWith('urn:li:image:')) {
    throw new Refusal(invalid(400, 'INVALID_URN_TYPE', 'Only images can be uploaded to the simulator'))
  }
  const upload = findUpload(world, 'linkedin', id, accountId)
  if (!upload) throw new Refusal(invalid(400, 'INVALID_IMAGE_ID', `The image ${id} does not exist`))
  if (!isProcessed(world, upload)) {
    throw new Refusal(invalid(400, 'MEDIA_ASSET_WAITING_UPLOAD', `The media asset ${id} is waiting for its upload`))
  }
  if (!upload.picture || !isUsable(upload)) {
    throw new Refusal(invalid(400, 'MEDIA_ASSET_PROCESSING_FAILED', `The media asset ${id} could not be processed`))
  }
  return upload.picture
}
