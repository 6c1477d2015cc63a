import { useTranslations } from 'use-intl'
import type { Version } from './draft.ts'
import { useDates } from '../../lib/dates.ts'

export function useVersionTexts() {
  const t = useTranslations('rework')
  const dates = useDates()
  return ({ at, how, from }: Version) => {
    const when = new Date(at)
    const isToday = dates.dayKey(when) === dates.dayKey(new Date())
    return {
      what: t(how === 'written' && from !== null ? 'did.again' : `did.${how}`),
      time: isToday ? dates.time(when) : `${dates.shortDay(when)}, ${dates.time(when)}`,
    }
  }
}
