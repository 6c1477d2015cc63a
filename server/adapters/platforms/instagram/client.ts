import { containerNetworkClient } from '../container-network.ts'
import { graphFailureReader, insightsOf } from '../graph.ts'
import { graphComments } from '../graph-comments.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, numberAt, textAt } from '../json.ts'
import { affectsNextRequest, lacksRight, NO_METRICS } from '../metrics.ts'
import { connectionStep, NotConnected, requireRight } from '../connection-error.ts'
import { bearer, scopesIn } from '../oauth.ts'
import type { Access, Metrics, PlatformAdapter, PlatformApp, PlatformClient } from '../platform-client.ts'
import { plain, sameText } from '../same-text.ts'

const MAY_POST = 'instagram_business_content_publish'
const SCOPES = ['instagram_business_basic', MAY_POST]

const API_URL = 'https://graph.instagram.com'

export const instagram: PlatformAdapter = { apiUrl: API_URL, open: instagramClient }

/** Creates a client for professional accounts. They connect by Instagram's own login, without a Facebook Page. */
function instagramClient(app: PlatformApp): PlatformClient {
  const host = app.baseUrl ?? API_URL
  const api = `${host}/${app.versions.graph}`
  const readFailure = graphFailureReader(app.now)
  const scopes = [...new Set([...SCOPES, ...app.scopes])]

  const client = containerNetworkClient(app, {
    web: app.baseUrl ?? 'https://www.instagram.com',
    codeHost: app.baseUrl ?? 'https://api.instagram.com',
    tokenHost: host,
    grantPrefix: 'ig',
    scopes,

    // The documentation wraps the token response in a list, but Instagram does not. The granted scopes are in
    // `permissions`.
    readGrant(answer, readTokens) {
      const json = at(answer.json, 'data', 0) ?? answer.json
      const tokens = readTokens({ ...answer, json })
      const granted = scopesIn(at(json, 'permissions'))
      return tokens && { ...tokens, scopes: granted.length > 0 ? granted : scopes }
    },

    checkGrant: (granted) => requireRight(MAY_POST, granted.scopes, 'right_declined'),

    async readAccount(granted, long, signal) {
      const fields = 'id,user_id,username,name,account_type,profile_picture_url'
      const me = { method: 'GET', url: `${api}/me?fields=${fields}`, headers: bearer(long) } as const
      const { accountType, ...profile } = await connectionStep((read) => ask(me, signal, readProfile, read))
      if (accountType === 'PERSONAL') throw new NotConnected('no_professional_account', `account_type ${accountType}`)
      return { ...profile, scopes: granted.scopes, tokens: long }
    },

    api,
    edge: 'media',
    listPath: ({ remoteId }) => `${remoteId}/media`,
    textName: 'caption',
    takesTextAlone: false,
    // Instagram makes every single video a reel. Reels have no alt texts.
    videoFields: { media_type: 'REELS', share_to_feed: 'true' },
    status: { fields: 'status_code,status', state: 'status_code', message: 'status' },
    temporaryErrors: TEMPORARY_ERRORS,
    losesContainers: false,
    findListed: findByCaption,

    // Instagram's login cannot delete posts. Users delete them in the app.
    remove: async () => ({ ok: false, failure: { kind: 'refused', reason: 'permission', detail: null } }),

    async countsOf(id, access, signal) {
      const insights = await insightsOf(api, id, COUNTS, access, readFailure, signal)
      if (insights.ok) {
        const { views = null, likes = null, comments = null, shares = null } = insights.value
        return { ok: true, value: { impressions: views, likes, comments, shares } }
      }
      if (affectsNextRequest(insights)) return insights
      // If the token may not read Instagram's insights, read likes and comments from the post itself.
      const counted = await ask(countsRequest(api, id, access), signal, readCounts, readFailure)
      if (!counted.ok || !lacksRight(insights)) return counted
      return { ok: true, value: { ...counted.value, refused: ['impressions', 'shares'] } }
    },
  })
  return { ...client, ...graphComments(api, 'text', readFailure, app.now) }
}

const COUNTS = ['views', 'likes', 'comments', 'shares']

function countsRequest(api: string, id: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${id}?fields=id,like_count,comments_count`, headers: bearer(access) }
}

function readCounts({ json }: PlatformAnswer): Metrics | undefined {
  const of = at(json, 'data', 0) ?? json
  if (!textAt(of, 'id')) return undefined
  return { ...NO_METRICS, likes: numberAt(of, 'like_count') ?? null, comments: numberAt(of, 'comments_count') ?? null }
}

/**
 * Finds the post with this caption, or else the only post with its words. Instagram may drop hashtags beyond its limit.
 */
function findByCaption(posts: unknown[], caption: string): unknown {
  const exact = posts.find((post) => sameText(textAt(post, 'caption') ?? '', caption))
  if (exact !== undefined) return exact
  const similar = posts.filter((post) => wordsOf(textAt(post, 'caption') ?? '') === wordsOf(caption))
  return similar.length === 1 ? similar[0] : undefined
}

const wordsOf = (caption: string): string =>
  plain(caption.replaceAll(/[#＃][\p{L}\p{M}\p{N}_]+/gu, '').replaceAll(/\s+/gu, ' '))

/** Error codes of Instagram's server faults, and of pictures that its servers could not fetch. */
const TEMPORARY_ERRORS = /\b(?:2207001|2207003|2207020|2207032|2207052|2207053)\b/

/** Reads the Instagram account. `user_id` identifies it; `id` is another id, for this app only. */
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
    pictureUrl: textAt(profile, 'profile_picture_url'),
    accountType: textAt(profile, 'account_type'),
  }
}
