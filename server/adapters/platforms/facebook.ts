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
import type { Access, Connection, OutgoingPost, PlatformApp, PlatformClient } from './platform-client.ts'

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
    async prepare(post, access, signal) {
      return await ask(hiddenPostRequest(api, post, access), signal, readHiddenPost, readFailure)
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

export function hiddenPostRequest(api: string, post: OutgoingPost, access: Access): PlatformRequest {
  return {
    method: 'POST',
    url: `${api}/${access.remoteId}/feed`,
    headers: bearer(access),
    form: { message: post.text, published: 'false' },
  }
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

function readHiddenPost({ json }: PlatformAnswer): { hiddenPostId: string } | undefined {
  const hiddenPostId = textAt(json, 'id')
  return hiddenPostId ? { hiddenPostId } : undefined
}
