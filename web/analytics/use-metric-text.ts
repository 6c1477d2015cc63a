import { useTranslations } from 'use-intl'
import type { Metric } from '#core/analytics/metrics.ts'
import { useFigure } from '../lib/use-figure.ts'

const OF_ENGAGEMENT: readonly Metric[] = ['likes', 'comments', 'shares']

type Metrics = { refused: readonly Metric[]; isAsked?: boolean } & Partial<Record<Metric | 'engagement', number | null>>

export function useMetricText(): (of: Metrics, name: Metric | 'engagement') => { text: string; isReported: boolean } {
  const t = useTranslations('analytics')
  const figure = useFigure()
  return (of, name) => {
    const value = of[name]
    if (value !== null && value !== undefined) return { text: figure(value), isReported: true }
    const isRefused =
      name === 'engagement' ? OF_ENGAGEMENT.some((one) => of.refused.includes(one)) : of.refused.includes(name)
    return { text: t(isRefused ? 'refused' : of.isAsked === false ? 'notCollected' : 'noReport'), isReported: false }
  }
}
