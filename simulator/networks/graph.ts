import { readToken } from '../grants.ts'
import { spend, type Limit } from '../limits.ts'
import { bearer, json, member, parameter, Refusal, type Answer, type Call, type Route } from '../network.ts'
import type { Fault, Shape } from '../fault.ts'
import type { Platform } from '../platform.ts'
import { secret, type Token, type World } from '../world.ts'

/** The shared parts of Meta's APIs: errors, tokens, `fields` and paging. */

export interface GraphError {
  message: string
  code: number
  subcode?: number
  type?: string
  status?: number
  isTransient?: boolean
  userMessage?: string
}

export function graphError(error: GraphError, headers: Record<string, string> = {}): Answer {
  return json(
    error.status ?? 400,
    {
      error: {
        message: error.message,
        type: error.type ?? 'OAuthException',
        code: error.code,
        ...(error.subcode !== undefined && { error_subcode: error.subcode }),
        ...(error.isTransient !== undefined && { is_transient: error.isTransient }),
        ...(error.userMessage !== undefined && { error_user_title: 'Not possible', error_user_msg: error.userMessage }),
        fbtrace_id: secret('A', 16).slice(0, 23),
      },
    },
    headers,
  )
}

export function badParameter(message: string): Answer {
  return graphError({ message: `(#100) ${message}`, code: 100 })
}

export function missingObject(id: string): Answer {
  return graphError({
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
  })
}

export function noPermission(permission: string, code: 10 | 200): Answer {
  const message = `(#${code}) Requires ${permission} permission to manage the object`
  return graphError({ message, code, status: code === 200 ? 403 : 400 })
}

/** The response to a fault: the network's error of the chosen kind, or an error with the chosen status. */
export function graphFault(fault: Fault, world: World): Answer {
  const shape = fault.as ?? (fault.status === 429 ? (fault.day ? 'quota' : 'rate') : undefined)
  const error = shape ? SHAPES[fault.platform]?.[shape] : undefined
  const status = fault.status ?? 500
  const known = error ?? FAULTS[status] ?? (status >= 500 ? FAULTS[500] : FAULTS[400])
  const headers: Record<string, string> = fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` }
  if (shape === 'rate') {
    headers['x-app-usage'] = '{"call_count":100,"total_time":25,"total_cputime":25}'
    const isBusiness = fault.platform !== 'facebook' || fault.retryAfter !== undefined
    if (isBusiness)
      headers['x-business-use-case-usage'] = usage(fault.platform, '1', 100, (fault.retryAfter ?? 900) / 60)
  }
  const answer = graphError({ ...known, ...(fault.status && { status }) }, headers)
  return fault.status ? answer : withVariedStatus(world, answer)
}

const RATE: GraphError = { message: '(#4) Application request limit reached', code: 4, isTransient: true }
const EXPIRED: GraphError = { message: 'Error validating access token: Session has expired.', code: 190, subcode: 463 }
const NO_PERMISSION: GraphError = { message: '(#10) Application does not have permission for this action', code: 10 }

const SHAPES: Partial<Record<Platform, Record<Shape, GraphError>>> = {
  facebook: {
    rate: RATE,
    quota: { message: 'The action attempted has been blocked temporarily', code: 368 },
    server: { message: 'An unexpected error has occurred.', code: 2, isTransient: true, status: 500 },
    token: EXPIRED,
    permission: { message: '(#200) Permissions error', code: 200, status: 403 },
  },
  instagram: {
    rate: RATE,
    quota: {
      message: 'Application request limit reached',
      code: 9,
      subcode: 2_207_042,
      userMessage: 'You have reached the maximum number of posts that can be published by content publishing API.',
    },
    server: { message: 'Instagram server error. Try again.', code: -1, subcode: 2_207_001, status: 500 },
    token: EXPIRED,
    permission: NO_PERMISSION,
  },
  threads: {
    rate: RATE,
    quota: { message: '(#4) The 24-hour publishing quota of this account is used up', code: 4, isTransient: true },
    server: { message: 'An unexpected error has occurred.', code: 2, isTransient: true, status: 500 },
    token: EXPIRED,
    permission: NO_PERMISSION,
  },
}

const FAULTS: Record<number, GraphError> & Record<400 | 500, GraphError> = {
  400: { message: '(#100) Invalid parameter', code: 100 },
  401: EXPIRED,
  403: { message: '(#200) Permissions error', code: 200 },
  404: {
    message: 'Unsupported request. The object does not exist.',
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
  },
  500: { message: 'An unexpected error has occurred. Please retry your request later.', code: 2, isTransient: true },
}

/** Adds Meta's rate limits and usage headers to routes, and varies the statuses of errors. */
export function metered(world: World, limits: { app?: Limit; account: Limit }, routes: Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    async handle(call) {
      const token = world.tokens.get(accessToken(call) ?? '')
      if (!token) return withVariedStatus(world, await answerOrRefusal(route, call))
      const isApp = limits.app !== undefined && token.kind !== 'page'
      const limit = (isApp && limits.app) || limits.account
      const who = isApp ? token.clientId : (token.pageId ?? token.accountId)
      const spent = spend(world, limit, who)
      const answer = spent.isOver
        ? graphError(OVER[isApp ? 'app' : limit.platform] ?? RATE)
        : await answerOrRefusal(route, call)
      const percent = spent.isOver ? 100 : Math.floor((100 * spent.used) / spent.most)
      const minutes = spent.isOver ? (spent.resetAt - world.now()) / 60_000 : 0
      const headers: Record<string, string> = isApp
        ? { 'x-app-usage': JSON.stringify({ call_count: percent, total_time: 1, total_cputime: 1 }) }
        : { 'x-business-use-case-usage': usage(limit.platform, who, percent, minutes) }
      return withVariedStatus(world, { ...answer, headers: { ...headers, ...answer.headers } })
    },
  }))
}

const OVER: Record<string, GraphError> = {
  app: RATE,
  facebook: { message: '(#32) Page request limit reached', code: 32 },
  instagram: { message: '(#80002) There have been too many calls to this Instagram account.', code: 80_002 },
}

async function answerOrRefusal(route: Route, call: Call): Promise<Answer> {
  try {
    return await route.handle(call)
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.answer
    throw refusal
  }
}

function usage(platform: Platform, who: string, percent: number, minutes: number): string {
  const type = platform === 'facebook' ? 'pages' : platform
  const counts = { call_count: percent, total_cputime: 1, total_time: 1 }
  return JSON.stringify({ [who]: [{ type, ...counts, estimated_time_to_regain_access: Math.ceil(minutes) }] })
}

/**
 * Changes the status of an error. Meta sends the same error with different statuses, so clients must rely on the code.
 */
function withVariedStatus(world: World, answer: Answer): Answer {
  if (world.manner('metaStatuses') === 'documented' || answer.status < 400) return answer
  const code = Number(member(member(answer.body, 'error'), 'code'))
  const statuses = STATUSES.find(([codes]) => codes.includes(code))?.[1] ?? [400, 403]
  return { ...answer, status: statuses[world.sequence() % statuses.length] ?? 400 }
}

const STATUSES: [codes: number[], met: number[]][] = [
  [
    [-1, 1, 2],
    [500, 503, 400],
  ],
  [
    [4, 9, 17, 32, 613, 80_001, 80_002],
    [400, 403, 429],
  ],
  [
    [102, 190],
    [400, 401],
  ],
  [
    [24, 100],
    [400, 404],
  ],
]

export function accessToken(call: Call): string | undefined {
  return parameter(call, 'access_token') ?? bearer(call)
}

export function authorizeGraph(
  world: World,
  platform: Platform,
  kinds: Token['kind'][],
  call: Call,
): { token: Token; text: string } {
  const state = readToken(world, platform, kinds, accessToken(call))
  if (typeof state !== 'string') return state
  const [message, code, subcode] = TOKEN_ERRORS[state]
  throw new Refusal(graphError({ message, code, ...(subcode && { subcode }) }))
}

const TOKEN_ERRORS = {
  missing: ['An active access token must be used to query information about the current user.', 2500, 0],
  unknown: ['Invalid OAuth access token - Cannot parse access token', 190, 467],
  revoked: ['Error validating access token: The user has not authorized application.', 190, 458],
  password: ['Error validating access token: The session has been invalidated: the password was changed.', 190, 460],
  checkpoint: ['Error validating access token: You cannot access the app till you log in to the site.', 190, 459],
  'role-lost': ['Error validating access token: The user must be an administrator of the page.', 190, 492],
  expired: ['Error validating access token: Session has expired.', 190, 463],
} as const

/** Returns the top-level names of the `fields` parameter, such as `picture` for `picture.type(large)`. */
export function fieldsOf(call: Call, otherwise: string): string[] {
  const names: string[] = []
  let depth = 0
  let name = ''
  for (const char of `${parameter(call, 'fields') ?? otherwise},`) {
    if ('({'.includes(char)) depth++
    if (char === ',' && depth === 0) {
      names.push(/^\w*/.exec(name.trim())?.[0] ?? '')
      name = ''
    } else name += char
    if (')}'.includes(char)) depth--
  }
  return names.filter(Boolean)
}

/** Picks the requested fields and `id`. JSON omits the members that are undefined. */
export function pickFields(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  const picked = Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]))
  return { ...picked, id: all.id }
}

interface Paged<Row> {
  rows: Row[]
  paging?: object
}

/** One page of a list, newest first. A cursor is a row's position, so new posts do not shift pages. */
export function pageOf<Row extends { arrival: number }>(call: Call, path: string, rows: Iterable<Row>): Paged<Row> {
  const limit = Math.min(100, Math.max(1, Number(parameter(call, 'limit') ?? 25) || 25))
  const after = Number(Buffer.from(parameter(call, 'after') ?? '', 'base64url').toString() || Infinity)
  const found: Row[] = []
  for (const row of rows) {
    if (row.arrival < after) found.push(row)
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  const [first, last] = [page[0], page.at(-1)]
  if (!first || !last) return { rows: [] }
  const cursor = (row: Row) => Buffer.from(String(row.arrival)).toString('base64url')
  const cursors = { before: cursor(first), after: cursor(last) }
  if (found.length <= limit) return { rows: page, paging: { cursors } }
  const next = new URL(call.origin + path)
  for (const [name, value] of call.query) if (name !== 'after') next.searchParams.set(name, value)
  next.searchParams.set('after', cursors.after)
  return { rows: page, paging: { cursors, next: next.href } }
}

/** Reads the `since` or `until` parameter as epoch seconds or a date, and returns milliseconds. */
export function timeOf(call: Call, name: string): number | undefined {
  const value = parameter(call, name)
  if (value === undefined) return undefined
  const time = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value)
  if (Number.isNaN(time)) throw new Refusal(badParameter(`Param ${name} must be a valid timestamp`))
  return time
}

/** Formats a time as Meta does: 2026-10-01T09:00:01+0000. */
export function graphTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')
}

export function insights(
  id: string,
  asked: string[],
  numbers: Record<string, unknown>,
  shape: 'values' | 'total_value' = 'values',
): Answer {
  const dead = asked.find((name) => !(name in numbers))
  // One unknown metric fails the whole call, as on the real network.
  if (dead !== undefined || asked.length === 0) return badParameter('The value must be a valid insights metric')
  return json(200, {
    data: asked.map((name) => ({
      name,
      period: 'lifetime',
      ...(shape === 'values' ? { values: [{ value: numbers[name] }] } : { total_value: { value: numbers[name] } }),
      title: name.replaceAll('_', ' '),
      description: '',
      id: `${id}/insights/${name}/lifetime`,
    })),
  })
}
