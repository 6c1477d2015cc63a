import type { SocialAccount } from '#core/accounts/contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import { formatLocale, inLatinDigits, numeralsOf, type Language } from '#core/language.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import {
  greeting,
  isNewUser,
  INTRO_PLACEHOLDERS,
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
import type { BuiltPages } from './built-pages.ts'
import type { InitialData } from './initial-data.ts'
import { escapeHtml } from './escape-html.ts'

interface Visitor {
  user: User
  language: Language
  first: InitialData
  now: Date
}

/**
 * The dashboard's first lines for the first paint. Undefined without the user's time zone, or if a notice will appear
 * above the lines and move them.
 */
export function introHtml(
  { openings }: Pick<BuiltPages, 'openings'>,
  { user, language, first, now }: Visitor,
): string | undefined {
  const { summary, accounts } = summaryAndAccounts(first)
  if (!user.timeZone || !user.emailConfirmed || !summary || !accounts) return undefined
  const numerals = numeralsOf(user)
  const moment = { now, timeZone: user.timeZone, locale: formatLocale(language, numerals) }
  const t: IntroText = (key, values) =>
    translator(language, numerals).markup(`dashboard.${key}`, { ...values, ...STRONG_TAG })
  const text = overview(summary, accounts, moment, t)
  const parts: Record<string, string> = {
    [INTRO_PLACEHOLDERS.greeting]: escapeHtml(greeting(user, moment, t)),
    [INTRO_PLACEHOLDERS.overview]: text === null ? '' : overviewHtml(text, summary.views),
    [INTRO_PLACEHOLDERS.trouble]: hasTrouble(summary) ? ROOM_FOR_TROUBLE : '',
  }
  const drawn = openings[language][isNewUser(summary) ? 'beginning' : 'usual']
  // Convert the digits before filling in the user's own texts, so that the user's texts keep their digits.
  const written = numerals === 'latn' ? inLatinDigits(drawn) : drawn
  return written.replaceAll(/\uE000\w+\uE001/g, (place) => parts[place] ?? '')
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

const hasTrouble = ({ byStatus }: PostSummary): boolean => TROUBLES.some((status) => (byStatus[status] ?? 0) > 0)

function summaryAndAccounts({ answers }: InitialData): { summary?: PostSummary; accounts?: SocialAccount[] } {
  const summary = Object.entries(answers).find(([address]) => address.startsWith('/api/posts/summary?'))
  return {
    summary: summary?.[1] as PostSummary | undefined,
    accounts: answers['/api/social-accounts'] as SocialAccount[] | undefined,
  }
}
