import type { OutputLanguage } from '../words.ts'
import { OFFLINE_TEXTS } from './offline-texts.ts'

export interface Publication {
  title?: string | null
  author?: string | null
  siteName?: string | null
  address?: string | null
}

/** The maximum length of a name in characters. A longer text is a list or a biography. */
const LONGEST_NAME = 60

/** Credits another author's text. `who` holds author and site, and `work` also the title. Both are empty if unknown. */
export function attributionOf(
  { title, author, siteName, address }: Publication,
  language: OutputLanguage,
): { who: string; work: string } {
  const { comma } = OFFLINE_TEXTS[language]
  const site = nameOf(siteName) || hostOf(address)
  const names = [nameOf(author), site].filter((name, at, all) => name !== '' && all.indexOf(name) === at)
  const named = title ? [inQuotes(title, language), ...names] : names
  return { who: names.join(comma), work: named.join(comma) }
}

/** Encloses a sentence in quotation marks, and changes the marks of quotations inside it. */
export function inQuotes(sentence: string, language: OutputLanguage): string {
  const { quotes, innerQuotes } = OFFLINE_TEXTS[language]
  const [open, close] = innerQuotes
  let isOpen = false
  const inner = sentence.replaceAll(/["“”«»]/gu, (mark) => {
    isOpen = mark === '"' ? !isOpen : mark === '“' || mark === '«'
    return isOpen ? open : close
  })
  // In Arabic, the full stop follows the closing quotation mark.
  const text = language === 'arabic' ? inner.replace(/(?<!\.)\.$/u, '') : inner
  return quotes.join(text)
}

function nameOf(given: string | null | undefined): string {
  const name = (given ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/^(?:by|بقلم|كتب|كتبت)[\s:]+/iu, '')
  const isName = /\p{L}/u.test(name) && name.length <= LONGEST_NAME && !/[@/\\<>{}⟨⟩]|https?:/iu.test(name)
  return isName && !ROLES_OF_SITES.test(name) ? name : ''
}

/** Account names of publishing systems, which are not names of people. */
const ROLES_OF_SITES =
  /^(?:admin(?:istrator)?|editor(?:s|ial)?|staff|web ?master|user|unknown|author|guest|root|المحرر|الإدارة)$/iu

function hostOf(address: string | null | undefined): string {
  return address && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./u, '') : ''
}
