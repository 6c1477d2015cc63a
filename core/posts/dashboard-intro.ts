import type { SocialAccount } from '../accounts/contract.ts'
import { connectedAccounts } from '../accounts/posting-account.ts'
import { riskOf } from '../accounts/risk.ts'
import { isolate, isolateName } from '../isolate.ts'
import { rulesOf } from '../platforms/platform.ts'
import { wallClock } from '../time-zone.ts'
import { dayAfter } from './calendar.ts'
import type { PostSummary } from './contract.ts'

/**
 * Texts of the dashboard's first lines. The server renders these lines into the page, and the app renders them again
 * after loading.
 */
export type IntroKey =
  | `greeting.${'morning' | 'afternoon' | 'evening'}`
  | 'defaultName'
  | 'summary'
  | `next.${'today' | 'tomorrow' | 'later'}`
  | 'nextAtRisk'
  | 'underWay'
export type IntroText = (key: IntroKey, values?: Record<string, string | number>) => string

export interface Moment {
  now: Date
  timeZone: string
  locale: string
}

export function greeting(
  user: { firstName: string; email: string } | null | undefined,
  { now, timeZone }: Moment,
  t: IntroText,
): string {
  const hour = Number(wallClock(now, timeZone).time.slice(0, 2))
  const part = hour >= 4 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
  const name = user?.firstName || user?.email.split('@')[0] || t('defaultName')
  return t(`greeting.${part}`, { name: isolateName(name) })
}

export function overview(
  summary: Pick<PostSummary, 'byStatus' | 'next' | 'underWay'>,
  accounts: readonly SocialAccount[],
  moment: Moment,
  t: IntroText,
): string {
  const connected = connectedAccounts(accounts, moment.now)
  const counts = t('summary', {
    accounts: connected.length,
    networks: new Set(connected.map(({ platform }) => platform)).size,
    posts: summary.byStatus.scheduled ?? 0,
  })
  const { next, underWay } = summary
  const sending = underWay.length > 0 ? [t('underWay', { count: underWay.length })] : []
  if (!next) return [counts, ...sending].join(' ')
  return [counts, ...sending, nextPostText(next, moment, t), ...(riskOf(next, accounts) ? [t('nextAtRisk')] : [])].join(
    ' ',
  )
}

function nextPostText(
  { platform, scheduledAt }: NonNullable<PostSummary['next']>,
  { now, timeZone, locale }: Moment,
  t: IntroText,
): string {
  const at = new Date(scheduledAt)
  const [today, day] = [wallClock(now, timeZone).date, wallClock(at, timeZone).date]
  const when = day === today ? 'today' : day === dayAfter(today) ? 'tomorrow' : 'later'
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at)
  return t(`next.${when}`, {
    platform: isolate(rulesOf(platform).name),
    day: write({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: write({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  })
}

export function isNewUser(summary: Pick<PostSummary, 'byStatus'>, accounts: readonly SocialAccount[]): boolean {
  return accounts.length === 0 && Object.values(summary.byStatus).every((count) => count === 0)
}

/**
 * Placeholders for the first lines in the prerendered page. They contain private-use characters, which Frogy's texts
 * never contain.
 */
export const INTRO_PLACEHOLDERS = { greeting: '\uE000greeting\uE001', overview: '\uE000overview\uE001' } as const
