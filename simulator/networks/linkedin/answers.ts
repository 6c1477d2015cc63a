import { readToken } from '../../grants.ts'
import { spend, type Limit } from '../../limits.ts'
import { bearer, json, Refusal, type Answer, type Call } from '../../network.ts'
import type { Post } from '../../posts.ts'
import type { Token, World } from '../../world.ts'
import { hasPostingRole } from './people.ts'

const DAY_MS = 86_400_000
const OLDEST_VERSION = '202510'

/**
 * LinkedIn gives refresh tokens and reading scopes only to apps that it has vetted. In the simulator, their client ids
 * start like this.
 */
export const VETTED = /^vetted/

/** Scopes for posts of a member and of a page. Calls that serve both accept either scope. */
interface PostScopes {
  member: string
  page: string
}
export const WRITES: PostScopes = { member: 'w_member_social', page: 'w_organization_social' }
export const READS: PostScopes = { member: 'r_member_social', page: 'r_organization_social' }

/** The daily limits of calls to one resource. LinkedIn's days start at midnight UTC. */
const DAILY = { platform: 'linkedin', windowMs: DAY_MS, begins: 'utc-midnight' } as const
const MEMBER: Limit = { ...DAILY, name: 'member', most: 150 }
const APP: Limit = { ...DAILY, name: 'app', most: 100_000 }
const VETTED_MEMBER: Limit = { ...DAILY, name: 'vetted member', most: 100 }
const VETTED_APP: Limit = { ...DAILY, name: 'vetted app', most: 500 }
export const LINKEDIN_LIMITS = [MEMBER, APP, VETTED_MEMBER, VETTED_APP]

interface Needs {
  resource:
    | 'posts'
    | 'images'
    | 'videos'
    | 'documents'
    | 'socialActions'
    | 'memberCreatorPostAnalytics'
    | 'organizationAcls'
    | 'organizations'
    | 'organizationalEntityShareStatistics'
  /** The scopes of which the token needs one. */
  scopes: readonly string[]
  /** Where the call contains an encoded URN. LinkedIn's older protocol version rejects encoded URNs. */
  urnIn?: 'path' | 'query'
}

/** Checks a `/rest` call in LinkedIn's order: token, version, protocol, limit, scope. */
export function authorizeRest(world: World, call: Call, { resource, scopes, urnIn }: Needs): Token {
  const token = authorize(world, call)
  const version = String(call.headers['linkedin-version'] ?? '')
  if (!version) {
    throw new Refusal(invalid(400, 'VERSION_MISSING', 'A version must be present. Please specify a version.'))
  }
  const newest = new Date(world.now()).toISOString().slice(0, 7).replace('-', '')
  const isMonth = /^\d{4}(0[1-9]|1[0-2])(\.\d\d)?$/.test(version)
  if (!isMonth || version < OLDEST_VERSION || version.slice(0, 6) > newest) {
    throw new Refusal(invalid(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`))
  }
  if (urnIn && call.headers['x-restli-protocol-version'] !== '2.0.0') {
    throw new Refusal(invalid(400, 'ILLEGAL_ARGUMENT', 'The URN cannot be read with this X-Restli-Protocol-Version'))
  }
  throttle(world, token, resource)
  if (!hasScope(token, scopes)) throw new Refusal(denied('partnerApiPostsExternal'))
  return token
}

const hasScope = (token: Token, scopes: readonly string[]): boolean =>
  scopes.some((scope) => token.scopes.includes(scope))

export function throttle(world: World, token: Token, resource: Needs['resource']) {
  const isVetted = VETTED.test(token.clientId)
  const forMember = spend(world, isVetted ? VETTED_MEMBER : MEMBER, `${resource} ${token.clientId} ${token.accountId}`)
  if (forMember.isOver) throw new Refusal(throttled('MEMBER'))
  if (spend(world, isVetted ? VETTED_APP : APP, `${resource} ${token.clientId}`).isOver) {
    throw new Refusal(throttled('APPLICATION'))
  }
}

export function throttled(who: 'MEMBER' | 'APPLICATION', headers: Record<string, string> = {}): Answer {
  const message = `Resource level throttle ${who} DAY limit for calls to this resource is reached.`
  return json(429, { status: 429, serviceErrorCode: 101, code: 'TOO_MANY_REQUESTS', message }, headers)
}

export function authorize(world: World, call: Call, ...scopes: string[]): Token {
  const state = readToken(world, 'linkedin', ['access'], bearer(call))
  if (typeof state === 'string') throw new Refusal(deadToken(state))
  if (isTooFresh(world, state.text)) throw new Refusal(deadToken('revoked'))
  if (scopes.length > 0 && !hasScope(state.token, scopes)) throw new Refusal(denied('userinfo.GET'))
  return state.token
}

/** Whether LinkedIn still rejects a new, valid token as revoked. A test sets how many calls this affects. */
function isTooFresh(world: World, text: string): boolean {
  const refusals = world.manner('linkedinFreshRefusals')
  if (refusals === 0) return false
  const key = `linkedin fresh ${text}`
  const { used, start } = world.windows.get(key) ?? { used: 0, start: world.now() }
  if (used >= refusals) return false
  world.windows.put(key, { start, used: used + 1 })
  return true
}

function deadToken(state: keyof typeof TOKEN_ERRORS): Answer {
  const [serviceErrorCode, code, message] = TOKEN_ERRORS[state]
  return json(401, { status: 401, serviceErrorCode, code, message })
}

const REVOKED = [65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user'] as const

const TOKEN_ERRORS = {
  missing: [65604, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token'],
  unknown: [65600, 'INVALID_ACCESS_TOKEN', 'Invalid access token'],
  revoked: REVOKED,
  password: REVOKED,
  checkpoint: REVOKED,
  'role-lost': REVOKED,
  expired: [65602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired'],
} as const

export function findOwn(world: World, urn: string, token: Token, scopes: PostScopes): Post {
  const post = world.posts.find('linkedin', urn)
  if (!post || post.deleted) throw new Refusal(notFound())
  requireAuthor(world, token, urnOf(post.accountId), scopes, 'partnerApiPostsExternal.GET')
  return post
}

/** Returns the id of this author if the token's member may act for it, or throws a refusal. */
export function requireAuthor(world: World, token: Token, urn: unknown, scopes: PostScopes, what: string): string {
  if (urn === urnOf(token.accountId) && token.scopes.includes(scopes.member)) return token.accountId
  const [, pageId] = /^urn:li:organization:(\d+)$/.exec(String(urn)) ?? []
  if (pageId === undefined) throw new Refusal(denied(what))
  if (!token.scopes.includes(scopes.page)) {
    const message = 'Organization permissions must be used when using organization as author'
    throw new Refusal(scopes === WRITES ? invalid(400, 'INVALID_VALUE_FOR_FIELD', message) : denied(what))
  }
  if (!hasPostingRole(world, token.accountId, pageId)) throw new Refusal(denied(what))
  return pageId
}

/** Pages have numeric ids, and members do not. */
export function urnOf(accountId: string): string {
  return `urn:li:${/^\d+$/.test(accountId) ? 'organization' : 'person'}:${accountId}`
}

function denied(what: string): Answer {
  const message = `Not enough permissions to access: ${what}.20260901`
  return json(403, { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message })
}

export function notFound(): Answer {
  return invalid(404, 'NOT_FOUND', 'Could not find entity')
}

export function invalid(status: number, code: string, message: string): Answer {
  return json(status, { status, code, message })
}

export function oauthError(status: number, error: string, error_description: string): Answer {
  return json(status, { error, error_description })
}
