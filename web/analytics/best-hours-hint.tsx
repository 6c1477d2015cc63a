import { useLocale, useTranslations } from 'use-intl'
import { MIN_SAMPLE } from '#core/analytics/min-sample.ts'
import type { Analytics } from '#core/analytics/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'
import { useBandName } from './use-band-name.ts'
import { useDays } from './use-days.ts'

export function BestHoursHint({ analytics }: { analytics: Analytics }) {
  const t = useTranslations('analytics.hint')
  const locale = useLocale()
  const name = useBandName()
  const days = useDays()
  const { hint, hours, weekdays } = analytics
  const isEnough = hours.filter(({ count }) => count >= MIN_SAMPLE).length >= 2
  const named = weekdays
    .toSorted((a, b) => (b.median ?? 0) - (a.median ?? 0))
    .map(({ weekday, median, count }) => t('weekday', { day: days.weekday(weekday), median: median ?? 0, count }))
  return (
    <section aria-labelledby="hint" className="max-w-measure">
      <h2 id="hint" className="text-14 font-strong">
        {t('title')}
      </h2>
      <p className="mt-1.5 text-14 text-ink-soft">
        {hint &&
          t('better', {
            better: isolate(name(hint.better)),
            other: isolate(name(hint.other)),
            high: hint.better.median ?? 0,
            low: hint.other.median ?? 0,
            count: hint.better.count,
            otherCount: hint.other.count,
          })}{' '}
        {hint?.network && t('network', { count: hint.better.count, platform: isolate(rulesOf(hint.network).name) })}
        {!hint && t(isEnough ? 'same' : 'few')}
      </p>
      <p className="mt-1.5 text-13 text-ink-soft">
        {named.length > 1 ? t('weekdays', { days: new Intl.ListFormat(locale).format(named) }) : t('weekdaysFew')}
      </p>
    </section>
  )
}
