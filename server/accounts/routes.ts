import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { AppError } from '#core/errors.ts'
import { isPlatform, PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../db/database.ts'
import { originSeenBy } from '../http/address.ts'
import type { Handle } from '../http/router.ts'
import { cutOffPlatforms } from '../media/reachable.ts'
import { newToken, type Secrets } from '../secrets.ts'
import { ACCOUNT_COLUMNS, accountsOn, keepConnection, openTokens, toSocialAccount, type AccountRow } from './store.ts'

/** How long a person may take at the network's consent page. */
const CONSENT_MS = 15 * 60_000
const VERIFIER = 'connect-verifier'
/** More new accounts than an address has room for are connected without a question. */
const MOST_ADDED = 100

export interface AccountParts {
  database: Database
  clock: Clock
  config: Pick<Config, 'publicUrl' | 'platforms'>
  secrets: Secrets
  clients: PlatformClients
}

export function accountRoutes(handle: Handle, { database, clock, config, secrets, clients }: AccountParts): void {
  handle('GET /api/social-accounts', async ({ signedIn }) => {
    const rows = await database.query<AccountRow>(sql`
      select ${ACCOUNT_COLUMNS} from social_accounts where user_id = ${signedIn.user.id} order by is_default desc, connected_at, id`)
    return rows.map(toSocialAccount).toSorted((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform))
  })

  const cutOff = cutOffPlatforms(config)
  handle('GET /api/platforms', async () =>
    PLATFORMS.map((platform) => ({
      platform,
      available: clients[platform] !== undefined,
      simulated: config.platforms[platform]?.simulated ?? false,
      isCutOff: cutOff.has(platform),
      ownPostsUrl: ownPostsUrl(platform),
    })),
  )

  /** A simulated network shows them on a page of its own. */
  function ownPostsUrl(platform: Platform): string | null {
    const { simulated, baseUrl } = config.platforms[platform] ?? {}
    return simulated && baseUrl ? new URL(`/?platform=${platform}`, baseUrl).href : rulesOf(platform).ownPostsUrl
  }

  handle('GET /api/social-accounts/{platform}/connect', async ({ params, signedIn, request, reply }) => {
    const { platform, client } = clientFor(params.platform)
    const [state, verifier] = [newToken(), newToken()]
    const redirectUri = `${originSeenBy(request, config.publicUrl)}/api/social-accounts/${platform}/callback`
    const expiresAt = new Date(clock.now().getTime() + CONSENT_MS)
    await database.query(sql`delete from connect_attempts where expires_at <= ${clock.now()}`)
    await database.query(sql`
      insert into connect_attempts (state_hash, user_id, platform, sealed_verifier, redirect_uri, expires_at)
      values (${secrets.tokenHash(state)}, ${signedIn.user.id}, ${platform}, ${secrets.seal(verifier, VERIFIER)}, ${redirectUri}, ${expiresAt})`)
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
    reply.redirect(client.consentUrl({ redirectUri, state, codeChallenge }), 302)
    return undefined
  })

  handle('GET /api/social-accounts/{platform}/callback', async ({ params, query, signedIn, request, reply }) => {
    const { platform, client } = clientFor(params.platform)
    const back = (parameter: string, value: string, added: readonly string[] = []): undefined => {
      const more = added.length > 0 ? `&added=${added.slice(0, MOST_ADDED).join(',')}` : ''
      reply.redirect(`/social-accounts?${parameter}=${encodeURIComponent(value)}${more}`, 302)
    }

    // Taken, so that a return can be used once, and only by the person who set out.
    const [attempt] = await database.query<{ redirect_uri: string; sealed_verifier: string }>(sql`
      delete from connect_attempts where state_hash = any(${secrets.tokenHashes(query.state ?? '')}) and user_id = ${signedIn.user.id}
        and platform = ${platform} and expires_at > ${clock.now()}
      returning redirect_uri, sealed_verifier`)
    if (!attempt) return back('error', 'invalid_state')
    if (query.error) return back('error', CANCELLED.has(query.error) ? 'oauth_cancelled' : 'connection_failed')
    if (!query.code) return back('error', 'connection_failed')

    try {
      const grant = {
        code: query.code,
        redirectUri: attempt.redirect_uri,
        codeVerifier: secrets.open(attempt.sealed_verifier, VERIFIER),
      }
      const connections = await client.connect(grant, AbortSignal.timeout(25_000))
      if (connections.length === 0) return back('error', 'no_account')
      const account = {
        userId: signedIn.user.id,
        platform,
        simulated: config.platforms[platform]?.simulated ?? false,
        renewsItself: client.renewsItself,
        isOnly: connections.length === 1,
        now: clock.now(),
      }
      const added = await database.transaction(async (tx) => {
        const ids: string[] = []
        for (const connection of connections) {
          const kept = await keepConnection(tx, secrets, account, connection)
          if (kept.isNew) ids.push(kept.id)
        }
        return ids
      })
      // A sign-in can give all that a person manages there: which of the new ones are meant, they are asked.
      return back('connected', platform, connections.length > 1 ? added : [])
    } catch (error) {
      request.log.warn({ err: error, platform }, 'connecting failed')
      return back('error', 'connection_failed')
    }
  })

  handle('PATCH /api/social-accounts/{id}', async ({ params, body, signedIn }) => {
    const row = await database.transaction(async (tx) => {
      const [found] = await tx.query<AccountRow>(sql`
        select ${ACCOUNT_COLUMNS} from social_accounts where id = ${params.id} and user_id = ${signedIn.user.id} for update`)
      if (!found) throw new AppError('not_found')
      if (body.isDefault)
        await tx.query(
          sql`update social_accounts set is_default = false where user_id = ${found.user_id} and platform = ${found.platform}`,
        )
      const [changed] = await tx.query<AccountRow>(sql`
        update social_accounts set is_active = ${body.isActive ?? found.is_active}, is_default = ${body.isDefault ?? found.is_default}
        where id = ${found.id} returning ${ACCOUNT_COLUMNS}`)
      return changed
    })
    if (!row) throw new AppError('not_found')
    return toSocialAccount(row)
  })

  handle('DELETE /api/social-accounts/{id}', async ({ params, query, signedIn, request }) => {
    const row = await database.transaction(async (tx) => {
      // Posts are locked before their account, as by whoever takes one up, so that nobody waits for each other.
      await tx.query(sql`
        select from posts where account_id = ${params.id} and user_id = ${signedIn.user.id} and status <> 'published' order by id for update`)
      if (query.unchosen === 'true') await passOn(tx, params.id, signedIn.user.id)
      const [removed] = await tx.query<AccountRow>(sql`
        delete from social_accounts where id = ${params.id} and user_id = ${signedIn.user.id} returning ${ACCOUNT_COLUMNS}`)
      if (!removed) throw new AppError('not_found')
      // What would be posted from now is the next default. The posts wait: they were not written for that one.
      const left = await accountsOn(tx, removed.user_id, removed.platform)
      const heir = postingAccount(left, removed.platform, clock.now()) ?? left[0]
      if (heir && left.every(({ isDefault }) => !isDefault))
        await tx.query(sql`update social_accounts set is_default = true where id = ${heir.id}`)
      return removed
    })
    // Withdrawn at the network as far as it lets us; what Frogy held is gone either way.
    try {
      await clients[row.platform]?.revoke?.(openTokens(secrets, row), AbortSignal.timeout(5_000))
    } catch (error) {
      request.log.warn({ err: error, platform: row.platform }, 'a permission could not be withdrawn')
    }
    return undefined
  })

  /** Gives another account what nobody wrote for one that was only just connected, and is not meant. */
  async function passOn(tx: Queryable, id: string, userId: string): Promise<void> {
    const [own] = await tx.query<AccountRow>(
      sql`select ${ACCOUNT_COLUMNS} from social_accounts where id = ${id} and user_id = ${userId}`,
    )
    if (!own) return
    const others = (await accountsOn(tx, userId, own.platform)).filter((account) => account.id !== id)
    const heir = postingAccount(others, own.platform, clock.now())
    await tx.query(sql`
      update posts set account_id = ${heir?.id ?? null}
      where account_id = ${id} and user_id = ${userId} and former_remote_id is null and status in ('draft', 'scheduled', 'failed', 'missed')`)
  }

  function clientFor(platform: string) {
    if (!isPlatform(platform)) throw new AppError('not_found')
    const client = clients[platform]
    if (!client) throw new AppError('platform_not_configured', { values: { platform: rulesOf(platform).name } })
    return { platform: platform satisfies Platform, client }
  }
}

/** What the networks send back when a person says no. */
const CANCELLED = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'])
