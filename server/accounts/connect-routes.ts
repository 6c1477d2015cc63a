import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { isGenericTrouble, type ConnectTrouble } from '#core/accounts/connect-trouble.ts'
import { AppError } from '#core/errors.ts'
import { workspacePath } from '#core/workspaces/path.ts'
import type { Language } from '#core/language.ts'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { isPlatform, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { FieldRefused, NotConnected, errorOnReturn, troubleOf } from '../adapters/platforms/connection-error.ts'
import type { Connection, ConsentRequest, PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { writeLog } from '../events/workspace-log.ts'
import { callerOf, type SignedIn } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import { isPublishingHeld } from '../installation/installation-row.ts'
import { issueOf } from '../messages.ts'
import { newToken } from '../secrets.ts'
import { logConnection } from './connection-log.ts'
import { listAccounts } from './list-accounts.ts'
import { redirectUriFor } from './redirect-uri.ts'
import { revokeLater, revokePermission, revokeTokens } from './revoke-permission.ts'
import type { AccountParts } from './routes.ts'
import { saveConnection } from './save-connection.ts'

const CONSENT_MS = 15 * 60_000
/** How long Frogy still recognizes an expired attempt to connect an account, in order to explain the error. */
const REMEMBERED_MS = 24 * 3_600_000
const VERIFIER = 'connect-verifier'
const KEPT = 'connect-kept'
const CONNECT_WITHIN_MS = 25_000
/** The maximum number of account ids in the return URL. */
const MAX_ADDED = 100
const MAX_ISSUES = 20

export function connectRoutes(handle: Handle, parts: AccountParts): void {
  const { database, clock, config, secrets, clients, pictures } = parts

  handle('GET /api/social-accounts/{platform}/connect', async ({ params, signedIn, request, reply }) => {
    const { platform, client } = clientFor(params.platform)
    if (client.consentUrl) {
      const attempt = newAttempt(platform, request)
      await saveAttempt(platform, attempt, signedIn)
      redirectTo(reply, client.consentUrl(attempt))
    } else redirectTo(reply, `/social-accounts?connect=${platform}`)
    return undefined
  })

  handle('POST /api/social-accounts/{platform}/connect', async ({ params, body, signedIn, request, language }) => {
    const caller = callerOf({ signedIn, language })
    const { platform, client } = clientFor(params.platform)
    if (!client.connectByForm) throw new AppError('not_found')
    const fields = fieldsOf(platform, body.fields, language)
    const attempt = newAttempt(platform, request)
    try {
      const outcome = await client.connectByForm(fields, attempt, AbortSignal.timeout(CONNECT_WITHIN_MS))
      if ('consentUrl' in outcome) {
        await saveAttempt(platform, attempt, signedIn, outcome.kept)
        return { accounts: [], consentUrl: outcome.consentUrl }
      }
      const owner = { userId: caller.userId, actorId: caller.member?.id ?? caller.userId }
      const saved = await save(platform, client, outcome.connections, owner, request.log)
      const accounts = await listAccounts(database, caller)
      return { accounts: accounts.filter(({ id }) => saved.some((one) => one.id === id)), consentUrl: null }
    } catch (error) {
      const values = { platform: rulesOf(platform).name }
      if (error instanceof FieldRefused)
        throw new AppError('validation_failed', {
          issues: [issueOf(language, `fields.${error.field}`, error.code, values)],
        })
      if (!(error instanceof NotConnected)) throw error
      await logFailure(platform, error, signedIn, request)
      if (error.trouble === 'network_down') throw new AppError('platform_failed', { values })
      throw new AppError('not_connected', { values: { ...values, trouble: error.trouble } })
    }
  })

  handle('GET /api/social-accounts/{platform}/callback', async ({ params, query, signedIn, request, reply }) => {
    const { platform, client } = clientFor(params.platform)
    /** The owner of the new account: the user, or the workspace for which an owner connects it. */
    let userId = signedIn.user.id
    const back = (query: string) =>
      redirectTo(reply, `${userId === signedIn.user.id ? '' : workspacePath(userId)}/social-accounts?${query}`)
    try {
      const attempt = await takeAttempt(platform, query.state ?? '', signedIn)
      userId = attempt.userId
      const source = { kept: attempt.kept, issuer: query.iss }
      if (client.isReturnOf && !client.isReturnOf(source))
        throw new NotConnected('invalid_state', `returned by ${query.iss}`)
      const vendorError = query.code ? undefined : errorOnReturn(query)
      if (vendorError) throw new NotConnected(troubleOf(vendorError), vendorError.message)
      if (!query.code) throw new NotConnected('connection_failed', 'a return without a code')
      if (!client.connect) throw new NotConnected('invalid_state')
      const grant = { ...attempt, code: query.code, issuer: query.iss }
      const connections = await client.connect(grant, AbortSignal.timeout(CONNECT_WITHIN_MS))
      const saved = await save(platform, client, connections, { userId, actorId: signedIn.user.id }, request.log)
      // If a sign-in brought several accounts, the user selects among the new accounts.
      const added = saved.length > 1 ? saved.filter(({ isNew }) => isNew).map(({ id }) => id) : []
      const more = added.length > 0 ? `&added=${added.slice(0, MAX_ADDED).join(',')}` : ''
      back(`connected=${platform}${more}`)
    } catch (error) {
      if (error instanceof NotConnected && error.unrevoked)
        await revokeLater({ ...parts, log: request.log }, platform, error.unrevoked)
      const trouble = await logFailure(platform, error, signedIn, request)
      back(`error=${trouble}${isGenericTrouble(trouble) ? '' : `&platform=${platform}`}`)
    }
    return undefined
  })

  /** Logs a failed connection. @returns why the connection failed */
  async function logFailure(
    platform: Platform,
    error: unknown,
    { user }: SignedIn,
    { log }: FastifyRequest,
  ): Promise<ConnectTrouble> {
    const trouble: ConnectTrouble = error instanceof NotConnected ? error.trouble : 'connection_failed'
    // The vendor's message is for the administrator, so put it only into the log.
    const about = { platform, trouble, ...(error instanceof NotConnected ? { said: error.message } : { err: error }) }
    log[trouble === 'oauth_cancelled' ? 'info' : 'warn'](about, 'an account was not connected')
    // A failed log write must not hide the error from the user.
    await logConnection(database, 'refused', { userId: user.id, platform, trouble }, clock.now()).catch(
      (cause: unknown) => log.warn({ err: cause }, 'a rejected connection was not recorded'),
    )
    return trouble
  }

  function newAttempt(platform: Platform, request: FastifyRequest): ConsentRequest & { verifier: string } {
    const [state, verifier] = [newToken(), newToken()]
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
    return { state, verifier, codeChallenge, redirectUri: redirectUriFor(platform, request, config.publicUrl) }
  }

  async function saveAttempt(
    platform: Platform,
    { state, verifier, redirectUri }: ReturnType<typeof newAttempt>,
    { user, sessionId }: SignedIn,
    kept?: string,
  ): Promise<void> {
    const sealedKept = kept === undefined ? null : secrets.seal(kept, KEPT)
    await database.query(sql`
      insert into connect_attempts (state_hash, user_id, session_id, platform, sealed_verifier, sealed_kept, redirect_uri, expires_at)
      values (${secrets.tokenHash(state)}, ${user.id}, ${sessionId}, ${platform}, ${secrets.seal(verifier, VERIFIER)},
        ${sealedKept}, ${redirectUri}, ${new Date(clock.now().getTime() + CONSENT_MS)})`)
  }

  /**
   * Consumes a connection attempt, which works only once and only in the browser that began it. @throws NotConnected
   */
  async function takeAttempt(platform: Platform, state: string, { user, sessionId }: SignedIn) {
    const [attempt] = await database.query(sql`
      delete from connect_attempts where state_hash = any(${secrets.tokenHashes(state)})
        and session_id = ${sessionId} and platform = ${platform} and (user_id = ${user.id} or exists (
          select from members m where m.workspace_id = connect_attempts.user_id and m.user_id = ${user.id} and m.role = 'owner'))
      returning ${columns('connect_attempts', 'user_id', 'redirect_uri', 'sealed_verifier', 'sealed_kept', 'expires_at')}`)
    if (!attempt?.sealed_verifier) throw new NotConnected('invalid_state')
    if (attempt.expires_at <= clock.now()) throw new NotConnected('connection_expired')
    return {
      userId: attempt.user_id,
      redirectUri: attempt.redirect_uri,
      codeVerifier: secrets.open(attempt.sealed_verifier, VERIFIER),
      kept: attempt.sealed_kept === null ? undefined : secrets.open(attempt.sealed_kept, KEPT),
    }
  }

  /** Stores the accounts of a sign-in. Then ends the replaced sessions, or the new sessions if storing fails. */
  async function save(
    platform: Platform,
    client: PlatformClient,
    connections: readonly Connection[],
    { userId, actorId }: { userId: string; actorId: string },
    log: FastifyBaseLogger,
  ): Promise<{ id: string; isNew: boolean }[]> {
    const found = await pictures.read(connections)
    const simulated = config.platforms[platform]?.simulated ?? false
    const isOnly = connections.length === 1
    const now = clock.now()
    const account = { userId, platform, simulated, renewsItself: client.renewsItself, isOnly, now }
    const saving = database.transaction(async (tx) => {
      const saved: Awaited<ReturnType<typeof saveConnection>>[] = []
      for (const connection of connections)
        saved.push(await saveConnection(tx, parts, account, { ...connection, picture: found.get(connection.remoteId) }))
      await writeLog(tx, userId, { act: 'account_connected', actorId, subject: rulesOf(platform).name }, now)
      return saved
    })
    if (!client.hasOwnSessions) return await saving
    const revoking = { ...parts, log }
    const saved = await saving.catch(async (error: unknown) => {
      for (const { tokens } of connections) await revokeTokens(revoking, platform, () => tokens)
      throw error
    })
    // If this installation may be a restored copy, keep the replaced sessions: the original installation uses them.
    const isHeld = await isPublishingHeld(database)
    for (const { former } of saved) if (former && !isHeld) await revokePermission(revoking, former)
    return saved
  }

  function clientFor(platform: string) {
    if (!isPlatform(platform)) throw new AppError('not_found')
    const client = clients[platform]
    if (!client) throw new AppError('platform_not_configured', { values: { platform: rulesOf(platform).name } })
    return { platform: platform satisfies Platform, client }
  }
}

/** Checks the fields against the network's form. Leaves out empty fields. */
function fieldsOf(
  platform: Platform,
  given: Readonly<Record<string, string>>,
  language: Language,
): Record<string, string> {
  const { fields: known, signsInWith = [] } = connectFormOf(platform) ?? { fields: [] }
  const isSignIn = signsInWith.length > 0 && Object.keys(given).every((name) => signsInWith.includes(name))
  const issues = [
    ...Object.keys(given)
      .filter((name) => !known.some((field) => field.name === name))
      .map((name) => issueOf(language, `fields.${name}`, 'unknown_field', { field: name })),
    ...known
      .filter(({ name, isOptional }) => (isSignIn ? signsInWith.includes(name) : !isOptional) && !given[name])
      .map(({ name }) => issueOf(language, `fields.${name}`, 'required')),
  ]
  if (issues.length > 0) throw new AppError('validation_failed', { issues: issues.slice(0, MAX_ISSUES) })
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

/**
 * Sets the redirect without sending it, because the router sends the response. `reply.redirect` would send immediately.
 */
function redirectTo(reply: FastifyReply, address: string): void {
  reply.code(302).header('location', address)
}

export async function deleteOldConnectAttempts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from connect_attempts where expires_at <= ${new Date(now.getTime() - REMEMBERED_MS)}`)
}
