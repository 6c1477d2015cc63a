import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { PINNED_VERSIONS, type ApiVersions } from './api-versions.ts'
import { bluesky } from './bluesky/client.ts'
import { facebook } from './facebook/client.ts'
import { instagram } from './instagram/client.ts'
import { linkedin } from './linkedin/client.ts'
import type { Outcome, PlatformAdapter, PlatformApp, PlatformClient, RegisteredApps } from './platform-client.ts'
import { mastodon } from './mastodon/client.ts'
import { telegram } from './telegram/client.ts'
import { threads } from './threads/client.ts'
import { twitter } from './twitter/client.ts'

export const ADAPTERS: Record<Platform, PlatformAdapter> = {
  linkedin,
  twitter,
  facebook,
  instagram,
  threads,
  bluesky,
  mastodon,
  telegram,
}

export type PlatformClients = Partial<Record<Platform, PlatformClient>>

export function platformClients(
  configs: Partial<Record<Platform, Omit<PlatformApp, 'versions' | 'now' | 'registeredApps'>>>,
  now: () => Date,
  appsOf: (platform: Platform) => RegisteredApps,
  versions: ApiVersions = PINNED_VERSIONS,
): PlatformClients {
  const clients: PlatformClients = {}
  for (const platform of PLATFORMS) {
    const config = configs[platform]
    if (config)
      clients[platform] = ADAPTERS[platform].open({ ...config, versions, now, registeredApps: appsOf(platform) })
  }
  return clients
}

const refused: Outcome<never> = { ok: false, failure: { kind: 'refused', reason: 'configuration', detail: null } }

/** The client of a network that is no longer configured but has scheduled posts. It refuses every request. */
export const unavailableClient: PlatformClient = {
  renewsItself: false,
  renewsWith: null,
  publishesPrepared: false,
  publish: async () => refused,
  sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,
  find: async () => ({ found: 'cannot-ask' }),
  reach: async () => refused,
  permalink: () => null,
  remove: async () => refused,
  metricsAtOnce: 1,
  metrics: async () => refused,
}
