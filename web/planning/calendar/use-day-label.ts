import { useTranslations } from 'use-intl'
import { worstStatus } from '#core/posts/calendar.ts'
import type { Grid } from './grid.ts'
import { countOf, type CalendarDay } from './use-days.ts'

export function useDayLabel({ names, isRead }: Grid) {
  const t = useTranslations('calendar')
  const states = useTranslations('posts.statuses')
  return (date: string, day: CalendarDay | undefined) => {
    if (!isRead) return names.full(date)
    const worst = day && worstStatus(day.byStatus)
    const values = { day: names.full(date), count: countOf(day) }
    return worst ? t('dayWorst', { ...values, state: states(worst) }) : t('dayPosts', values)
  }
}

export function isRisky(day: CalendarDay | undefined, atRisk: ReadonlySet<string> | undefined): boolean {
  const coming = day?.posts.filter(({ status }) => status === 'scheduled') ?? []
  return coming.length > 0 && atRisk !== undefined && coming.every(({ id }) => atRisk.has(id))
}
