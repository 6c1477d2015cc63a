import type { Platform } from '#core/platforms/platform.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { PINNED_VERSIONS, type ApiVersions } from './api-versions.ts'
import { facebookClient } from './facebook.ts'
import { instagramClient } from './instagram.ts'
import { linkedinClient } from './linkedin.ts'
import type { Outcome, PlatformApp, PlatformClient } from './platform-client.ts'
import { threadsClient } from './threads.ts'
import { twitterClient } from './twitter.ts'

const CLIENTS = {
  linkedin: linkedinClient,
  twitter: twitterClient,
  facebook: facebookClient,
  instagram: instagramClient,
  threads: threadsClient,
} satisfies Record<Platform, (app: PlatformApp) => PlatformClient>

export type PlatformClients = Partial<Record<Platform, PlatformClient>>

export function platformClients(
  configs: Partial<Record<Platform, Omit<PlatformApp, 'versions' | 'now'>>>,
  now: () => Date,
  versions: ApiVersions = PINNED_VERSIONS,
): PlatformClients {
  const clients: PlatformClients = {}
  for (const [platform, make] of Object.entries(CLIENTS)) {
    const config = configs[platform as Platform]
    if (config) clients[platform as Platform] = make({ ...config, versions, now })
  }
  return clients
}

const refused: Outcome<never> = { ok: false, failure: { kind: 'refused', reason: 'configuration', detail: null } }

/** Stands in for a network that is no longer configured but has scheduled posts. */
export const unavailableClient: PlatformClient = {
  renewsItself: false,
  renewsWith: null,
  publishesPrepared: false,
  consentUrl: () => '/social-accounts',
  connect: async () => [],
  publish: async () => refused,
  sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,
  find: async () => ({ found: 'cannot-ask' }),
  reach: async () => refused,
  permalink: () => null,
  remove: async () => refused,
  metricsAtOnce: 1,
  metrics: async () => refused,
}
