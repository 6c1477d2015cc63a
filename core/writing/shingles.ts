import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findWebAddresses } from '../platforms/web-addresses.ts'
import { normalizeNfc } from '../clean-text.ts'
import { wordsOf } from '../words.ts'

/**
 * The number of words in a run (shingle). Shorter runs match by chance, and longer ones miss a text with a few changed
 * words.
 */
const RUN = 3
/** The number of words to compare. The longest post of any network has fewer. */
const MAX_WORDS = 12_000

/** A text without its hashtags and addresses. */
export function withoutLinks(text: string): string {
  let rest = ''
  let at = 0
  for (const { start, end } of [...findHashtags(text), ...findWebAddresses(text)].sort((a, b) => a.start - b.start)) {
    if (start < at) continue
    rest += `${text.slice(at, start)} `
    at = end
  }
  return rest + text.slice(at)
}

/**
 * Hashes of all three-word runs. Ignores differences in case, vowel signs, tatweel, hamza or digits. Normalizes the
 * whole text in one pass, because one request may compare hundreds of posts.
 */
export function shinglesOf(text: string): Set<number> {
  const words = wordsOf(foldLetters(text)).slice(0, MAX_WORDS).map(hashOf)
  if (words.length === 0) return new Set()
  const runs = words.slice(0, Math.max(1, words.length - RUN + 1))
  return new Set(
    runs.map((_, at) => words.slice(at, at + RUN).reduce((hash, word) => (Math.imul(hash, 31) + word) | 0, RUN)),
  )
}

/** The share of the three-word runs (shingles) of `one` that `other` also has, from 0 to 1. */
export function shareOf(one: ReadonlySet<number> | readonly number[], other: ReadonlySet<number>): number {
  let [count, shared] = [0, 0]
  for (const hash of one) {
    count++
    if (other.has(hash)) shared++
  }
  return count === 0 ? 0 : shared / count
}

const foldLetters = (text: string): string =>
  normalizeNfc(text)
    .toLowerCase()
    .replace(/[\u0640\u064B-\u0655\u0670ء]/gu, '')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/[ىئ]/gu, 'ي')
    .replace(/ؤ/gu, 'و')
    .replace(/ة/gu, 'ه')
    .replace(/['’]s(?!\p{L})/gu, '')
    .replace(/[٠-٩۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15))

/** The FNV-1a hash of a text, as a signed 32-bit integer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
