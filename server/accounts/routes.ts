import { postingAccount } from '#core/accounts/posting-account.ts'
import { AppError } from '#core/errors.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import type { Handle } from '../http/router.ts'
import { cutOffPlatforms } from '../media/reachable.ts'
import type { Secrets } from '../secrets.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'
import { redirectUriFor } from './redirect-uri.ts'
import { ACCOUNT_COLUMNS, accountsOn, openTokens, toSocialAccount } from './store.ts'
import { changeAccount, makeDefault, removeAccount } from './transitions.ts'

export interface AccountParts {
  database: Database
  clock: Clock
  config: Pick<Config, 'publicUrl' | 'platforms'>
  secrets: Secrets
  clients: PlatformClients
  posts: PostsOfAccounts
}

export function accountRoutes(handle: Handle, parts: AccountParts): void {
  const { database, clock, config, secrets, clients, posts } = parts

  handle('GET /api/social-accounts', async ({ signedIn }) => {
    const rows = await database.query(sql`
      select ${ACCOUNT_COLUMNS} from social_accounts where user_id = ${signedIn.user.id} order by is_default desc, connected_at, id`)
    return rows.map(toSocialAccount).toSorted((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform))
  })

  const cutOff = cutOffPlatforms(config)
  handle('GET /api/platforms', async ({ signedIn, request }) =>
    PLATFORMS.map((platform) => ({
      platform,
      available: clients[platform] !== undefined,
      simulated: config.platforms[platform]?.simulated ?? false,
      isCutOff: cutOff.has(platform),
      ownPostsUrl: ownPostsUrl(platform),
      redirectUri: signedIn.user.role === 'admin' ? redirectUriFor(platform, request, config.publicUrl) : null,
    })),
  )

  /** A simulated network shows them on a page of its own. */
  function ownPostsUrl(platform: Platform): string | null {
    const { simulated, baseUrl } = config.platforms[platform] ?? {}
    return simulated && baseUrl ? new URL(`/?platform=${platform}`, baseUrl).href : rulesOf(platform).ownPostsUrl
  }

  handle('PATCH /api/social-accounts/{id}', async ({ params, body, signedIn }) => {
    const row = await database.transaction(async (tx) => {
      const [found] = await tx.query(sql`
        select ${ACCOUNT_COLUMNS} from social_accounts where id = ${params.id} and user_id = ${signedIn.user.id} for update`)
      if (!found) throw new AppError('not_found')
      return await changeAccount(tx, found, body, clock.now())
    })
    return toSocialAccount(row)
  })

  handle('DELETE /api/social-accounts/{id}', async ({ params, query, signedIn, request }) => {
    const row = await database.transaction(async (tx) => {
      // Posts are locked before their account, as by whoever takes one up, so that nobody waits for each other.
      await tx.query(sql`
        select from posts where account_id = ${params.id} and user_id = ${signedIn.user.id} and status <> 'published' order by id for update`)
      if (query.unchosen === 'true') await passOn(tx, params.id, signedIn.user.id)
      const [removed] = await tx.query(sql`
        select ${ACCOUNT_COLUMNS} from social_accounts where id = ${params.id} and user_id = ${signedIn.user.id} for update`)
      if (!removed) throw new AppError('not_found')
      await removeAccount(tx, posts, removed, clock.now())
      // Another account becomes the default. The posts of this one wait for it: they were not written for another.
      const left = await accountsOn(tx, removed.user_id, removed.platform)
      const heir = postingAccount(left, removed.platform, clock.now()) ?? left[0]
      if (heir && left.every(({ isDefault }) => !isDefault)) await makeDefault(tx, heir.id, clock.now())
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
    const [own] = await tx.query(
      sql`select ${ACCOUNT_COLUMNS} from social_accounts where id = ${id} and user_id = ${userId}`,
    )
    if (!own) return
    const others = (await accountsOn(tx, userId, own.platform)).filter((account) => account.id !== id)
    const heir = postingAccount(others, own.platform, clock.now())
    await posts.passOnPosts(tx, id, heir?.id ?? null, clock.now())
  }
}
