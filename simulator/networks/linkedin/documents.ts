import { findUpload, isProcessed, keepUpload, storePicture } from '../../media.ts'
import { json, member, Refusal, type Answer, type Call } from '../../network.ts'
import type { PostPicture, Upload } from '../../picture.ts'
import { secret, type World } from '../../world.ts'
import { authorize, authorizeRest, invalid, notFound, READS, requireAuthor, urnOf, WRITES } from './answers.ts'

const UPLOAD_LIFE_MS = 24 * 3_600_000
const LARGEST = 100_000_000
const MOST_PAGES = 300
const LONGEST_TITLE = 400

/** The first of three steps: returns the document's URN and the address for its bytes. */
export function initializeDocument(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'documents', scopes: Object.values(WRITES) })
  if (call.query.get('action') !== 'initializeUpload')
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter action must be initializeUpload')
  const owner = member(member(call.json, 'initializeUploadRequest'), 'owner')
  if (owner === undefined) return invalid(400, 'MISSING_FIELD', 'Field /initializeUploadRequest/owner is required')
  const accountId = requireAuthor(world, token, owner, WRITES, 'partnerApiDocuments.ACTION-initializeUpload')
  const id = `urn:li:document:C5${secret('', 12).slice(0, 17)}`
  const key = secret('', 18)
  const createdAt = world.now()
  keepUpload(world, {
    platform: 'linkedin',
    id,
    accountId,
    createdAt,
    key,
    altText: null,
    picture: null,
    arrivedAt: null,
  })
  const uploadUrl = `${call.origin}/linkedin/dms-document-uploads/${key}?ca=vector_feedshare`
  return json(200, { value: { uploadUrlExpiresAt: createdAt + UPLOAD_LIFE_MS, uploadUrl, document: id } })
}

/** Receives the whole file. A later request replaces it, so a file sent in parts ends up broken. */
export async function receiveDocument(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call)
  const upload = [...world.uploads.values()].find((one) => one.platform === 'linkedin' && one.key === call.params.key)
  if (!upload) return notFound()
  requireAuthor(world, token, urnOf(upload.accountId), WRITES, 'dms-uploads')
  if (world.now() - upload.createdAt > UPLOAD_LIFE_MS)
    return invalid(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired')
  if (call.body.byteLength === 0) return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'The body is empty')
  const picture = (await storePicture(world, call.body)) ?? null
  keepUpload(world, { ...upload, picture, arrivedAt: world.now() })
  return { status: 201 }
}

export function readDocument(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'documents', scopes: Object.values(READS), urnIn: 'path' })
  const upload = world.uploads.get(`linkedin:${call.params.urn ?? ''}`)
  if (!upload) return notFound()
  requireAuthor(world, token, urnOf(upload.accountId), READS, 'partnerApiDocuments.GET')
  return json(200, { id: upload.id, owner: urnOf(upload.accountId), status: statusOf(world, upload) })
}

function statusOf(world: World, upload: Upload): string {
  if (upload.arrivedAt === null) return 'WAITING_UPLOAD'
  if (!isProcessed(world, upload)) return 'PROCESSING'
  return isUsable(upload) ? 'AVAILABLE' : 'PROCESSING_FAILED'
}

function isUsable({ picture }: Upload): boolean {
  return picture?.type === 'document' && picture.sizeBytes <= LARGEST && picture.frames <= MOST_PAGES
}

/** Finds a document that belongs to this member or page and is ready for a post, or throws a refusal. */
export function findDocument(world: World, accountId: string, media: unknown): PostPicture {
  const id = String(member(media, 'id'))
  const title = member(media, 'title')
  if (typeof title !== 'string' || !title.trim())
    throw new Refusal(invalid(400, 'MISSING_FIELD', 'Field /content/media/title is required'))
  if (title.length > LONGEST_TITLE)
    throw new Refusal(
      invalid(400, 'FIELD_LENGTH_TOO_LONG', `Field /content/media/title is longer than ${LONGEST_TITLE} characters`),
    )
  const upload = findUpload(world, 'linkedin', id, accountId)
  const status = upload && statusOf(world, upload)
  if (upload?.picture && status === 'AVAILABLE') return { ...upload.picture, altText: null, title }
  if (status === 'PROCESSING_FAILED')
    throw new Refusal(invalid(400, 'MEDIA_ASSET_PROCESSING_FAILED', `The media asset ${id} could not be processed`))
  if (status) throw new Refusal(invalid(400, 'MEDIA_ASSET_WAITING_UPLOAD', `The media asset ${id} is not ready`))
  throw new Refusal(invalid(400, 'INVALID_URN_ID', `The document ${id} does not exist`))
}
