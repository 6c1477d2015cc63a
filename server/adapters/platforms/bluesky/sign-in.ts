import { FieldRefused, NotConnected } from '../connection-error.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { at, textAt } from '../json.ts'
import type { Connection, Tokens } from '../platform-client.ts'
import { ACCOUNT_ERRORS, errorIn, failureReader } from './failures.ts'
import { hasOnlyOwnAccounts, homeOf, isDid, serverIn } from './home-server.ts'
import { profileOf } from './profile.ts'
import { isHandle } from './record.ts'
import { ENTRY, MAX_DOCUMENT_BYTES, serverAddress, type Servers } from './servers.ts'

const APP_PASSWORD = /^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/

/** Reads a handle as people type it. @throws FieldRefused */
export function handleIn(typed: string, server: string): string {
  const handle = handleOf(plain(typed), server)
  if (!isHandle(handle) && !isDid(handle)) throw new FieldRefused('handle', 'handle_invalid')
  return handle
}

/** Signs in with an app password, which is not stored. @throws NotConnected, FieldRefused */
export async function signInWithPassword(
  servers: Servers,
  fields: Readonly<Record<string, string>>,
  now: () => Date,
  signal: AbortSignal,
): Promise<Connection> {
  const readFailure = failureReader(now)
  const password = plain(fields.password ?? '')
  // Accept only a password in the form of Bluesky's app passwords, because the main password would give Frogy every
  // right.
  if (!APP_PASSWORD.test(password)) throw new FieldRefused('password', 'bluesky_app_password')
  const named = fields.server === undefined ? undefined : namedServer(servers, plain(fields.server))
  if (fields.server !== undefined && !named) throw new FieldRefused('server', 'server_unknown')
  const handle = handleIn(fields.handle ?? '', named ?? servers.entry)
  const isTrusted = named !== undefined || hasOnlyOwnAccounts(servers)
  const known = isTrusted ? undefined : await homeOf(servers, handle, signal)
  const server = known?.server ?? named ?? servers.entry

  let refusal: PlatformAnswer | undefined
  const session = await ask(
    servers.call(server, 'com.atproto.server.createSession', {
      method: 'POST',
      json: { identifier: handle, password },
      maxAnswerBytes: MAX_DOCUMENT_BYTES,
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
  if (known && known.did !== did) throw new NotConnected('other_account', `signed in as ${did}`)
  const home = (ownServer && serverAddress(ownServer)) ?? server
  const username = known?.handle ?? session.value.handle
  const profile = await profileOf(servers, { ...tokens, server: home, remoteId: did }, signal)
  return {
    remoteId: did,
    displayName: profile.name ?? username,
    username,
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

function namedServer(servers: Servers, typed: string): string | undefined {
  // The simulator imitates every server, so Frogy accepts any server name.
  if (servers.directory === servers.entry) return servers.entry
  const isEntry = [servers.entry, new URL(servers.entry).host].includes(typed.replace(/\/$/, ''))
  return isEntry ? servers.entry : serverAddress(typed)
}

interface Session {
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

/** The latest accepted expiry, in the year 9999, because a server may send any number. */
const LATEST_S = 253_370_764_800

/** When to renew an access token: a minute before its expiry, which is only in the token itself. */
function expiryOf(token: string): Date | null {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof exp === 'number' && exp < LATEST_S ? new Date((exp - 60) * 1_000) : null
  } catch {
    return null
  }
}
