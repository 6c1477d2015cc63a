import { useTranslations } from 'use-intl'
import type { Figure } from '#core/analytics/figures.ts'
import { useFigure } from '../lib/use-figure.ts'

const OF_ENGAGEMENT: readonly Figure[] = ['likes', 'comments', 'shares']

type Metrics = { refused: readonly Figure[]; isAsked?: boolean } & Partial<Record<Figure | 'engagement', number | null>>

/** Formats a metric, or explains why it is missing: not reported, refused or not collected. */
export function useMetricText(): (of: Metrics, name: Figure | 'engagement') => { text: string; isReported: boolean } {
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
