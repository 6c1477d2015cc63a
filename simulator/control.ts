import { createHmac } from 'node:crypto'
import { addFault, clearFaults } from './faults.ts'
import { endTokens } from './grants.ts'
import { googlePeople, rotateKeys } from './google.ts'
import { mostOf } from './limits.ts'
import { MANNERS, type Manner } from './manners.ts'
import { json, Refusal, type Answer, type Call, type Network, type Route } from './network.ts'
import { SHAPES, type Fault } from './fault.ts'
import { OPERATIONS, PLATFORMS } from './platform.ts'
import type { PostPicture } from './picture.ts'
import type { PublicPost } from './posts.ts'
import type { World } from './world.ts'

const FAULTS = ['status', 'drop_before', 'drop_after', 'slow', 'garbage'] as const
const LONGEST_DELAY_MS = 10 * 60_000

/**
 * The control API. Tests trigger events that a real network causes on its own, and read what the simulator received.
 */
export function controlRoutes(world: World, networks: Network[]): Route[] {
  return [
    { method: 'GET', path: '/_sim', handle: () => json(200, { name: 'frogy-simulator', version: 1 }) },
    { method: 'GET', path: '/_sim/usage', handle: () => json(200, usage()) },
    { method: 'GET', path: '/_sim/posts', handle: (call) => posts(world, call) },
    { method: 'GET', path: '/_sim/hidden', handle: (call) => hidden(world, call) },
    { method: 'GET', path: '/_sim/uploads', handle: (call) => uploads(world, call) },
    { method: 'POST', path: '/_sim/by-hand', handle: (call) => byHand(world, call) },
    { method: 'GET', path: '/_sim/accounts', handle: () => json(200, networks.flatMap(accountsOf)) },
    { method: 'GET', path: '/_sim/faults', handle: () => json(200, [...world.faults.values()]) },
    { method: 'POST', path: '/_sim/faults', handle: (call) => postFault(world, call) },
    { method: 'DELETE', path: '/_sim/faults', handle: () => json(200, { cleared: clearFaults(world) }) },
    { method: 'GET', path: '/_sim/sessions', handle: (call) => sessions(world, call) },
    { method: 'POST', path: '/_sim/revoke', handle: (call) => revoke(world, networks, call) },
    { method: 'POST', path: '/_sim/callback', handle: (call) => callBack(world, networks, call) },
    { method: 'POST', path: '/_sim/google', handle: (call) => google(world, call) },
    { method: 'POST', path: '/_sim/engage', handle: (call) => engage(world, call) },
    { method: 'GET', path: '/_sim/limits', handle: () => limits(world, networks) },
    { method: 'POST', path: '/_sim/limits', handle: (call) => setLimits(world, networks, call) },
    { method: 'GET', path: '/_sim/manners', handle: () => json(200, currentManners(world)) },
    { method: 'POST', path: '/_sim/manners', handle: (call) => setManners(world, call) },
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
  return json(200, Array.from(world.posts.arrived(platform), postView))
}

/** This process's processor time so far, in ms. Benchmarks subtract it from their result. */
function usage() {
  const { user, system } = process.cpuUsage()
  return { userMs: user / 1000, systemMs: system / 1000 }
}

/** Lists uploaded posts that are not public yet. */
function hidden(world: World, call: Call): Answer {
  const platform = oneOf(PLATFORMS, 'platform', call.query.get('platform'))
  const drafts = [...world.posts.all()].filter(
    (post) => post.platform === platform && post.publishedAt === null && !post.deleted,
  )
  return json(
    200,
    drafts.map(({ id, accountId, text }) => ({ platform, id, accountId, text })),
  )
}

/** Lists the hashes of the files that arrived before a post, in uploads or containers. */
function uploads(world: World, call: Call): Answer {
  const platform = oneOf(PLATFORMS, 'platform', call.query.get('platform'))
  const uploaded = [...world.uploads.values()].flatMap((one) => (one.platform === platform ? (one.picture ?? []) : []))
  const contained = [...world.containers.values()].flatMap((one) => (one.platform === platform ? one.media : []))
  return json(
    200,
    [...uploaded, ...contained].map(({ file }) => file),
  )
}

/** Counts the sessions that their apps can still renew. */
function sessions(world: World, call: Call): Answer {
  const platform = oneOf(PLATFORMS, 'platform', call.query.get('platform'))
  const live = [...world.tokens.values()].filter(
    (token) =>
      token.platform === platform &&
      token.kind === 'refresh' &&
      !token.dead &&
      (token.expiresAt === null || token.expiresAt > world.now()),
  )
  return json(200, { live: live.length })
}

/** Publishes or deletes a post as a person does on the network's own pages, where drafts are visible too. */
function byHand(world: World, call: Call): Answer {
  const body = readBody(call, ['platform', 'id', 'does'])
  const platform = oneOf(PLATFORMS, 'platform', body.platform)
  const does = oneOf(['publish', 'delete'], 'does', body.does)
  const id = text(body.id, 'id')
  const post = world.posts.find(platform, id)
  if (!post || post.deleted) throw new Refusal(problem(404, `No post ${id} on ${platform}`))
  if (does === 'delete') world.posts.change(post, { deleted: true })
  else if (post.publishedAt === null) world.posts.publish(post, world.now())
  return json(200, { platform, id })
}

function postView(post: PublicPost) {
  return {
    platform: post.platform,
    id: post.id,
    accountId: post.accountId,
    text: post.text,
    media: post.media.map(mediaView),
    createdAt: new Date(post.publishedAt).toISOString(),
    deleted: post.deleted,
    ...(post.link && { link: post.link.url }),
    ...(post.replyTo && { replyTo: post.replyTo }),
    ...(post.visibility && { visibility: post.visibility }),
    ...(post.language && { language: post.language }),
    ...(post.spoilerText && { spoilerText: post.spoilerText }),
    ...(post.isSensitive && { isSensitive: true }),
    ...(post.isSilent && { isSilent: true }),
    ...(post.isWithoutPreview && { isWithoutPreview: true }),
    ...(post.comments.length > 0 && { comments: post.comments.map((comment) => comment.text) }),
  }
}

function mediaView(picture: PostPicture) {
  const { type, altText, title, contentType, sizeBytes, width, height, frames, file, cover, captions } = picture
  const document = type === 'document' && { title, pages: frames }
  const view = { type, altText, contentType, sizeBytes, width, height, sha256: file, path: `/media/${file}` }
  return { ...view, ...document, ...(cover !== undefined && { cover }), ...(captions && { captions }) }
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
  const names = 'platform operation fault status as body headers retryAfter delayMs bodyBytes afterWork day count'
  const body = readBody(call, names.split(' '))
  const fault: Fault = {
    platform: oneOf(PLATFORMS, 'platform', body.platform),
    operation: oneOf(OPERATIONS, 'operation', body.operation),
    fault: oneOf(FAULTS, 'fault', body.fault),
    count: body.count === undefined ? 1 : integer(body.count, 'count', 1, 1_000_000),
  }
  if (body.as !== undefined) fault.as = oneOf(SHAPES, 'as', body.as)
  if ((fault.fault === 'status' && !fault.as) || body.status !== undefined) {
    fault.status = integer(body.status, 'status', 400, 599)
  }
  if (typeof body.body === 'string' || (typeof body.body === 'object' && body.body !== null)) fault.body = body.body
  if (typeof body.headers === 'object' && body.headers !== null) {
    fault.headers = Object.fromEntries(Object.entries(body.headers).map(([name, value]) => [name, String(value)]))
  }
  if (body.retryAfter !== undefined) fault.retryAfter = integer(body.retryAfter, 'retryAfter', 0, 31_536_000)
  if (fault.fault === 'slow' || body.delayMs !== undefined) {
    fault.delayMs = integer(body.delayMs, 'delayMs', 0, LONGEST_DELAY_MS)
  }
  if (body.bodyBytes !== undefined) fault.bodyBytes = integer(body.bodyBytes, 'bodyBytes', 0, 1_000_000_000)
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
  const body = readBody(call, ['platform', 'accountId', 'reason'])
  const reason =
    body.reason === undefined ? 'revoked' : oneOf(['revoked', 'password', 'checkpoint'], 'reason', body.reason)
  const platform = oneOf(PLATFORMS, 'platform', body.platform)
  const accountId = text(body.accountId, 'accountId')
  const people = networks.find((network) => network.platform === platform)?.people ?? []
  const isPage = people.some((person) => person.pages?.some((page) => page.id === accountId))
  if (!isPage && !people.some((person) => person.id === accountId)) {
    throw malformed(`"accountId" does not exist on ${platform}. GET /_sim/accounts lists the accounts`)
  }
  // Removing the app ends all tokens of a person. Losing the role on a Page ends only the token of that Page, if it has
  // one.
  if (isPage) world.lostRoles.put(`${platform} ${accountId}`, { at: world.now() })
  const revoked = isPage
    ? endTokens(world, 'role-lost', (token) => token.platform === platform && token.pageId === accountId)
    : endTokens(world, reason, (token) => token.platform === platform && token.accountId === accountId)
  return json(200, { revoked })
}

/** Sends the signed request by which Meta reports that a person removed the app or requests deletion of their data. */
async function callBack(world: World, networks: Network[], call: Call): Promise<Answer> {
  const body = readBody(call, ['platform', 'accountId', 'kind', 'url', 'secret'])
  const platform = oneOf(PLATFORMS, 'platform', body.platform)
  const network = networks.find((one) => one.platform === platform)
  if (!network?.signedId) throw malformed(`"platform": ${platform} has no callbacks`)
  const accountId = text(body.accountId, 'accountId')
  const kind = body.kind === undefined ? undefined : oneOf(['deauthorize', 'delete-data'], 'kind', body.kind)
  const app = world.apps.get(`${platform} ${accountId}`)
  if (kind && !app && body.url === undefined) throw malformed(`"accountId" has let no app in on ${platform}`)
  const url = URL.parse(text(body.url ?? (kind && `${app?.origin}/api/meta/${platform}/${kind}`), 'url'))
  if (!url) throw malformed('"url" must be an address')
  // A deletion request also means that the person has removed the app.
  if (kind) endTokens(world, 'revoked', (token) => token.platform === platform && token.accountId === accountId)
  const issued_at = Math.floor(world.now() / 1000)
  const claims = { user_id: network.signedId(accountId), algorithm: 'HMAC-SHA256', issued_at }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const signature = createHmac('sha256', text(body.secret ?? app?.clientSecret, 'secret'))
    .update(payload)
    .digest('base64url')
  const signed_request = `${signature}.${payload}`
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ signed_request }), redirect: 'manual' })
  return json(200, { status: answer.status, body: await answer.text() })
}

/** Adds or changes a Google user. `rotate` replaces the signing key. */
async function google(world: World, call: Call): Promise<Answer> {
  const body = readBody(call, ['sub', 'email', 'verified', 'given', 'family', 'rotate'])
  if (body.rotate === true) await rotateKeys(world)
  if (body.sub === undefined) return json(200, googlePeople(world))
  const [sub, email, given] = [text(body.sub, 'sub'), text(body.email, 'email'), text(body.given, 'given')]
  if (typeof body.verified !== 'boolean') throw malformed('"verified" must be true or false')
  const family = body.family === undefined ? {} : { family: text(body.family, 'family') }
  return json(200, world.googlePeople.put(sub, { sub, email, given, verified: body.verified, ...family }))
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

function limits(world: World, networks: Network[]): Answer {
  const all = networks.flatMap((network) => network.limits)
  return json(
    200,
    all.map((limit) => {
      const most = mostOf(world, limit)
      return {
        platform: limit.platform,
        name: limit.name,
        windowMs: limit.windowMs,
        most: most === Infinity ? null : most,
      }
    }),
  )
}

/** Sets a rate limit; `most: null` removes it. Without a platform or name, the call applies to all limits. */
function setLimits(world: World, networks: Network[], call: Call): Answer {
  const body = readBody(call, ['platform', 'name', 'most'])
  const platform = body.platform === undefined ? undefined : oneOf(PLATFORMS, 'platform', body.platform)
  const most = body.most === null ? null : integer(body.most, 'most', 0, Number.MAX_SAFE_INTEGER)
  const matching = networks
    .flatMap((network) => network.limits)
    .filter((limit) => (platform ?? limit.platform) === limit.platform && (body.name ?? limit.name) === limit.name)
  if (matching.length === 0) throw malformed('"name" is no limit there; GET /_sim/limits lists them')
  for (const limit of matching) world.limits.put(`${limit.platform} ${limit.name}`, { most })
  return limits(world, networks)
}

function currentManners(world: World) {
  return Object.fromEntries((Object.keys(MANNERS) as Manner[]).map((name) => [name, world.manner(name)]))
}

function setManners(world: World, call: Call): Answer {
  const names = Object.keys(MANNERS) as Manner[]
  const body = readBody(call, names)
  for (const name of names) {
    const value = body[name]
    if (value === undefined) continue
    const values: number | readonly string[] = MANNERS[name]
    const good = typeof values === 'number' ? integer(value, name, 0, 365 * 86_400_000) : oneOf(values, name, value)
    world.manners.put(name, { value: good })
  }
  return json(200, currentManners(world))
}

function advance(world: World, call: Call): Answer {
  const body = readBody(call, ['advanceMs'])
  world.advance(integer(body.advanceMs, 'advanceMs', -60_000, 100 * 365 * 86_400_000))
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
