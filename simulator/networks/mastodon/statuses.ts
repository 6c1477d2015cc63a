import { escape } from '../../html.ts'
import { json, member, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import { extrasOf, keepUpload } from '../../media.ts'
import type { Upload } from '../../picture.ts'
import type { Post, PublicPost } from '../../posts.ts'
import type { Token, World } from '../../world.ts'
import { authorize, limited, MASTODON_LIMITS, refused } from './answers.ts'
import { freeUpload, isReady } from './media.ts'
import { personOf, USUAL_LANGUAGE } from './people.ts'
import { serverAt } from './servers.ts'

const KEY_LIFE_MS = 3_600_000
const MOST_PICTURES = 4
const VISIBILITIES = ['public', 'unlisted', 'private', 'direct']

export function createStatus(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'write:statuses')
  const server = serverAt(call.params.server ?? '')
  return limited(world, token, MASTODON_LIMITS.posts, () => {
    const given = call.headers['idempotency-key']
    const key = typeof given === 'string' && !server.isForPictures ? `${token.accountId} ${given}` : undefined
    const repeated = key === undefined ? undefined : world.answeredKeys.get(key)
    if (repeated && world.now() - repeated.at < KEY_LIFE_MS) return answerRepeat(world, call, repeated.postId)

    const text = parameter(call, 'status') ?? ''
    const spoiler = parameter(call, 'spoiler_text') ?? ''
    const ids = mediaIds(call)
    if (!text.trim() && ids.length === 0) return refused(422, "Validation failed: Text can't be blank")
    if (lengthOf(text) + graphemesIn(spoiler) > server.maxCharacters)
      return refused(422, `Validation failed: Text character limit of ${server.maxCharacters} exceeded`)
    if (ids.length > MOST_PICTURES) return refused(422, 'Validation failed: Cannot attach more than 4 files')
    if (server.isForPictures && ids.length === 0) return refused(422, 'Validation failed: A picture is needed')
    // Without `visibility` and `language`, the person's own settings apply.
    const privacy = world.manner('mastodonPrivacy')
    const visibility = parameter(call, 'visibility') ?? (privacy === 'unnamed' ? 'public' : privacy)
    if (!VISIBILITIES.includes(visibility))
      return refused(422, 'Validation failed: Visibility is not included in the list')
    const uploads = findUploads(world, token, ids)
    if (uploads.length > 1 && uploads.some(({ picture }) => picture?.type === 'video'))
      return refused(422, 'Validation failed: Cannot attach a video to a post that already contains images')
    const replyTo = parameter(call, 'in_reply_to_id')
    if (replyTo !== undefined && !liveStatus(world, replyTo)) return refused(404, 'Record not found')

    const now = world.now()
    const draft = world.posts.prepare({
      platform: 'mastodon',
      id: world.timeOrderedId(),
      accountId: token.accountId,
      text: text.trim() ? text : spoiler,
      media: uploads.flatMap((one) =>
        one.picture ? [{ ...one.picture, altText: one.altText, ...extrasOf(one) }] : [],
      ),
      createdAt: now,
      visibility,
      language: parameter(call, 'language') ?? USUAL_LANGUAGE,
      // If a post has a content warning and no text, Mastodon uses the warning as the text.
      spoilerText: text.trim() ? spoiler : '',
      isSensitive: spoiler !== '' || isTrue(call, 'sensitive'),
      ...(replyTo !== undefined && { replyTo }),
    })
    const post = world.posts.publish(draft, now) as PublicPost
    for (const found of uploads) keepUpload(world, { ...found, postId: post.id })
    if (key !== undefined) world.answeredKeys.put(key, { postId: post.id, at: now })
    return json(200, view(world, call, post))
  })
}

function answerRepeat(world: World, call: Call, id: string): Answer {
  const post = liveStatus(world, id)
  if (!post) return refused(404, 'Record not found')
  if (world.manner('mastodonRepeat') === 'error')
    return refused(500, "We're sorry, but something went wrong on our end.")
  return json(200, view(world, call, post))
}

/** The ids of the files, as a JSON list or as form fields. */
function mediaIds(call: Call): string[] {
  const given = member(call.json, 'media_ids')
  return Array.isArray(given) ? given.map(String) : call.form.getAll('media_ids[]')
}

function findUploads(world: World, token: Token, ids: string[]): Upload[] {
  return ids.map((id) => {
    const found = freeUpload(world, id, token.accountId)
    if (!found) throw new Refusal(refused(422, `Media with the id ${id} could not be found`))
    if (!isReady(world, found))
      throw new Refusal(refused(422, 'Cannot attach files that have not finished processing. Try again in a moment!'))
    return found
  })
}

const URL_LENGTH = 23
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]،؛؟]/giu
const MENTION = /(?<![=/\p{L}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@[\p{L}\p{N}_.-]+[\p{L}\p{N}_]+)?/giu

/** Counts graphemes. A link counts 23, and a mention counts without its server. */
function lengthOf(text: string): number {
  const counted = text.replaceAll(LINK, 'x'.repeat(URL_LENGTH)).replaceAll(MENTION, '@$1')
  return graphemesIn(counted)
}

/** Links and mentions in a content warning count in full. */
const graphemesIn = (text: string): number => [...new Intl.Segmenter().segment(text)].length

/** A flag, as a JSON value or a form field. */
const isTrue = (call: Call, name: string): boolean => ['true', '1'].includes(parameter(call, name) ?? '')

function liveStatus(world: World, id: string): PublicPost | undefined {
  const post = world.posts.find('mastodon', id)
  return post && !post.deleted && post.publishedAt !== null ? (post as PublicPost) : undefined
}

export function showStatus(world: World, call: Call): Answer {
  authorize(world, call, 'read:statuses')
  const post = liveStatus(world, call.params.id ?? '')
  return post ? json(200, view(world, call, post)) : refused(404, 'Record not found')
}

export function deleteStatus(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'write:statuses')
  return limited(world, token, MASTODON_LIMITS.deletions, () => {
    const post = liveStatus(world, call.params.id ?? '')
    if (!post || post.accountId !== token.accountId) return refused(404, 'Record not found')
    world.posts.change(post, { deleted: true })
    return json(200, { ...view(world, call, post), text: post.text })
  })
}

/** Lists an account's statuses, newest first, in pages. */
export function listStatuses(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'read:statuses')
  return limited(world, token, MASTODON_LIMITS.calls, () => {
    const most = Math.min(Number(call.query.get('limit') ?? 20) || 20, 40)
    const before = call.query.get('max_id')
    const found: PublicPost[] = []
    let isReached = before === null
    for (const post of world.posts.of('mastodon', call.params.id ?? '')) {
      const isListed = post.publishedAt <= world.now() - world.manner('mastodonListMs')
      if (isReached && isListed && !post.deleted && found.length < most) found.push(post)
      if (post.id === before) isReached = true
    }
    return json(
      200,
      found.map((post) => view(world, call, post)),
    )
  })
}

function view(world: World, call: Call, post: PublicPost) {
  const { username = '' } = personOf(post.accountId)
  const url = `${call.origin}/mastodon/@${username}/${post.id}`
  return {
    id: post.id,
    uri: url,
    url,
    created_at: new Date(post.publishedAt).toISOString(),
    in_reply_to_id: post.replyTo ?? null,
    visibility: post.visibility,
    spoiler_text: post.spoilerText ?? '',
    sensitive: post.isSensitive === true,
    language: post.language ?? null,
    content: contentOf(post),
    replies_count: post.engagement.comments,
    reblogs_count: post.engagement.shares,
    favourites_count: post.engagement.likes,
    media_attachments: attachmentsOf(world, call, post),
    account: { id: post.accountId, username, acct: username },
    application: { name: 'Frogy' },
  }
}

function attachmentsOf(world: World, call: Call, post: Post) {
  const uploads = [...world.uploads.values()].filter((one) => one.platform === 'mastodon' && one.postId === post.id)
  return uploads.map(({ id, altText, picture }) => ({
    id,
    type: 'image',
    url: `${call.origin}/media/${picture?.file}`,
    description: altText,
  }))
}

/** The text as HTML, as servers return it: paragraphs, and links whose protocol and end are hidden. */
function contentOf({ text }: Post): string {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
  return paragraphs.map((part) => `<p>${part.split('\n').map(lineOf).join('<br />')}</p>`).join('')
}

function lineOf(line: string): string {
  let html = ''
  let at = 0
  for (const { 0: url, index } of line.matchAll(LINK)) {
    html += wordsOf(line.slice(at, index)) + linkOf(url)
    at = index + url.length
  }
  return html + wordsOf(line.slice(at))
}

const SHOWN = 30

function linkOf(url: string): string {
  const protocol = /^https?:\/\/(?:www\.)?/i.exec(url)?.[0] ?? ''
  const rest = url.slice(protocol.length)
  const hidden = (part: string) => `<span class="invisible">${escape(part)}</span>`
  const shown = `<span class="${rest.length > SHOWN ? 'ellipsis' : ''}">${escape(rest.slice(0, SHOWN))}</span>`
  return `<a href="${escape(url)}" target="_blank" rel="nofollow noopener">${hidden(protocol)}${shown}${hidden(rest.slice(SHOWN))}</a>`
}

function wordsOf(text: string): string {
  return escape(text).replaceAll(
    /(?<![\p{L}\p{N}_&])#([\p{L}\p{M}\p{N}_]+)/gu,
    '<a href="https://mastodon.example/tags/$1" class="mention hashtag" rel="tag">#<span>$1</span></a>',
  )
}
