import { bluesky } from './bluesky/server-rules.ts'
import { facebook } from './facebook/server-rules.ts'
import { instagram } from './instagram/server-rules.ts'
import { linkedin } from './linkedin/server-rules.ts'
import { mastodon } from './mastodon/server-rules.ts'
import type { Platform } from './platform.ts'
import type { ServerRules } from './server-rules-type.ts'
import { telegram } from './telegram/server-rules.ts'
import { threads } from './threads/server-rules.ts'
import { twitter } from './twitter/server-rules.ts'

const SERVER_RULES: Record<Platform, ServerRules> = {
  linkedin,
  twitter,
  facebook,
  instagram,
  threads,
  bluesky,
  mastodon,
  telegram,
}

/**
 * A network's rules that only the server uses. Browser code must not import them, because they would only make it
 * larger.
 */
export const serverRulesOf = (platform: Platform): ServerRules => SERVER_RULES[platform]
