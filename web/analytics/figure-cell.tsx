import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../lib/class-names.ts'
import { useMetricText } from './use-metric-text.ts'

type FigureCellProps = {
  of: Parameters<ReturnType<typeof useMetricText>>[0]
  name: Parameters<ReturnType<typeof useMetricText>>[1]
} & Pick<ComponentProps<'td'>, 'className'>

export function FigureCell({ of, name, className }: FigureCellProps) {
  const t = useTranslations('analytics.entered')
  const { text, isReported, isEntered } = useMetricText()(of, name)
  return (
    <td
      className={classNames(
        'ps-3 text-end tabular-nums',
        isReported ? name === 'engagement' && 'font-strong' : 'text-ink-soft',
        className,
      )}
    >
      {text}
      {isEntered && <span className="sr-only"> {t('mark')}</span>}
    </td>
  )
}
