import { CLOCK, withoutLeadingZero } from '#core/hour.ts'
import { isolate } from '#core/isolate.ts'
import { FORMAT_LOCALE, type Language } from '#core/language.ts'
import type { DataDeletion } from '#core/people/meta-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { translator } from '../messages.ts'
import { escapeHtml } from './escape-html.ts'

export const DELETION_PAGE = '/data-deletion'
/** The longest code that the page shows again. Longer input is cut, because every real code is shorter. */
const MAX_CODE_LENGTH = 100

/** A deletion code from the form. `found` is null for an unknown code, undefined if the lookup failed. */
export interface RequestedDeletion {
  code: string
  found: DataDeletion | null | undefined
}

export const codeInQuery = (query: string | undefined): string | undefined =>
  new URLSearchParams(query).get('code')?.trim().slice(0, MAX_CODE_LENGTH) || undefined

/** Matches the prerendered sections for all states of a deletion (web/landing/data-deletion.tsx). */
export const DELETION = /<div data-deletion="states">[^]*?<\/form><\/div>/

const STATE = /<(section|form) data-deletion="(\w+)"[^]*?<\/\1>/g

/** Keeps only the prerendered section for the state of the requested deletion, and fills in its values. */
export function deletionHtml(drawn: string, request: RequestedDeletion | undefined, language: Language): string {
  const found = request?.found
  const shown = found ? [found.state, 'another'] : [request && found === null ? 'unknown' : 'first']
  const words = found ? wordsOf(found, language) : {}
  return drawn
    .replaceAll(STATE, (all, _tag: string, state: string) => (shown.includes(state) ? all : ''))
    .replaceAll(/deletion-(\w+)-stands-here/g, (_, name: string) =>
      escapeHtml(name === 'typed' ? (request?.code ?? '') : (words[name] ?? '')),
    )
}

function wordsOf(found: DataDeletion, language: Language): Record<string, string> {
  const t = translator(language)
  // Show UTC, because the reader's time zone is unknown.
  const format = new Intl.DateTimeFormat(FORMAT_LOCALE[language], {
    ...CLOCK,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const at = (instant: string) => `${withoutLeadingZero(format.format(new Date(instant)))} UTC`
  const say = (key: string, count: number, date: string) => t(`legal.dataDeletion.done.${key}`, { count, date })
  return {
    code: found.code,
    asked: t('legal.dataDeletion.asked', {
      platform: isolate(rulesOf(found.platform).name),
      date: at(found.requestedAt),
    }),
    accounts: say('accounts', found.accounts, at(found.requestedAt)),
    posts: say('posts', found.posts, at(found.doneAt ?? found.requestedAt)),
  }
}
