import type { FastifyRequest } from 'fastify'
import type { NetworkApp } from '#core/accounts/networks-contract.ts'
import { AppError } from '#core/errors.ts'
import { appGuideOf } from '#core/platforms/app-guides.ts'
import { isPlatform, PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Config } from '../config.ts'
import { browserUrl } from '../http/address.ts'
import type { Handle } from '../http/router.ts'
import { CHECK_WITHIN_MS, checkKeys } from './check-keys.ts'
import type { AccountParts } from './routes.ts'
import { redirectUriFor } from './redirect-uri.ts'

/** Calls for administrators: the settings of Frogy's app at each network, and a check of the app's keys. */
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
