import { normalizeNfc } from './clean-text.ts'

/** Letters that people interchange in searches. The command palette uses the same ones (web/lib/search-match.ts). */
const SAME = [
  'اأإآٱ',
  'يىئ',
  'هة',
  'وؤ',
  ...Array.from({ length: 10 }, (_, n) => `${n}${String.fromCodePoint(0x660 + n)}`),
]
const CLASS_OF = new Map(SAME.flatMap((letters) => [...letters].map((letter) => [letter, `[${letters}]`])))

/** Optional in a match: vowel signs, combining hamza and tatweel. */
const MARKS = String.raw`[\u0640\u064B-\u065F\u0670]`
const ALL_MARKS = new RegExp(MARKS, 'g')
const SPECIAL = /[\\^$.*+?()[\]{}|]/
const ARABIC = /\p{Script=Arabic}/u

/** For PostgreSQL and JavaScript, matched case-insensitively. */
export function searchPattern(words: string): string {
  const bare = normalizeNfc(words).replaceAll(ALL_MARKS, '')
  return [...(bare === '' ? words : bare)].map(patternOf).join('')
}

function patternOf(letter: string): string {
  const pattern = CLASS_OF.get(letter) ?? (SPECIAL.test(letter) ? `\\${letter}` : letter)
  return ARABIC.test(letter) ? `${pattern}${MARKS}*` : pattern
}
