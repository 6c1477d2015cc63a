import type { SocialAccount } from '#core/accounts/contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import { formatLocale, inLatinDigits, numeralsOf, type Language } from '#core/language.ts'
import type { PostSummary } from '#core/posts/contract.ts'
import { greeting, isBeginning, OPENING_PLACES, overview, type OpeningText } from '#core/posts/opening.ts'
import { translator } from '../messages.ts'
import type { BuiltPages } from './built-pages.ts'
import type { FirstAnswer } from './first-reads.ts'
import { escaped } from './escaped.ts'

interface Visitor {
  user: User
  language: Language
  first: FirstAnswer
  now: Date
}

/**
 * What a person sees of their dashboard before the app is there. Undefined where that cannot be said yet (only the
 * browser knows the time zone), or where a notice would push it down a moment later.
 */
export function openingHtml(
  { openings }: Pick<BuiltPages, 'openings'>,
  { user, language, first, now }: Visitor,
): string | undefined {
  const { summary, accounts } = readIn(first)
  if (!user.timeZone || !user.emailConfirmed || !summary || !accounts) return undefined
  const numerals = numeralsOf(user)
  const moment = { now, timeZone: user.timeZone, locale: formatLocale(language, numerals) }
  const t: OpeningText = (key, values) => translator(language, numerals)(`dashboard.${key}`, values)
  const texts: Record<string, string> = {
    [OPENING_PLACES.greeting]: greeting(user, moment, t),
    [OPENING_PLACES.overview]: overview(summary, accounts, moment, t),
  }
  const drawn = openings[language][isBeginning(summary, accounts) ? 'beginning' : 'usual']
  // Until the places in it are filled it holds our own words only.
  const written = numerals === 'latn' ? inLatinDigits(drawn) : drawn
  return written.replaceAll(/\uE000\w+\uE001/g, (place) => escaped(texts[place] ?? ''))
}

function readIn({ answers }: FirstAnswer): { summary?: PostSummary; accounts?: SocialAccount[] } {
  const summary = Object.entries(answers).find(([address]) => address.startsWith('/api/posts/summary?'))
  return {
    summary: summary?.[1] as PostSummary | undefined,
    accounts: answers['/api/social-accounts'] as SocialAccount[] | undefined,
  }
}
