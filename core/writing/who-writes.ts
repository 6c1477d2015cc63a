import type { Platform } from '../platforms/platform.ts'

export type Vendor = 'openai' | 'anthropic'

/**
 * Who writes for a network: Anthropic for LinkedIn, as for all of Professional, OpenAI for the others. Whoever is
 * configured alone writes for all, whether they answer or not; undefined where nobody is.
 */
export function whoWrites(platform: Platform, isConfigured: (vendor: Vendor) => boolean): Vendor | undefined {
  const [usual, other] =
    platform === 'linkedin' ? (['anthropic', 'openai'] as const) : (['openai', 'anthropic'] as const)
  return [usual, other].find(isConfigured)
}

/** Of those who write for some networks, the first who does not answer, else the first. */
export function whoToTellOf(
  platforms: readonly Platform[],
  states: Record<Vendor, { configured: boolean; connected: boolean }>,
): Vendor | undefined {
  const asked = (platforms.length > 0 ? platforms : (['linkedin'] as const)).flatMap(
    (platform) => whoWrites(platform, (vendor) => states[vendor].configured) ?? [],
  )
  return asked.find((vendor) => !states[vendor].connected) ?? asked[0]
}
