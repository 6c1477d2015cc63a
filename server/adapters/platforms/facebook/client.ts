import { postLink } from '#core/posts/post-link.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { ListedPost } from '#core/publishing/next-step.ts'
import { IDEMPOTENT_RESEND_AFTER_MS, SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { absent } from '../absent.ts'
import { forEachImage, imageIds, withoutImages } from '../for-each-image.ts'
import { connectPages, SCOPES } from './pages.ts'
import { graphFailureReader, insightsOf, isMissing, readId } from '../graph.ts'
import { graphComments } from '../graph-comments.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, knownListAt, numberAt, textAt, webAddressAt } from '../json.ts'
import { listSinceSent, failedLookUp } from '../list-since-sent.ts'
import { affectsNextRequest, lacksRight, readMetricsOfEach, NO_METRICS } from '../metrics.ts'
import { connectionStep } from '../connection-error.ts'
import { bearer, tokenReader } from '../oauth.ts'
import type {
  Access,
  Metrics,
  OutgoingImage,
  OutgoingPost,
  Outcome,
  PlatformAdapter,
  PlatformApp,
  PlatformClient,
  Prepared,
  Published,
} from '../platform-client.ts'
import { requestRemoval } from '../request-removal.ts'
import { sameText } from '../same-text.ts'
import { later } from '../rate-limit-waits.ts'
import { VIDEO } from '../upload-video.ts'
import { findReel, prepareReel, publishReel } from './reel.ts'

const API_URL = 'https://graph.facebook.com'

export const facebook: PlatformAdapter = { apiUrl: API_URL, open: facebookClient }

function facebookClient(app: PlatformApp): PlatformClient {
  const site = app.baseUrl ?? 'https://www.facebook.com'
  const web = `${site}/${app.versions.graph}`
  const permalink = (id: string) => `${site}/${id}`
  const api = `${app.baseUrl ?? API_URL}/${app.versions.graph}`
  const secrets = { client_id: app.clientId, client_secret: app.clientSecret }
  const tokenRequest = (query: Record<string, string>): PlatformRequest => ({
    method: 'GET',
    url: `${api}/oauth/access_token?${new URLSearchParams({ ...secrets, ...query })}`,
  })

  const readFailure = graphFailureReader(app.now)
  const readTokens = tokenReader(app.now)

  const askState = async (id: string, access: Access, signal: AbortSignal): Promise<Outcome<PostState>> => {
    let isGone = false
    const read = await ask(stateRequest(api, id, access), signal, readState, (answer) => {
      isGone = isMissing(answer)
      return readFailure(answer)
    })
    return isGone ? { ok: true, value: { is: 'gone' } } : read
  }
  const remove = (id: string, access: Access, signal: AbortSignal) =>
    requestRemoval({ method: 'DELETE', url: `${api}/${id}`, headers: bearer(access) }, signal, readFailure)

  const reels = { api, site, readFailure, now: app.now }

  return {
    renewsItself: true, // A Page token from a long-lived login never expires.
    renewsWith: null,
    publishesPrepared: true,

    // Without `rerequest`, Facebook never asks again for a permission that the user declined.
    consentUrl: ({ redirectUri, state }) =>
      `${web}/dialog/oauth?${new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, state, response_type: 'code', auth_type: 'rerequest', scope: [...new Set([...SCOPES, ...app.scopes])].join(',') })}`,

    async connect({ code, redirectUri }, signal) {
      const exchange = (query: Record<string, string>) =>
        connectionStep((read) => ask(tokenRequest(query), signal, readTokens, read))
      const short = await exchange({ redirect_uri: redirectUri, code })
      const long = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken })
      return await connectPages(api, app, long, signal)
    },

    // There is no `revoke`, because the permission belongs to the user and covers all their Pages.

    // Create the Facebook post hidden first. Making it public is idempotent, and its id lets Frogy read its state.
    async prepare(post, access, preparation, signal) {
      if (post.video) return await prepareReel(reels, post, post.video, access, preparation, signal)
      const { save } = preparation
      const made = preparation.done[HIDDEN_POST]
      if (made && !preparation.done[IN_ONE_STEP]) return { ok: true, value: null }
      if (made) {
        // Delete the hidden post before creating a copy, because a Page admin could make both public. If an admin has
        // already made it public, keep it.
        const state = await askState(made, access, signal)
        if (!state.ok) return state
        if (state.value.is === 'shown') return { ok: true, value: null }
        const removed = await remove(made, access, signal)
        if (!removed.ok) return removed
        await save(withoutHidden(post))
      }
      const uploaded = await forEachImage(post, preparation, async (image) => {
        const file = await image.read()
        if (!file.ok) return file
        const photo = hiddenPhotoRequest(api, image, new Blob([file.value], { type: image.type }), access)
        return await ask(photo, signal, readId, readFailure)
      })
      if (!uploaded.ok || preparation.done[IN_ONE_STEP]) return uploaded
      const content = contentOf(post, preparation.done)
      let arePhotosUsed = false
      const make = async (of: Content) =>
        await ask(hiddenPostRequest(api, of, access), signal, readId, (answer) => {
          arePhotosUsed = Number(at(answer.json, 'error', 'error_subcode')) === ALREADY_POSTED
          return readFailure(answer)
        })
      let hidden = await make(content)
      const hasNoCard = !hidden.ok && isAboutLink(content, hidden.failure)
      if (hasNoCard) hidden = await make({ ...content, link: undefined })
      if (!hidden.ok && arePhotosUsed) {
        // An earlier hidden Facebook post, whose response was lost, uses these photos, so upload them again.
        await save(withoutImages(post))
        return { ok: false, failure: tryAgain(app.now(), hidden.failure) }
      }
      if (!hidden.ok) return hidden
      await save({ [HIDDEN_POST]: hidden.value, ...(hasNoCard && { [NO_CARD]: 'yes' }) })
      return { ok: true, value: null }
    },

    async discard(prepared, access, signal) {
      const hidden = prepared[HIDDEN_POST]
      if (!hidden) return { ok: true, value: null }
      const state = await askState(hidden, access, signal)
      if (!state.ok) return state
      // Delete the post only if it is still hidden. A Page admin may have made it public by hand.
      return state.value.is === 'hidden' ? await remove(hidden, access, signal) : { ok: true, value: null }
    },

    async publish(post, prepared, access, sending): Promise<Published> {
      if (post.video) return await publishReel(reels, post, prepared, access, sending)
      const { mayBegin, signal } = sending
      const hidden = prepared[HIDDEN_POST]
      if (!hidden) {
        const content = contentOf(post, prepared)
        const posted = await ask({ ...postRequest(api, content, access), mayBegin }, signal, readId, readFailure)
        if (posted.ok) return { ok: true, value: { remoteId: posted.value, permalink: permalink(posted.value) } }
        if (!isAboutLink(content, posted.failure)) return posted
        return { ok: false, failure: tryAgain(app.now(), posted.failure), learnt: { [NO_CARD]: 'yes' } }
      }
      const success = { ok: true, value: { remoteId: hidden, permalink: permalink(hidden) } } as const
      let [isGone, cannotBeShown] = [false, false]
      const shown = await ask(
        { ...showRequest(api, hidden, access), mayBegin },
        signal,
        ({ json }) => (at(json, 'success') === true ? true : undefined),
        (answer) => {
          isGone = isMissing(answer)
          cannotBeShown = isShowingRefused(answer)
          return readFailure(answer)
        },
      )
      if (shown.ok) return success
      if (shown.failure.kind !== 'refused' || !(isGone || cannotBeShown)) return shown
      const lost: PublishFailure = { kind: 'answer-lost', detail: shown.failure.detail }
      const state = await askState(hidden, access, signal)
      if (!state.ok) return { ok: false, failure: lost }
      if (state.value.is === 'shown') return success
      // Either an admin deleted the hidden post, or an earlier request made it public and its response was lost. Search
      // the Page.
      if (state.value.is === 'gone') return { ok: false, failure: lost, learnt: withoutHidden(post) }
      if (!cannotBeShown) return { ok: false, failure: lost }
      return { ok: false, failure: tryAgain(app.now(), shown.failure), learnt: { [IN_ONE_STEP]: 'yes' } }
    },

    // Making a hidden Facebook post public is idempotent. Posting in one step is not.
    sendAgainAfterMs: (prepared) => (prepared[HIDDEN_POST] ? IDEMPOTENT_RESEND_AFTER_MS : SEND_AGAIN_AFTER_MS),

    async find(post, prepared, access, lost, signal) {
      const { sentAt, known, isFromElsewhere } = lost
      const reel = prepared[VIDEO]
      if (reel && !isFromElsewhere) return await findReel(reels, reel, access, signal)
      const hidden = prepared[HIDDEN_POST]
      if (hidden) {
        const state = await askState(hidden, access, signal)
        if (!state.ok) return failedLookUp(state.failure)
        const { is, permalink: shownAt = permalink(hidden) } = state.value
        if (is === 'shown') return { found: 'post', remoteId: hidden, permalink: shownAt }
        if (is === 'hidden' && !isFromElsewhere) return { found: 'nothing' }
      }
      const others: ListedPost[] = []
      for (let after: string | undefined; ;) {
        const page = after
        const listed = await listSinceSent(sentAt, app.now, (since, note) =>
          ask(
            listRequest(api, access, since, page),
            signal,
            (answer) => readListed(note(answer)),
            (answer) => readFailure(note(answer)),
          ),
        )
        if (!listed.ok) return failedLookUp(listed.failure)
        const { posts, isLast } = listed.value
        const unknown = posts.filter((one) => !known.has(textAt(one, 'id') ?? ''))
        const found = unknown.find((one) => hasText(one, post.text))
        const id = textAt(found, 'id')
        if (id) return { found: 'post', remoteId: id, permalink: webAddressAt(found, 'permalink_url') ?? permalink(id) }
        others.push(...unknown.map(toListed))
        if (isLast) return absent(lost, others)
        after = listed.value.after
        // Facebook does not list every post, and without a cursor the list may be incomplete. So a missing post proves
        // nothing.
        if (!after) return { found: 'no-answer' }
      }
    },

    reach: (access, signal) =>
      ask(
        { method: 'GET', url: `${api}/${access.remoteId}?fields=id`, headers: bearer(access) },
        signal,
        () => null,
        readFailure,
      ),

    ...graphComments(api, 'message', readFailure, app.now),
    permalink,
    remove,
    metricsAtOnce: 1,
    metrics: (remoteIds, access, signal) =>
      readMetricsOfEach(
        remoteIds,
        async (id) => {
          const counted = await ask(countsRequest(api, id, access), signal, readCounts, readFailure)
          if (!counted.ok) return counted
          // Facebook reports no views for Pages with few likes, so a failed request only leaves the views out.
          const seen = await insightsOf(api, id, [VIEWS], access, readFailure, signal)
          if (!seen.ok && affectsNextRequest(seen)) return seen
          const impressions = seen.ok ? (seen.value[VIEWS] ?? null) : null
          const refused = !seen.ok && lacksRight(seen) && { refused: ['impressions'] as const }
          return { ok: true, value: { ...counted.value, impressions, ...refused } }
        },
        signal,
      ),
  }
}

const VIEWS = 'post_media_view'
const HIDDEN_POST = 'hiddenPostId'
/** Marks a post that Facebook cannot create hidden and make public later. Frogy posts it in one step. */
const IN_ONE_STEP = 'inOneStep'
/** Marks a post whose link card Facebook cannot create. The link stays in the text. */
const NO_CARD = 'noCard'

const withoutHidden = (post: OutgoingPost): Prepared => ({ [HIDDEN_POST]: '', ...withoutImages(post) })

/** Facebook's error code for photos that are already attached to another post. */
const ALREADY_POSTED = 1_366_051

/**
 * The failure for which Frogy tries again after a second: Facebook published nothing, and the next request will differ.
 */
const tryAgain = (now: Date, failure: PublishFailure): PublishFailure => ({
  kind: 'rate-limited',
  until: later(now, 1),
  detail: failure.detail,
  of: 'post',
})

const isAboutLink = ({ link }: Content, failure: PublishFailure): boolean =>
  link !== undefined && failure.kind === 'refused' && failure.reason === 'text'

/** Whether Facebook refuses to make a hidden post public. Other refusals concern the post itself. */
const isShowingRefused = ({ json }: PlatformAnswer): boolean =>
  (JSON.stringify(at(json, 'error')) ?? '').includes('is_published')

type Content = { text: string; photos: string[]; link: string | undefined }

function contentOf(post: OutgoingPost, prepared: Readonly<Prepared>): Content {
  const photos = imageIds(post, prepared)
  const hasCard = photos.length === 0 && !prepared[NO_CARD]
  return { text: post.text, photos, link: hasCard ? postLink(post.text)?.url : undefined }
}

/** State of a Facebook post. `gone` means that the post is deleted, or that the token may not see it. */
type PostState = { is: 'shown' | 'hidden' | 'gone'; permalink?: string | undefined }

function stateRequest(api: string, id: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${id}?fields=is_published,permalink_url`, headers: bearer(access) }
}

function readState({ json }: PlatformAnswer): PostState | undefined {
  const isPublished = at(json, 'is_published')
  if (typeof isPublished !== 'boolean') return undefined
  return { is: isPublished ? 'shown' : 'hidden', permalink: webAddressAt(json, 'permalink_url') }
}

function listRequest(api: string, access: Access, since: Date, after: string | undefined): PlatformRequest {
  const query = new URLSearchParams({
    fields: 'id,message,created_time,permalink_url',
    limit: '100',
    since: String(Math.floor(since.getTime() / 1000)),
    ...(after && { after }),
  })
  return { method: 'GET', url: `${api}/${access.remoteId}/published_posts?${query}`, headers: bearer(access) }
}

const hasText = (listed: unknown, text: string): boolean => sameText(textAt(listed, 'message') ?? '', text)

const toListed = (listed: unknown): ListedPost => ({
  at: new Date(textAt(listed, 'created_time') ?? ''),
  hasText: (text) => hasText(listed, text),
})

/** A page of posts. `after` is the cursor of the next page, if Facebook gives one. */
function readListed({
  json,
}: PlatformAnswer): { posts: unknown[]; isLast: boolean; after: string | undefined } | undefined {
  const posts = knownListAt(json, 'data')
  const isLast = textAt(json, 'paging', 'next') === undefined
  return posts && { posts, isLast, after: isLast ? undefined : textAt(json, 'paging', 'cursors', 'after') }
}

function hiddenPhotoRequest(api: string, { altText }: OutgoingImage, source: Blob, access: Access): PlatformRequest {
  const description: Record<string, string> = altText ? { alt_text_custom: altText } : {}
  const multipart = { source, published: 'false', ...description }
  return { method: 'POST', url: `${api}/${access.remoteId}/photos`, headers: bearer(access), multipart }
}

function hiddenPostRequest(api: string, content: Content, access: Access): PlatformRequest {
  const request = postRequest(api, content, access)
  return { ...request, form: { ...request.form, published: 'false' } }
}

function postRequest(api: string, { text, photos, link }: Content, access: Access): PlatformRequest {
  const form: Record<string, string> = { message: text, ...(link !== undefined && { link }) }
  if (photos.length > 0) form.attached_media = JSON.stringify(photos.map((id) => ({ media_fbid: id })))
  return { method: 'POST', url: `${api}/${access.remoteId}/feed`, headers: bearer(access), form }
}

function showRequest(api: string, postId: string, access: Access): PlatformRequest {
  return { method: 'POST', url: `${api}/${postId}`, headers: bearer(access), form: { is_published: 'true' } }
}

function countsRequest(api: string, id: string, access: Access): PlatformRequest {
  const fields = 'reactions.summary(total_count).limit(0),comments.summary(true).limit(0),shares'
  return { method: 'GET', url: `${api}/${id}?${new URLSearchParams({ fields })}`, headers: bearer(access) }
}

/** Reads the counts of a Facebook post. Without shares, the response has no `shares`. */
function readCounts({ json }: PlatformAnswer): Metrics | undefined {
  if (!textAt(json, 'id')) return undefined
  return {
    ...NO_METRICS,
    likes: numberAt(json, 'reactions', 'summary', 'total_count') ?? null,
    comments: numberAt(json, 'comments', 'summary', 'total_count') ?? null,
    shares: numberAt(json, 'shares', 'count') ?? 0,
  }
}
