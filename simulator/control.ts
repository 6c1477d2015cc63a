import { addFault, clearFaults } from './faults.ts'
import { endTokens } from './grants.ts'
import {
  OPERATIONS,
  PLATFORMS,
  json,
  Refusal,
  type Answer,
  type Call,
  type Fault,
  type Network,
  type Route,
} from './network.ts'
import type { PublicPost } from './posts.ts'
import type { World } from './world.ts'

const FAULTS = ['status', 'drop_before', 'drop_after', 'slow', 'garbage'] as const
const LONGEST_DELAY_MS = 10 * 60_000

/** The calls by which tests and people provoke what real networks do on their own, and see what arrived. */
export function controlRoutes(world: World, networks: Network[]): Route[] {
  return [
    { method: 'GET', path: '/_sim', handle: () => json(200, { name: 'frogy-simulator', version: 1 }) },
    { method: 'GET', path: '/_sim/posts', handle: (call) => posts(world, call) },
    { method: 'GET', path: '/_sim/accounts', handle: () => json(200, networks.flatMap(accountsOf)) },
    { method: 'GET', path: '/_sim/faults', handle: () => json(200, [...world.faults.values()]) },
    { method: 'POST', path: '/_sim/faults', handle: (call) => postFault(world, call) },
    { method: 'DELETE', path: '/_sim/faults', handle: () => json(200, { cleared: clearFaults(world) }) },
    { method: 'POST', path: '/_sim/revoke', handle: (call) => revoke(world, networks, call) },
    { method: 'POST', path: '/_sim/engage', handle: (call) => engage(world, call) },
    { method: 'GET', path: '/_sim/clock', handle: () => json(200, { now: new Date(world.now()).toISOString() }) },
    { method: 'POST', path: '/_sim/clock', handle: (call) => advance(world, call) },
    {
      method: 'POST',
      path: '/_sim/reset',
      handle: () => {
        world.reset()
        return json(200, { reset: true })
      },
    },
  ]
}

function posts(world: World, call: Call): Answer {
  const asked = call.query.get('platform')
  const platform = asked === null ? undefined : oneOf(PLATFORMS, 'platform', asked)
  return json(200, Array.from(world.posts.arrived(platform), told))
}

function told(post: PublicPost) {
  return {
    platform: post.platform,
    id: post.id,
    accountId: post.accountId,
    text: post.text,
    media: post.media,
    createdAt: new Date(post.publishedAt).toISOString(),
    deleted: post.deleted,
    ...(post.link && { link: post.link.url }),
    ...(post.replyTo && { replyTo: post.replyTo }),
    ...(post.comments.length > 0 && { comments: post.comments.map((comment) => comment.text) }),
  }
}

function accountsOf(network: Network) {
  return network.people.map(({ id, name, username, pages }) => ({
    platform: network.platform,
    id,
    name,
    ...(username && { username }),
    ...(pages && { pages: pages.map((page) => ({ id: page.id, name: page.name })) }),
  }))
}

function postFault(world: World, call: Call): Answer {
  const names = 'platform operation fault status retryAfter delayMs afterWork day count'
  const body = readBody(call, names.split(' '))
  const fault: Fault = {
    platform: oneOf(PLATFORMS, 'platform', body.platform),
    operation: oneOf(OPERATIONS, 'operation', body.operation),
    fault: oneOf(FAULTS, 'fault', body.fault),
    count: body.count === undefined ? 1 : integer(body.count, 'count', 1, 1_000_000),
  }
  if (fault.fault === 'status' || body.status !== undefined) fault.status = integer(body.status, 'status', 400, 599)
  if (body.retryAfter !== undefined) fault.retryAfter = integer(body.retryAfter, 'retryAfter', 0, 31_536_000)
  if (fault.fault === 'slow' || body.delayMs !== undefined) {
    fault.delayMs = integer(body.delayMs, 'delayMs', 0, LONGEST_DELAY_MS)
  }
  for (const name of ['afterWork', 'day'] as const) {
    const value = body[name]
    if (value === undefined) continue
    if (typeof value !== 'boolean') throw malformed(`"${name}" must be true or false`)
    fault[name] = value
  }
  addFault(world, fault)
  return json(201, fault)
}

function revoke(world: World, networks: Network[], call: Call): Answer {
  const body = readBody(call, ['platform', 'accountId'])
  const platform = oneOf(PLATFORMS, 'platform', body.platform)
  const accountId = text(body.accountId, 'accountId')
  const people = networks.find((network) => network.platform === platform)?.people ?? []
  const isPage = people.some((person) => person.pages?.some((page) => page.id === accountId))
  if (!isPage && !people.some((person) => person.id === accountId)) {
    throw malformed(`"accountId" is nobody on ${platform}; GET /_sim/accounts lists them`)
  }
  // A person takes the app out of their settings, and all ends; a Page loses only the role that its token rests on.
  const revoked = isPage
    ? endTokens(world, 'role-lost', (token) => token.platform === platform && token.pageId === accountId)
    : endTokens(world, 'revoked', (token) => token.platform === platform && token.accountId === accountId)
  return json(200, { revoked })
}

function engage(world: World, call: Call): Answer {
  const names = ['impressions', 'likes', 'comments', 'shares'] as const
  const body = readBody(call, ['platform', 'id', ...names])
  const platform = oneOf(PLATFORMS, 'platform', body.platform)
  const id = text(body.id, 'id')
  const post = world.posts.find(platform, id)
  if (!post || post.publishedAt === null) throw new Refusal(problem(404, `No post ${id} on ${platform}`))
  const engagement = { ...post.engagement }
  for (const name of names) {
    if (body[name] !== undefined) engagement[name] = integer(body[name], name, 0, Number.MAX_SAFE_INTEGER)
  }
  world.posts.change(post, { engagement })
  return json(200, { platform, id, ...engagement })
}

function advance(world: World, call: Call): Answer {
  const body = readBody(call, ['advanceMs'])
  world.advance(integer(body.advanceMs, 'advanceMs', 0, 100 * 365 * 86_400_000))
  return json(200, { now: new Date(world.now()).toISOString() })
}

function readBody(call: Call, names: string[]): Record<string, unknown> {
  if (typeof call.json !== 'object' || call.json === null || Array.isArray(call.json)) {
    throw malformed('The body must be a JSON object, sent as application/json')
  }
  const body = call.json as Record<string, unknown>
  const unknown = Object.keys(body).find((name) => !names.includes(name))
  if (unknown !== undefined) throw malformed(`"${unknown}" is not known here; known are ${names.join(', ')}`)
  return body
}

function oneOf<Value extends string>(values: readonly Value[], name: string, value: unknown): Value {
  const known = values.find((one) => one === value)
  if (known === undefined) throw malformed(`"${name}" must be one of ${values.join(', ')}`)
  return known
}

function integer(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw malformed(`"${name}" must be a whole number from ${least} to ${most}`)
  }
  return value
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw malformed(`"${name}" must be text`)
  return value
}

function malformed(message: string): Refusal {
  return new Refusal(problem(400, message))
}

function problem(status: number, message: string): Answer {
  return json(status, { error: message, message })
}
