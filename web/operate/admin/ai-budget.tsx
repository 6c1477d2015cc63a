import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useDates } from '../../lib/dates.ts'
import { useDollars } from '../../lib/dollars.ts'
import { isolate } from '../../lib/isolate.ts'
import { reading } from '../../lib/queries.ts'
import { Progress } from '../../ui/progress.tsx'

/** The AI budget of all users this month, if the installation sets one. */
export function AiBudget() {
  const t = useTranslations('admin')
  const dollars = useDollars()
  const { date } = useDates()
  const { data } = useQuery({ ...reading('GET /api/admin/ai-budget'), staleTime: 0 })
  if (!data || (data.limitMicros === null && data.perPersonMicros === null)) return null
  const { usedMicros, limitMicros, perPersonMicros, renewsAt } = data
  const used =
    limitMicros === null
      ? t('budget.used', { used: dollars(usedMicros) })
      : t('budget.usedOf', { used: dollars(usedMicros), limit: dollars(limitMicros) })
  return (
    <div className="mt-9 max-w-measure text-14 text-ink-soft">
      <h3 className="mb-2 text-16 font-strong text-ink">{t('budget.title')}</h3>
      {limitMicros !== null && <Progress label={used} percent={Math.min(100, (usedMicros / limitMicros) * 100)} />}
      <p className="mt-2">
        {used} {perPersonMicros !== null && t('budget.perPerson', { limit: dollars(perPersonMicros) })}{' '}
        {t('budget.renews', { date: isolate(date(new Date(renewsAt))) })}
      </p>
    </div>
  )
}
