import type { Language } from '../language.ts'
import { textDirection } from './published-text.ts'

/** The page that a post links to, and the language of its readers. */
export interface PostLink {
  /** Normalised, in ASCII. */
  url: string
  language: Language
}

/**
 * The first `http://` or `https://` address, of which networks make a link card. X ends an address at its first Arabic
 * letter; this does not, because half an address leads to another page.
 */
export function postLink(text: string): PostLink | undefined {
  for (const [written] of text.matchAll(ADDRESS)) {
    if (written.length > MAX_LENGTH) continue
    const address = withoutPunctuation(written)
    if (!URL.canParse(address)) continue
    const { href, hostname } = new URL(address)
    if (!/[.:]/.test(hostname)) continue
    return { url: href, language: textDirection(text) === 'rtl' ? 'ar' : 'en' }
  }
  return undefined
}

const MAX_LENGTH = 2_000
const ADDRESS = /(?<![\p{L}\p{N}@])https?:\/\/[^\s\p{Bidi_Control}\u200B<>"`«»“”„،؛؟]{1,2000}/giu

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
