import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { isGenericTrouble, type ConnectTrouble } from '#core/accounts/connect-trouble.ts'
import { AppError } from '#core/errors.ts'
import { isPlatform, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { NotConnected, errorOnReturn, troubleOf } from '../adapters/platforms/connection-error.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { SignedIn } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import { newToken } from '../secrets.ts'
import { logConnection } from './connection-log.ts'
import { redirectUriFor } from './redirect-uri.ts'
import type { AccountParts } from './routes.ts'
import { saveConnection } from './save-connection.ts'

const CONSENT_MS = 15 * 60_000
/** How long after its expiry Frogy still recognizes a connection attempt. */
const REMEMBERED_MS = 24 * 3_600_000
const VERIFIER = 'connect-verifier'
/** The most account ids that fit into the return URL. */
const MAX_ADDED = 100

export function connectRoutes(handle: Handle, parts: AccountParts): void {
  const { database, clock, config, secrets, clients, pictures } = parts

  handle('GET /api/social-accounts/{platform}/connect', async ({ params, signedIn, request, reply }) => {
    const { platform, client } = clientFor(params.platform)
    const [state, verifier, now] = [newToken(), newToken(), clock.now()]
    const redirectUri = redirectUriFor(platform, request, config.publicUrl)
    await database.query(sql`
      insert into connect_attempts (state_hash, user_id, session_id, platform, sealed_verifier, redirect_uri, expires_at)
      values (${secrets.tokenHash(state)}, ${signedIn.user.id}, ${signedIn.sessionId}, ${platform}, ${secrets.seal(verifier, VERIFIER)},
        ${redirectUri}, ${new Date(now.getTime() + CONSENT_MS)})`)
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
    redirectTo(reply, client.consentUrl({ redirectUri, state, codeChallenge }))
    return undefined
  })

  handle('GET /api/social-accounts/{platform}/callback', async ({ params, query, signedIn, request, reply }) => {
    const { platform, client } = clientFor(params.platform)
    try {
      const attempt = await takeAttempt(platform, query.state ?? '', signedIn)
      const vendorError = query.code ? undefined : errorOnReturn(query)
      if (vendorError) throw new NotConnected(troubleOf(vendorError), vendorError.message)
      if (!query.code) throw new NotConnected('connection_failed', 'a return without a code')
      const added = await connect(platform, client, { ...attempt, code: query.code }, signedIn.user.id)
      const more = added.length > 0 ? `&added=${added.slice(0, MAX_ADDED).join(',')}` : ''
      redirectTo(reply, `/social-accounts?connected=${platform}${more}`)
    } catch (error) {
      const trouble: ConnectTrouble = error instanceof NotConnected ? error.trouble : 'connection_failed'
      // The vendor's message is for the administrator and appears only in the log.
      const about = { platform, trouble, ...(error instanceof NotConnected ? { said: error.message } : { err: error }) }
      request.log[trouble === 'oauth_cancelled' ? 'info' : 'warn'](about, 'an account was not connected')
      // A failed log write must not hide the error from the user.
      await logConnection(database, 'refused', { userId: signedIn.user.id, platform, trouble }, clock.now()).catch(
        (cause: unknown) => request.log.warn({ err: cause }, 'a rejected connection was not recorded'),
      )
      redirectTo(reply, `/social-accounts?error=${trouble}${isGenericTrouble(trouble) ? '' : `&platform=${platform}`}`)
    }
    return undefined
  })

  /** Consumes a connection attempt: it works once, and only in the browser that began it. @throws NotConnected */
  async function takeAttempt(platform: Platform, state: string, { user, sessionId }: SignedIn) {
    const [attempt] = await database.query(sql`
      delete from connect_attempts where state_hash = any(${secrets.tokenHashes(state)})
        and user_id = ${user.id} and session_id = ${sessionId} and platform = ${platform}
      returning ${columns('connect_attempts', 'redirect_uri', 'sealed_verifier', 'expires_at')}`)
    if (!attempt?.sealed_verifier) throw new NotConnected('invalid_state')
    if (attempt.expires_at <= clock.now()) throw new NotConnected('connection_expired')
    return { redirectUri: attempt.redirect_uri, codeVerifier: secrets.open(attempt.sealed_verifier, VERIFIER) }
  }

  /**
   * Connects the accounts of a sign-in.
   * @returns the new accounts if the sign-in brought several: the user then selects among them
   */
  async function connect(
    platform: Platform,
    client: PlatformClient,
    grant: { code: string; redirectUri: string; codeVerifier: string },
    userId: string,
  ): Promise<string[]> {
    const connections = await client.connect(grant, AbortSignal.timeout(25_000))
    const found = await pictures.read(connections)
    const isOnly = connections.length === 1
    const simulated = config.platforms[platform]?.simulated ?? false
    const account = { userId, platform, simulated, renewsItself: client.renewsItself, isOnly, now: clock.now() }
    return await database.transaction(async (tx) => {
      const added: string[] = []
      for (const connection of connections) {
        const { id, isNew } = await saveConnection(tx, parts, account, {
          ...connection,
          picture: found.get(connection.remoteId),
        })
        if (isNew && !isOnly) added.push(id)
      }
      return added
    })
  }

  function clientFor(platform: string) {
    if (!isPlatform(platform)) throw new AppError('not_found')
    const client = clients[platform]
    if (!client) throw new AppError('platform_not_configured', { values: { platform: rulesOf(platform).name } })
    return { platform: platform satisfies Platform, client }
  }
}

/** Sets the redirect without sending it, because the router sends the response. `reply.redirect` would send at once. */
function redirectTo(reply: FastifyReply, address: string): void {
  reply.code(302).header('location', address)
}

export async function deleteOldConnectAttempts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from connect_attempts where expires_at <= ${new Date(now.getTime() - REMEMBERED_MS)}`)
}
