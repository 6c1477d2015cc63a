import { findWebAddresses } from '#core/platforms/web-addresses.ts'
import { forEachImage, imageIds } from './each-image.ts'
import {
  ask,
  askRemoval,
  bearer,
  CLOCKS_APART_MS,
  at,
  failedLook,
  listAt,
  sameText,
  textAt,
  tokenReader,
  valueOf,
  type PlatformAnswer,
  type PlatformRequest,
} from './exchange.ts'
import { graphFailureReader } from './graph.ts'
import type { Access, Connection, OutgoingImage, OutgoingPost, PlatformApp, PlatformClient } from './platform-client.ts'

const VERSION = 'v26.0'
const SCOPES = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'read_insights']

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

  return {
    usesPkce: false,
    renewsItself: true, // a Page token taken with a long-lived sign-in does not end by time

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
      const pages = `${api}/me/accounts?fields=id,name,username,access_token,tasks&limit=100`
      return valueOf(await ask({ method: 'GET', url: pages, headers: bearer(long) }, signal, readPages, readFailure))
    },

    // Made out of sight first: the switch that shows it can be repeated, and asked about, by its id.
    async prepare(post, access, preparation, signal) {
      if (preparation.done[HIDDEN_POST]) return { ok: true, value: null }
      const uploaded = await forEachImage(post, preparation, async (image) => {
        const file = await image.read()
        if (!file.ok) return file
        const photo = hiddenPhotoRequest(api, image, new Blob([file.value], { type: image.type }), access)
        return await ask(photo, signal, readId, readFailure)
      })
      if (!uploaded.ok) return uploaded
      const photos = imageIds(post, preparation.done)
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

    async publish(_post, { hiddenPostId = '' }, access, signal) {
      const shown = await ask(
        showRequest(api, hiddenPostId, access),
        signal,
        ({ json }) => (at(json, 'success') === true ? true : undefined),
        readFailure,
      )
      return shown.ok ? { ok: true, value: { remoteId: hiddenPostId, permalink: permalink(hiddenPostId) } } : shown
    },

    async find(post, { hiddenPostId }, access, { sentAt, known }, signal) {
      if (hiddenPostId) {
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
        ({ json }) => listAt(json, 'data'),
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
  }
}

function firstWebAddress(text: string): string | undefined {
  const addresses = findWebAddresses(text).map(({ start, end }) => text.slice(start, end))
  return addresses.find((address) => /^https?:/i.test(address))
}

/** The key under which the post that nobody sees yet is remembered. */
const HIDDEN_POST = 'hiddenPostId'

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
  const form: Record<string, string> = { message: post.text, published: 'false' }
  if (photos.length > 0) form.attached_media = JSON.stringify(photos.map((id) => ({ media_fbid: id })))
  else if (link) form.link = link
  return { method: 'POST', url: `${api}/${access.remoteId}/feed`, headers: bearer(access), form }
}

export function showRequest(api: string, postId: string, access: Access): PlatformRequest {
  return { method: 'POST', url: `${api}/${postId}`, headers: bearer(access), form: { is_published: 'true' } }
}

/** Every Page that the person may post to; its token is its own and does not end by time. */
function readPages({ json }: PlatformAnswer): Connection[] | undefined {
  if (!Array.isArray(at(json, 'data'))) return undefined
  return listAt(json, 'data').flatMap((page) => {
    const [remoteId, accessToken, username] = [
      textAt(page, 'id'),
      textAt(page, 'access_token'),
      textAt(page, 'username') ?? null,
    ]
    const tasks = listAt(page, 'tasks')
    if (!remoteId || !accessToken || !(tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE'))) return []
    return {
      remoteId,
      displayName: textAt(page, 'name') ?? remoteId,
      username,
      profileUrl: `https://www.facebook.com/${username ?? remoteId}`,
      scopes: SCOPES,
      tokens: { accessToken, refreshToken: null, expiresAt: null },
    }
  })
}

const readId = ({ json }: PlatformAnswer): string | undefined => textAt(json, 'id')
