import { readToken } from '../../grants.ts'
import { spend, type Limit, type Spent } from '../../limits.ts'
import { bearer, json, Refusal, type Answer, type Call } from '../../network.ts'
import type { Token, World } from '../../world.ts'
import { challenge, checkProof } from './oauth.ts'

const HOUR_MS = 3_600_000

export const BLUESKY_LIMITS = {
  /** Bluesky's rate limit in points: a new record costs 3, a deletion 1. */
  points: { platform: 'bluesky', name: 'points', most: 5_000, windowMs: HOUR_MS },
  sessions: { platform: 'bluesky', name: 'sessions', most: 300, windowMs: 24 * HOUR_MS },
} satisfies Record<string, Limit>

export const failed = (status: number, error: string, message: string, headers?: Record<string, string>): Answer =>
  json(status, { error, message }, headers)

/** Checks the token of a call. Responds 400 to an expired or revoked token. */
export function authorize(world: World, call: Call, kind: Token['kind'] = 'access'): Token {
  const bound = /^DPoP\s+(\S+)\s*$/i.exec(call.headers.authorization ?? '')?.[1]
  if (bound !== undefined) return authorizeBound(world, call, bound)
  const text = bearer(call)
  const state = readToken(world, 'bluesky', [kind], text)
  if (typeof state !== 'string' && state.token.jkt !== undefined)
    throw new Refusal(failed(400, 'InvalidToken', 'Malformed token'))
  if (typeof state !== 'string') return state.token
  if (state === 'missing') throw new Refusal(failed(401, 'AuthMissing', 'Authentication Required'))
  if (state === 'expired') throw new Refusal(failed(400, 'ExpiredToken', 'Token has expired'))
  if (state === 'unknown') throw new Refusal(failed(400, 'InvalidToken', 'Token could not be verified'))
  throw new Refusal(failed(400, 'ExpiredToken', 'Token has been revoked'))
}

/** Checks a token that is bound to a key, and the proof of the key. */
function authorizeBound(world: World, call: Call, text: string): Token {
  const state = readToken(world, 'bluesky', ['access'], text)
  if (typeof state === 'string' || state.token.jkt === undefined) throw challenge(world, 'invalid_token')
  checkProof(world, call, text, state.token)
  return state.token
}

export async function limited(
  world: World,
  { accountId }: Pick<Token, 'accountId'>,
  points: number,
  work: () => Answer,
): Promise<Answer> {
  const spent = spend(world, BLUESKY_LIMITS.points, accountId, points)
  return spent.isOver ? tooMany(spent) : work()
}

/** The response to too many requests. Bluesky sends no `Retry-After`. */
export const tooMany = ({ most, resetAt }: Pick<Spent, 'most' | 'resetAt'>): Answer =>
  failed(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
    'ratelimit-limit': String(most),
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(Math.ceil(resetAt / 1_000)),
  })
