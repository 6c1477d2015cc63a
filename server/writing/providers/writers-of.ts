import type { Platform } from '#core/platforms/platform.ts'
import { vendorForPlatform } from '#core/writing/vendor-for-platform.ts'
import type { Writer } from '../../adapters/ai/writer.ts'
import type { Providers } from './providers.ts'

/** Chooses the writer for each network. Undefined if no model is configured. */
export function writersOf(providers: Providers): ((platform: Platform) => Writer) | undefined {
  const [first] = [providers.openai, providers.anthropic].filter((item) => item !== undefined)
  if (!first) return undefined
  return (platform) => {
    const vendor = vendorForPlatform(platform, (item) => providers[item] !== undefined)
    return ((vendor && providers[vendor]) ?? first).writer
  }
}
