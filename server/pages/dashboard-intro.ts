import type { SocialAccount } from '#core/accounts/contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import { formatLocale, inLatinDigits, numeralsOf, type Language } from '#core/language.ts'
import type { PostSummary } from '#core/posts/contract.ts'
import { greeting, isNewUser, INTRO_PLACEHOLDERS, overview, type IntroText } from '#core/posts/dashboard-intro.ts'
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
 * The dashboard's first lines for the first paint. Undefined if the user's time zone is unknown, or if a notice will
 * appear above the lines and move them.
 */
export function introHtml(
  { openings }: Pick<BuiltPages, 'openings'>,
  { user, language, first, now }: Visitor,
): string | undefined {
  const { summary, accounts } = summaryAndAccounts(first)
  if (!user.timeZone || !user.emailConfirmed || !summary || !accounts) return undefined
  const numerals = numeralsOf(user)
  const moment = { now, timeZone: user.timeZone, locale: formatLocale(language, numerals) }
  const t: IntroText = (key, values) => translator(language, numerals)(`dashboard.${key}`, values)
  const texts: Record<string, string> = {
    [INTRO_PLACEHOLDERS.greeting]: greeting(user, moment, t),
    [INTRO_PLACEHOLDERS.overview]: overview(summary, accounts, moment, t),
  }
  const drawn = openings[language][isNewUser(summary, accounts) ? 'beginning' : 'usual']
  // Convert the digits before the placeholders are filled with the user's own texts.
  const written = numerals === 'latn' ? inLatinDigits(drawn) : drawn
  return written.replaceAll(/\uE000\w+\uE001/g, (place) => escapeHtml(texts[place] ?? ''))
}

function summaryAndAccounts({ answers }: InitialData): { summary?: PostSummary; accounts?: SocialAccount[] } {
  const summary = Object.entries(answers).find(([address]) => address.startsWith('/api/posts/summary?'))
  return {
    summary: summary?.[1] as PostSummary | undefined,
    accounts: answers['/api/social-accounts'] as SocialAccount[] | undefined,
  }
}
