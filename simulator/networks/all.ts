import type { Network } from '../network.ts'
import type { Platform } from '../platform.ts'
import { bluesky } from './bluesky/network.ts'
import { facebook } from './facebook/network.ts'
import { instagram } from './instagram/network.ts'
import { linkedin } from './linkedin/network.ts'
import { mastodon } from './mastodon/network.ts'
import { telegram } from './telegram/network.ts'
import { threads } from './threads/network.ts'
import { twitter } from './twitter/network.ts'

const BY_PLATFORM: Record<Platform, Network> = {
  linkedin,
  twitter,
  facebook,
  instagram,
  threads,
  bluesky,
  mastodon,
  telegram,
}

export const NETWORKS = Object.values(BY_PLATFORM)
