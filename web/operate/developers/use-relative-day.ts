import { useTranslations } from 'use-intl'
import { daysFromToday, useDates } from '../../lib/dates.ts'

/** Formats an instant as `today, 15:41`, `yesterday, 09:00` or `1 Dec`. */
export function useRelativeDay(): (at: string) => string {
  const t = useTranslations('developers.when')
  const dates = useDates()
  return (text) => {
    const at = new Date(text)
    const days = daysFromToday(at, dates.timeZone)
    if (days === 0 || days === -1) return t(days === 0 ? 'today' : 'yesterday', { time: dates.time(at) })
    return dates.shortDay(at)
  }
}
