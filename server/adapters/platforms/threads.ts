import {
  askStatus,
  containerIn,
  isLost,
  permalinkOf,
  prepareContainer,
  publishContainer,
  type ContainerStatus,
} from './containers.ts'
import {
  ask,
  askRemoval,
  bearer,
  CLOCKS_APART_MS,
  failedLook,
  listAt,
  sameText,
  textAt,
  tokenReader,
  type PlatformAnswer,
  type PlatformRequest,
} from './exchange.ts'
import { graphFailureReader, insightsOf } from './graph.ts'
import { metricsOfEach, sum } from './metrics.ts'
import { connecting, requireRight } from './not-connected.ts'
import type { Access, OutgoingImage, PlatformApp, PlatformClient } from './platform-client.ts'

const MAY_POST = 'threads_content_publish'
const SCOPES = ['threads_basic', MAY_POST]

export function threadsClient(app: PlatformApp): PlatformClient {
  const web = app.baseUrl ?? 'https://threads.com'
  const host = app.baseUrl ?? 'https://graph.threads.net'
  const api = `${host}/v1.0`

  const readFailure = graphFailureReader(app.now)
  const readTokens = tokenReader(app.now)
  const asked = [...new Set([...SCOPES, ...app.scopes])]

  return {
    renewsItself: true,
    renewsWith: 'access-token',
    publishesPrepared: true,

    consentUrl: ({ redirectUri, state }) =>
      `${web}/oauth/authorize?${new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, scope: asked.join(','), response_type: 'code', state })}`,

    async connect({ code, redirectUri }, signal) {
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      }
      const short = await connecting((read) =>
        ask({ method: 'POST', url: `${host}/oauth/access_token`, form }, signal, readTokens, read),
      )
      const exchange = new URLSearchParams({
        grant_type: 'th_exchange_token',
        client_secret: app.clientSecret,
        access_token: short.accessToken,
      })
      const long = await connecting((read) =>
        ask({ method: 'GET', url: `${host}/access_token?${exchange}` }, signal, readTokens, read),
      )
      // Told to testers of the app, by its documents; where it is not told, what was asked for counts as granted.
      const told = await ask(rightsRequest(api, long), signal, readScopes, readFailure)
      const scopes = told.ok ? told.value : asked
      requireRight(MAY_POST, scopes)
      const me = { method: 'GET', url: `${api}/me?fields=id,username,name`, headers: bearer(long) } as const
      return [{ ...(await connecting((read) => ask(me, signal, readProfile, read))), scopes, tokens: long }]
    },

    async refresh(tokens, signal) {
      const query = new URLSearchParams({ grant_type: 'th_refresh_token', access_token: tokens.accessToken })
      return await ask({ method: 'GET', url: `${host}/refresh_access_token?${query}` }, signal, readTokens, readFailure)
    },

    // Published through a container, never in one call: after a lost answer the container tells what became of it.
    prepare(post, access, preparation, signal) {
      const make = (form: Record<string, string>) =>
        ask(containerRequest(api, form, access), signal, readId, readFailure)
      return prepareContainer(
        post,
        preparation,
        {
          ofText: () => make({ media_type: 'TEXT', text: post.text }),
          ofImage: (image) => make({ ...imageParameters(image), text: post.text }),
          ofItem: (image) => make({ ...imageParameters(image), is_carousel_item: 'true' }),
          ofItems: (ids) => make({ media_type: 'CAROUSEL', children: ids.join(','), text: post.text }),
          statusOf: (id) => askStatus(statusRequest(api, id, access), signal, readStatus, readFailure),
        },
        app.now,
        signal,
      )
    },

    async publish(_post, prepared, access, signal) {
      const request = publishRequest(api, containerIn(prepared), access)
      const published = await publishContainer(request, prepared, readFailure, app.now, signal)
      return published.ok
        ? { ok: true, value: { remoteId: published.value, permalink: await permalinkOf(api, published.value, access) } }
        : published
    },

    async find(post, prepared, access, { sentAt, known }, signal) {
      const status = await askStatus(statusRequest(api, containerIn(prepared), access), signal, readStatus, readFailure)
      if (!status.ok) return failedLook(status.failure)
      const { state } = status.value
      // A container that is gone tells nothing, whatever is said of it: then only its post on the list does.
      const isGone = state === 'missing' || (state !== 'published' && isLost(prepared))
      if (state !== 'published' && !isGone) return { found: 'nothing' }
      // It is out, or may be. The container does not name the post that it became, so that is looked for, and done without.
      const url = `${api}/me/threads?fields=id,permalink,text,timestamp&limit=100&since=${Math.floor((sentAt.getTime() - CLOCKS_APART_MS) / 1000)}`
      const listed = await ask(
        { method: 'GET', url, headers: bearer(access) },
        signal,
        ({ json }) => listAt(json, 'data'),
        readFailure,
      )
      const found = (listed.ok ? listed.value : []).find(
        (one) => !known.has(textAt(one, 'id') ?? '') && sameText(textAt(one, 'text') ?? '', post.text),
      )
      if (isGone && found === undefined) return listed.ok ? { found: 'no-answer' } : failedLook(listed.failure)
      return { found: 'post', remoteId: textAt(found, 'id') ?? null, permalink: textAt(found, 'permalink') ?? null }
    },

    permalink: () => null,

    remove: (remoteId, access, signal) =>
      askRemoval({ method: 'DELETE', url: `${api}/${remoteId}`, headers: bearer(access) }, signal, readFailure),

    metrics: (remoteIds, access, signal) =>
      metricsOfEach(
        remoteIds,
        async (id) => {
          const asked = await insightsOf(api, id, COUNTS, access, readFailure, signal)
          if (!asked.ok) return asked
          const { views = null, likes = null, replies = null, reposts, quotes } = asked.value
          return { ok: true, value: { impressions: views, likes, comments: replies, shares: sum(reposts, quotes) } }
        },
        signal,
      ),
  }
}

const COUNTS = ['views', 'likes', 'replies', 'reposts', 'quotes']

const imageParameters = ({ url, altText }: OutgoingImage): Record<string, string> => ({
  media_type: 'IMAGE',
  image_url: url,
  ...(altText && { alt_text: altText }),
})

function containerRequest(api: string, form: Record<string, string>, access: Access): PlatformRequest {
  return { method: 'POST', url: `${api}/${access.remoteId}/threads`, headers: bearer(access), form }
}

const STATES: Record<string, ContainerStatus['state']> = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'published',
  EXPIRED: 'spoilt',
}

/** The only troubles of media that deserve another try. */
const IN_PASSING = /^(?:FAILED_DOWNLOADING_VIDEO|UNKNOWN)$|not be fetched/

function readStatus({ json }: PlatformAnswer): ContainerStatus | undefined {
  const status = textAt(json, 'status')
  if (!status) return undefined
  const detail = textAt(json, 'error_message') ?? status
  return { state: STATES[status] ?? (IN_PASSING.test(detail) ? 'spoilt' : 'broken'), detail }
}

function statusRequest(api: string, containerId: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${containerId}?fields=id,status,error_message`, headers: bearer(access) }
}

export function publishRequest(api: string, containerId: string, access: Access): PlatformRequest {
  return {
    method: 'POST',
    url: `${api}/${access.remoteId}/threads_publish`,
    headers: bearer(access),
    form: { creation_id: containerId },
  }
}

function rightsRequest(api: string, { accessToken }: { accessToken: string }): PlatformRequest {
  const query = new URLSearchParams({ input_token: accessToken, access_token: accessToken })
  return { method: 'GET', url: `${api}/debug_token?${query}` }
}

function readScopes({ json }: PlatformAnswer): string[] | undefined {
  const scopes = listAt(json, 'data', 'scopes').map(String)
  return scopes.length > 0 ? scopes : undefined
}

function readProfile({ json }: PlatformAnswer) {
  const [remoteId, username] = [textAt(json, 'id'), textAt(json, 'username') ?? null]
  if (!remoteId) return undefined
  return {
    remoteId,
    displayName: textAt(json, 'name') ?? username ?? remoteId,
    username,
    profileUrl: username && `https://www.threads.com/@${username}`,
  }
}

const readId = ({ json }: PlatformAnswer): string | undefined => textAt(json, 'id')
