import type { ListedPost } from '#core/publishing/next-step.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { findWebAddresses } from '#core/platforms/web-addresses.ts'
import { absent } from '../absent.ts'
import { forEachImage, imageIds } from '../for-each-image.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, listAt, numberAt, textAt } from '../json.ts'
import { listSinceSent, failedLookUp } from '../list-since-sent.ts'
import { sum } from '../metrics.ts'
import { connectionStep, requireRight } from '../connection-error.ts'
import { bearer, grantFailureReader, tokenReader } from '../oauth.ts'
import type {
  Access,
  Metrics,
  OutgoingPost,
  Outcome,
  PlatformAdapter,
  PlatformApp,
  PlatformClient,
  ReplyTo,
} from '../platform-client.ts'
import { requestRemoval } from '../request-removal.ts'
import { plain } from '../same-text.ts'
import { VIDEO } from '../upload-video.ts'
import { failureReader } from './failures.ts'
import { prepareVideo } from './video.ts'

const MAY_POST = 'tweet.write'
const SCOPES = ['tweet.read', 'users.read', MAY_POST, 'media.write', 'offline.access']

const API_URL = 'https://api.x.com'

export const twitter: PlatformAdapter = { apiUrl: API_URL, open: twitterClient }

function twitterClient(app: PlatformApp): PlatformClient {
  const web = app.baseUrl ?? 'https://x.com'
  const api = app.baseUrl ?? API_URL
  // A post's address without the user's name. X redirects from it to the address with the name.
  const permalink = (id: string) => `${web}/i/status/${id}`
  const basic = { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}` }
  const tokenRequest = (form: Record<string, string>): PlatformRequest => ({
    method: 'POST',
    url: `${api}/2/oauth2/token`,
    headers: basic,
    form,
  })

  const readFailure = failureReader(app.now)
  const readMediaFailure = failureReader(app.now, 'media')
  const readTokens = tokenReader(app.now)
  const readTokenFailure = grantFailureReader(readFailure)

  // X's API and its newest documentation name the parameter for a post's fields differently. Use the name that last
  // worked.
  let fieldsName: FieldsName = 'tweet.fields'
  async function askWithFieldsName<T>(
    requestBy: (name: FieldsName) => PlatformRequest,
    signal: AbortSignal,
    read: (answer: PlatformAnswer) => T | undefined,
    note = (answer: PlatformAnswer) => answer,
  ): Promise<Outcome<T>> {
    let isUnknown = false
    const asking = (name: FieldsName) =>
      ask(
        requestBy(name),
        signal,
        (answer) => read(note(answer)),
        (answer) => {
          isUnknown = isUnknownParameter(note(answer), name)
          return readFailure(answer)
        },
      )
    const first = fieldsName
    const asked = await asking(first)
    if (!isUnknown) return asked
    isUnknown = false
    const other = first === 'tweet.fields' ? 'post.fields' : 'tweet.fields'
    const askedAgain = await asking(other)
    if (!isUnknown) fieldsName = other
    return askedAgain
  }

  return {
    renewsItself: true,
    renewsWith: 'refresh-token',
    publishesPrepared: false,

    consentUrl: ({ redirectUri, state, codeChallenge }) =>
      `${web}/i/oauth2/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: redirectUri,
        scope: [...new Set([...SCOPES, ...app.scopes])].join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })}`,

    async connect({ code, redirectUri, codeVerifier }, signal) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
      const granted = await connectionStep((read) => ask(tokenRequest(form), signal, readTokens, read))
      requireRight(MAY_POST, granted.scopes)
      let isUnknownField = false
      const readMe = (fields: string) => {
        const me = { method: 'GET', url: `${api}/2/users/me?user.fields=${fields}`, headers: bearer(granted) } as const
        return connectionStep((read) =>
          ask(me, signal, readUser, (answer) => {
            isUnknownField = isUnknownParameter(answer, 'user.fields')
            return read(answer)
          }),
        )
      }
      const user = await readMe('profile_image_url,subscription_type').catch((error: unknown) => {
        // Some apps of X may not know the newer field `subscription_type`, so read the account without it.
        if (!isUnknownField) throw error
        return readMe('profile_image_url')
      })
      return [{ ...user, scopes: granted.scopes, tokens: granted }]
    },

    refresh: (tokens, signal) =>
      ask(
        tokenRequest({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '' }),
        signal,
        readTokens,
        readTokenFailure,
      ),

    async revoke(tokens, signal) {
      const form = {
        token: tokens.refreshToken ?? tokens.accessToken,
        token_type_hint: tokens.refreshToken ? 'refresh_token' : 'access_token',
      }
      return await ask(
        { method: 'POST', url: `${api}/2/oauth2/revoke`, headers: basic, form },
        signal,
        () => null,
        readTokenFailure,
      )
    },

    prepare: (post, access, preparation, signal) =>
      post.video
        ? prepareVideo(
            { api, readFailure: readMediaFailure, now: app.now },
            post,
            post.video,
            access,
            preparation,
            signal,
          )
        : forEachImage(post, preparation, async (image) => {
            const file = await image.read()
            if (!file.ok) return file
            const bytes = new Blob([file.value], { type: image.type })
            const uploaded = await ask(uploadRequest(api, bytes, access), signal, readDataId, readMediaFailure)
            if (!uploaded.ok || !image.altText) return uploaded
            const described = altTextRequest(api, uploaded.value, image.altText, access)
            return await ask(described, signal, () => uploaded.value, readMediaFailure)
          }),

    async publish(post, prepared, access, { mayBegin, signal }) {
      const ids = post.video ? [prepared[VIDEO] ?? ''] : imageIds(post, prepared)
      const request = { ...publishRequest(api, post, ids, access), mayBegin }
      const posted = await ask(request, signal, readDataId, readFailure)
      return posted.ok ? { ok: true, value: { remoteId: posted.value, permalink: permalink(posted.value) } } : posted
    },

    // A publish request is not idempotent, because X has no id for an unpublished post.
    sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,

    async find(post, _prepared, access, lost, signal) {
      const others: ListedPost[] = []
      let nextPage: string | undefined
      do {
        const page = nextPage
        const listed = await listSinceSent(lost.sentAt, app.now, (since, note) =>
          askWithFieldsName((name) => listRequest(api, access, since, page, name), signal, readPage, note),
        )
        if (!listed.ok) return failedLookUp(listed.failure)
        const unknown = listed.value.posts.filter((one) => !lost.known.has(textAt(one, 'id') ?? ''))
        const found = unknown.find((one) => isSamePost(one, post))
        const id = textAt(found, 'id')
        if (id) return { found: 'post', remoteId: id, permalink: permalink(id) }
        others.push(...unknown.filter((one) => isInPlaceOf(one, post)).map(toListed))
        nextPage = listed.value.nextPage
      } while (nextPage)
      return absent(lost, others)
    },

    reach: (access, signal) =>
      ask({ method: 'GET', url: `${api}/2/users/me`, headers: bearer(access) }, signal, () => null, readFailure),

    permalink,

    remove: (remoteId, access, signal) =>
      requestRemoval(
        { method: 'DELETE', url: `${api}/2/tweets/${remoteId}`, headers: bearer(access) },
        signal,
        readFailure,
      ),

    metricsAtOnce: MAX_IDS,
    async metrics(remoteIds, access, signal) {
      const found = new Map<string, Metrics>()
      for (let from = 0; from < remoteIds.length; from += MAX_IDS) {
        const ids = remoteIds.slice(from, from + MAX_IDS)
        const asked = await askWithFieldsName((name) => countsRequest(api, ids, access, name), signal, readCounts)
        if (!asked.ok) return found.size > 0 ? { ok: true, value: found } : asked
        for (const [id, counts] of asked.value) found.set(id, counts)
      }
      return { ok: true, value: found }
    },
  }
}

const MAX_IDS = 100

function uploadRequest(api: string, media: Blob, access: Access): PlatformRequest {
  // Send only these fields, because X rejects unknown ones. One of its calls also rejects the field for the file type.
  const multipart = { media, media_category: 'tweet_image' }
  return { method: 'POST', url: `${api}/2/media/upload`, headers: bearer(access), multipart }
}

function altTextRequest(api: string, id: string, text: string, access: Access): PlatformRequest {
  const json = { id, metadata: { alt_text: { text } } }
  return { method: 'POST', url: `${api}/2/media/metadata`, headers: bearer(access), json }
}

function publishRequest(api: string, { text, replyTo }: OutgoingPost, ids: string[], access: Access): PlatformRequest {
  // Leave out empty fields, which X rejects.
  const json = {
    text,
    ...(ids.length > 0 && { media: { media_ids: ids } }),
    ...(replyTo && { reply: { in_reply_to_tweet_id: replyTo.parentId } }),
  }
  return { method: 'POST', url: `${api}/2/tweets`, headers: bearer(access), json }
}

type FieldsName = 'tweet.fields' | 'post.fields'

function isUnknownParameter({ status, json }: PlatformAnswer, name: FieldsName | 'user.fields'): boolean {
  return status === 400 && (JSON.stringify(at(json, 'errors')) ?? '').includes(name)
}

function listRequest(
  api: string,
  access: Access,
  since: Date,
  page: string | undefined,
  fieldsName: FieldsName,
): PlatformRequest {
  const query = new URLSearchParams({
    ...(page && { pagination_token: page }),
    max_results: '100',
    exclude: 'retweets',
    // Cut the fraction of the second, because X refuses it.
    start_time: `${since.toISOString().slice(0, 19)}Z`,
    [fieldsName]: `created_at,entities,conversation_id,${fieldsName === 'tweet.fields' ? 'note_tweet' : 'note_post'}`,
  })
  return { method: 'GET', url: `${api}/2/users/${access.remoteId}/tweets?${query}`, headers: bearer(access) }
}

function countsRequest(api: string, ids: readonly string[], access: Access, fieldsName: FieldsName): PlatformRequest {
  const query = new URLSearchParams({ ids: ids.join(','), [fieldsName]: 'public_metrics' })
  return { method: 'GET', url: `${api}/2/tweets?${query}`, headers: bearer(access) }
}

/** Reads the counts of posts on X. Deleted posts are in `errors`, next to `data` or instead of it. */
function readCounts({ json }: PlatformAnswer): [id: string, Metrics][] | undefined {
  if (at(json, 'data') === undefined && at(json, 'errors') === undefined) return undefined
  return listAt(json, 'data').flatMap((one): [string, Metrics][] => {
    const count = (name: string) => numberAt(one, 'public_metrics', `${name}_count`)
    const id = textAt(one, 'id')
    const [impressions, likes, comments] = [count('impression') ?? null, count('like') ?? null, count('reply') ?? null]
    // Accept both names of a share: the API says "retweet", its newest documentation says "repost".
    const shares = sum(count('retweet') ?? count('repost'), count('quote'))
    return id ? [[id, { impressions, likes, comments, shares }]] : []
  })
}

/**
 * Reads a page of a list from X. Without posts, `data` is missing but `meta` is present. If both are missing, the
 * response is invalid.
 */
function readPage({ json }: PlatformAnswer): { posts: unknown[]; nextPage: string | undefined } | undefined {
  if (!Array.isArray(at(json, 'data')) && at(json, 'meta') === undefined) return undefined
  return { posts: listAt(json, 'data'), nextPage: textAt(json, 'meta', 'next_token') }
}

/**
 * Subscriptions of X that allow longer posts, and their limit. X reports only the signed-in user's own subscription.
 */
const SUBSCRIBED = new Set(['Basic', 'Premium', 'PremiumPlus'])
const SUBSCRIBERS_LIMIT = 25_000

function readUser({ json }: PlatformAnswer) {
  const [remoteId, username] = [textAt(json, 'data', 'id'), textAt(json, 'data', 'username') ?? null]
  if (!remoteId) return undefined
  return {
    remoteId,
    displayName: textAt(json, 'data', 'name') ?? remoteId,
    username,
    profileUrl: username && `https://x.com/${username}`,
    // X returns the address of its smallest picture (48 px), so ask for a larger one.
    pictureUrl: textAt(json, 'data', 'profile_image_url')?.replace(/_normal(?=\.\w+$)/, '_400x400'),
    textLimit: SUBSCRIBED.has(textAt(json, 'data', 'subscription_type') ?? '') ? SUBSCRIBERS_LIMIT : null,
  }
}

/** Reads X's id of a post or a picture. Without `processing_info`, the picture is ready. */
function readDataId({ json }: PlatformAnswer): string | undefined {
  return textAt(json, 'data', 'id')
}

/**
 * Whether a listed post is the one that Frogy sent. Treats all links as equal, because X shortens them, and ignores the
 * link that X appends to pictures.
 */
function isSamePost(listed: unknown, { text, images, video, replyTo }: OutgoingPost): boolean {
  if (replyTo && !isInThread(listed, replyTo)) return false
  return hasSameText(listed, text, images.length > 0 || video !== undefined)
}

function hasSameText(listed: unknown, text: string, hasMedia: boolean): boolean {
  const whole = textAt(listed, 'note_tweet', 'text') ?? textAt(listed, 'note_post', 'text')
  const shown = whole ?? textAt(listed, 'text') ?? ''
  const written = shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const [listedText, sentText] = [plain(withoutLinks(written)), plain(withoutLinks(text))]
  return (
    listedText === sentText || (hasMedia && listedText.endsWith(A_LINK) && plain(listedText.slice(0, -1)) === sentText)
  )
}

/**
 * Whether a listed post may be the given post with another text: both posts belong to the same thread, or neither is a
 * reply.
 */
function isInPlaceOf(listed: unknown, { replyTo }: OutgoingPost): boolean {
  if (replyTo) return isInThread(listed, replyTo)
  return [undefined, textAt(listed, 'id')].includes(textAt(listed, 'conversation_id'))
}

const toListed = (listed: unknown): ListedPost => ({
  at: new Date(textAt(listed, 'created_at') ?? ''),
  hasText: (text) => hasSameText(listed, text, true),
})

/** Whether a listed post belongs to this thread. X names the thread's first post. */
function isInThread(listed: unknown, { rootId }: ReplyTo): boolean {
  const [id, thread] = [textAt(listed, 'id'), textAt(listed, 'conversation_id')]
  return rootId === null ? thread !== id : thread === rootId
}

/** The character that replaces every link. No text contains it, because no network accepts it. */
const A_LINK = '\u0000'

function withoutLinks(text: string): string {
  return findWebAddresses(text)
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}${A_LINK}${rest.slice(end)}`, text)
}
