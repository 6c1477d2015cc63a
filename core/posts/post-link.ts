import type { Language } from '../language.ts'
import { textDirection } from './published-text.ts'

/** The page that a post leads to, and the language in which its readers would be shown it. */
export interface PostLink {
  /** As browsers write it, in plain letters. */
  url: string
  language: Language
}

/**
 * The first address with `http://` or `https://` in a post: the one that networks make a card of. Looser than X's rules,
 * which end an address at its first Arabic letter: half an address would lead to another page.
 */
export function postLink(text: string): PostLink | undefined {
  for (const [written] of text.matchAll(WRITTEN_OUT)) {
    if (written.length > LONGEST) continue
    const address = withoutPunctuation(written)
    if (!URL.canParse(address)) continue
    const { href, hostname } = new URL(address)
    if (!/[.:]/.test(hostname)) continue
    return { url: href, language: textDirection(text) === 'rtl' ? 'ar' : 'en' }
  }
  return undefined
}

const LONGEST = 2_000
const WRITTEN_OUT = /(?<![\p{L}\p{N}@])https?:\/\/[^\s\p{Bidi_Control}\u200B<>"`«»“”„،؛؟]{1,2000}/giu

/** Punctuation after an address, and a bracket that was opened before it, are not part of it. */
function withoutPunctuation(address: string): string {
  const timesIn = (character: string) => address.split(character).length
  const unopened = new Map(BRACKETS.map(([open, close]) => [close, timesIn(close) - timesIn(open)]))
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    const closesNothing = unopened.get(last) ?? 0
    if (closesNothing > 0) unopened.set(last, closesNothing - 1)
    else if (!ENDS_SENTENCES.includes(last)) break
  }
  return address.slice(0, end)
}

const ENDS_SENTENCES = `.,;:!?'’*~…`
const BRACKETS = ['()', '[]', '{}'].map(([open = '', close = '']) => [open, close] as const)
