import { formatLocale, numeralsOf } from '#core/language.ts'
import { fillPlaces } from '#core/opening.ts'
import { weekendAt } from '#core/planning/weekend.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { monthsShown, monthWeeks, today as todayIn } from '#core/posts/calendar.ts'
import { dayNames } from '#core/posts/day-names.ts'
import { firstWeekday } from '#core/posts/week-start.ts'
import { weekdayOf } from '#core/time-zone.ts'
import { asksForApproval } from '#core/workspaces/approval-rule.ts'
import { includesRole } from '#core/workspaces/role.ts'
import { offsetName, zoneName } from '#core/zone-name.ts'
import { escapeHtml } from './escape-html.ts'
import type { Visit } from './opening-visit.ts'

/**
 * HTML of the schedule's toolbar and month. Undefined without the user's time zone, for a view that the address names,
 * and with Hijri dates, whose cells are higher.
 */
export function scheduleLines(
  drawn: Record<string, string>,
  { user, member, language, locale, now, query }: Visit,
): string | undefined {
  const { timeZone, hijriDates, weekStartsOn } = user
  const weekend = timeZone && weekendIn(timeZone, locale)
  if (!weekend || hijriDates || query) return undefined
  const format = formatLocale(language, numeralsOf(user))
  const names = dayNames(format)
  const today = todayIn(now, timeZone)
  const { days } = monthWeeks(today, today, firstWeekday(locale, weekStartsOn))
  const months = monthsShown(today, days)
  const kindOf = (date: string) => {
    if (date === today) return 'today'
    const isWeekend = weekend.includes(weekdayOf(date))
    if (months.some((month) => date.startsWith(month))) return isWeekend ? 'weekend' : 'day'
    return isWeekend ? 'outsideWeekend' : 'outside'
  }
  const dayHtml = (date: string) => fillPlaces(drawn[kindOf(date)] ?? '', { number: names.number(date) })
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    fillPlaces(drawn.week ?? '', {
      days: days
        .slice(7 * week, 7 * week + 7)
        .map(dayHtml)
        .join(''),
    }),
  )
  const [from, to] = [`${months[0]}-01`, `${months.at(-1)}-01`]
  return fillPlaces(drawn[mayAdd(member) ? 'usual' : 'reading'] ?? '', {
    months: names.months(from, to, 'long'),
    shortMonths: names.months(from, to, 'short'),
    // The page lacks the Arabic names of cities, so it shows the offset from UTC. The app loads the names later.
    zone: escapeHtml(language === 'ar' ? offsetName(timeZone, format, now) : zoneName(timeZone, format, now)),
    ...Object.fromEntries(days.slice(0, 7).map((date, column) => [`weekday${column}`, names.weekday(date)])),
    weeks: weeks.join(''),
    today: names.dayMonth(today),
  })
}

/** Returns undefined if the browser's language is not a valid locale. */
function weekendIn(timeZone: string, locale: string): number[] | undefined {
  try {
    return weekendAt(timeZone, locale)
  } catch {
    return undefined
  }
}

/** Whether the user may add posts, as `mayAddPosts` in web/lib/role.ts. */
const mayAdd = (member: Visit['member']): boolean =>
  !member ||
  includesRole(member.role, 'editor') ||
  PLATFORMS.some((platform) => asksForApproval(member.approval, member.role, platform))
