import { endTokens, issueToken } from '../../grants.ts'
import { spend } from '../../limits.ts'
import { bearer, json, member, type Answer, type Call, type Network, type Person } from '../../network.ts'
import { portraitAddress } from '../../portrait-address.ts'
import type { World } from '../../world.ts'
import { authorize, BLUESKY_LIMITS, failed, tooMany } from './answers.ts'
import { oauthRoutes, pushedRequest } from './oauth.ts'
import { people } from './people.ts'
import {
  createRecord,
  deleteRecord,
  find,
  getLatestCommit,
  getRecord,
  listRecords,
  putRecord,
  uploadBlob,
  uriOf,
} from './records.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const APP_PASSWORD = /^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/

export const bluesky: Network = {
  platform: 'bluesky',
  name: 'Bluesky',
  people,

  consent: {
    path: '/oauth/authorize',
    scopeSeparator: /\s+/,
    codeLifeMs: MINUTE_MS,
    fragment: '',
    pkce: true,
    pushed: pushedRequest,
    returns: ({ origin }) => ({ iss: `${origin}/bluesky` }),
    cancelled: { error: 'access_denied', error_description: 'Access denied' },
    troubles: {},
  },

  limits: Object.values(BLUESKY_LIMITS),

  routes: (world) => {
    const rpc = (method: 'GET' | 'POST', name: string) => ({ method, path: `/xrpc/${name}` })
    return [
      ...oauthRoutes(world),
      {
        ...rpc('POST', 'com.atproto.server.createSession'),
        operation: 'token',
        handle: (call) => createSession(world, call),
      },
      {
        ...rpc('POST', 'com.atproto.server.refreshSession'),
        operation: 'refresh',
        handle: (call) => refresh(world, call),
      },
      { ...rpc('POST', 'com.atproto.server.deleteSession'), handle: (call) => deleteSession(world, call) },
      { ...rpc('GET', 'com.atproto.server.getSession'), handle: (call) => getSession(world, call) },
      { ...rpc('GET', 'com.atproto.identity.resolveHandle'), handle: resolveHandle },
      { method: 'GET', path: '/:did', handle: didDocument },
      { ...rpc('POST', 'com.atproto.repo.uploadBlob'), operation: 'upload', handle: (call) => uploadBlob(world, call) },
      { ...rpc('POST', 'com.atproto.repo.putRecord'), operation: 'publish', handle: (call) => putRecord(world, call) },
      {
        ...rpc('POST', 'com.atproto.repo.createRecord'),
        operation: 'publish',
        handle: (call) => createRecord(world, call),
      },
      { ...rpc('POST', 'com.atproto.repo.deleteRecord'), handle: (call) => deleteRecord(world, call) },
      { ...rpc('GET', 'com.atproto.repo.getRecord'), operation: 'list', handle: (call) => getRecord(world, call) },
      { ...rpc('GET', 'com.atproto.repo.listRecords'), operation: 'list', handle: (call) => listRecords(world, call) },
      {
        ...rpc('GET', 'com.atproto.sync.getLatestCommit'),
        operation: 'list',
        handle: (call) => getLatestCommit(world, call),
      },
      { ...rpc('GET', 'app.bsky.actor.getProfile'), handle: (call) => getProfile(world, call) },
      { ...rpc('GET', 'app.bsky.actor.searchActorsTypeahead'), operation: 'list', handle: searchActors },
      { ...rpc('GET', 'app.bsky.feed.getPosts'), operation: 'metrics', handle: (call) => getPosts(world, call) },
    ]
  },

  faultAnswer(fault, world) {
    const status = fault.status ?? STATUSES[fault.as ?? 'server']
    if (status === 429) {
      const afterS = fault.retryAfter ?? (fault.day || fault.as === 'quota' ? 86_400 : 300)
      return tooMany({ most: BLUESKY_LIMITS.points.most, resetAt: world.now() + afterS * 1_000 })
    }
    if (fault.as === 'token') return failed(400, 'ExpiredToken', 'Token has expired')
    const [error, message] = ERRORS[status] ?? ['InvalidRequest', 'Invalid request']
    return failed(status, error, message)
  },

  postPath: ({ accountId, id }) => `/profile/${accountId}/post/${id.split('/').at(-1)}`,
  postPages: {
    '/profile/:did/post/:key': (world, { did = '', key = '' }) => find(world, did, key),
  },
}

const STATUSES = { rate: 429, quota: 429, server: 502, token: 400, permission: 403 } as const

const ERRORS: Record<number, [error: string, message: string]> = {
  401: ['InvalidToken', 'Token could not be verified'],
  403: ['Forbidden', 'Account is not allowed to do this'],
  413: ['PayloadTooLarge', 'request entity too large'],
  500: ['InternalServerError', 'Internal Server Error'],
  502: ['UpstreamFailure', 'Upstream Failure'],
  503: ['NotEnoughResources', 'Service Unavailable'],
}

/**
 * Signs in with any password that has the format of an app password. A handle with an @ gets the same refusal as a
 * wrong password.
 */
function createSession(world: World, call: Call): Answer {
  const name = String(member(call.json, 'identifier')).toLowerCase()
  const person = people.find(({ id, username }) => id === name || username === name)
  const isRight = APP_PASSWORD.test(String(member(call.json, 'password')))
  if (!person || !isRight) return failed(401, 'AuthenticationRequired', 'Invalid identifier or password')
  const spent = spend(world, BLUESKY_LIMITS.sessions, person.id)
  return spent.isOver ? tooMany(spent) : json(200, session(world, call, person))
}

/** Renews a session. The old refresh token stays valid for a while. */
function refresh(world: World, call: Call): Answer {
  const { accountId } = authorize(world, call, 'refresh')
  const person = people.find(({ id }) => id === accountId)
  return person ? json(200, session(world, call, person)) : failed(400, 'InvalidToken', 'Token could not be verified')
}

function session(world: World, call: Call, { id, username }: Person) {
  const token = { platform: 'bluesky' as const, accountId: id, clientId: '', scopes: [] }
  const jwt = (kind: 'access' | 'refresh', lifeMs: number) => {
    const exp = Math.floor((world.now() + lifeMs) / 1_000)
    const claims = { sub: id, exp, scope: kind === 'access' ? 'com.atproto.appPass' : 'com.atproto.refresh' }
    const [head, body] = [{ typ: 'at+jwt', alg: 'ES256K' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    return issueToken(world, `${head}.${body}.`, lifeMs, { ...token, kind })
  }
  return {
    accessJwt: jwt('access', 2 * HOUR_MS),
    refreshJwt: jwt('refresh', 90 * 24 * HOUR_MS),
    handle: username,
    did: id,
    didDoc: documentOf(call, id, username),
    active: true,
  }
}

function deleteSession(world: World, call: Call): Answer {
  authorize(world, call, 'refresh')
  endTokens(world, 'revoked', (token) => token === world.tokens.get(bearer(call) ?? ''))
  return { status: 200 }
}

function getSession(world: World, call: Call): Answer {
  const { accountId } = authorize(world, call)
  const person = people.find(({ id }) => id === accountId)
  return json(200, { did: accountId, handle: person?.username, active: true })
}

function resolveHandle(call: Call): Answer {
  const handle = call.query.get('handle')?.toLowerCase()
  const person = people.find(({ username }) => username === handle)
  return person ? json(200, { did: person.id }) : failed(400, 'InvalidRequest', 'Unable to resolve handle')
}

function didDocument(call: Call): Answer {
  const did = call.params.did ?? ''
  const person = people.find(({ id }) => id === did)
  return person
    ? json(200, documentOf(call, did, person.username))
    : failed(404, 'NotFound', `DID not registered: ${did}`)
}

function documentOf({ origin }: Call, id: string, username: string | undefined) {
  return {
    id,
    alsoKnownAs: [`at://${username}`],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: `${origin}/bluesky` }],
  }
}

function getProfile(world: World, call: Call): Answer {
  const actor = call.query.get('actor')
  const person = people.find(({ id, username }) => id === actor || username === actor)
  if (!person) return failed(400, 'InvalidRequest', 'Profile not found')
  const { id, name, username, headline } = person
  const avatar = portraitAddress(world, `${call.origin}/pictures/bluesky/${id}`)
  return json(200, { did: id, handle: username, displayName: name, description: headline, ...(avatar && { avatar }) })
}

/** Finds people by the beginning of a handle or of a word of the name. */
function searchActors(call: Call): Answer {
  const q = call.query.get('q')?.toLowerCase() ?? ''
  const found = people.filter(({ name, username = '' }) =>
    [username, ...name.split(' ')].some((word) => word.toLowerCase().startsWith(q)),
  )
  const actors = found.map(({ id, name, username }) => ({ did: id, handle: username, displayName: name }))
  return json(200, { actors: actors.slice(0, Number(call.query.get('limit') ?? 10)) })
}

/** Returns posts by their ids. Leaves out missing ones. */
function getPosts(world: World, call: Call): Answer {
  // The public API ignores tokens, but a server that forwards calls to it checks them.
  if (/^\w+\s+\S/.test(call.headers.authorization ?? '')) authorize(world, call)
  const uris = call.query.getAll('uris')
  if (uris.length > 25) return failed(400, 'InvalidRequest', 'Error: uris must not have more than 25 elements')
  const posts = uris.flatMap((uri) => {
    const [, , did = '', , key = ''] = uri.split('/')
    const post = find(world, did, key)
    if (!post) return []
    const { likes, comments, shares } = post.engagement
    const counts = { likeCount: likes, replyCount: comments, repostCount: shares, quoteCount: 0 }
    return [{ uri: uriOf(did, key), record: post.record, ...counts }]
  })
  return json(200, { posts })
}
