import { normalizeNfc } from './clean-text.ts'

/**
 * Groups of letters that people interchange when they search. The command palette uses the same groups
 * (web/lib/search-match.ts).
 */
const SAME = [
  'اأإآٱ',
  'يىئ',
  'هة',
  'وؤ',
  ...Array.from({ length: 10 }, (_, n) => `${n}${String.fromCodePoint(0x660 + n)}`),
]
const CLASS_OF = new Map(SAME.flatMap((letters) => [...letters].map((letter) => [letter, `[${letters}]`])))

/** Marks on Arabic letters that a search ignores: vowel signs, combining hamza and tatweel. */
const MARKS = String.raw`[\u0640\u064B-\u065F\u0670]`
const ALL_MARKS = new RegExp(MARKS, 'g')
const SPECIAL = /[\\^$.*+?()[\]{}|]/
const ARABIC = /\p{Script=Arabic}/u

/**
 * Returns a regular expression for PostgreSQL and JavaScript that finds `words`. It must be matched case-insensitively.
 */
export function searchPattern(words: string): string {
  const bare = normalizeNfc(words).replaceAll(ALL_MARKS, '')
  return [...(bare === '' ? words : bare)].map(patternOf).join('')
}

function patternOf(letter: string): string {
  const pattern = CLASS_OF.get(letter) ?? (SPECIAL.test(letter) ? `\\${letter}` : letter)
  return ARABIC.test(letter) ? `${pattern}${MARKS}*` : pattern
}
