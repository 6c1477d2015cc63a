import { FieldRefused, NotConnected } from '../connection-error.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { at, listAt, textAt } from '../json.ts'
import type { Access, Connection, Tokens } from '../platform-client.ts'
import { ACCOUNT_ERRORS, errorIn, failureReader } from './failures.ts'
import { isHandle } from './record.ts'
import { ENTRY, serverAddress, type Servers } from './servers.ts'

const APP_PASSWORD = /^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/

/** Signs in with an app password, which is not stored. @throws NotConnected, FieldRefused */
export async function signIn(
  servers: Servers,
  fields: Readonly<Record<string, string>>,
  now: () => Date,
  signal: AbortSignal,
): Promise<Connection> {
  const readFailure = failureReader(now)
  const password = plain(fields.password ?? '')
  // Only app passwords have this form. The main password would give Frogy every right.
  if (!APP_PASSWORD.test(password)) throw new FieldRefused('password', 'bluesky_app_password')
  const named = fields.server === undefined ? undefined : namedServer(servers, plain(fields.server))
  if (fields.server !== undefined && !named) throw new FieldRefused('server', 'server_unknown')
  const handle = handleOf(plain(fields.handle ?? ''), named ?? servers.entry)
  if (!isHandle(handle) && !isDid(handle)) throw new FieldRefused('handle', 'handle_invalid')
  const server = named ?? (await serverOf(servers, handle, signal))

  let refusal: PlatformAnswer | undefined
  const session = await ask(
    servers.call(server, 'com.atproto.server.createSession', {
      method: 'POST',
      json: { identifier: handle, password },
    }),
    signal,
    readSession,
    (answer) => {
      refusal = answer
      return readFailure(answer)
    },
  )
  if (!session.ok) {
    const error = refusal ? errorIn(refusal) : ''
    if (error === 'AuthFactorTokenRequired') throw new FieldRefused('password', 'bluesky_app_password')
    if (error === 'AuthenticationRequired') throw new FieldRefused('password', 'bluesky_sign_in')
    if (ACCOUNT_ERRORS.has(error)) throw new FieldRefused('handle', 'account_unusable')
    if (named && (!refusal || error === '')) throw new FieldRefused('server', 'server_unknown')
    const detail = 'detail' in session.failure ? session.failure.detail : null
    throw new NotConnected('network_down', detail)
  }
  const { did, isActive, tokens, ownServer } = session.value
  if (!isActive) throw new FieldRefused('handle', 'account_unusable')
  const home = (ownServer && serverAddress(ownServer)) ?? server
  const profile = await profileOf(servers, { ...tokens, server: home, remoteId: did }, signal)
  return {
    remoteId: did,
    displayName: profile.name ?? session.value.handle,
    username: session.value.handle,
    profileUrl: `${servers.web}/profile/${did}`,
    pictureUrl: profile.picture,
    scopes: ['com.atproto.appPass'],
    tokens: { ...tokens, server: home },
  }
}

/** People paste handles and passwords together with an @, spaces or invisible direction marks. */
const plain = (text: string): string => text.replaceAll(/[\p{Cf}\s]/gu, '').toLowerCase()

function handleOf(typed: string, server: string): string {
  const handle = typed.replace(/^@/, '')
  if (handle.includes('.') || isDid(handle)) return handle
  const { hostname } = new URL(server)
  return `${handle}.${/[a-z]$/.test(hostname) && hostname.includes('.') ? hostname : new URL(ENTRY).hostname}`
}

/** Whether a text is the permanent id of an account, which servers accept in place of its handle. */
const isDid = (text: string): boolean => /^did:(?:plc|web):[a-z0-9.-]{1,253}$/.test(text)

function namedServer(servers: Servers, typed: string): string | undefined {
  // The simulator imitates every server.
  if (servers.directory === servers.entry) return servers.entry
  const isEntry = [servers.entry, new URL(servers.entry).host].includes(typed.replace(/\/$/, ''))
  return isEntry ? servers.entry : serverAddress(typed)
}

/** The server of an account, from its handle. @throws NotConnected, FieldRefused */
async function serverOf(servers: Servers, handle: string, signal: AbortSignal): Promise<string> {
  // An operator's server serves only its own accounts. Other accounts name their server.
  if (servers.entry !== ENTRY && servers.directory !== servers.entry) return servers.entry
  const query = new URLSearchParams({ handle })
  const resolve = servers.call(servers.entry, `com.atproto.identity.resolveHandle?${query}`)
  const did = isDid(handle) ? handle : await known(ask(resolve, signal, readDid, refused))
  const document = await known(ask(servers.request(documentAddress(servers, did)), signal, ({ json }) => json, refused))
  const isOwner =
    isDid(handle) || listAt(document, 'alsoKnownAs').some((name) => String(name).toLowerCase() === `at://${handle}`)
  const home = serverIn(document)
  const address = home && (servers.directory === servers.entry ? home : serverAddress(home))
  if (!isOwner || !address) throw new FieldRefused('handle', 'account_unknown')
  return address
}

const refused = (answer: PlatformAnswer) =>
  ({ kind: 'refused', reason: 'other', detail: errorIn(answer) || null }) as const

/** @throws FieldRefused if the network knows no such account */
async function known<T>(asked: ReturnType<typeof ask<T>>): Promise<T> {
  const outcome = await asked
  if (outcome.ok) return outcome.value
  if (outcome.failure.kind === 'refused') throw new FieldRefused('handle', 'account_unknown')
  throw new NotConnected('network_down', outcome.failure.detail)
}

function documentAddress(servers: Servers, did: string): string {
  const [, method, id = ''] = did.split(':')
  if (method === 'plc' && /^[a-z2-7]{24}$/.test(id)) return `${servers.directory}/${did}`
  const server = method === 'web' ? serverAddress(id) : undefined
  if (!server) throw new FieldRefused('handle', 'account_unknown')
  return `${server}/.well-known/did.json`
}

const readDid = ({ json }: PlatformAnswer) => textAt(json, 'did')

function serverIn(document: unknown): string | undefined {
  const service = listAt(document, 'service').find((one) => textAt(one, 'id')?.endsWith('#atproto_pds'))
  return textAt(service, 'serviceEndpoint')
}

export interface Session {
  did: string
  handle: string
  isActive: boolean
  /** The account's server, if the response names it. */
  ownServer: string | undefined
  tokens: Tokens
}

export function readSession({ json }: PlatformAnswer): Session | undefined {
  const [did, handle] = [textAt(json, 'did'), textAt(json, 'handle')]
  const [accessToken, refreshToken] = [textAt(json, 'accessJwt'), textAt(json, 'refreshJwt')]
  if (!did || !handle || !accessToken || !refreshToken) return undefined
  return {
    did,
    handle,
    isActive: at(json, 'active') !== false,
    ownServer: serverIn(at(json, 'didDoc')),
    tokens: { accessToken, refreshToken, expiresAt: expiryOf(accessToken) },
  }
}

/** Renews a minute early. The lifetime of the access token is only in the token itself. */
function expiryOf(token: string): Date | null {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof exp === 'number' ? new Date((exp - 60) * 1_000) : null
  } catch {
    return null
  }
}

/** Name and picture of an account. Servers without Bluesky's public API still have the profile record. */
async function profileOf(
  servers: Servers,
  access: Access,
  signal: AbortSignal,
): Promise<{ name?: string | undefined; picture?: string | undefined }> {
  const { remoteId: did } = access
  const server = servers.of(access)
  const viewed = await ask(
    servers.view(`app.bsky.actor.getProfile?${new URLSearchParams({ actor: did })}`, access),
    signal,
    ({ json }) => (textAt(json, 'did') === did ? json : undefined),
    refused,
  )
  if (viewed.ok) return { name: textAt(viewed.value, 'displayName'), picture: textAt(viewed.value, 'avatar') }
  const query = new URLSearchParams({ repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' })
  const record = await ask(
    servers.call(server, `com.atproto.repo.getRecord?${query}`),
    signal,
    ({ json }) => at(json, 'value') ?? undefined,
    refused,
  )
  if (!record.ok) return {}
  const cid = textAt(record.value, 'avatar', 'ref', '$link')
  const picture = cid && `${server}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`
  return { name: textAt(record.value, 'displayName'), picture }
}
