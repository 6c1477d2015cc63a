import { createHash } from 'node:crypto'
import { extrasOf, findUpload, isProcessed, keepUpload, storeCover, storePicture } from '../../media.ts'
import { json, member, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import type { Picture, PostPicture, Upload } from '../../picture.ts'
import { secret, type Token, type World } from '../../world.ts'
import { authorizeRest, invalid, notFound, requireAuthor, urnOf, WRITES } from './answers.ts'

const UPLOAD_LIFE_MS = 24 * 3_600_000
const PART_BYTES = 4_194_304
const SMALLEST = 75_000
const LARGEST = 500_000_000

/** `POST /rest/videos` begins an upload or finalizes it. */
export function changeVideo(world: World, call: Call): Answer | Promise<Answer> {
  const token = authorizeRest(world, call, { resource: 'videos', scopes: Object.values(WRITES) })
  const action = call.query.get('action')
  if (action === 'initializeUpload') return initialize(world, call, token)
  if (action === 'finalizeUpload') return finalize(world, call, token)
  return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter action has an unknown value')
}

function initialize(world: World, call: Call, token: Token): Answer {
  const request = member(call.json, 'initializeUploadRequest')
  const totalBytes = member(request, 'fileSizeBytes')
  const accountId = requireAuthor(
    world,
    token,
    member(request, 'owner'),
    WRITES,
    'partnerApiVideos.ACTION-initializeUpload',
  )
  if (typeof totalBytes !== 'number' || totalBytes < SMALLEST || totalBytes > LARGEST)
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', `fileSizeBytes must be from ${SMALLEST} to ${LARGEST}`)
  const id = `urn:li:video:C5${secret('', 12).slice(0, 17)}`
  const key = secret('', 18)
  const createdAt = world.now()
  const hasCover = member(request, 'uploadThumbnail') === true
  const hasCaptions = member(request, 'uploadCaptions') === true
  const extras = { ...(hasCover && { cover: null }), ...(hasCaptions && { captions: null }) }
  const blank = { altText: null, picture: null, arrivedAt: null, pieces: {}, ...extras }
  keepUpload(world, { platform: 'linkedin', id, accountId, createdAt, key, totalBytes, ...blank })
  const count = Math.ceil(totalBytes / PART_BYTES)
  const uploadInstructions = Array.from({ length: count }, (_, part) => ({
    uploadUrl: `${call.origin}/linkedin/dms-video-uploads/${key}/${part}?ca=vector_feedshare`,
    firstByte: part * PART_BYTES,
    lastByte: Math.min(totalBytes, (part + 1) * PART_BYTES) - 1,
  }))
  const value = {
    uploadUrlsExpireAt: createdAt + UPLOAD_LIFE_MS,
    video: id,
    uploadInstructions,
    uploadToken: '',
    ...(hasCover && { thumbnailUploadUrl: `${call.origin}/linkedin/dms-video-covers/${key}` }),
    ...(hasCaptions && { captionsUploadUrl: `${call.origin}/linkedin/ambry-video/${key}` }),
  }
  return json(200, { value })
}

/** Receives one part. The address alone gives the right to upload. */
export function receivePart(world: World, call: Call): Answer {
  const upload = uploadAt(world, call)
  const part = Number(call.params.part)
  if (!upload?.totalBytes || upload.arrivedAt !== null) return notFound()
  if (world.now() - upload.createdAt > UPLOAD_LIFE_MS)
    return invalid(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired')
  const expected = Math.min(PART_BYTES, upload.totalBytes - part * PART_BYTES)
  if (!Number.isInteger(part) || expected <= 0 || call.body.byteLength !== expected)
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'The part does not have the announced bytes')
  keepUpload(world, { ...upload, pieces: { ...upload.pieces, [part]: world.blobs.put(call.body) } })
  return { status: 200, headers: { etag: `"${tagOf(call.body)}"` } }
}

export async function receiveCover(world: World, call: Call): Promise<Answer> {
  const upload = uploadAt(world, call)
  if (upload?.cover === undefined || upload.arrivedAt !== null) return notFound()
  const cover = await storeCover(world, call.body)
  if (cover === undefined) return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'The thumbnail is not a JPEG')
  keepUpload(world, { ...upload, cover })
  return { status: 201 }
}

/** Receives the captions that the upload has announced: a SubRip file and its description. */
export function receiveCaptions(world: World, call: Call): Answer {
  const upload = uploadAt(world, call)
  if (upload?.captions === undefined || upload.arrivedAt !== null) return notFound()
  const about = JSON.parse(parameter(call, 'metadata') ?? 'null') as unknown
  const language = member(member(about, 'locale'), 'language')
  const text = call.files.get('file')?.toString() ?? ''
  const isSubRip = member(about, 'format') === 'SRT' && /^\d+\n\d\d:\d\d:\d\d,\d{3} --> /.test(text)
  if (typeof language !== 'string' || !isSubRip)
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'The captions must be a SubRip file with its metadata')
  keepUpload(world, { ...upload, captions: { language, text } })
  return { status: 201 }
}

const uploadAt = (world: World, call: Call): Upload | undefined =>
  [...world.uploads.values()].find((one) => one.platform === 'linkedin' && one.key === call.params.key)

const tagOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

async function finalize(world: World, call: Call, token: Token): Promise<Answer> {
  const request = member(call.json, 'finalizeUploadRequest')
  const upload = world.uploads.get(`linkedin:${String(member(request, 'video'))}`)
  if (!upload?.totalBytes) return notFound()
  requireAuthor(world, token, urnOf(upload.accountId), WRITES, 'partnerApiVideos.ACTION-finalizeUpload')
  if (upload.arrivedAt !== null) return { status: 200 }
  const tags = member(request, 'uploadedPartIds')
  const parts = Array.from(
    { length: Math.ceil(upload.totalBytes / PART_BYTES) },
    (_, part) => world.blobs.get(upload.pieces?.[part] ?? '') ?? Buffer.alloc(0),
  )
  const isRight =
    Array.isArray(tags) && tags.length === parts.length && parts.every((part, at) => tagOf(part) === tags[at])
  if (!isRight || member(request, 'uploadToken') !== '')
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'uploadedPartIds must name every part in order')
  const picture = (await storePicture(world, Buffer.concat(parts))) ?? null
  keepUpload(world, { ...upload, pieces: {}, picture, arrivedAt: world.now() })
  return { status: 200 }
}

export function readVideo(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'videos', scopes: Object.values(WRITES), urnIn: 'path' })
  const upload = world.uploads.get(`linkedin:${call.params.urn ?? ''}`)
  if (!upload) return notFound()
  requireAuthor(world, token, urnOf(upload.accountId), WRITES, 'partnerApiVideos.GET')
  const status = statusOf(world, upload)
  const reason = status === 'PROCESSING_FAILED' && { processingFailureReason: 'The file is not a video' }
  return json(200, { id: upload.id, owner: urnOf(upload.accountId), status, ...reason })
}

function statusOf(world: World, upload: Upload): string {
  const isMissingExtras = upload.cover === null || upload.captions === null
  if (upload.arrivedAt === null || isMissingExtras) return 'WAITING_UPLOAD'
  if (!isProcessed(world, upload)) return 'PROCESSING'
  return upload.picture?.contentType === 'video/mp4' ? 'AVAILABLE' : 'PROCESSING_FAILED'
}

/** Finds a video that belongs to this member or page and is ready for a post, or throws a refusal. */
export function findVideo(
  world: World,
  accountId: string,
  id: string,
): Picture & Pick<PostPicture, 'cover' | 'captions'> {
  const upload = findUpload(world, 'linkedin', id, accountId)
  const status = upload && statusOf(world, upload)
  if (upload?.picture && status === 'AVAILABLE') return { ...upload.picture, ...extrasOf(upload) }
  if (status === 'PROCESSING_FAILED')
    throw new Refusal(invalid(400, 'MEDIA_ASSET_PROCESSING_FAILED', `The media asset ${id} could not be processed`))
  if (status) throw new Refusal(invalid(400, 'MEDIA_ASSET_WAITING_UPLOAD', `The media asset ${id} is not ready`))
  throw new Refusal(invalid(400, 'INVALID_URN_ID', `The video ${id} does not exist`))
}
