import type { SocialAccount } from '#core/accounts/contract.ts'
import { formatLocale, numeralsOf } from '#core/language.ts'
import { fillPlaces } from '#core/opening.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import {
  greeting,
  isNewUser,
  overview,
  SPARK,
  SPARK_BAR_WIDTH,
  sparkBars,
  STRONG,
  STRONG_TAG,
  type IntroText,
} from '#core/posts/dashboard-intro.ts'
import { TROUBLES } from '#core/posts/dashboard-lists.ts'
import { translator } from '../messages.ts'
import type { InitialData } from './initial-data.ts'
import { escapeHtml } from './escape-html.ts'
import type { Visit } from './opening-visit.ts'

/** The dashboard's first lines. Undefined without the user's time zone. */
export function introLines(drawn: Record<string, string>, { user, language, first, now }: Visit): string | undefined {
  const { summary, accounts } = summaryAndAccounts(first)
  if (!user.timeZone || !summary || !accounts) return undefined
  const numerals = numeralsOf(user)
  const moment = { now, timeZone: user.timeZone, locale: formatLocale(language, numerals) }
  const t: IntroText = (key, values) =>
    translator(language, numerals).markup(`dashboard.${key}`, { ...values, ...STRONG_TAG })
  const text = overview(summary, accounts, moment, t)
  return fillPlaces(drawn[isNewUser(summary) ? 'beginning' : 'usual'] ?? '', {
    greeting: escapeHtml(greeting(user, moment, t)),
    overview: text === null ? '' : overviewHtml(text, summary.views),
    trouble: hasTrouble(first) ? ROOM_FOR_TROUBLE : '',
  })
}

/** Renders the overview for the first paint. It must look like `Overview` in web/dashboard/overview.tsx. */
function overviewHtml(text: string, views: PostSummary['views']): string {
  const strong = escapeHtml(text)
    .replaceAll(STRONG.begin, '<strong class="font-strong text-ink">')
    .replaceAll(STRONG.end, '</strong>')
  const bars = sparkBars(views)
  if (!bars) return strong
  const { width, height } = SPARK
  const drawn = bars.map(
    (bar) =>
      `<rect x="${bar.x}" y="${height - bar.height}" width="${SPARK_BAR_WIDTH}" height="${bar.height}" rx="1.5" class="${bar.isToday ? 'fill-pond' : 'fill-spark'}"/>`,
  )
  return `${strong} <svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" class="points inline-block align-middle max-md:mt-1 max-md:block md:ms-3">${drawn.join('')}</svg>`
}

/** Reserves the height of the strip of posts that need action, which the app shows on a phone above the buttons. */
const ROOM_FOR_TROUBLE = '<div class="mt-4 h-13 md:hidden"></div>'

/** Whether posts need action. The app shows them above the dashboard's calendar and the schedule. */
export function hasTrouble(first: InitialData): boolean {
  const { summary } = summaryAndAccounts(first)
  return TROUBLES.some((status) => (summary?.byStatus[status] ?? 0) > 0)
}

function summaryAndAccounts({ answers }: InitialData): { summary?: PostSummary; accounts?: SocialAccount[] } {
  const summary = Object.entries(answers).find(([address]) => address.startsWith('/api/posts/summary?'))
  return {
    summary: summary?.[1] as PostSummary | undefined,
    accounts: answers['/api/social-accounts'] as SocialAccount[] | undefined,
  }
}
