import { isolate } from '#core/isolate.ts'
import { FORMAT_LOCALE, type Language } from '#core/language.ts'
import type { DataDeletion } from '#core/people/meta-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { translator } from '../messages.ts'
import { escaped } from './escaped.ts'

export const DELETION_PAGE = '/data-deletion'
/** Longer than any code: what is typed is shown again. */
const LONGEST = 100

/** A code that somebody asked about. `found` is null where no deletion has it, undefined where that could not be found out. */
export interface AskedDeletion {
  code: string
  found: DataDeletion | null | undefined
}

export const askedCode = (query: string | undefined): string | undefined =>
  new URLSearchParams(query).get('code')?.trim().slice(0, LONGEST) || undefined

/** What the build drew for each state that a deletion can be in (web/landing/data-deletion.tsx). */
export const DELETION = /<div data-deletion="states">[^]*?<\/form><\/div>/

const STATE = /<(section|form) data-deletion="(\w+)"[^]*?<\/\1>/g

/** Keeps what holds of the code that was asked about, and puts into it what only the server knows. */
export function deletionHtml(drawn: string, asked: AskedDeletion | undefined, language: Language): string {
  const found = asked?.found
  const kept = found ? [found.state, 'another'] : [asked && found === null ? 'unknown' : 'first']
  const words = found ? wordsOf(found, language) : {}
  return drawn
    .replaceAll(STATE, (all, _tag: string, state: string) => (kept.includes(state) ? all : ''))
    .replaceAll(/deletion-(\w+)-stands-here/g, (_, name: string) =>
      escaped(name === 'typed' ? (asked?.code ?? '') : (words[name] ?? '')),
    )
}

function wordsOf(found: DataDeletion, language: Language): Record<string, string> {
  const t = translator(language)
  // Whoever reads it may be anywhere.
  const format = new Intl.DateTimeFormat(FORMAT_LOCALE[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const at = (instant: string) => `${format.format(new Date(instant))} UTC`
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
