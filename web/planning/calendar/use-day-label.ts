import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { riskOf } from '#core/accounts/risk.ts'
import { worstStatus, type DayState } from '#core/posts/calendar.ts'
import type { CalendarPost } from '#core/posts/lists-contract.ts'
import type { Grid } from './grid.ts'
import { countOf, type CalendarDay } from './use-days.ts'

export function useDayLabel({ names, isRead, accounts }: Grid) {
  const t = useTranslations('calendar')
  const states = useTranslations('posts.statuses')
  return (date: string, day: CalendarDay | undefined) => {
    if (!isRead) return names.full(date)
    const worst = worstState(day, accounts)
    const values = { day: names.full(date), count: countOf(day) }
    return worst ? t('dayWorst', { ...values, state: states(worst) }) : t('dayPosts', values)
  }
}

type Accounts = readonly SocialAccount[] | undefined

/** Whether a scheduled post would fail, as far as Frogy knows. */
export const isAtRisk = ({ status, at, isDelayed, ...account }: CalendarPost, accounts: Accounts): boolean =>
  status === 'scheduled' &&
  !isDelayed &&
  accounts !== undefined &&
  riskOf({ ...account, scheduledAt: at }, accounts) !== null

/** The worst state of a day's posts. A post at risk is worse than a scheduled one. */
export function worstState(day: CalendarDay | undefined, accounts: Accounts): DayState | 'atRisk' | null {
  const worst = day && worstStatus(day.byStatus)
  return worst === 'scheduled' && day?.posts.some((post) => isAtRisk(post, accounts)) ? 'atRisk' : (worst ?? null)
}
