import { AppError } from '#core/errors.ts'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import { callerOf } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { unreachablePlatforms } from '../media/reachable.ts'
import { PORTRAIT_HEADERS } from '../media/portrait-headers.ts'
import type { Secrets } from '../secrets.ts'
import { readAccountPicture, type AccountPictures } from './account-pictures.ts'
import { disconnectAccount } from './disconnect-account.ts'
import { facebookSdkApp } from './facebook-sdk.ts'
import { listAccounts } from './list-accounts.ts'
import type { PostsOfAccounts } from './posts-of-accounts.ts'
import type { AddRevocation } from './revoke-permission.ts'
import { ownAccount, openTokens } from './store.ts'
import { redirectUriFor } from './redirect-uri.ts'
import { switchAccount } from './change-account.ts'

const SEARCH_WITHIN_MS = 4_000
const MOST_PEOPLE = 8

export interface AccountParts {
  database: Database
  clock: Clock
  config: Pick<Config, 'publicUrl' | 'platforms' | 'versions'>
  secrets: Secrets
  clients: PlatformClients
  posts: PostsOfAccounts
  pictures: Pick<AccountPictures, 'read'>
  addRevocation: AddRevocation
}

export function accountRoutes(handle: Handle, parts: AccountParts): void {
  const { config, clients } = parts

  handle('GET /api/social-accounts', (context) => listAccounts(parts.database, callerOf(context)))

  handle('GET /api/social-accounts/{id}/people', async ({ params, query, signedIn, signal }) => {
    const account = await ownAccount(parts.database, signedIn.user.id, params.id)
    if (!account) throw new AppError('not_found')
    const { server } = account.sealed_tokens ? openTokens(parts.secrets, account) : {}
    // Send no access token, because the network's search for people is public.
    const access = { remoteId: account.remote_id, accessToken: '', server }
    const within = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_WITHIN_MS)])
    const found = await clients[account.platform]?.searchPeople?.(query.q, access, within)
    return found?.ok ? found.value.slice(0, MOST_PEOPLE) : []
  })

  handle('GET /media/account/{id}', async ({ params, signedIn, reply }) => {
    const picture = await readAccountPicture(parts.database, signedIn.user.id, params.id)
    if (!picture) throw new AppError('not_found')
    reply.headers(PORTRAIT_HEADERS)
    return picture
  })

  handle('GET /api/facebook/config', async () => ({
    clientId: facebookSdkApp(config) ?? null,
    version: config.versions.graph,
  }))

  const cutOff = unreachablePlatforms(config)
  handle('GET /api/platforms', async ({ signedIn, request }) =>
    PLATFORMS.map((platform) => ({
      platform,
      available: clients[platform] !== undefined,
      simulated: config.platforms[platform]?.simulated ?? false,
      isCutOff: cutOff.has(platform),
      ownPostsUrl: ownPostsUrl(platform),
      redirectUri:
        signedIn.user.role === 'admin' && !connectFormOf(platform)
          ? redirectUriFor(platform, request, config.publicUrl)
          : null,
    })),
  )

  /** The page with the user's own posts: the simulator's page, or the network's. */
  function ownPostsUrl(platform: Platform): string | null {
    const { simulated, baseUrl } = config.platforms[platform] ?? {}
    return simulated && baseUrl ? new URL(`/?platform=${platform}`, baseUrl).href : rulesOf(platform).ownPostsUrl
  }

  handle('PATCH /api/social-accounts/{id}', ({ params, body, ...context }) =>
    switchAccount(parts, callerOf(context), params.id, body),
  )

  handle('DELETE /api/social-accounts/{id}', async ({ params, query, request, ...context }) => {
    const isUnchosen = query.unchosen === 'true'
    await disconnectAccount({ ...parts, log: request.log }, callerOf(context), params.id, { isUnchosen })
    return undefined
  })
}
