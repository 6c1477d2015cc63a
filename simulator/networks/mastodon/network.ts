import { json, type Answer, type Call, type Network, type Route } from '../../network.ts'
import { portraitAddress } from '../../portrait-address.ts'
import type { World } from '../../world.ts'
import { authorize, limited, MASTODON_LIMITS, onServers, refused } from './answers.ts'
import { exchange, metadata, register, revoke, troubleOfApp } from './apps.ts'
import { status, upload } from './media.ts'
import { people, personOf, USUAL_LANGUAGE } from './people.ts'
import { serverAt } from './servers.ts'
import { createStatus, deleteStatus, listStatuses, showStatus } from './statuses.ts'

const MINUTE_MS = 60_000

/**
 * All Mastodon servers: the first segment of a path is the server's host. servers.ts lists servers that differ from
 * mastodon.social.
 */
export const mastodon: Network = {
  platform: 'mastodon',
  name: 'Mastodon',
  people,

  consent: {
    path: '/:server/oauth/authorize',
    scopeSeparator: /\s+/,
    codeLifeMs: 10 * MINUTE_MS,
    fragment: '',
    pkce: 'optional',
    refusesApp: troubleOfApp,
    cancelled: {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
    },
    troubles: {
      right: {
        page: 'The requested scope is invalid, unknown, or malformed.',
        returned: {
          error: 'invalid_scope',
          error_description: 'The requested scope is invalid, unknown, or malformed.',
        },
        omittedScopes: /^write:statuses$/,
      },
    },
  },

  limits: Object.values(MASTODON_LIMITS),
  routes: (world) => [
    ...onServers(routes(world)),
    { method: 'GET', path: '/:server/.well-known/webfinger', handle: webfinger },
  ],

  faultAnswer(fault, world) {
    const statusCode = fault.status ?? STATUSES[fault.as ?? 'server']
    const headers: Record<string, string> = {}
    if (fault.retryAfter !== undefined) headers['retry-after'] = `${fault.retryAfter}`
    if (statusCode === 429) {
      headers['x-ratelimit-limit'] = '300'
      headers['x-ratelimit-remaining'] = '0'
      headers['x-ratelimit-reset'] = new Date(world.now() + (fault.retryAfter ?? 300) * 1000).toISOString()
    }
    return { ...refused(statusCode, ERRORS[statusCode] ?? 'Error'), headers }
  },

  postPath: ({ id }, username) => `/@${username}/${id}`,
  postPages: { '/@:username/:id': (world, { id = '' }) => world.posts.find('mastodon', id) },
}

const STATUSES = { rate: 429, quota: 429, server: 503, token: 401, permission: 403 } as const

const ERRORS: Record<number, string> = {
  401: 'The access token is invalid',
  403: 'This action is outside the authorized scopes',
  404: 'Record not found',
  410: 'Gone',
  422: 'Validation failed',
  429: 'Too many requests',
  500: "We're sorry, but something went wrong on our end.",
  503: 'Remote data could not be fetched',
}

function routes(world: World): Route[] {
  return [
    { method: 'GET', path: '/:server/.well-known/oauth-authorization-server', handle: (call) => metadata(call) },
    { method: 'GET', path: '/:server/api/v2/instance', operation: 'instance', handle: (call) => instance(call) },
    { method: 'GET', path: '/:server/api/v1/instance', handle: (call) => oldInstance(call) },
    { method: 'POST', path: '/:server/api/v1/apps', operation: 'register', handle: (call) => register(world, call) },
    {
      method: 'POST',
      path: '/:server/oauth/token',
      operation: (call) => (call.form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token'),
      handle: (call) => exchange(world, call),
    },
    { method: 'POST', path: '/:server/oauth/revoke', handle: (call) => revoke(world, call) },
    {
      method: 'GET',
      path: '/:server/api/v1/accounts/verify_credentials',
      handle: (call) => verifyCredentials(world, call),
    },
    { method: 'GET', path: '/:server/api/v2/search', operation: 'list', handle: search },
    {
      method: 'GET',
      path: '/:server/api/v1/accounts/:id/statuses',
      operation: 'list',
      handle: (call) => listStatuses(world, call),
    },
    { method: 'POST', path: '/:server/api/v2/media', operation: 'upload', handle: (call) => upload(world, call) },
    { method: 'GET', path: '/:server/api/v1/media/:id', operation: 'upload', handle: (call) => status(world, call) },
    {
      method: 'POST',
      path: '/:server/api/v1/statuses',
      operation: 'publish',
      handle: (call) => createStatus(world, call),
    },
    {
      method: 'GET',
      path: '/:server/api/v1/statuses/:id',
      operation: 'metrics',
      handle: (call) => showStatus(world, call),
    },
    { method: 'DELETE', path: '/:server/api/v1/statuses/:id', handle: (call) => deleteStatus(world, call) },
  ]
}

/** Returns the server that holds an account. The domain in the account's name may be another one (RFC 7033). */
function webfinger(call: Call): Answer {
  const [, name = '', host = ''] = /^acct:([^@]+)@([^@]+)$/.exec(call.query.get('resource') ?? '') ?? []
  const { apiHost } = serverAt(host)
  if (!apiHost || !people.some(({ username }) => username === name)) return { status: 404 }
  const self = { rel: 'self', type: 'application/activity+json', href: `https://${apiHost}/users/${name}` }
  return json(200, { subject: `acct:${name}@${host}`, links: [self] })
}

function instance(call: Call): Answer {
  const host = call.params.server ?? ''
  const { isOld, maxCharacters, imageBytes, videoBytes } = serverAt(host)
  if (isOld) return refused(404, 'Record not found')
  return json(200, {
    domain: host,
    title: host,
    version: '4.5.0',
    api_versions: { mastodon: 7 },
    configuration: {
      statuses: { max_characters: maxCharacters, max_media_attachments: 4, characters_reserved_per_url: 23 },
      media_attachments: {
        supported_mime_types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'video/mp4'],
        image_size_limit: imageBytes,
        image_matrix_limit: 33_177_600,
        video_size_limit: videoBytes,
        description_limit: 1_500,
      },
    },
  })
}

/**
 * The older call for the server's limits. Mastodon names its limit in `configuration`; other software in
 * `max_toot_chars`.
 */
function oldInstance(call: Call): Answer {
  const host = call.params.server ?? ''
  const { maxCharacters, tokenLifeMs, isForPictures } = serverAt(host)
  const software = tokenLifeMs ? '2.7.2 (compatible; Akkoma 3.13.2)' : '3.5.3'
  const version = isForPictures ? '3.5.3 (compatible; Pixelfed 0.12.6)' : software
  const about = { uri: host, title: host, version }
  if (tokenLifeMs) return json(200, { ...about, max_toot_chars: maxCharacters, upload_limit: 16_000_000 })
  return json(200, { ...about, configuration: { statuses: { max_characters: maxCharacters } } })
}

/** Searches for accounts. Anyone may do this, but a token needs the right to search. */
function search(call: Call): Answer {
  if (call.headers.authorization) return json(403, { error: 'This action is outside the authorized scopes' })
  const q = call.query.get('q')?.toLowerCase() ?? ''
  const found = people.filter(({ name, username = '' }) =>
    [username, ...name.split(' ')].some((word) => word.toLowerCase().startsWith(q)),
  )
  const accounts = found.map(({ id, name, username }) => ({ id, username, acct: username, display_name: name }))
  return json(200, { accounts: accounts.slice(0, Number(call.query.get('limit') ?? 20)), statuses: [], hashtags: [] })
}

function verifyCredentials(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call, 'read:accounts', 'profile')
  return limited(world, token, MASTODON_LIMITS.calls, () => {
    const { id, name, username = '', headline } = personOf(token.accountId)
    const privacy = world.manner('mastodonPrivacy')
    return json(200, {
      id,
      username,
      acct: username,
      display_name: name,
      note: `<p>${headline}</p>`,
      url: `https://${call.params.server}/@${username}`,
      avatar: portraitAddress(world, `${call.origin}/pictures/mastodon/${id}`) ?? '',
      followers_count: 311,
      source: { ...(privacy !== 'unnamed' && { privacy }), sensitive: false, language: USUAL_LANGUAGE },
    })
  })
}
