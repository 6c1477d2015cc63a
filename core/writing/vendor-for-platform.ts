import type { Platform } from '../platforms/platform.ts'

type Vendor = 'openai' | 'anthropic'

/**
 * Chooses Anthropic for LinkedIn and OpenAI for other networks. A vendor that is the only configured one writes for all
 * networks, even while it is down.
 */
export function vendorForPlatform(platform: Platform, isConfigured: (vendor: Vendor) => boolean): Vendor | undefined {
  const [usual, other] =
    platform === 'linkedin' ? (['anthropic', 'openai'] as const) : (['openai', 'anthropic'] as const)
  return [usual, other].find(isConfigured)
}

/** The vendor whose state the user sees: the first vendor in use that does not respond, else the first in use. */
export function vendorToReport(
  platforms: readonly Platform[],
  states: Record<Vendor, { configured: boolean; connected: boolean }>,
): Vendor | undefined {
  const asked = (platforms.length > 0 ? platforms : (['linkedin'] as const)).flatMap(
    (platform) => vendorForPlatform(platform, (vendor) => states[vendor].configured) ?? [],
  )
  return asked.find((vendor) => !states[vendor].connected) ?? asked[0]
}
