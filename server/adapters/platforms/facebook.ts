import { findWebAddresses } from '#core/platforms/web-addresses.ts'
import { forEachImage, imageIds } from './each-image.ts'
import {
  ask,
  askRemoval,
  bearer,
  CLOCKS_APART_MS,
  at,
  failedLook,
  knownListAt,
  later,
  listAt,
  numberAt,
  sameText,
  textAt,
  tokenReader,
  valueOf,
  type PlatformAnswer,
  type PlatformRequest,
} from './exchange.ts'
import { graphFailureReader, insightsOf, isMissing } from './graph.ts'
import { endsAsking, metricsOfEach, UNKNOWN, type Metrics } from './metrics.ts'
import type {
  Access,
  Connection,
  OutgoingImage,
  OutgoingPost,
  PlatformApp,
  PlatformClient,
  Prepared,
} from './platform-client.ts'

const VERSION = 'v26.0'
const MAY_POST = 'pages_manage_posts'
const SCOPES = ['pages_show_list', MAY_POST, 'pages_read_engagement', 'read_insights']

export function facebookClient(app: PlatformApp): PlatformClient {
  const site = app.baseUrl ?? 'https://www.facebook.com'
  const web = `${site}/${VERSION}`
  const permalink = (id: string) => `${site}/${id}`
  const api = `${app.baseUrl ?? 'https://graph.facebook.com'}/${VERSION}`
  const secrets = { client_id: app.clientId, client_secret: app.clientSecret }
  const tokenRequest = (query: Record<string, string>): PlatformRequest => ({
    method: 'GET',
    url: `${api}/oauth/access_token?${new URLSearchParams({ ...secrets, ...query })}`,
  })

  const readFailure = graphFailureReader(app.now)
  const readTokens = tokenReader(app.now)

  /** Found out by a refusal: whether a post that was made out of sight can be shown later. */
  let canShow = true

  return {
    usesPkce: false,
    renewsItself: true, // a Page token taken with a long-lived sign-in does not end by time
    renewsWith: null,

    consentUrl: ({ redirectUri, state }) =>
      `${web}/dialog/oauth?${new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, state, response_type: 'code', scope: SCOPES.join(',') })}`,

    async connect({ code, redirectUri }, signal) {
      const short = valueOf(
        await ask(tokenRequest({ redirect_uri: redirectUri, code }), signal, readTokens, readFailure),
      )
      const long = valueOf(
        await ask(
          tokenRequest({ grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken }),
          signal,
          readTokens,
          readFailure,
        ),
      )
      // A person who refused some of what was asked for, or some of their Pages, comes back like any other.
      const rights = valueOf(await ask(rightsRequest(api, app, long), signal, readRights, readFailure))
      if (!rights.scopes.includes(MAY_POST)) return []
      const pages: Page[] = []
      let next: string | undefined = `${api}/me/accounts?fields=id,name,username,access_token,tasks&limit=100`
      while (next && pages.length < MOST_PAGES) {
        const list: PlatformRequest = { method: 'GET', url: next, headers: bearer(long) }
        const read = valueOf(await ask(list, signal, readPages, readFailure))
        pages.push(...read.pages)
        next = read.next
      }
      // Pages that belong to a business may be missing from the list.
      const listed = new Set(pages.map(({ id }) => id))
      for (const id of rights.pageIds?.filter((one) => !listed.has(one)) ?? []) {
        const page = {
          method: 'GET',
          url: `${api}/${id}?fields=id,name,username,access_token`,
          headers: bearer(long),
        } as const
        const read = await ask(page, signal, readPage, readFailure)
        if (read.ok) pages.push(read.value)
      }
      return pages
        .filter((page) => page.isOpen && (rights.pageIds?.includes(page.id) ?? true))
        .map((page) => connectionOf(page, rights.scopes))
    },

    // Made out of sight first: the switch that shows it can be repeated, and asked about, by its id.
    async prepare(post, access, preparation, signal) {
      const isHidden = preparation.done[HIDDEN_POST] !== undefined
      if (isHidden && canShow) return { ok: true, value: null }
      const uploaded = await forEachImage(post, preparation, async (image) => {
        const file = await image.read()
        if (!file.ok) return file
        const photo = hiddenPhotoRequest(api, image, new Blob([file.value], { type: image.type }), access)
        return await ask(photo, signal, readId, readFailure)
      })
      if (!uploaded.ok) return uploaded
      const photos = imageIds(post, preparation.done)
      if (!canShow) {
        await preparation.keep({ [IN_ONE_STEP]: 'yes' })
        return { ok: true, value: null }
      }
      const link = photos.length === 0 ? firstWebAddress(post.text) : undefined
      const request = hiddenPostRequest(api, post, { photos, link }, access)
      let made = await ask(request, signal, readId, readFailure)
      // A page that Facebook cannot make a card of is no reason not to post: it stays a link in the text.
      if (link && !made.ok && made.failure.kind === 'refused' && made.failure.reason === 'text') {
        made = await ask(hiddenPostRequest(api, post, { photos }, access), signal, readId, readFailure)
      }
      if (!made.ok) return made
      await preparation.keep({ [HIDDEN_POST]: made.value })
      return { ok: true, value: null }
    },

    async publish(post, prepared, access, signal) {
      const { hiddenPostId = '' } = prepared
      if (prepared[IN_ONE_STEP]) {
        const request = postRequest(api, post, imageIds(post, prepared), access)
        const posted = await ask(request, signal, readId, readFailure)
        return posted.ok ? { ok: true, value: { remoteId: posted.value, permalink: permalink(posted.value) } } : posted
      }
      let isUnknown = false
      const shown = await ask(
        showRequest(api, hiddenPostId, access),
        signal,
        ({ json }) => (at(json, 'success') === true ? true : undefined),
        (answer) => {
          isUnknown = isMissing(answer)
          return readFailure(answer)
        },
      )
      if (!shown.ok && !isUnknown && shown.failure.kind === 'refused' && shown.failure.reason === 'text') {
        // It is there, and the switch is what is refused. The next try knows, and its preparation says so.
        canShow = false
        return {
          ok: false,
          failure: { kind: 'rate-limited', until: later(app.now(), 1), detail: shown.failure.detail },
        }
      }
      return shown.ok ? { ok: true, value: { remoteId: hiddenPostId, permalink: permalink(hiddenPostId) } } : shown
    },

    async find(post, prepared, access, { sentAt, known }, signal) {
      const { hiddenPostId } = prepared
      if (hiddenPostId && !prepared[IN_ONE_STEP]) {
        const read = {
          method: 'GET',
          url: `${api}/${hiddenPostId}?fields=is_published,permalink_url`,
          headers: bearer(access),
        } as const
        const asked = await ask(read, signal, ({ json }) => json, readFailure)
        if (!asked.ok) return failedLook(asked.failure)
        if (at(asked.value, 'is_published') !== true) return { found: 'nothing' }
        return {
          found: 'post',
          remoteId: hiddenPostId,
          permalink: textAt(asked.value, 'permalink_url') ?? permalink(hiddenPostId),
        }
      }
      const since = Math.floor((sentAt.getTime() - CLOCKS_APART_MS) / 1000)
      const url = `${api}/${access.remoteId}/published_posts?fields=id,message,created_time,permalink_url&limit=100&since=${since}`
      const listed = await ask(
        { method: 'GET', url, headers: bearer(access) },
        signal,
        ({ json }) => knownListAt(json, 'data'),
        readFailure,
      )
      if (!listed.ok) return failedLook(listed.failure)
      const found = listed.value.find(
        (one) => !known.has(textAt(one, 'id') ?? '') && sameText(textAt(one, 'message') ?? '', post.text),
      )
      const id = textAt(found, 'id')
      return id
        ? { found: 'post', remoteId: id, permalink: textAt(found, 'permalink_url') ?? permalink(id) }
        : { found: 'nothing' }
    },

    permalink,

    remove: (remoteId, access, signal) =>
      askRemoval({ method: 'DELETE', url: `${api}/${remoteId}`, headers: bearer(access) }, signal, readFailure),

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
          return { ok: true, value: { ...counted.value, impressions } }
        },
        signal,
      ),
  }
}

const VIEWS = 'post_media_view'
/** Nobody has more. */
const MOST_PAGES = 1_000

function firstWebAddress(text: string): string | undefined {
  const addresses = findWebAddresses(text).map(({ start, end }) => text.slice(start, end))
  return addresses.find((address) => /^https?:/i.test(address))
}

/** The key under which the post that nobody sees yet is remembered. */
const HIDDEN_POST = 'hiddenPostId'
/** Says that a post is made public by the call that makes it. */
const IN_ONE_STEP = 'inOneStep'

function hiddenPhotoRequest(api: string, { altText }: OutgoingImage, source: Blob, access: Access): PlatformRequest {
  const description: Record<string, string> = altText ? { alt_text_custom: altText } : {}
  const multipart = { source, published: 'false', ...description }
  return { method: 'POST', url: `${api}/${access.remoteId}/photos`, headers: bearer(access), multipart }
}

/** @param holds the ids of its pictures, or the link whose card it shows */
export function hiddenPostRequest(
  api: string,
  post: OutgoingPost,
  { photos, link }: { photos: string[]; link?: string },
  access: Access,
): PlatformRequest {
  const request = postRequest(api, post, photos, access)
  return { ...request, form: { ...request.form, ...(link !== undefined && { link }), published: 'false' } }
}

function postRequest(api: string, { text }: OutgoingPost, photos: string[], access: Access): PlatformRequest {
  const form: Prepared = { message: text }
  if (photos.length > 0) form.attached_media = JSON.stringify(photos.map((id) => ({ media_fbid: id })))
  return { method: 'POST', url: `${api}/${access.remoteId}/feed`, headers: bearer(access), form }
}

export function showRequest(api: string, postId: string, access: Access): PlatformRequest {
  return { method: 'POST', url: `${api}/${postId}`, headers: bearer(access), form: { is_published: 'true' } }
}

/** What the person granted, and for which Pages when not for all. */
interface Rights {
  scopes: string[]
  pageIds: string[] | undefined
}

function rightsRequest(api: string, app: PlatformApp, { accessToken }: { accessToken: string }): PlatformRequest {
  const query = new URLSearchParams({
    input_token: accessToken,
    access_token: `${app.clientId}|${app.clientSecret}`,
  })
  return { method: 'GET', url: `${api}/debug_token?${query}` }
}

export function readRights({ json }: PlatformAnswer): Rights | undefined {
  if (!Array.isArray(at(json, 'data', 'scopes'))) return undefined
  const own = listAt(json, 'data', 'granular_scopes').find((one) => textAt(one, 'scope') === MAY_POST)
  const pageIds = at(own, 'target_ids') === undefined ? undefined : listAt(own, 'target_ids').map(String)
  return { scopes: listAt(json, 'data', 'scopes').map(String), pageIds }
}

interface Page {
  id: string
  name: string
  username: string | null
  /** Its own, which does not end by time. */
  accessToken: string
  /** Whether the person's role there lets them post, as far as the answer tells. */
  isOpen: boolean
}

export function readPages({ json }: PlatformAnswer): { pages: Page[]; next: string | undefined } | undefined {
  if (!Array.isArray(at(json, 'data'))) return undefined
  return { pages: listAt(json, 'data').flatMap((page) => pageIn(page) ?? []), next: textAt(json, 'paging', 'next') }
}

const readPage = ({ json }: PlatformAnswer): Page | undefined => pageIn(json)

function pageIn(json: unknown): Page | undefined {
  const [id, accessToken] = [textAt(json, 'id'), textAt(json, 'access_token')]
  if (!id || !accessToken) return undefined
  const tasks = listAt(json, 'tasks')
  return {
    id,
    name: textAt(json, 'name') ?? id,
    username: textAt(json, 'username') ?? null,
    accessToken,
    isOpen: at(json, 'tasks') === undefined || tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE'),
  }
}

function connectionOf({ id, name, username, accessToken }: Page, scopes: string[]): Connection {
  return {
    remoteId: id,
    displayName: name,
    username,
    profileUrl: `https://www.facebook.com/${username ?? id}`,
    scopes,
    tokens: { accessToken, refreshToken: null, expiresAt: null },
  }
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

const readId = ({ json }: PlatformAnswer): string | undefined => textAt(json, 'id')
