import { addressesIn } from '../address-in-text.ts'
import type { Language } from '../language.ts'
import { textDirection } from './text-direction.ts'

/** The page that a post links to, and the language of its readers. */
export interface PostLink {
  /** The normalized address, in ASCII. */
  url: string
  language: Language
}

/** The first `http://` or `https://` address of a text. Networks show a link card for this address. */
export function postLink(text: string): PostLink | undefined {
  for (const address of addressesIn(text)) {
    if (address.length > MAX_LENGTH || !URL.canParse(address)) continue
    const { href, hostname } = new URL(address)
    if (!/[.:]/.test(hostname)) continue
    return { url: href, language: textDirection(text) === 'rtl' ? 'ar' : 'en' }
  }
  return undefined
}

const MAX_LENGTH = 2_000
