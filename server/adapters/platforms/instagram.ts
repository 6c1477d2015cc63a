import { containerClient } from './container-client.ts'
import { graphFailureReader, insightsOf } from './graph.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at, numberAt, textAt } from './json.ts'
import { endsAsking, lacksRight, metricsOfEach, UNKNOWN } from './metrics.ts'
import type { Metrics } from './platform-client.ts'
import { connecting, NotConnected, requireRight } from './not-connected.ts'
import { bearer, scopesIn, tokenReader } from './oauth.ts'
import type { Access, PlatformApp, PlatformClient } from './platform-client.ts'
import { plain, sameText } from './same-text.ts'

const MAY_POST = 'instagram_business_content_publish'
const SCOPES = ['instagram_business_basic', MAY_POST]

/** Professional accounts, by Instagram's own sign-in: no Facebook Page is needed. */
export function instagramClient(app: PlatformApp): PlatformClient {
  const web = app.baseUrl ?? 'https://www.instagram.com'
  const exchange = app.baseUrl ?? 'https://api.instagram.com'
  const host = app.baseUrl ?? 'https://graph.instagram.com'
  const api = `${host}/${app.versions.graph}`

  const readFailure = graphFailureReader(app.now)
  const readTokens = tokenReader(app.now)
  const asked = [...new Set([...SCOPES, ...app.scopes])]

  return {
    renewsItself: true,
    renewsWith: 'access-token',
    publishesPrepared: true,

    consentUrl: ({ redirectUri, state }) =>
      `${web}/oauth/authorize?${new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, response_type: 'code', scope: asked.join(','), state })}`,

    async connect({ code, redirectUri }, signal) {
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      }
      const grant = { method: 'POST', url: `${exchange}/oauth/access_token`, form } as const
      const short = await connecting((read) =>
        ask(grant, signal, (answer) => readGrant(answer, readTokens, asked), read),
      )
      requireRight(MAY_POST, short.scopes, 'right_declined')
      const query = new URLSearchParams({
        grant_type: 'ig_exchange_token',
        client_secret: app.clientSecret,
        access_token: short.accessToken,
      })
      const long = await connecting((read) =>
        ask({ method: 'GET', url: `${host}/access_token?${query}` }, signal, readTokens, read),
      )
      const fields = 'id,user_id,username,name,account_type'
      const me = { method: 'GET', url: `${api}/me?fields=${fields}`, headers: bearer(long) } as const
      const { accountType, ...profile } = await connecting((read) => ask(me, signal, readProfile, read))
      if (accountType === 'PERSONAL') throw new NotConnected('no_professional_account', `account_type ${accountType}`)
      return [{ ...profile, scopes: short.scopes, tokens: long }]
    },

    async refresh(tokens, signal) {
      const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token: tokens.accessToken })
      return await ask({ method: 'GET', url: `${host}/refresh_access_token?${query}` }, signal, readTokens, readFailure)
    },

    ...containerClient({
      api,
      edge: 'media',
      listPath: ({ remoteId }) => `${remoteId}/media`,
      textName: 'caption',
      takesTextAlone: false,
      status: { fields: 'status_code,status', state: 'status_code', words: 'status' },
      inPassing: IN_PASSING,
      losesContainers: false,
      findListed: listedAs,
      readFailure,
      now: app.now,
    }),

    // Instagram's own sign-in has no call for it: a post is deleted in its app.
    remove: async () => ({ ok: false, failure: { kind: 'refused', reason: 'permission', detail: null } }),

    metricsAtOnce: 1,
    metrics: (remoteIds, access, signal) =>
      metricsOfEach(
        remoteIds,
        async (id) => {
          const told = await insightsOf(api, id, COUNTS, access, readFailure, signal)
          if (told.ok) {
            const { views = null, likes = null, comments = null, shares = null } = told.value
            return { ok: true, value: { impressions: views, likes, comments, shares } }
          }
          if (endsAsking(told)) return told
          // Without the right to insights, a post itself tells of likes and comments.
          const counted = await ask(countsRequest(api, id, access), signal, readCounts, readFailure)
          if (!counted.ok || !lacksRight(told)) return counted
          return { ok: true, value: { ...counted.value, refused: ['impressions', 'shares'] } }
        },
        signal,
      ),
  }
}

const COUNTS = ['views', 'likes', 'comments', 'shares']

function countsRequest(api: string, id: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${id}?fields=id,like_count,comments_count`, headers: bearer(access) }
}

function readCounts({ json }: PlatformAnswer): Metrics | undefined {
  const of = at(json, 'data', 0) ?? json
  if (!textAt(of, 'id')) return undefined
  return {
    ...UNKNOWN,
    likes: numberAt(of, 'like_count') ?? null,
    comments: numberAt(of, 'comments_count') ?? null,
  }
}

/** By its documents the grant comes in a list, in practice bare; what was granted stands under a name of its own. */
function readGrant(answer: PlatformAnswer, readTokens: ReturnType<typeof tokenReader>, asked: string[]) {
  const json = at(answer.json, 'data', 0) ?? answer.json
  const tokens = readTokens({ ...answer, json })
  const scopes = scopesIn(at(json, 'permissions'))
  return tokens && { ...tokens, scopes: scopes.length > 0 ? scopes : asked }
}

/** The post with this caption, or, where there is only one, that with its words: hashtags over the limit may be left out. */
function listedAs(posts: unknown[], caption: string): unknown {
  const exact = posts.find((one) => sameText(textAt(one, 'caption') ?? '', caption))
  if (exact !== undefined) return exact
  const alike = posts.filter((one) => wordsOf(textAt(one, 'caption') ?? '') === wordsOf(caption))
  return alike.length === 1 ? alike[0] : undefined
}

const wordsOf = (caption: string): string =>
  plain(caption.replaceAll(/[#＃][\p{L}\p{M}\p{N}_]+/gu, '').replaceAll(/\s+/gu, ' '))

/** What Instagram's own servers are to blame for, and a picture that they could not fetch. */
const IN_PASSING = /\b(?:2207001|2207003|2207020|2207032|2207052|2207053)\b/

/** `user_id` is the account's; `id` is another one, for this app only. */
function readProfile({ json }: PlatformAnswer) {
  const profile = at(json, 'data', 0) ?? json
  const [remoteId, username] = [textAt(profile, 'user_id'), textAt(profile, 'username') ?? null]
  if (!remoteId) return undefined
  return {
    remoteId,
    grantedBy: textAt(profile, 'id'),
    displayName: textAt(profile, 'name') ?? username ?? remoteId,
    username,
    profileUrl: username && `https://www.instagram.com/${username}/`,
    accountType: textAt(profile, 'account_type'),
  }
}
