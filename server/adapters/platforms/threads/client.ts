import { containerNetworkClient } from '../container-network.ts'
import { graphFailureReader, insightsOf } from '../graph.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, listAt, textAt, webAddressAt } from '../json.ts'
import { ALL_REFUSED, lacksRight, sum } from '../metrics.ts'
import { connectionStep, requireRight } from '../connection-error.ts'
import { bearer } from '../oauth.ts'
import type { PlatformAdapter, PlatformApp, PlatformClient } from '../platform-client.ts'
import { requestRemoval } from '../request-removal.ts'
import { sameText } from '../same-text.ts'

const MAY_POST = 'threads_content_publish'
const SCOPES = ['threads_basic', MAY_POST]

const API_URL = 'https://graph.threads.net'

export const threads: PlatformAdapter = { apiUrl: API_URL, open: threadsClient }

function threadsClient(app: PlatformApp): PlatformClient {
  const host = app.baseUrl ?? API_URL
  const api = `${host}/v1.0`
  const readFailure = graphFailureReader(app.now)
  const scopes = [...new Set([...SCOPES, ...app.scopes])]

  const client = containerNetworkClient(app, {
    web: app.baseUrl ?? 'https://threads.com',
    codeHost: host,
    tokenHost: host,
    grantPrefix: 'th',
    scopes,

    async readAccount(_granted, long, signal) {
      // According to Threads' documentation, only testers of the app may read the granted scopes. Without an answer,
      // assume that all requested scopes were granted.
      const rights = await ask(rightsRequest(api, long), signal, readScopes, readFailure)
      const granted = rights.ok ? rights.value : scopes
      requireRight(MAY_POST, granted)
      const me = {
        method: 'GET',
        url: `${api}/me?fields=id,username,name,threads_profile_picture_url`,
        headers: bearer(long),
      } as const
      return { ...(await connectionStep((read) => ask(me, signal, readProfile, read))), scopes: granted, tokens: long }
    },

    // Never create and publish in one call. After a lost response, the status of a separately created upload shows
    // whether the post is public.
    api,
    edge: 'threads',
    listPath: () => 'me/threads',
    repliesPath: 'me/replies',
    textName: 'text',
    takesTextAlone: true,
    videoFields: { media_type: 'VIDEO' },
    status: { fields: 'id,status,error_message', state: 'status', message: 'error_message' },
    temporaryErrors: TEMPORARY_ERRORS,
    losesContainers: true,
    findListed: (posts, text) => posts.find((post) => sameText(textAt(post, 'text') ?? '', text)),

    remove: (remoteId, access, signal) =>
      requestRemoval({ method: 'DELETE', url: `${api}/${remoteId}`, headers: bearer(access) }, signal, readFailure),

    async countsOf(id, access, signal) {
      const insights = await insightsOf(api, id, COUNTS, access, readFailure, signal)
      if (!insights.ok) return lacksRight(insights) ? { ok: true, value: ALL_REFUSED } : insights
      const { views = null, likes = null, replies = null, reposts, quotes } = insights.value
      return { ok: true, value: { impressions: views, likes, comments: replies, shares: sum(reposts, quotes) } }
    },
  })
  return {
    ...client,
    async readReply(remoteId, access, signal) {
      const url = `${api}/${remoteId}?fields=permalink,is_reply`
      const read = await ask({ method: 'GET', url, headers: bearer(access) }, signal, ({ json }) => json, readFailure)
      if (!read.ok || typeof at(read.value, 'is_reply') !== 'boolean') return undefined
      return { isReply: at(read.value, 'is_reply') === true, permalink: webAddressAt(read.value, 'permalink') ?? null }
    },
  }
}

const COUNTS = ['views', 'likes', 'replies', 'reposts', 'quotes']

/** The only media errors of Threads that a retry can fix. */
const TEMPORARY_ERRORS = /^(?:FAILED_DOWNLOADING_VIDEO|UNKNOWN)$|not be fetched/

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
    pictureUrl: textAt(json, 'threads_profile_picture_url'),
  }
}
