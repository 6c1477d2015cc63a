import { bluesky } from './bluesky/look.ts'
import { facebook } from './facebook/look.ts'
import { instagram } from './instagram/look.ts'
import { linkedin } from './linkedin/look.ts'
import { mastodon } from './mastodon/look.ts'
import type { PlatformLook } from './platform-rules.ts'
import { rulesOf, type Platform } from './platform.ts'
import { telegram } from './telegram/look.ts'
import { threads } from './threads/look.ts'
import { twitter } from './twitter/look.ts'

const LOOKS: Record<Platform, PlatformLook> = {
  linkedin,
  twitter,
  facebook,
  instagram,
  threads,
  bluesky,
  mastodon,
  telegram,
}

export const lookOf = (platform: Platform): PlatformLook => LOOKS[platform]

/** All names under which people know a network, such as `twitter`, `X` and `تويتر`. */
export const namesOf = (platform: Platform): string[] => [platform, rulesOf(platform).name, ...lookOf(platform).aliases]
