import { bluesky } from './bluesky/rules.ts'
import { facebook } from './facebook/rules.ts'
import { instagram } from './instagram/rules.ts'
import { linkedin } from './linkedin/rules.ts'
import { mastodon } from './mastodon/rules.ts'
import type { PlatformRules } from './platform-rules.ts'
import { telegram } from './telegram/rules.ts'
import { threads } from './threads/rules.ts'
import { twitter } from './twitter/rules.ts'

/** The five networks that the specification names. The dashboard counts these, and shows all others separately. */
const MAIN = { linkedin, twitter, facebook, instagram, threads } satisfies Record<string, PlatformRules>

/**
 * All networks, in the order in which the app shows them. For a new network, the compiler reports where else it needs
 * an entry.
 */
const RULES = { ...MAIN, bluesky, mastodon, telegram } satisfies Record<string, PlatformRules>

export type Platform = keyof typeof RULES

export const PLATFORMS = Object.keys(RULES) as unknown as readonly [Platform, ...Platform[]]

export const MAIN_PLATFORMS = Object.keys(MAIN) as readonly Platform[]

export function rulesOf(platform: Platform): PlatformRules {
  return RULES[platform]
}

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value)
}

/** Whether people connect an account by a form in Frogy, not on a consent page. */
export const connectsByForm = (platform: Platform): boolean => rulesOf(platform).connecting === 'form'

/** Whether an account with these scopes is a page of an organization. */
export function isPage(platform: Platform, scopes: readonly string[]): boolean {
  const { pageScope } = rulesOf(platform)
  return pageScope !== undefined && scopes.includes(pageScope)
}

/** Whether the network lists the posts of an account with these scopes. */
export function tellsOwnPosts(platform: Platform, scopes: readonly string[]): boolean {
  return rulesOf(platform).tellsOwnPosts || isPage(platform, scopes)
}

export function canRemove(platform: Platform, scopes: readonly string[]): boolean {
  const { removal } = rulesOf(platform)
  return typeof removal === 'string' ? removal === 'as-posting' : scopes.includes(removal.scope)
}
