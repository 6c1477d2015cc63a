import { postLink } from '#core/posts/post-link.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { HARMLESS_AGAIN_AFTER_MS, SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { forEachImage, imageIds, withoutImages } from './each-image.ts'
import { connectPages, SCOPES } from './facebook-pages.ts'
import { graphFailureReader, insightsOf, isMissing, readId } from './graph.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at, knownListAt, numberAt, textAt } from './json.ts'
import { askListed, failedLook } from './lost-post.ts'
import { endsAsking, lacksRight, metricsOfEach, UNKNOWN } from './metrics.ts'
import type { Metrics } from './platform-client.ts'
import { connecting } from './not-connected.ts'
import { bearer, tokenReader } from './oauth.ts'
import type {
  Access,
  OutgoingImage,
  OutgoingPost,
  Outcome,
  PlatformApp,
  PlatformClient,
  Prepared,
  Published,
} from './platform-client.ts'
import { askRemoval } from './removal.ts'
import { sameText } from './same-text.ts'
import { later } from './waits.ts'

export function facebookClient(app: PlatformApp): PlatformClient {
  const site = app.baseUrl ?? 'https://www.facebook.com'
  const web = `${site}/${app.versions.graph}`
  const permalink = (id: string) => `${site}/${id}`
  const api = `${app.baseUrl ?? 'https://graph.facebook.com'}/${app.versions.graph}`
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
    askRemoval({ method: 'DELETE', url: `${api}/${id}`, headers: bearer(access) }, signal, readFailure)

  return {
    renewsItself: true, // a Page token taken with a long-lived sign-in does not end by time
    renewsWith: null,
    publishesPrepared: true,

    // Without `rerequest`, Facebook never asks again for what was kept back once.
    consentUrl: ({ redirectUri, state }) =>
      `${web}/dialog/oauth?${new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, state, response_type: 'code', auth_type: 'rerequest', scope: [...new Set([...SCOPES, ...app.scopes])].join(',') })}`,

    async connect({ code, redirectUri }, signal) {
      const exchange = (query: Record<string, string>) =>
        connecting((read) => ask(tokenRequest(query), signal, readTokens, read))
      const short = await exchange({ redirect_uri: redirectUri, code })
      const long = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken })
      return await connectPages(api, app, long, signal)
    },

    // Nothing is withdrawn with one Page: the permission is the person's, and all their Pages rest on it.

    // Made out of sight first: the switch that shows it can be repeated, and asked about, by its id.
    async prepare(post, access, preparation, signal) {
      const { save } = preparation
      const made = preparation.done[HIDDEN_POST]
      if (made && !preparation.done[IN_ONE_STEP]) return { ok: true, value: null }
      if (made) {
        // It goes before its copy comes: somebody at the Page could show it beside that. If they have, that was it.
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
      let areTaken = false
      const make = async (of: Content) =>
        await ask(hiddenPostRequest(api, of, access), signal, readId, (answer) => {
          areTaken = Number(at(answer.json, 'error', 'error_subcode')) === ALREADY_POSTED
          return readFailure(answer)
        })
      let hidden = await make(content)
      const hasNoCard = !hidden.ok && isAboutLink(content, hidden.failure)
      if (hasNoCard) hidden = await make({ ...content, link: undefined })
      if (!hidden.ok && areTaken) {
        // By a hidden post that came of a request without an answer.
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
      // What somebody has shown by hand is theirs.
      return state.value.is === 'hidden' ? await remove(hidden, access, signal) : { ok: true, value: null }
    },

    async publish(post, prepared, access, { mayBegin, signal }): Promise<Published> {
      const hidden = prepared[HIDDEN_POST]
      if (!hidden) {
        const content = contentOf(post, prepared)
        const posted = await ask({ ...postRequest(api, content, access), mayBegin }, signal, readId, readFailure)
        if (posted.ok) return { ok: true, value: { remoteId: posted.value, permalink: permalink(posted.value) } }
        if (!isAboutLink(content, posted.failure)) return posted
        return { ok: false, failure: tryAgain(app.now(), posted.failure), learnt: { [NO_CARD]: 'yes' } }
      }
      const isOut = { ok: true, value: { remoteId: hidden, permalink: permalink(hidden) } } as const
      let [isGone, cannotBeShown] = [false, false]
      const shown = await ask(
        { ...showRequest(api, hidden, access), mayBegin },
        signal,
        ({ json }) => (at(json, 'success') === true ? true : undefined),
        (answer) => {
          isGone = isMissing(answer)
          cannotBeShown = isAboutShowing(answer)
          return readFailure(answer)
        },
      )
      if (shown.ok) return isOut
      if (shown.failure.kind !== 'refused' || !(isGone || cannotBeShown)) return shown
      const lost: PublishFailure = { kind: 'answer-lost', detail: shown.failure.detail }
      const state = await askState(hidden, access, signal)
      if (!state.ok) return { ok: false, failure: lost }
      if (state.value.is === 'shown') return isOut
      // Somebody deleted it, or an earlier switch worked and its answer was lost: the Page itself is asked.
      if (state.value.is === 'gone') return { ok: false, failure: lost, learnt: withoutHidden(post) }
      if (!cannotBeShown) return { ok: false, failure: lost }
      return { ok: false, failure: tryAgain(app.now(), shown.failure), learnt: { [IN_ONE_STEP]: 'yes' } }
    },

    // The switch can be thrown twice. What is made public by the call that makes it is another post each time.
    sendAgainAfterMs: (prepared) => (prepared[HIDDEN_POST] ? HARMLESS_AGAIN_AFTER_MS : SEND_AGAIN_AFTER_MS),

    async find(post, prepared, access, { sentAt, known }, signal) {
      const hidden = prepared[HIDDEN_POST]
      if (hidden) {
        const state = await askState(hidden, access, signal)
        if (!state.ok) return failedLook(state.failure)
        const { is, permalink: shownAt = permalink(hidden) } = state.value
        if (is === 'shown') return { found: 'post', remoteId: hidden, permalink: shownAt }
        if (is === 'hidden') return { found: 'nothing' }
      }
      for (let after: string | undefined; ;) {
        const page = after
        const listed = await askListed(sentAt, app.now, (since, note) =>
          ask(
            listRequest(api, access, since, page),
            signal,
            (answer) => readListed(note(answer)),
            (answer) => readFailure(note(answer)),
          ),
        )
        if (!listed.ok) return failedLook(listed.failure)
        const { posts, isLast } = listed.value
        const found = posts.find(
          (one) => !known.has(textAt(one, 'id') ?? '') && sameText(textAt(one, 'message') ?? '', post.text),
        )
        const id = textAt(found, 'id')
        if (id) return { found: 'post', remoteId: id, permalink: textAt(found, 'permalink_url') ?? permalink(id) }
        if (isLast) return { found: 'nothing' }
        after = listed.value.after
        // What is not among those that it lets us read may still be there.
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

    permalink,

    remove,

    metricsAtOnce: 1,
    metrics: (remoteIds, access, signal) =>
      metricsOfEach(
        remoteIds,
        async (id) => {
          const counted = await ask(countsRequest(api, id, access), signal, readCounts, readFailure)
          if (!counted.ok) return counted
          // A Page that few people like is told no views.
          const seen = await insightsOf(api, id, [VIEWS], access, readFailure, signal)
          if (!seen.ok && endsAsking(seen)) return seen
          const impressions = seen.ok ? (seen.value[VIEWS] ?? null) : null
          const refused = !seen.ok && lacksRight(seen) && { refused: ['impressions'] as const }
          return { ok: true, value: { ...counted.value, impressions, ...refused } }
        },
        signal,
      ),
  }
}

const VIEWS = 'post_media_view'
/** The key under which the post that nobody sees yet is remembered. */
const HIDDEN_POST = 'hiddenPostId'
/** Says that Facebook does not let this post be shown later: it is made public by the call that makes it. */
const IN_ONE_STEP = 'inOneStep'
/** Says that Facebook cannot make a card of this post's link, which is no reason not to post: it stays in the text. */
const NO_CARD = 'noCard'

/** What to remember so that a post is made anew. */
const withoutHidden = (post: OutgoingPost): Prepared => ({ [HIDDEN_POST]: '', ...withoutImages(post) })

/** Photos that are in another post. */
const ALREADY_POSTED = 1_366_051

/** A proof that nothing went out, and that another request may do better. */
const tryAgain = (now: Date, failure: PublishFailure): PublishFailure => ({
  kind: 'rate-limited',
  until: later(now, 1),
  detail: failure.detail,
  of: 'post',
})

const isAboutLink = ({ link }: Content, failure: PublishFailure): boolean =>
  link !== undefined && failure.kind === 'refused' && failure.reason === 'text'

/** Whether the network's own words name the switch: other refusals are about the post. */
const isAboutShowing = ({ json }: PlatformAnswer): boolean =>
  (JSON.stringify(at(json, 'error')) ?? '').includes('is_published')

/** What a post is made of: its text, and the ids of its pictures or the link whose card it shows. */
interface Content {
  text: string
  photos: string[]
  link: string | undefined
}

function contentOf(post: OutgoingPost, prepared: Readonly<Prepared>): Content {
  const photos = imageIds(post, prepared)
  const hasCard = photos.length === 0 && !prepared[NO_CARD]
  return { text: post.text, photos, link: hasCard ? postLink(post.text)?.url : undefined }
}

/** Whether people see a post, or nobody does, or there is none, or none for whoever asks. */
interface PostState {
  is: 'shown' | 'hidden' | 'gone'
  permalink?: string | undefined
}

function stateRequest(api: string, id: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${id}?fields=is_published,permalink_url`, headers: bearer(access) }
}

function readState({ json }: PlatformAnswer): PostState | undefined {
  const isPublished = at(json, 'is_published')
  if (typeof isPublished !== 'boolean') return undefined
  return { is: isPublished ? 'shown' : 'hidden', permalink: textAt(json, 'permalink_url') }
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

/** A page of posts; `after` names the next one, where there is any and it has a name. */
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

/** A post that nobody shared has no `shares`. */
function readCounts({ json }: PlatformAnswer): Metrics | undefined {
  if (!textAt(json, 'id')) return undefined
  return {
    ...UNKNOWN,
    likes: numberAt(json, 'reactions', 'summary', 'total_count') ?? null,
    comments: numberAt(json, 'comments', 'summary', 'total_count') ?? null,
    shares: numberAt(json, 'shares', 'count') ?? 0,
  }
}
