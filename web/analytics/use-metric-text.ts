import { useTranslations } from 'use-intl'
import { ENGAGEMENT, isEntered, type Metric } from '#core/analytics/metrics.ts'
import { useFigure } from '../lib/use-figure.ts'

type Metrics = {
  refused: readonly Metric[]
  entered: readonly Metric[] | { metrics: readonly Metric[] } | null
  isAsked?: boolean
  canReport?: boolean
} & Partial<Record<Metric | 'engagement', number | null>>

interface MetricText {
  /** The number, with an asterisk if a member entered it. */
  text: string
  isReported: boolean
  isEntered: boolean
}

export function useMetricText(): (of: Metrics, name: Metric | 'engagement') => MetricText {
  const t = useTranslations('analytics')
  const figure = useFigure()
  return (of, name) => {
    const value = of[name]
    if (value !== null && value !== undefined) {
      const byHand = isEntered(of.entered && 'metrics' in of.entered ? of.entered.metrics : (of.entered ?? []), name)
      return { text: byHand ? `${figure(value)}*` : figure(value), isReported: true, isEntered: byHand }
    }
    const isRefused =
      name === 'engagement' ? ENGAGEMENT.some((one) => of.refused.includes(one)) : of.refused.includes(name)
    return {
      text: t(isRefused ? 'refused' : of.isAsked === false && of.canReport ? 'notCollected' : 'noReport'),
      isReported: false,
      isEntered: false,
    }
  }
}
