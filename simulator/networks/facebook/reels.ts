import { findUpload, isProcessed, keepUpload, storePicture } from '../../media.ts'
import { json, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import type { Upload } from '../../picture.ts'
import { digest, type World } from '../../world.ts'
import { badParameter, fieldsOf, missingObject, pickFields } from '../graph.ts'
import { authorizePage } from './answers.ts'

const LONGEST_TEXT = 63_206

/** Begins the upload of a reel with `upload_phase=start`, and publishes it with `finish`. */
export function changeReel(world: World, call: Call, publish: (upload: Upload, text: string) => string): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_posts')
  const pageId = token.pageId ?? ''
  if (call.params.id !== pageId) return missingObject(call.params.id ?? '')
  const phase = parameter(call, 'upload_phase')
  if (phase === 'start') {
    const id = `${133_000_000_000_000_000n + BigInt(world.sequence())}`
    const blank = { altText: null, picture: null, arrivedAt: null, key: digest(id) }
    keepUpload(world, { platform: 'facebook', id, accountId: pageId, createdAt: world.now(), ...blank })
    const upload_url = `${call.origin}/facebook/video-upload/${call.params.version}/${id}`
    return json(200, { video_id: id, upload_url })
  }
  if (phase !== 'finish') return badParameter('Param upload_phase must be one of start, finish')
  const upload = findUpload(world, 'facebook', parameter(call, 'video_id') ?? '', pageId)
  if (!upload?.key) return missingObject(parameter(call, 'video_id') ?? '')
  if (parameter(call, 'video_state') !== 'PUBLISHED') return badParameter('Param video_state must be PUBLISHED')
  if (upload.picture?.contentType !== 'video/mp4') return badParameter('The video is not uploaded')
  const text = parameter(call, 'description') ?? ''
  if (text.length > LONGEST_TEXT) return badParameter('Param description is too long')
  // One video can be published only once.
  if (upload.postId !== undefined) return badParameter('The video is already published')
  const postId = publish(upload, text)
  keepUpload(world, { ...upload, postId })
  return json(200, { success: true, post_id: postId })
}

/** Receives the rest of the file from an offset, which must be the number of bytes that have arrived. */
export async function receiveReel(world: World, call: Call): Promise<Answer> {
  const upload = [...world.uploads.values()].find((one) => one.platform === 'facebook' && one.id === call.params.id)
  if (!upload?.key || !/^OAuth \S+$/.test(call.headers.authorization ?? '')) return missingObject(call.params.id ?? '')
  const size = Number(call.headers.file_size)
  const earlier = receivedBytes(world, upload)
  if (Number(call.headers.offset) !== earlier.byteLength)
    return uploadError('OffsetInvalidError', 'Request starting offset is invalid')
  const received = Buffer.concat([earlier, call.body])
  if (received.byteLength > size) return uploadError('PartialRequestError', LENGTH_DIFFERS)
  const kept = keepUpload(world, { ...upload, pieces: { received: world.blobs.put(received) } })
  if (received.byteLength < size) return uploadError('PartialRequestError', LENGTH_DIFFERS)
  const picture = (await storePicture(world, received)) ?? null
  keepUpload(world, { ...kept, picture, arrivedAt: world.now() })
  return json(200, { success: true })
}

const receivedBytes = (world: World, { pieces }: Upload): Buffer =>
  world.blobs.get(pieces?.received ?? '') ?? Buffer.alloc(0)

const LENGTH_DIFFERS = 'Partial request (did not match length of file)'

/** The format of errors of Facebook's upload host. */
const uploadError = (type: string, message: string): Answer =>
  json(400, { debug_info: { retriable: false, type, message } })

/** The state of a reel, by the id of its video. Undefined for other ids. */
export function readReel(world: World, call: Call): Answer | undefined {
  const known = [...world.uploads.values()].find((one) => one.platform === 'facebook' && one.id === call.params.id)
  if (!known?.key) return undefined
  const { token } = authorizePage(world, call, 'pages_read_engagement')
  if (known.accountId !== token.pageId) throw new Refusal(missingObject(known.id))
  const hasArrived = known.arrivedAt !== null
  const bytes = receivedBytes(world, known).byteLength
  const isBroken = hasArrived && known.picture?.contentType !== 'video/mp4'
  const done = (isDone: boolean) => ({ status: isDone ? 'complete' : 'not_started' })
  const status = {
    video_status: isBroken ? 'error' : !hasArrived ? 'uploading' : isProcessed(world, known) ? 'ready' : 'processing',
    uploading_phase: {
      status: hasArrived ? 'complete' : bytes > 0 ? 'in_progress' : 'not_started',
      bytes_transfered: bytes,
    },
    processing_phase: isBroken
      ? { status: 'error', error: { message: 'The file is not a video' } }
      : done(hasArrived && isProcessed(world, known)),
    publishing_phase: done(known.postId !== undefined),
  }
  return json(200, pickFields({ id: known.id, status, post_id: known.postId }, fieldsOf(call, 'id')))
}
