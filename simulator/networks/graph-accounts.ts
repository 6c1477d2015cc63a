import { issueToken, redeemCode, rememberApp } from '../grants.ts'
import {
  json,
  parameter,
  Refusal,
  type Answer,
  type Call,
  type ConsentRules,
  type Person,
  type Route,
} from '../network.ts'
import type { Post, PublicPost } from '../posts.ts'
import type { Code, Token, World } from '../world.ts'
import { checkUser } from './containers.ts'
import {
  authorizeGraph,
  badParameter,
  fieldsOf,
  graphError,
  missingObject,
  noPermission,
  pageOf,
  pickFields,
  timeOf,
  type GraphError,
} from './graph.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const ACCOUNT_CONSENT = {
  path: '/oauth/authorize',
  scopeSeparator: /[,\s]+/,
  codeLifeMs: HOUR_MS,
  fragment: '#_',
  pkce: false,
  cancelled: {
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request',
  },
} satisfies Omit<ConsentRules, 'troubles'>

export interface AccountTokens {
  platform: 'instagram' | 'threads'
  /** The first letters of each token. */
  prefix: 'IGAA' | 'THAA'
  /** The first letters of the network's grant types. */
  grant: 'ig' | 'th'
  longLifeS: number
  wrongSecret: GraphError
}

export type ExchangeTrouble = 'client' | 'grant-type' | 'redirect' | 'code'

/** The network's three token endpoints. `exchange` handles the first, which redeems a code. */
export function tokenRoutes(world: World, tokens: AccountTokens, exchange: Route['handle']): Route[] {
  return [
    { method: 'POST', path: '/oauth/access_token', operation: 'token', handle: exchange },
    {
      method: 'GET',
      path: '/access_token',
      operation: 'token',
      handle: (call) => exchangeForLongLived(world, tokens, call),
    },
    {
      method: 'GET',
      path: '/refresh_access_token',
      operation: 'refresh',
      handle: (call) => refresh(world, tokens, call),
    },
  ]
}

/** Redeems a code for a token that expires after an hour. */
export function exchangeCode(
  world: World,
  { platform, prefix }: AccountTokens,
  read: (name: string) => string | null | undefined,
): { code: Code; text: string } | ExchangeTrouble {
  const [clientId, clientSecret] = [read('client_id'), read('client_secret')]
  if (!clientId || !clientSecret) return 'client'
  if (read('grant_type') !== 'authorization_code') return 'grant-type'
  const redirectUri = read('redirect_uri') ?? ''
  const code = redeemCode(world, platform, { code: read('code') ?? '', clientId, redirectUri })
  if (typeof code === 'string') return code === 'redirect' ? 'redirect' : 'code'
  rememberApp(world, code, clientSecret)
  const { accountId, scopes } = code
  const text = issueToken(world, prefix, HOUR_MS, {
    platform,
    kind: 'access',
    accountId,
    clientId,
    clientSecret,
    scopes,
  })
  return { code, text }
}

function exchangeForLongLived(world: World, tokens: AccountTokens, call: Call): Answer {
  const token = tokenFor(world, tokens, call, 'exchange_token')
  if (token.clientSecret !== parameter(call, 'client_secret')) return graphError(tokens.wrongSecret)
  if (token.longLived) return badParameter('The access token is long-lived already.')
  return longToken(world, tokens, token)
}

function refresh(world: World, tokens: AccountTokens, call: Call): Answer {
  const token = tokenFor(world, tokens, call, 'refresh_token')
  if (!token.longLived) return badParameter('Only a long-lived token can be refreshed')
  if (world.now() - token.issuedAt < DAY_MS) return badParameter('The token must be at least 24 hours old')
  return longToken(world, tokens, token)
}

function tokenFor(world: World, { platform, grant }: AccountTokens, call: Call, type: string): Token {
  if (parameter(call, 'grant_type') !== `${grant}_${type}`)
    throw new Refusal(badParameter('Param grant_type is not supported'))
  return authorizeGraph(world, platform, ['access'], call).token
}

function longToken(world: World, { prefix, longLifeS }: AccountTokens, token: Token): Answer {
  const { issuedAt: _, expiresAt: __, ...kept } = token
  const text = issueToken(world, prefix, longLifeS * 1000, { ...kept, longLived: true })
  return json(200, { access_token: text, token_type: 'bearer', expires_in: longLifeS })
}

/** Returns the token of a call, or throws a refusal if the token lacks one of these scopes. */
export function authorizeScopes(world: World, platform: Token['platform'], call: Call, scopes: string[]): Token {
  const { token } = authorizeGraph(world, platform, ['access'], call)
  const missing = scopes.find((scope) => !token.scopes.includes(scope))
  if (missing !== undefined) throw new Refusal(noPermission(missing, 10))
  return token
}

export function findPerson(people: Person[], id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, username: id, headline: '' }
}

export function findOwnPost(world: World, call: Call, token: Token): Post {
  const id = call.params.id ?? ''
  const post = world.posts.find(token.platform, id)
  if (!post || post.deleted || post.accountId !== token.accountId) throw new Refusal(missingObject(id))
  return post
}

/** One page of the account's posts, within the call's `since` and `until`. */
export function listOwnPosts(
  world: World,
  call: Call,
  token: Token,
  list: { path: string; includes?: (post: PublicPost) => boolean; view: (post: Post) => Record<string, unknown> },
): Answer {
  checkUser(call, token)
  const fields = fieldsOf(call, 'id')
  const { rows, paging } = pageOf(call, list.path, visiblePosts(world, call, token, list.includes))
  return json(200, { data: rows.map((post) => pickFields(list.view(post), fields)), ...(paging && { paging }) })
}

function* visiblePosts(
  world: World,
  call: Call,
  { platform, accountId }: Token,
  includes: (post: PublicPost) => boolean = () => true,
): Generator<PublicPost> {
  const [since, until] = [timeOf(call, 'since') ?? -Infinity, timeOf(call, 'until') ?? Infinity]
  for (const post of world.posts.of(platform, accountId)) {
    if (!post.deleted && includes(post) && post.publishedAt >= since && post.publishedAt <= until) yield post
  }
}

export function metricsOf(call: Call): string[] {
  return (parameter(call, 'metric') ?? '').split(',').filter(Boolean)
}
