import { readToken } from '../../grants.ts'
import { spend, type Limit } from '../../limits.ts'
import { bearer, json, Refusal, type Answer, type Call, type Route } from '../../network.ts'
import type { Token, World } from '../../world.ts'
import { serverAt } from './servers.ts'

const MINUTE_MS = 60_000

export const MASTODON_LIMITS = {
  calls: { platform: 'mastodon', name: 'calls', most: 300, windowMs: 5 * MINUTE_MS },
  media: { platform: 'mastodon', name: 'media', most: 30, windowMs: 30 * MINUTE_MS },
  deletions: { platform: 'mastodon', name: 'deletions', most: 30, windowMs: 30 * MINUTE_MS },
  posts: { platform: 'mastodon', name: 'posts', most: 300, windowMs: 180 * MINUTE_MS },
} as const satisfies Record<string, Limit>

export const refused = (status: number, error: string, more: object = {}): Answer => json(status, { error, ...more })

export const oauthError = (status: number, error: string, error_description: string): Answer =>
  json(status, { error, error_description })

/** Finds the token of a call. A token works only at the server that issued it. */
export function authorize(world: World, call: Call, ...scopes: string[]): Token {
  const state = readToken(world, 'mastodon', ['access'], bearer(call))
  if (state === 'revoked') throw new Refusal(refused(401, 'The access token was revoked'))
  if (state === 'expired') throw new Refusal(refused(401, 'The access token expired'))
  if (typeof state === 'string' || world.registeredApps.get(state.token.clientId)?.server !== call.params.server)
    throw new Refusal(refused(401, 'The access token is invalid'))
  const { token } = state
  if (!scopes.some((scope) => covers(token.scopes, scope)))
    throw new Refusal(refused(403, 'This action is outside the authorized scopes'))
  return token
}

/** Whether a scope is granted: itself, or the broad one that contains it (`write` contains `write:media`). */
export const covers = (granted: string[], scope: string): boolean =>
  granted.includes(scope) || granted.includes(scope.split(':')[0] ?? '')

/** Counts a call against a limit of its account. The headers name the reset as an ISO time, not in seconds. */
export async function limited(
  world: World,
  token: Token,
  limit: Limit,
  work: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const spent = spend(world, limit, `${token.clientId} ${token.accountId}`)
  const headers = {
    'x-ratelimit-limit': `${spent.most}`,
    'x-ratelimit-remaining': `${Math.max(0, spent.most - spent.used)}`,
    'x-ratelimit-reset': new Date(spent.resetAt).toISOString(),
  }
  const answer = spent.isOver ? refused(429, 'Too many requests') : await work()
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** Makes a site without Mastodon's API respond with its own page at each path. */
export function onServers(routes: Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    handle: (call) =>
      serverAt(call.params.server ?? '').isOther
        ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>A blog</title>' }
        : route.handle(call),
  }))
}
