import { composed } from './clean-text.ts'

/** Letters that people write for each other when they search. The palette's search knows the same (web/lib/search-match.ts). */
const SAME = [
  'اأإآٱ',
  'يىئ',
  'هة',
  'وؤ',
  ...Array.from({ length: 10 }, (_, n) => `${n}${String.fromCodePoint(0x660 + n)}`),
]
const CLASS_OF = new Map(SAME.flatMap((letters) => [...letters].map((letter) => [letter, `[${letters}]`])))

/** Vowel signs, a hamza that stands apart from its letter, and tatweel: written or left out, it is the same word. */
const MARKS = String.raw`[\u0640\u064B-\u065F\u0670]`
const ALL_MARKS = new RegExp(MARKS, 'g')
const SPECIAL = /[\\^$.*+?()[\]{}|]/
const ARABIC = /\p{Script=Arabic}/u

/**
 * What finds these words in a text, whatever variants of Arabic letters and digits either is written with: a regular
 * expression, for PostgreSQL and JavaScript alike, to be matched without case.
 */
export function searchPattern(words: string): string {
  const bare = composed(words).replaceAll(ALL_MARKS, '')
  return [...(bare === '' ? words : bare)].map(patternOf).join('')
}

function patternOf(letter: string): string {
  const pattern = CLASS_OF.get(letter) ?? (SPECIAL.test(letter) ? `\\${letter}` : letter)
  return ARABIC.test(letter) ? `${pattern}${MARKS}*` : pattern
}
