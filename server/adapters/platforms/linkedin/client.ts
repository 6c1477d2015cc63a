import { toLittleText } from '#core/platforms/little-text.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { forEachImage, imageIds } from '../for-each-image.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { listAt, numberAt, textAt } from '../json.ts'
import { lacksRight, readMetricsOfEach, NO_METRICS } from '../metrics.ts'
import { connectionStep, requireRight } from '../connection-error.ts'
import { bearer, grantFailureReader, tokenReader } from '../oauth.ts'
import type {
  Access,
  Metrics,
  OutgoingCard,
  OutgoingPost,
  Outcome,
  PlatformAdapter,
  PlatformApp,
  PlatformClient,
  Prepared,
} from '../platform-client.ts'
import { requestRemoval } from '../request-removal.ts'
import { VIDEO, WITHOUT_VIDEO } from '../upload-video.ts'
import { later, retryAfterSeconds, sleep } from '../rate-limit-waits.ts'
import { headers, type Api } from './api.ts'
import { findPost } from './find-post.ts'
import { accountsOf, explainFailure, isPage, readStatistics, statisticsRequest } from './pages.ts'
import { prepareDocument } from './document.ts'
import { prepareVideo } from './video.ts'

const MAY_POST = 'w_member_social'
const OPEN_ID = ['openid', 'profile']
/** The scope to identify the member, for apps that LinkedIn excludes from OpenID Connect. */
const BASIC_PROFILE = 'r_basicprofile'

const API_URL = 'https://api.linkedin.com'

export const linkedin: PlatformAdapter = { apiUrl: API_URL, open: linkedinClient }

function linkedinClient(app: PlatformApp): PlatformClient {
  const web = app.baseUrl ?? 'https://www.linkedin.com'
  const api: Api = { url: app.baseUrl ?? API_URL, version: app.versions.linkedin }
  const permalink = (urn: string) => `${web}/feed/update/${urn}/`
  const secrets = { client_id: app.clientId, client_secret: app.clientSecret }

  const readFailure = failureReader(app.now)
  const readTokens = tokenReader(app.now)
  const readTokenFailure = grantFailureReader(readFailure)
  const identity = app.scopes.includes(BASIC_PROFILE) ? [] : OPEN_ID
  const scopes = [...new Set([...identity, MAY_POST, ...app.scopes])]

  const videos = {
    url: api.url,
    headers: (access: Access) => headers(api, access),
    owner: authorOf,
    readFailure,
    now: app.now,
  }

  return {
    renewsItself: false, // LinkedIn issues refresh tokens only to approved apps.
    renewsWith: 'refresh-token',
    publishesPrepared: false,

    consentUrl: ({ redirectUri, state }) =>
      `${web}/oauth/v2/authorization?${new URLSearchParams({ response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri, state, scope: scopes.join(' ') })}`,

    async connect({ code, redirectUri }, signal) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...secrets }
      const exchange = { method: 'POST', url: `${web}/oauth/v2/accessToken`, form } as const
      const granted = await connectionStep((read) => ask(exchange, signal, readTokens, read))
      requireRight(MAY_POST, granted.scopes)
      const me = identityRequest(api, granted)
      const member = await connectionStep((read) =>
        retryIfRevoked(3, signal, (patient) =>
          ask(me, signal, readMember, (answer) => (read(answer), patient(answer))),
        ),
      )
      return await accountsOf({ api, web, member, grant: granted }, signal)
    },

    refresh(tokens, signal) {
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '', ...secrets }
      const request = { method: 'POST', url: `${web}/oauth/v2/accessToken`, form } as const
      return ask(request, signal, readTokens, readTokenFailure)
    },

    async revoke(tokens, signal) {
      return await ask(
        { method: 'POST', url: `${web}/oauth/v2/revoke`, form: { token: tokens.accessToken, ...secrets } },
        signal,
        () => null,
        readFailure,
      )
    },

    async prepare(post, access, preparation, signal) {
      const explained = async (sent: Outcome<null>): Promise<Outcome<null>> =>
        sent.ok ? sent : { ok: false, failure: await explainFailure(api, sent.failure, access, signal) }
      if (post.video) return explained(await prepareVideo(videos, post, post.video, access, preparation, signal))
      if (post.document)
        return explained(await prepareDocument(videos, post, post.document, access, preparation, signal))
      const uploaded = await forEachImage(post, preparation, async (image) => {
        const file = await image.read()
        return file.ok ? await upload(new Blob([file.value], { type: image.type }), access, signal) : file
      })
      if (!uploaded.ok || post.images.length > 0 || !post.readCard || CARD in preparation.done) return uploaded
      const card = await post.readCard(signal)
      // The time to prepare the post is over. A later attempt may have more time to read the linked page.
      if (signal.aborted) return { ok: false, failure: { kind: 'not-sent', detail: null } }
      // Store nothing, so that a retry reads the linked page again.
      if (card === 'unread') return { ok: true, value: null }
      let thumbnail: Outcome<string> | undefined
      if (card?.picture) {
        const soon = AbortSignal.any([signal, AbortSignal.timeout(CARD_PICTURE_WITHIN_MS)])
        thumbnail = await upload(new Blob([card.picture], { type: 'image/jpeg' }), access, soon)
        // Give up only if the token has ended or the time is over. Otherwise post the card without its picture.
        if (!thumbnail.ok && (signal.aborted || thumbnail.failure.kind === 'reconnect')) return thumbnail
      }
      const article = card && articleOf(card, thumbnail?.ok ? thumbnail.value : undefined)
      await preparation.save({ [CARD]: JSON.stringify(article) })
      return { ok: true, value: null }
    },

    async publish(post, prepared, access, sending) {
      const until = performance.now() + RETRY_WITHIN_MS
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
        const isProcessing = codes.includes(STILL_PROCESSING)
        if ((isProcessing && !(isMore && pauseMs > LONGEST_PAUSE_FOR_CARD_MS)) || codes.includes(CALLED_REVOKED)) {
          // LinkedIn does not announce when a new picture or token becomes usable, so repeat the refused request. A
          // longer wait needs a new attempt, because another worker may then have taken over the account.
          if (performance.now() + pauseMs >= until) return posted
          await sleep(pauseMs, sending.signal)
          pauseMs *= 2
          if (!(await sending.reopen())) return posted
        } else if (isMore && (isProcessing || mayConcernCard(posted.failure))) {
          contents = contents.slice(1)
          // LinkedIn refused the card and not the post, so the next attempt sends it without the card.
          const isLate = performance.now() >= until || !(await sending.reopen())
          if (isLate) return { ok: false, failure: { kind: 'not-sent', detail: posted.failure.detail } }
        } else {
          const failure = await explainFailure(api, posted.failure, access, sending.signal)
          // LinkedIn could not process the document, so a retry must upload it again.
          const isBroken = post.document && failure.kind === 'refused' && failure.reason === 'media'
          return { ok: false, failure, ...(isBroken && { learnt: WITHOUT_VIDEO }) }
        }
      }
    },

    // LinkedIn's requests are not idempotent. Few apps may list posts, so Frogy usually has to ask the author.
    sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,

    async find(post, _prepared, access, lost, signal) {
      const search = { api, author: authorOf(access), text: post.text, lost, now: app.now, readFailure }
      const looked = await findPost(search, access, signal)
      if (looked.found !== 'post') return looked
      return { ...looked, permalink: looked.remoteId === null ? null : permalink(looked.remoteId) }
    },

    async comment(remoteId, text, access, { mayBegin, signal }) {
      let isUnknownPost = false
      const commented = await ask(
        { ...commentRequest(api, remoteId, text, access), mayBegin },
        signal,
        (answer) => textAt(answer.json, 'commentUrn') ?? readPostUrn(answer),
        (answer) => {
          isUnknownPost = answer.status === 404 || /obtain activity/i.test(textAt(answer.json, 'message') ?? '')
          return readFailure(answer)
        },
      )
      if (commented.ok) return { ok: true, value: { remoteId: commented.value, permalink: null } }
      // Retry immediately, because LinkedIn rejects comments in the first seconds after a post.
      if (isUnknownPost)
        return { ok: false, failure: { kind: 'not-ready', until: app.now(), detail: commented.failure.detail } }
      return { ok: false, failure: await explainFailure(api, commented.failure, access, signal) }
    },

    // Any response shows that LinkedIn works, even the refusal of a token without OpenID Connect.
    reach: (access, signal) =>
      ask({ method: 'GET', url: `${api.url}/v2/userinfo`, headers: bearer(access) }, signal, () => null, readFailure),

    async exists(urn, access, signal) {
      // An ordinary app may not read LinkedIn posts. It may read likes and comments through one of two API paths, or
      // not at all.
      const requests = [
        postRequest(api, urn, access),
        ...['v2', 'rest'].map((path) => countsRequest(api, path, urn, access)),
      ]
      for (const request of requests) {
        let refusal: PlatformAnswer | undefined
        const read = (answer: PlatformAnswer) => readFailure((refusal = answer))
        if ((await ask(request, signal, () => true, read)).ok) return true
        // Only `NOT_FOUND` proves that the post is missing, because a retired path also answers 404.
        if (refusal?.status === 404 && codesIn(refusal.json).includes('NOT_FOUND')) return false
        if (refusal?.status !== 403 && refusal?.status !== 404) return undefined
      }
      return undefined
    },

    permalink,

    remove: (remoteId, access, signal) =>
      requestRemoval(
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
      // One of two LinkedIn API paths returns likes and comments. For some apps, neither does.
      let paths = ['v2', 'rest']
      const countsOf = async (urn: string): Promise<Outcome<Metrics>> => {
        if (isPage(access)) {
          const asked = await ask(statisticsRequest(api, urn, access), signal, readStatistics, readFailure)
          if (asked.ok || !lacksRight(asked)) return asked
        }
        for (const path of paths) {
          const asked = await ask(countsRequest(api, path, urn, access), signal, readCounts, readFailure)
          if (asked.ok || !lacksRight(asked)) return asked
          paths = paths.filter((one) => one !== path)
        }
        return { ok: true, value: { ...NO_METRICS, refused: ['likes', 'comments'] } }
      }
      return await readMetricsOfEach(remoteIds, countsOf, signal)
    },
  }

  /** Uploads a picture. @returns the picture's URN */
  async function upload(bytes: Blob, access: Access, signal: AbortSignal): Promise<Outcome<string>> {
    const request = uploadSlotRequest(api, access)
    const slot = await retryIfRevoked(2, signal, (read) => ask(request, signal, readUploadSlot, read))
    if (!slot.ok) return { ok: false, failure: await explainFailure(api, slot.failure, access, signal) }
    const put = { method: 'PUT', url: slot.value.uploadUrl, headers: bearer(access), bytes } as const
    return await ask(put, signal, () => slot.value.urn, readFailure)
  }

  /** Repeats a request a few times, because LinkedIn may reject a token as revoked in its first seconds. */
  async function retryIfRevoked<T>(
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

/** How long Frogy repeats a refused publish request. Meanwhile no other worker may take over the account. */
const RETRY_WITHIN_MS = 5_000

/** Key of the stored link card, in LinkedIn's format. The value is `null` when there is no card. */
const CARD = 'card'
const CARD_PICTURE_WITHIN_MS = 5_000
/** If LinkedIn is still processing the card's picture after this pause, Frogy posts the card without it. */
const LONGEST_PAUSE_FOR_CARD_MS = 1_200

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

const authorOf = (access: Access) => (isPage(access) ? access.remoteId : `urn:li:person:${access.remoteId}`)

interface Article {
  source: string
  title: string
  description?: string | undefined
  thumbnail?: string | undefined
}

/** LinkedIn does not read the linked page, so Frogy supplies the card. */
function articleOf({ url, title, description }: OutgoingCard, thumbnail: string | undefined): Article {
  return { source: url, title, description: description ?? undefined, thumbnail }
}

/**
 * The attachments to try one after another. LinkedIn may refuse a link card, so the list has the card with its picture,
 * the card without its picture, and no card.
 */
function contentsOf(post: OutgoingPost, prepared: Readonly<Prepared>): (object | undefined)[] {
  const file = post.video ?? post.document
  if (file) return [{ media: { id: prepared[VIDEO], title: file.altText || undefined } }]
  const images = imageIds(post, prepared).map((id, at) => ({ id, altText: post.images[at]?.altText || undefined }))
  const [image] = images
  if (image) return [images.length === 1 ? { media: image } : { multiImage: { images } }]
  const article = JSON.parse(prepared[CARD] ?? 'null') as Article | null
  if (!article) return [undefined]
  const { thumbnail, ...bare } = article
  return [...(thumbnail ? [{ article }] : []), { article: bare }, undefined]
}

/** Whether the card or its picture may be the reason for a refusal. Such refusals prove that nothing was published. */
const mayConcernCard = (failure: PublishFailure): boolean =>
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

/** LinkedIn takes the text of a comment as plain text, without the escapes of a post. */
function commentRequest(api: Api, urn: string, text: string, access: Access): PlatformRequest {
  return {
    method: 'POST',
    url: `${api.url}/rest/socialActions/${encodeURIComponent(urn)}/comments`,
    headers: headers(api, access),
    json: { actor: authorOf(access), object: urn, message: { text } },
  }
}

function postRequest(api: Api, urn: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api.url}/rest/posts/${encodeURIComponent(urn)}`, headers: headers(api, access) }
}

/** Requests the likes and comments of a LinkedIn post. Only vetted apps may read impressions and shares. */
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
  return { ...NO_METRICS, likes: likes ?? null, comments: comments ?? null }
}

function identityRequest(api: Api, granted: { accessToken: string; scopes: readonly string[] }): PlatformRequest {
  const path = granted.scopes.includes(BASIC_PROFILE) && !granted.scopes.includes('openid') ? 'me' : 'userinfo'
  return { method: 'GET', url: `${api.url}/v2/${path}`, headers: bearer(granted) }
}

/** Reads the member from the response of OpenID Connect, or of the older profile. */
function readMember({ json }: PlatformAnswer) {
  const remoteId = textAt(json, 'sub') ?? textAt(json, 'id')
  const names = [textAt(json, 'localizedFirstName'), textAt(json, 'localizedLastName')].filter(Boolean).join(' ')
  return remoteId
    ? {
        remoteId,
        displayName: textAt(json, 'name') ?? (names || remoteId),
        username: null,
        profileUrl: null,
        pictureUrl: textAt(json, 'picture'),
      }
    : undefined
}

/** LinkedIn's response body is empty. A header contains the post's URN, which may be of several kinds. */
function readPostUrn(answer: PlatformAnswer): string | undefined {
  return answer.headers.get('x-restli-id') ?? undefined
}

/** LinkedIn's error code for a post whose uploaded picture it is still processing. */
const STILL_PROCESSING = 'MEDIA_ASSET_WAITING_UPLOAD'
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
  if (status === 403 || ORGANIZATION_RIGHT.test(detail ?? '')) return { kind: 'refused', reason: 'permission', detail }
  if (status === 429) {
    const until = limitResetsAt(detail, headers, now)
    const isOfApp = /\bAPPLICATION\b/.test(detail ?? '')
    return { kind: 'rate-limited', until, detail, isDaily: isDayLimit(detail), ...(isOfApp && { of: 'app' }) }
  }
  if (codes.includes('DUPLICATE_POST'))
    return { kind: 'refused', reason: 'duplicate', detail, existingId: detail?.match(/urn:li:\w+:\d+/)?.[0] }
  if (status === 426 || codes.includes('VERSION_MISSING')) return { kind: 'refused', reason: 'configuration', detail }
  if (status === 409 || codes.includes(STILL_PROCESSING)) return { kind: 'not-ready', until: later(now, 5), detail }
  if (codes.some((code) => code && MEDIA_CODES.has(code))) return { kind: 'refused', reason: 'media', detail }
  if (!codes.some((code) => code && TOO_LONG_CODES.has(code))) return { kind: 'refused', reason: 'other', detail }
  // LinkedIn uses these codes also for an alt text or a list of pictures that is too long. The field's path tells which
  // one is meant.
  const isOfContent = textAt(input, 'input', 'inputPath', 'fieldPath')?.startsWith('content') ?? false
  return { kind: 'refused', reason: isOfContent ? 'media' : 'text', detail }
}

/** The message with which LinkedIn refuses a page's post, with status 400, if the token has no right to pages. */
const ORGANIZATION_RIGHT = /organization permissions must be used/i

const TOO_LONG_CODES = new Set(['FIELD_LENGTH_TOO_LONG', 'FIELD_ARRAY_SIZE_TOO_HIGH'])

const MEDIA_CODES = new Set(['MEDIA_ASSET_PROCESSING_FAILED', 'EXPIRED_UPLOAD_URL', 'INVALID_IMAGE_ID'])

/** When the limit resets: after the wait that LinkedIn states. Otherwise, daily limits reset at midnight UTC. */
function limitResetsAt(detail: string | null, headers: Headers, now: Date): Date {
  const seconds = retryAfterSeconds(headers, now)
  if (seconds !== undefined) return later(now, seconds)
  return isDayLimit(detail) ? nextUtcMidnight(now) : later(now, 300)
}

const isDayLimit = (detail: string | null): boolean => detail?.includes('DAY limit') ?? false

function nextUtcMidnight(today: Date): Date {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1))
}
