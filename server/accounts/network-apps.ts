import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { NetworkApp, NetworkCheck } from '#core/accounts/networks-contract.ts'
import { AppError } from '#core/errors.ts'
import { appGuideOf } from '#core/platforms/app-guides.ts'
import { isPlatform, PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { NotConnected } from '../adapters/platforms/connection-error.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Config } from '../config.ts'
import { browserUrl } from '../http/address.ts'
import type { Handle } from '../http/router.ts'
import type { AccountParts } from './routes.ts'
import { redirectUriFor } from './redirect-uri.ts'

const CHECK_WITHIN_MS = 20_000

/** The administrators' guide to each network's app, and the check of its keys. */
export function networkAppRoutes(handle: Handle, { config, clients }: Pick<AccountParts, 'config' | 'clients'>): void {
  handle('GET /api/admin/networks', async ({ request }) =>
    PLATFORMS.map((platform) => ({
      platform,
      state: stateOf(platform, config),
      clientId: config.platforms[platform]?.clientId || null,
      addresses: addressesOf(platform, request, config.publicUrl),
    })),
  )

  handle('POST /api/admin/networks/{platform}/check', async ({ params: { platform }, request, signal }) => {
    if (!isPlatform(platform) || !appGuideOf(platform)) throw new AppError('not_found')
    const client = clients[platform]
    if (!client) throw new AppError('platform_not_configured', { values: { platform: rulesOf(platform).name } })
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(CHECK_WITHIN_MS)])
    const check = await checkKeys(client, redirectUriFor(platform, request, config.publicUrl), timeout)
    if (check.said) request.log.info({ platform, ...check }, "an administrator checked a network's app")
    return { trouble: check.trouble }
  })
}

function stateOf(platform: Platform, { platforms }: Pick<Config, 'platforms'>): NetworkApp['state'] {
  if (!appGuideOf(platform)) return 'keyless'
  const app = platforms[platform]
  return app ? (app.simulated ? 'simulated' : 'ready') : 'missing'
}

function addressesOf(platform: Platform, request: FastifyRequest, publicUrl: string): NetworkApp['addresses'] {
  const guide = appGuideOf(platform)
  if (!guide) return []
  const at = (path: string) => `${browserUrl(request, publicUrl)}${path}`
  return [
    { name: 'redirect', url: redirectUriFor(platform, request, publicUrl) },
    { name: 'privacy', url: at('/privacy-policy') },
    { name: 'terms', url: at('/terms-of-service') },
    ...(guide.takesCallbacks
      ? ([
          { name: 'deauthorize', url: at(`/api/meta/${platform}/deauthorize`) },
          { name: 'deletion', url: at(`/api/meta/${platform}/delete-data`) },
        ] as const)
      : []),
  ]
}

/** Exchanges a made-up code. A network that finds the code wrong has accepted the keys. */
async function checkKeys(
  client: PlatformClient,
  redirectUri: string,
  signal: AbortSignal,
): Promise<NetworkCheck & { said: string | null }> {
  const code = `frogy-check-${randomUUID()}`
  try {
    await client.connect?.({ code, codeVerifier: `${code}-${randomUUID()}`, redirectUri }, signal)
    return { trouble: null, said: null }
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error
    return { trouble: error.trouble === 'connection_expired' ? null : error.trouble, said: error.message }
  }
}
