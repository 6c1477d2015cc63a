import { useLocale } from 'use-intl'
import { brandOf, type Network } from '#core/platforms/brands.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from './isolate.ts'

export function useNetworkNames(): (platforms: readonly Platform[]) => string {
  const locale = useLocale()
  return (platforms) => new Intl.ListFormat(locale).format(platforms.map((platform) => isolate(rulesOf(platform).name)))
}

/** Lists networks in a sentence. British English has no comma before the last one. */
export function networkList(locale: string, networks: readonly Network[], type?: 'disjunction'): string {
  const format = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: type ?? 'conjunction' })
  return format.format(networks.map((network) => brandOf(network).name))
}
