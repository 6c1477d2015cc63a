import { useLocale } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from './isolate.ts'

export function useNetworkNames(): (platforms: readonly Platform[]) => string {
  const locale = useLocale()
  return (platforms) => new Intl.ListFormat(locale).format(platforms.map((platform) => isolate(rulesOf(platform).name)))
}
