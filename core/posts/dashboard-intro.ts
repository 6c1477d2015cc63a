import type { SocialAccount } from '../accounts/contract.ts'
import { connectedAccounts } from '../accounts/posting-account.ts'
import { riskOf } from '../accounts/risk.ts'
import { CLOCK, withoutLeadingZero } from '../hour.ts'
import { isolate, isolateName } from '../isolate.ts'
import { placeFor } from '../opening.ts'
import { rulesOf } from '../platforms/platform.ts'
import { wallClock } from '../time-zone.ts'
import { dayAfter } from './calendar.ts'
import type { PostSummary } from './lists-contract.ts'

/**
 * Texts of the dashboard's first lines. The server renders these lines into the page, and the app renders them again
 * after loading.
 */
type IntroKey =
  | `greeting.${'morning' | 'afternoon' | 'evening'}`
  | 'defaultName'
  | 'summary'
  | `next.${'minutes' | 'hours' | 'today' | 'tomorrow' | 'later'}`
  | 'nextAtRisk'
  | 'underWay'
  | `views.${'alone' | 'more' | 'fewer' | 'same'}`
/** Renders a message. Its important words come between `STRONG` characters. */
export type IntroText = (key: IntroKey, values?: Record<string, string | number>) => string

/** Private-use characters around important words. Frogy's texts never contain them. */
export const STRONG = { begin: '\uE002', end: '\uE003' } as const

/** The tag `<b>` of messages. It puts `STRONG` characters around important words. */
export const STRONG_TAG = { b: (words: string) => `${STRONG.begin}${words}${STRONG.end}` }

interface Moment {
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

type Overview = Pick<PostSummary, 'next' | 'underWay' | 'views'>

/** A sentence about the next post and the views of the last seven days. Null if there is neither. */
export function overview(
  { next, underWay, views }: Overview,
  accounts: readonly SocialAccount[],
  moment: Moment,
  t: IntroText,
): string | null {
  const sentences = [
    ...(underWay.length > 0 ? [t('underWay', { count: underWay.length })] : []),
    ...(next ? [nextPostText(next, moment, t)] : []),
    ...(next && riskOf(next, accounts) ? [t('nextAtRisk')] : []),
    ...(views && hasViews(views) ? [viewsText(views, moment, t)] : []),
  ]
  return sentences.length > 0 ? sentences.join(' ') : null
}

/** How many accounts are connected, and how many posts are scheduled. */
export function countsText(
  { byStatus }: Pick<PostSummary, 'byStatus'>,
  accounts: readonly SocialAccount[],
  now: Date,
  t: IntroText,
): string {
  const connected = connectedAccounts(accounts, now)
  return t('summary', {
    accounts: connected.length,
    networks: new Set(connected.map(({ platform }) => platform)).size,
    posts: byStatus.scheduled ?? 0,
  })
}

const MINUTE_MS = 60_000
/** The longest wait, in minutes, that the text states instead of the time of the next post. */
const MAX_WAIT_MINUTES = 12 * 60

function nextPostText(next: NonNullable<PostSummary['next']>, { now, timeZone, locale }: Moment, t: IntroText): string {
  const at = new Date(next.scheduledAt)
  const platform = isolate(rulesOf(next.platform).name)
  const minutes = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS))
  if (minutes < 60) return t('next.minutes', { platform, minutes })
  if (minutes <= MAX_WAIT_MINUTES)
    return t('next.hours', { platform, hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  const [today, day] = [wallClock(now, timeZone).date, wallClock(at, timeZone).date]
  const when = day === today ? 'today' : day === dayAfter(today) ? 'tomorrow' : 'later'
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at)
  return t(`next.${when}`, {
    platform,
    day: write({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: withoutLeadingZero(write(CLOCK)),
  })
}

type Views = NonNullable<PostSummary['views']>

const hasViews = ({ days }: Views): boolean => days.some((count) => count > 0)

/**
 * The text does not mention growth by this factor or more. Such growth only means that the previous week had hardly any
 * views.
 */
const MAX_CHANGE = 10

function viewsText({ days, before }: Views, { locale }: Moment, t: IntroText): string {
  const count = days.reduce((sum, ofDay) => sum + ofDay, 0)
  const change = before ? Math.round((100 * (count - before)) / before) / 100 : null
  if (change === null || change >= MAX_CHANGE) return t('views.alone', { count })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.abs(change))
  return t(`views.${change > 0 ? 'more' : change < 0 ? 'fewer' : 'same'}`, { count, percent })
}

/** Width and height in px of the chart of the last seven days. */
export const SPARK = { width: 56, height: 20 } as const
const BAR = { width: 5, gap: 3.5, least: 3 } as const

/** The bars of the last seven days, today last. Null without views. */
export function sparkBars(views: Views | null): { x: number; height: number; isToday: boolean }[] | null {
  if (!views || !hasViews(views)) return null
  const most = Math.max(...views.days)
  return views.days.map((count, day) => ({
    x: day * (BAR.width + BAR.gap),
    height: Math.round(BAR.least + (SPARK.height - BAR.least) * (count / most)),
    isToday: day === views.days.length - 1,
  }))
}

export const SPARK_BAR_WIDTH = BAR.width

/** Whether the user has not scheduled or published anything yet. */
export function isNewUser({ byStatus }: Pick<PostSummary, 'byStatus'>): boolean {
  return Object.entries(byStatus).every(([status, count]) => status === 'draft' || count === 0)
}

/** The placeholders in the dashboard's first lines, which the server fills in. */
export const INTRO_PLACES = {
  greeting: placeFor('greeting'),
  overview: placeFor('overview'),
  trouble: placeFor('trouble'),
}
