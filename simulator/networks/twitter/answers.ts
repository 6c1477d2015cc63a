import { readToken } from '../../grants.ts'
import { mostOf, spend, type Limit } from '../../limits.ts'
import { bearer, json, Refusal, type Answer, type Call } from '../../network.ts'
import type { Token, World } from '../../world.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** The number of calls that each of X's endpoints accepts per person in 15 minutes. */
const WINDOWS = {
  'users/me': 75,
  post: 100,
  delete: 50,
  timeline: 900,
  lookup: 5000,
  upload: 500,
  initialize: 1875,
  append: 1875,
  finalize: 1875,
  status: 1000,
  metadata: 500,
} as const

/** The number of posts that X accepts in 24 hours per app and, on some tiers, per person. */
const DAYS: Limit[] = [
  { platform: 'twitter', name: 'app day', most: 10_000, windowMs: DAY_MS },
  { platform: 'twitter', name: 'user day', most: null, windowMs: DAY_MS },
]

export const TWITTER_LIMITS: Limit[] = [
  ...Object.entries(WINDOWS).map(([name, most]): Limit => ({ platform: 'twitter', name, most, windowMs: WINDOW_MS })),
  ...DAYS,
]

/** Counts the call against its rate limit and reports the limit in the response headers. */
export async function limited(
  world: World,
  token: Token,
  name: keyof typeof WINDOWS,
  work: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const who = `${token.clientId} ${token.accountId}`
  const limit: Limit = { platform: 'twitter', name, most: WINDOWS[name], windowMs: WINDOW_MS }
  const short = spend(world, limit, who)
  const headers = rateHeaders('x-rate-limit', short)
  let isOver = short.isOver
  if (name === 'post' && !isOver) {
    for (const day of DAYS) {
      if (mostOf(world, day) === Infinity) continue
      const isApp = day.name === 'app day'
      const spent = spend(world, day, isApp ? token.clientId : who)
      Object.assign(headers, rateHeaders(isApp ? 'x-app-limit-24hour' : 'x-user-limit-24hour', spent))
      isOver ||= spent.isOver
    }
  }

  let answer: Answer
  try {
    answer = isOver ? tooMany(world, !short.isOver) : await work()
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    answer = refusal.answer
  }
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

function rateHeaders(prefix: string, spent: { most: number; used: number; resetAt: number }): Record<string, string> {
  if (spent.most === Infinity) return {}
  return {
    [`${prefix}-limit`]: `${spent.most}`,
    [`${prefix}-remaining`]: `${Math.max(0, spent.most - spent.used)}`,
    [`${prefix}-reset`]: `${Math.ceil(spent.resetAt / 1000)}`,
  }
}

export function tooMany(world: World, isDay = false): Answer {
  if (world.manner('twitterErrors') === 'problem') return problem(world, 429, 'Too Many Requests')
  if (isDay) return legacy(403, 185, 'User is over daily status update limit.')
  return json(429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] })
}

export function authorize(world: World, call: Call, ...scopes: string[]): Token {
  const state = readToken(world, 'twitter', ['access'], bearer(call))
  if (typeof state === 'string') throw new Refusal(problem(world, 401, 'Unauthorized'))
  if (!scopes.every((scope) => state.token.scopes.includes(scope))) {
    throw new Refusal(problem(world, 403, 'Forbidden'))
  }
  return state.token
}

export function notFound(world: World, id: string): Answer {
  return problem(world, 404, 'Not Found Error', `Could not find [${id}].`, 'resource-not-found')
}

export function problem(world: World, status: number, title: string, detail = title, type?: string): Answer {
  return json(status, { title, detail, type: type ? typeOf(world, type) : 'about:blank', status })
}

export function typeOf(world: World, name: string): string {
  return `https://${world.manner('twitterProblemHost')}/2/problems/${name}`
}

export function invalid(world: World, message: string, parameters: Record<string, unknown>): Answer {
  return json(400, {
    errors: [{ message, parameters }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: typeOf(world, 'invalid-request'),
  })
}

/** An error in the format of the older API, which X still sends in some cases. */
export function legacy(status: number, code: number, message: string): Answer {
  return json(status, { errors: [{ code, message }] })
}

export function oauthError(status: number, error: string, error_description: string): Answer {
  return json(status, { error, error_description })
}

export function listOf(call: Call, name: string): string[] {
  return (call.query.get(name) ?? '').split(',').filter(Boolean)
}

export function pick(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}
