import { spend } from '../../limits.ts'
import { storePicture, fetchMedia, findUpload, keepUpload } from '../../media.ts'
import type { Upload } from '../../picture.ts'
import { json, member, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import { isTooNewForComments, type Post, type PublicPost } from '../../posts.ts'
import type { Token, World } from '../../world.ts'
import { authorize, authorizePage, FACEBOOK_LIMITS, pageOfId, pagesOf, pageToken, pageView, readMe } from './answers.ts'
import { readReel } from './reels.ts'
import {
  badParameter,
  fieldsOf,
  graphError,
  graphTime,
  insights,
  missingObject,
  pageOf,
  pickFields,
  timeOf,
} from '../graph.ts'

const DAY_MS = 86_400_000
const LONGEST_TEXT = 63_206
const LARGEST_PHOTO = 10 * 1024 * 1024
const FORMATS = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff']

export function createPost(world: World, call: Call): Answer {
  const { pageId } = authorizePoster(world, call)
  const message = parameter(call, 'message') ?? ''
  const link = parameter(call, 'link')
  const photos = readAttached(world, call, pageId)
  if (!message.trim() && !link && photos.length === 0) {
    return badParameter('Requires one of the params: message, link, attached_media')
  }
  if (link !== undefined && !/^https?:$/.test(URL.parse(link)?.protocol ?? '')) {
    return badParameter('Param link must be a valid URL')
  }
  if (link !== undefined && photos.length > 0) return badParameter('Params link and attached_media exclude one another')
  if (message.length > LONGEST_TEXT) return badParameter(`Param message must be at most ${LONGEST_TEXT} characters`)
  if (parameter(call, 'scheduled_publish_time') !== undefined) {
    return badParameter('Param scheduled_publish_time is not played by the simulator')
  }
  if (world.manner('facebookManyPhotos') === 'refused' && photos.length >= 5 && message.length > 1024) {
    return graphError({
      message: "Please reduce the amount of data you're asking for, then retry",
      code: 1,
      status: 500,
    })
  }

  const post = addPost(world, pageId, message, photos, link)
  if (!isFalse(parameter(call, 'published'))) publish(world, post)
  return json(200, { id: post.id })
}

function publish(world: World, post: Post): Post {
  if (isDuplicate(world, post)) throw new Refusal(graphError({ message: 'Duplicate status message', code: 506 }))
  if (spend(world, FACEBOOK_LIMITS.burst, post.accountId).isOver) {
    const userMessage = 'You are posting too fast. Please slow down.'
    const message = 'The action attempted has been deemed abusive or is otherwise disallowed'
    throw new Refusal(graphError({ message, code: 368, subcode: 1_390_008, userMessage }))
  }
  return world.posts.publish(post, world.now())
}

function isDuplicate(world: World, { accountId, text, media }: Post): boolean {
  for (const other of world.posts.of('facebook', accountId)) {
    if (other.publishedAt <= world.now() - world.manner('facebookDuplicateMs')) return false
    if (!other.deleted && other.text === text && other.media.length === 0 && media.length === 0) return true
  }
  return false
}

/** Uploads a photo for a later post, or publishes it as a separate post. */
export async function createPhoto(world: World, call: Call): Promise<Answer> {
  const { pageId } = authorizePoster(world, call)
  const bytes = await photoBytes(world, call)
  if (typeof bytes === 'string') return badPhoto(bytes)
  const picture = await storePicture(world, bytes)
  if (!picture || picture.type === 'video' || !FORMATS.includes(picture.contentType)) return badPhoto('wrong')
  const message = parameter(call, 'message') ?? parameter(call, 'caption') ?? ''
  if (message.length > LONGEST_TEXT) return badParameter(`Param message must be at most ${LONGEST_TEXT} characters`)

  const id = `${122_000_000_000_000_000n + BigInt(world.sequence())}`
  const createdAt = world.now()
  const photo = keepUpload(world, {
    platform: 'facebook',
    id,
    accountId: pageId,
    createdAt,
    arrivedAt: createdAt,
    altText: parameter(call, 'alt_text_custom') || null,
    picture,
  })
  if (isFalse(parameter(call, 'published'))) return json(200, { id })
  const post = publish(world, addPost(world, pageId, message, [photo]))
  return json(200, { id, post_id: post.id })
}

async function photoBytes(world: World, call: Call): Promise<Buffer | PhotoTrouble> {
  const url = parameter(call, 'url')
  const bytes = call.files.values().next().value ?? (url ? await fetchMedia(world, url, LARGEST_PHOTO) : 'missing')
  return typeof bytes !== 'string' && bytes.byteLength > LARGEST_PHOTO ? 'too-large' : bytes
}

type PhotoTrouble = 'missing' | 'unreachable' | 'too-slow' | 'too-large' | 'wrong'

function badPhoto(why: PhotoTrouble): Answer {
  if (why === 'missing') return badParameter('Requires one of the params: url, source')
  if (why === 'unreachable' || why === 'too-slow') {
    return graphError({ message: '(#100) The URL could not be fetched', code: 100, subcode: 2_061_006 })
  }
  const userMessage = 'Photos should be JPEG, PNG, GIF, BMP or TIFF and at most 10 MB.'
  return graphError({ message: '(#324) Missing or invalid image file', code: 324, subcode: 1_366_046, userMessage })
}

/** Reads the photos of a post. `attached_media` is one list, or one parameter per photo. */
function readAttached(world: World, call: Call, pageId: string): Upload[] {
  const numberedParameters = [...call.query, ...call.form].filter(([name]) => /^attached_media\[\d+\]$/.test(name))
  const list = parameter(call, 'attached_media')
  const written = list === undefined ? `[${numberedParameters.map(([, value]) => value).join(',')}]` : list
  let entries: unknown
  try {
    entries = JSON.parse(written)
  } catch {
    entries = undefined
  }
  if (!Array.isArray(entries)) throw new Refusal(badParameter('Param attached_media must be an array.'))
  return entries.map((entry: unknown) => {
    const id = String(member(entry, 'media_fbid') ?? '')
    const photo = findUpload(world, 'facebook', id, pageId)
    if (!photo || world.now() - photo.createdAt >= DAY_MS) throw new Refusal(missingObject(id))
    const post = photo.postId === undefined ? undefined : world.posts.find('facebook', photo.postId)
    const isOut = post !== undefined && post.publishedAt !== null && !post.deleted
    if (isOut || (post && world.manner('facebookHiddenPhotos') === 'taken')) {
      const message = '(#100) Photos were already posted.'
      throw new Refusal(graphError({ message, code: 100, subcode: 1_366_051 }))
    }
    return photo
  })
}

function addPost(world: World, pageId: string, text: string, photos: Upload[], link?: string): Post {
  const number = 122_000_000_000_000_000n + BigInt(world.sequence())
  const id = `${pageId}_${number}`
  for (const photo of photos) keepUpload(world, { ...photo, postId: id })
  const media = photos.flatMap(({ picture, altText }) => (picture ? [{ ...picture, altText }] : []))
  const post = { platform: 'facebook', id, accountId: pageId, text, media, createdAt: world.now() } as const
  return world.posts.prepare({ ...post, ...(link && { link: { url: link } }) })
}

/** Publishes an uploaded reel. Returns the id of its post. */
export function publishReel(world: World, upload: Upload, text: string): string {
  return publish(world, addPost(world, upload.accountId, text, [upload])).id
}

function authorizePoster(world: World, call: Call): { pageId: string } {
  const { token } = authorizePage(world, call, 'pages_manage_posts')
  const pageId = token.pageId ?? ''
  const asked = call.params.id === 'me' ? pageId : (call.params.id ?? '')
  if (asked !== pageId) throw new Refusal(missingObject(asked))
  return { pageId }
}

/** Edits a post. Setting `is_published` makes a prepared post public and is idempotent. */
export function editPost(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_posts')
  let post = findOwn(world, call, token)
  if (isTrue(parameter(call, 'is_published')) && world.manner('facebookTwoSteps') === 'no') {
    return badParameter('Param is_published cannot be changed')
  }
  const message = parameter(call, 'message')
  const isPublished = parameter(call, 'is_published')
  if (message === undefined && isPublished === undefined) return badParameter('Nothing to change')
  if (isFalse(isPublished) && post.publishedAt !== null) return badParameter('A published post cannot be withdrawn')
  if (message !== undefined) {
    if (!message.trim() && !post.link && post.media.length === 0) return badParameter('Param message must not be empty')
    if (message.length > LONGEST_TEXT) return badParameter(`Param message must be at most ${LONGEST_TEXT} characters`)
    post = world.posts.change(post, { text: message })
  }
  if (isTrue(isPublished) && post.publishedAt === null) publish(world, post)
  return json(200, { success: true })
}

export function comment(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_engagement')
  const post = findOwn(world, call, token)
  const message = parameter(call, 'message') ?? ''
  if (isTooNewForComments(world, post)) return missingObject(post.id)
  if (!message.trim()) return badParameter('Param message must not be empty')
  const id = `${post.id.split('_')[1]}_${world.sequence()}`
  const added = { id, accountId: post.accountId, text: message, createdAt: world.now() }
  world.posts.change(post, { comments: [...post.comments, added] })
  return json(200, { id })
}

export function listComments(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_read_engagement')
  const { comments } = findOwn(world, call, token)
  const data = comments.map(({ id, text, createdAt }) => ({ id, message: text, created_time: graphTime(createdAt) }))
  return json(200, { data })
}

export function deletePost(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'pages_manage_posts')
  world.posts.change(findOwn(world, call, token), { deleted: true })
  return json(200, { success: true })
}

/** For faults, deleting an unpublished post counts as the operation "upload". */
export function deletionOperation(world: World, call: Call): 'upload' | undefined {
  return world.posts.find('facebook', call.params.id ?? '')?.publishedAt === null ? 'upload' : undefined
}

export function listPosts(world: World, call: Call, edge: string): Answer {
  const { token } = authorizePage(world, call, 'pages_read_engagement')
  const pageId = call.params.id === 'me' ? (token.pageId ?? '') : (call.params.id ?? '')
  if (pageId !== token.pageId) return missingObject(pageId)
  const fields = fieldsOf(call, 'id,message,created_time')
  const { rows, paging } = pageOf(
    call,
    `/facebook/${call.params.version}/${pageId}/${edge}`,
    visible(world, call, pageId),
  )
  return json(200, { data: rows.map((post) => pickFields(postView(call, post), fields)), ...(paging && { paging }) })
}

function* visible(world: World, call: Call, pageId: string): Generator<PublicPost> {
  const [since, until] = [timeOf(call, 'since') ?? -Infinity, timeOf(call, 'until') ?? Infinity]
  for (const post of world.posts.of('facebook', pageId)) {
    if (!post.deleted && post.publishedAt >= since && post.publishedAt <= until) yield post
  }
}

export function readObject(world: World, call: Call): Answer {
  const reel = readReel(world, call)
  if (reel) return reel
  const id = call.params.id ?? ''
  const { token, text } = authorize(world, call, ['access', 'page'])
  const page = pagesOf(token).find((one) => one.id === id)
  if (page) {
    const isAsked = fieldsOf(call, 'id,name').includes('access_token')
    const access_token = isAsked && !token.pageId ? pageToken(world, text, token, page) : undefined
    return json(200, pickFields({ ...pageView(world, call, page), access_token }, fieldsOf(call, 'id,name')))
  }
  if (id === token.accountId) return readMe(world, call, token)
  if (!id.includes('_')) return missingObject(id)
  authorizePage(world, call, 'pages_read_engagement')
  return json(200, pickFields(postView(call, findOwn(world, call, token)), fieldsOf(call, 'id,message,created_time')))
}

export function postInsights(world: World, call: Call): Answer {
  const { token } = authorizePage(world, call, 'read_insights')
  const post = findOwn(world, call, token)
  const asked = (parameter(call, 'metric') ?? '').split(',').filter(Boolean)
  const { impressions, likes } = post.engagement
  return insights(post.id, asked, {
    post_media_view: impressions,
    post_total_media_view_unique: impressions,
    post_clicks: 0,
    post_reactions_by_type_total: likes > 0 ? { like: likes } : {},
  })
}

function postView(call: Call, post: Post): Record<string, unknown> {
  const { likes, comments, shares } = post.engagement
  return {
    id: post.id,
    message: post.text || undefined,
    created_time: graphTime(post.publishedAt ?? post.createdAt),
    updated_time: graphTime(post.publishedAt ?? post.createdAt),
    permalink_url: `${call.origin}/facebook/${post.id.replace('_', '/posts/')}`,
    is_published: post.publishedAt !== null,
    status_type: post.media.length > 0 ? 'added_photos' : 'mobile_status_update',
    from: { id: post.accountId, name: pageOfId(post.accountId).name },
    attachments: attachments(call, post),
    reactions: { data: [], summary: { total_count: likes, viewer_reaction: 'NONE' } },
    likes: { data: [], summary: { total_count: likes, can_like: true, has_liked: false } },
    comments: {
      data: post.comments.map((one) => ({ id: one.id, message: one.text, created_time: graphTime(one.createdAt) })),
      summary: { order: 'ranked', total_count: comments + post.comments.length, can_comment: true },
    },
    shares: shares > 0 ? { count: shares } : undefined,
  }
}

function attachments(call: Call, post: Post) {
  if (post.link) return { data: [{ media_type: 'link', url: post.link.url, type: 'share' }] }
  const photos = post.media.map(({ file, width, height, altText }) => ({
    media_type: 'photo',
    type: 'photo',
    media: { image: { src: `${call.origin}/media/${file}`, width, height } },
    ...(altText !== null && { description: altText }),
  }))
  if (photos.length > 1) return { data: [{ media_type: 'album', type: 'album', subattachments: { data: photos } }] }
  return photos.length > 0 ? { data: photos } : undefined
}

function findOwn(world: World, call: Call, token: Token): Post {
  const id = call.params.id ?? ''
  const post = world.posts.find('facebook', id)
  if (!post || post.deleted || post.accountId !== token.pageId) throw new Refusal(missingObject(id))
  return post
}

export function operationOfRead(call: Call): 'list' | 'metrics' | 'upload' | undefined {
  if (fieldsOf(call, 'id').includes('status')) return 'upload'
  if (!call.params.id?.includes('_')) return undefined
  const counts = ['reactions', 'comments', 'shares', 'likes', 'insights']
  return fieldsOf(call, 'id').some((field) => counts.includes(field)) ? 'metrics' : 'list'
}

export function isFalse(value: string | undefined): boolean {
  return value === 'false' || value === '0'
}

export function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1'
}
