import { containerClient } from './container-client.ts'
import { graphFailureReader, insightsOf } from './graph.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { listAt, textAt } from './json.ts'
import { ALL_REFUSED, lacksRight, metricsOfEach, sum } from './metrics.ts'
import { connecting, requireRight } from './not-connected.ts'
import { bearer, tokenReader } from './oauth.ts'
import type { PlatformApp, PlatformClient } from './platform-client.ts'
import { askRemoval } from './removal.ts'
import { sameText } from './same-text.ts'

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
    ...containerClient({
      api,
      edge: 'threads',
      listPath: () => 'me/threads',
      textName: 'text',
      takesTextAlone: true,
      status: { fields: 'id,status,error_message', state: 'status', words: 'error_message' },
      inPassing: IN_PASSING,
      losesContainers: true,
      findListed: (posts, text) => posts.find((one) => sameText(textAt(one, 'text') ?? '', text)),
      readFailure,
      now: app.now,
    }),

    remove: (remoteId, access, signal) =>
      askRemoval({ method: 'DELETE', url: `${api}/${remoteId}`, headers: bearer(access) }, signal, readFailure),

    metricsAtOnce: 1,
    metrics: (remoteIds, access, signal) =>
      metricsOfEach(
        remoteIds,
        async (id) => {
          const asked = await insightsOf(api, id, COUNTS, access, readFailure, signal)
          if (!asked.ok) return lacksRight(asked) ? { ok: true, value: ALL_REFUSED } : asked
          const { views = null, likes = null, replies = null, reposts, quotes } = asked.value
          return { ok: true, value: { impressions: views, likes, comments: replies, shares: sum(reposts, quotes) } }
        },
        signal,
      ),
  }
}

const COUNTS = ['views', 'likes', 'replies', 'reposts', 'quotes']

/** The only troubles of media that deserve another try. */
const IN_PASSING = /^(?:FAILED_DOWNLOADING_VIDEO|UNKNOWN)$|not be fetched/

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
    grantedBy: remoteId,
    displayName: textAt(json, 'name') ?? username ?? remoteId,
    username,
    profileUrl: username && `https://www.threads.com/@${username}`,
  }
}
