import { useFormatter, useTranslations } from 'use-intl'

export function useBandName(): (band: { from: number; to: number }) => string {
  const t = useTranslations('analytics.hours')
  const format = useFormatter()
  const hour = (of: number) => format.number(of, { minimumIntegerDigits: 2 })
  return ({ from, to }) => t('band', { from: hour(from), to: hour(to) })
}
