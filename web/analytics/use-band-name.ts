import { useFormatter, useTranslations } from 'use-intl'

export function useBandName(): (band: { from: number; to: number }) => string {
  const t = useTranslations('analytics.hours')
  const format = useFormatter()
  return ({ from, to }) => t('band', { from: format.number(from), to: format.number(to) })
}
