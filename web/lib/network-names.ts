import { useLocale } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from './isolate.ts'

/** Lists platform names in the interface's language: "LinkedIn, X, and Threads". */
export function useNetworkNames(): (platforms: readonly Platform[]) => string {
  const locale = useLocale()
  return (platforms) => new Intl.ListFormat(locale).format(platforms.map((platform) => isolate(rulesOf(platform).name)))
}
