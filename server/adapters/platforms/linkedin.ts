import { fromLittleText, toLittleText } from '#core/platforms/little-text.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { forEachImage, imageIds } from './each-image.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at, knownListAt, listAt, numberAt, textAt } from './json.ts'
import { failedLook, listedSince } from './lost-post.ts'
import { shownBy } from './network-time.ts'
import { lacksRight, metricsOfEach, UNKNOWN } from './metrics.ts'
import type { Metrics } from './platform-client.ts'
import { connecting, requireRight } from './not-connected.ts'
import { bearer, grantFailureReader, tokenReader } from './oauth.ts'
import type {
  Access,
  OutgoingCard,
  OutgoingPost,
  Outcome,
  PlatformApp,
  PlatformClient,
  Prepared,
} from './platform-client.ts'
import { askRemoval } from './removal.ts'
import { sameText } from './same-text.ts'
import { later, retryAfterSeconds, sleep } from './waits.ts'

const MAY_POST = 'w_member_social'
const SCOPES = ['openid', 'profile', MAY_POST]

export function linkedinClient(app: PlatformApp): PlatformClient {
  const web = app.baseUrl ?? 'https://www.linkedin.com'
  const api: Api = { url: app.baseUrl ?? 'https://api.linkedin.com', version: app.versions.linkedin }
  const permalink = (urn: string) => `${web}/feed/update/${urn}/`
  const secrets = { client_id: app.clientId, client_secret: app.clientSecret }

  const readFailure = failureReader(app.now)
  const readTokens = tokenReader(app.now)
  const readTokenFailure = grantFailureReader(readFailure)

  return {
    renewsItself: false, // refresh tokens are for apps that LinkedIn has approved for them
    renewsWith: 'refresh-token',
    publishesPrepared: false,

    consentUrl: ({ redirectUri, state }) =>
      `${web}/oauth/v2/authorization?${new URLSearchParams({ response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri, state, scope: [...new Set([...SCOPES, ...app.scopes])].join(' ') })}`,

    async connect({ code, redirectUri }, signal) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...secrets }
      const exchange = { method: 'POST', url: `${web}/oauth/v2/accessToken`, form } as const
      const granted = await connecting((read) => ask(exchange, signal, readTokens, read))
      requireRight(MAY_POST, granted.scopes)
      const me = { method: 'GET', url: `${api.url}/v2/userinfo`, headers: bearer(granted) } as const
      const member = await connecting((read) =>
        askPatiently(3, signal, (patient) => ask(me, signal, readMember, (answer) => (read(answer), patient(answer)))),
      )
      return [{ ...member, scopes: granted.scopes, tokens: granted }]
    },

    refresh(tokens, signal) {
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '', ...secrets }
      const request = { method: 'POST', url: `${web}/oauth/v2/accessToken`, form } as const
      return ask(request, signal, readTokens, readTokenFailure)
    },

    async revoke(tokens, signal) {
      await ask(
        { method: 'POST', url: `${web}/oauth/v2/revoke`, form: { token: tokens.accessToken, ...secrets } },
        signal,
        () => null,
        readFailure,
      )
    },

    async prepare(post, access, preparation, signal) {
      const uploaded = await forEachImage(post, preparation, async (image) => {
        const file = await image.read()
        return file.ok ? await upload(new Blob([file.value], { type: image.type }), access, signal) : file
      })
      if (!uploaded.ok || post.images.length > 0 || !post.readCard || CARD in preparation.done) return uploaded
      const card = await post.readCard(signal)
      // Its page may still be read when there is more time.
      if (signal.aborted) return { ok: false, failure: { kind: 'not-sent', detail: null } }
      let thumbnail: Outcome<string> | undefined
      if (card?.picture) {
        const soon = AbortSignal.any([signal, AbortSignal.timeout(CARD_PICTURE_WITHIN_MS)])
        thumbnail = await upload(new Blob([card.picture], { type: 'image/jpeg' }), access, soon)
        // Any other failure is only the picture's, and the card goes without it.
        if (!thumbnail.ok && (signal.aborted || thumbnail.failure.kind === 'reconnect')) return thumbnail
      }
      const article = card && articleOf(card, thumbnail?.ok ? thumbnail.value : undefined)
      await preparation.save({ [CARD]: JSON.stringify(article) })
      return { ok: true, value: null }
    },

    async publish(post, prepared, access, sending) {
      const until = performance.now() + ASK_AGAIN_WITHIN_MS
      let pauseMs = 300
      for (let contents = contentsOf(post, prepared); ;) {
        let refusal: PlatformAnswer | undefined
        const posted = await ask(
          { ...publishRequest(api, post, contents[0], access), mayBegin: sending.mayBegin },
          sending.signal,
          readPostUrn,
          (answer) => {
            refusal = answer
            return readFailure(answer)
          },
        )
        if (posted.ok) return { ok: true, value: { remoteId: posted.value, permalink: permalink(posted.value) } }
        const isMore = contents.length > 1
        const codes = codesIn(refusal?.json)
        const isLookedAt = codes.includes(STILL_LOOKED_AT)
        if ((isLookedAt && !(isMore && pauseMs > LONGEST_PAUSE_FOR_CARD_MS)) || codes.includes(CALLED_REVOKED)) {
          // Nobody tells when a picture or a token is ready: whoever posts too early is refused, and asks again. What is
          // held up longer, by whatever, is left to an attempt with a fence of its own: the account may be another
          // worker's by then.
          if (performance.now() + pauseMs >= until) return posted
          await sleep(pauseMs, sending.signal)
          pauseMs *= 2
          if (!(await sending.mayBeginAgain())) return posted
        } else if (isMore && (isLookedAt || mayBeOfTheCard(posted.failure))) {
          contents = contents.slice(1)
          // Refused is the card, and not yet the post: that is for another attempt to send.
          const isLate = performance.now() >= until || !(await sending.mayBeginAgain())
          if (isLate) return { ok: false, failure: { kind: 'not-sent', detail: posted.failure.detail } }
        } else return posted
      }
    },

    // Each request makes another post, and few apps may ask whether there is one: mostly it is its owner's word.
    sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,

    async find(post, _prepared, access, { sentAt, known }, signal) {
      let shown: Date | undefined
      const listed = await ask(
        listRequest(api, access),
        signal,
        (answer) => {
          shown = shownBy(answer.headers)
          return knownListAt(answer.json, 'elements')
        },
        readFailure,
      )
      if (!listed.ok) return failedLook(listed.failure)
      const since = listedSince(sentAt, app.now(), shown)
      const found = listed.value.find((one) => {
        const [id, text, created] = [textAt(one, 'id'), textAt(one, 'commentary'), Number(at(one, 'createdAt'))]
        return id && text && !known.has(id) && created >= since.getTime() && sameText(fromLittleText(text), post.text)
      })
      const id = textAt(found, 'id')
      return id ? { found: 'post', remoteId: id, permalink: permalink(id) } : { found: 'nothing' }
    },

    reach: (access, signal) =>
      ask({ method: 'GET', url: `${api.url}/v2/userinfo`, headers: bearer(access) }, signal, () => null, readFailure),

    async isThere(urn, access, signal) {
      // A member's own app may read no post, but what people made of it, on one path or another, or not even that.
      const requests = [
        postRequest(api, urn, access),
        ...['v2', 'rest'].map((path) => countsRequest(api, path, urn, access)),
      ]
      for (const request of requests) {
        let refusal: PlatformAnswer | undefined
        const read = (answer: PlatformAnswer) => readFailure((refusal = answer))
        if ((await ask(request, signal, () => true, read)).ok) return true
        // Only its own word for a post that is not there is a proof: a path that is gone answers 404, too.
        if (refusal?.status === 404 && codesIn(refusal.json).includes('NOT_FOUND')) return false
        if (refusal?.status !== 403 && refusal?.status !== 404) return undefined
      }
      return undefined
    },

    permalink,

    remove: (remoteId, access, signal) =>
      askRemoval(
        {
          method: 'DELETE',
          url: `${api.url}/rest/posts/${encodeURIComponent(remoteId)}`,
          headers: { ...headers(api, access), 'x-restli-method': 'DELETE' },
        },
        signal,
        readFailure,
      ),

    metricsAtOnce: 1,
    async metrics(remoteIds, access, signal) {
      // Members' own counts are read on one path or another, or, by some apps, on none.
      let paths = ['v2', 'rest']
      const countsOf = async (urn: string): Promise<Outcome<Metrics>> => {
        for (const path of paths) {
          const asked = await ask(countsRequest(api, path, urn, access), signal, readCounts, readFailure)
          if (asked.ok || !lacksRight(asked)) return asked
          paths = paths.filter((one) => one !== path)
        }
        return { ok: true, value: { ...UNKNOWN, refused: ['likes', 'comments'] } }
      }
      return await metricsOfEach(remoteIds, countsOf, signal)
    },
  }

  /** @returns the URN of a picture that LinkedIn now has */
  async function upload(bytes: Blob, access: Access, signal: AbortSignal): Promise<Outcome<string>> {
    const request = uploadSlotRequest(api, access)
    const slot = await askPatiently(2, signal, (read) => ask(request, signal, readUploadSlot, read))
    if (!slot.ok) return slot
    const put = { method: 'PUT', url: slot.value.uploadUrl, headers: bearer(access), bytes } as const
    return await ask(put, signal, () => slot.value.urn, readFailure)
  }

  /** A token of the last seconds is sometimes refused as revoked although it is good, so this asks a few times. */
  async function askPatiently<T>(
    times: number,
    signal: AbortSignal,
    asking: (read: typeof readFailure) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    for (let time = 1; ; time++) {
      let isCalledRevoked = false
      const asked = await asking((answer) => {
        isCalledRevoked = codesIn(answer.json).includes(CALLED_REVOKED)
        return readFailure(answer)
      })
      if (asked.ok || !isCalledRevoked || time === times) return asked
      await sleep(time * 2_000, signal)
    }
  }
}

/** Well within what a lease and its check before the fence leave. */
const ASK_AGAIN_WITHIN_MS = 5_000

/** The key under which the card of a post is remembered, as LinkedIn is given it: `null` where there is none. */
const CARD = 'card'
const CARD_PICTURE_WITHIN_MS = 5_000
/** A card's picture that LinkedIn still looks at after the pauses as far as this one is left out. */
const LONGEST_PAUSE_FOR_CARD_MS = 1_200

/** Where LinkedIn's calls go, and by which of its versions. */
interface Api {
  url: string
  version: string
}

const headers = ({ version }: Api, { accessToken }: Access) => ({
  authorization: `Bearer ${accessToken}`,
  'linkedin-version': version,
  'x-restli-protocol-version': '2.0.0',
})

function uploadSlotRequest(api: Api, access: Access): PlatformRequest {
  return {
    method: 'POST',
    url: `${api.url}/rest/images?action=initializeUpload`,
    headers: headers(api, access),
    json: { initializeUploadRequest: { owner: authorOf(access) } },
  }
}

function readUploadSlot({ json }: PlatformAnswer): { urn: string; uploadUrl: string } | undefined {
  const [urn, uploadUrl] = [textAt(json, 'value', 'image'), textAt(json, 'value', 'uploadUrl')]
  return urn && uploadUrl ? { urn, uploadUrl } : undefined
}

const authorOf = ({ remoteId }: Access) => `urn:li:person:${remoteId}`

interface Article {
  source: string
  title: string
  description?: string | undefined
  thumbnail?: string | undefined
}

/** LinkedIn does not read the page behind a link: it shows what it is given. */
function articleOf({ url, title, description }: OutgoingCard, thumbnail: string | undefined): Article {
  return { source: url, title, description: description ?? undefined, thumbnail }
}

/** What a post is sent with, the best first: a card that LinkedIn does not take is no reason not to post. */
function contentsOf(post: OutgoingPost, prepared: Readonly<Prepared>): (object | undefined)[] {
  const images = imageIds(post, prepared).map((id, at) => ({ id, altText: post.images[at]?.altText || undefined }))
  const [image] = images
  if (image) return [images.length === 1 ? { media: image } : { multiImage: { images } }]
  const article = JSON.parse(prepared[CARD] ?? 'null') as Article | null
  if (!article) return [undefined]
  const { thumbnail, ...bare } = article
  return [...(thumbnail ? [{ article }] : []), { article: bare }, undefined]
}

/** Whether a refusal can be about the card, or its picture. All of them prove that nothing is out. */
const mayBeOfTheCard = (failure: PublishFailure): boolean =>
  failure.kind === 'refused' && ['media', 'text', 'other'].includes(failure.reason)

function publishRequest(api: Api, post: OutgoingPost, content: object | undefined, access: Access): PlatformRequest {
  return {
    method: 'POST',
    url: `${api.url}/rest/posts`,
    headers: headers(api, access),
    json: {
      author: authorOf(access),
      commentary: toLittleText(post.text),
      content,
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    },
  }
}

function postRequest(api: Api, urn: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api.url}/rest/posts/${encodeURIComponent(urn)}`, headers: headers(api, access) }
}

function listRequest(api: Api, access: Access): PlatformRequest {
  const author = encodeURIComponent(authorOf(access))
  return {
    method: 'GET',
    url: `${api.url}/rest/posts?author=${author}&q=author&count=20&sortBy=LAST_MODIFIED`,
    headers: { ...headers(api, access), 'x-restli-method': 'FINDER' },
  }
}

/** The likes and comments of a post. How often it was seen or shared, only vetted apps are told. */
function countsRequest(api: Api, path: string, urn: string, access: Access): PlatformRequest {
  return {
    method: 'GET',
    url: `${api.url}/${path}/socialActions/${encodeURIComponent(urn)}`,
    headers: headers(api, access),
  }
}

function readCounts({ json }: PlatformAnswer): Metrics | undefined {
  const likes = numberAt(json, 'likesSummary', 'aggregatedTotalLikes') ?? numberAt(json, 'likesSummary', 'totalLikes')
  const comments =
    numberAt(json, 'commentsSummary', 'aggregatedTotalComments') ??
    numberAt(json, 'commentsSummary', 'totalFirstLevelComments')
  if (likes === undefined && comments === undefined) return undefined
  return { ...UNKNOWN, likes: likes ?? null, comments: comments ?? null }
}

function readMember({ json }: PlatformAnswer) {
  const remoteId = textAt(json, 'sub')
  return remoteId
    ? { remoteId, displayName: textAt(json, 'name') ?? remoteId, username: null, profileUrl: null }
    : undefined
}

/** The body is empty; the id stands in a header, as a share or another kind of URN. */
function readPostUrn(answer: PlatformAnswer): string | undefined {
  return answer.headers.get('x-restli-id') ?? undefined
}

/** The picture that was just uploaded is looked at for some seconds before a post may hold it. */
const STILL_LOOKED_AT = 'MEDIA_ASSET_WAITING_UPLOAD'
const CALLED_REVOKED = 'REVOKED_ACCESS_TOKEN'

function codesIn(json: unknown): (string | undefined)[] {
  return [textAt(json, 'code'), ...listAt(json, 'errorDetails', 'inputErrors').map((one) => textAt(one, 'code'))]
}

const failureReader = (now: () => Date) => (answer: PlatformAnswer) => readFailure(answer, now())

function readFailure({ status, json, headers }: PlatformAnswer, now: Date): PublishFailure {
  const [input] = listAt(json, 'errorDetails', 'inputErrors')
  const detail = textAt(json, 'message') ?? textAt(input, 'description') ?? textAt(json, 'error_description') ?? null
  const codes = codesIn(json)
  if (status === 401) return { kind: 'reconnect', detail }
  if (status === 403) return { kind: 'refused', reason: 'permission', detail }
  if (status === 429) {
    const until = openAgainAt(detail, headers, now)
    const isOfApp = /\bAPPLICATION\b/.test(detail ?? '')
    return { kind: 'rate-limited', until, detail, isDaily: isDayLimit(detail), ...(isOfApp && { of: 'app' }) }
  }
  if (codes.includes('DUPLICATE_POST')) {
    return { kind: 'refused', reason: 'duplicate', detail, existingId: detail?.match(/urn:li:\w+:\d+/)?.[0] }
  }
  if (status === 426 || codes.includes('VERSION_MISSING')) return { kind: 'refused', reason: 'configuration', detail }
  if (status === 409 || codes.includes(STILL_LOOKED_AT)) return { kind: 'not-ready', until: later(now, 5), detail }
  if (codes.some((code) => code && MEDIA_CODES.has(code))) return { kind: 'refused', reason: 'media', detail }
  if (!codes.some((code) => code && TOO_LONG_CODES.has(code))) return { kind: 'refused', reason: 'other', detail }
  // Alternative texts and lists of pictures can be too long, too.
  const isOfContent = textAt(input, 'input', 'inputPath', 'fieldPath')?.startsWith('content') ?? false
  return { kind: 'refused', reason: isOfContent ? 'media' : 'text', detail }
}

const TOO_LONG_CODES = new Set(['FIELD_LENGTH_TOO_LONG', 'FIELD_ARRAY_SIZE_TOO_HIGH'])

const MEDIA_CODES = new Set(['MEDIA_ASSET_PROCESSING_FAILED', 'EXPIRED_UPLOAD_URL', 'INVALID_IMAGE_ID'])

/** When it says so itself, which it seldom does; else its day limits open again at midnight UTC. */
function openAgainAt(detail: string | null, headers: Headers, now: Date): Date {
  const seconds = retryAfterSeconds(headers, now)
  if (seconds !== undefined) return later(now, seconds)
  return isDayLimit(detail) ? nextUtcMidnight(now) : later(now, 300)
}

const isDayLimit = (detail: string | null): boolean => detail?.includes('DAY limit') ?? false

function nextUtcMidnight(today: Date): Date {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1))
}
