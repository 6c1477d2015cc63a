import { readToken } from '../grants.ts'
import { bearer, json, parameter, Refusal, type Answer, type Call, type Fault, type Platform } from '../network.ts'
import { secret, type Token, type World } from '../world.ts'

/** What Meta's networks have in common: how they refuse, how a token travels, how `fields` and pages are asked for. */

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

export function graphFault(fault: Fault): Answer {
  const status = fault.status ?? 500
  const headers: Record<string, string> = fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` }
  if (status === 429) {
    headers['x-app-usage'] = '{"call_count":100,"total_time":25,"total_cputime":25}'
    if (fault.retryAfter !== undefined) {
      const usage = { type: fault.platform, call_count: 100, total_cputime: 25, total_time: 25 }
      const minutes = Math.ceil(fault.retryAfter / 60)
      headers['x-business-use-case-usage'] = JSON.stringify({
        '1': [{ ...usage, estimated_time_to_regain_access: minutes }],
      })
    }
    const quota = { message: 'The action attempted has been blocked temporarily', code: 368 }
    return graphError({ ...(fault.day ? quota : FAULTS[429]), status }, headers)
  }
  const known = FAULTS[status] ?? (status >= 500 ? FAULTS[500] : FAULTS[400])
  return graphError({ ...known, status }, headers)
}

const FAULTS: Record<number, GraphError> & Record<400 | 429 | 500, GraphError> = {
  400: { message: '(#100) Invalid parameter', code: 100 },
  401: { message: 'Error validating access token: Session has expired.', code: 190, subcode: 463 },
  403: { message: '(#200) Permissions error', code: 200 },
  404: {
    message: 'Unsupported request. The object does not exist.',
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
  },
  429: { message: '(#4) Application request limit reached', code: 4, isTransient: true },
  500: { message: 'An unexpected error has occurred. Please retry your request later.', code: 2, isTransient: true },
}

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
  throw new Refusal(
    graphError({ message, code, status: state === 'role-lost' ? 400 : 401, ...(subcode && { subcode }) }),
  )
}

const TOKEN_ERRORS = {
  missing: ['An active access token must be used to query information about the current user.', 2500, 0],
  unknown: ['Invalid OAuth access token - Cannot parse access token', 190, 467],
  revoked: ['Error validating access token: The user has not authorized application.', 190, 458],
  'role-lost': ['Error validating access token: The user must be an administrator of the page.', 190, 492],
  expired: ['Error validating access token: Session has expired.', 190, 463],
} as const

/** `id,picture.type(large),comments.summary(true).limit(0)` → the names at the top. */
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

/** Only what was asked for, `id` always; undefined members are left out as JSON does. */
export function pickFields(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  const picked = Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]))
  return { ...picked, id: all.id }
}

export interface Paged<Row> {
  rows: Row[]
  paging?: object
}

/** One page of a list that runs from the newest; a cursor is the place of a row, so new posts don't shift it. */
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

/** `since` and `until`: epoch seconds, or anything that reads as a date. */
export function timeOf(call: Call, name: string): number | undefined {
  const value = parameter(call, name)
  if (value === undefined) return undefined
  const time = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value)
  if (Number.isNaN(time)) throw new Refusal(badParameter(`Param ${name} must be a valid timestamp`))
  return time
}

/** 2026-10-01T09:00:01+0000, as Meta writes it. */
export function graphTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')
}

export function insights(id: string, asked: string[], numbers: Record<string, unknown>): Answer {
  const dead = asked.find((name) => !(name in numbers))
  // One unknown name spoils the whole call, as in real life.
  if (dead !== undefined || asked.length === 0) return badParameter('The value must be a valid insights metric')
  return json(200, {
    data: asked.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: numbers[name] }],
      title: name.replaceAll('_', ' '),
      description: '',
      id: `${id}/insights/${name}/lifetime`,
    })),
  })
}
