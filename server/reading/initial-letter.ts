import { wordSet } from '#core/word-lists.ts'

/**
 * Whether a text is a large initial letter or digit, possibly after a quotation mark. Arabic letters may have vowel
 * marks.
 */
export const isInitialLetter = (text: string): boolean =>
  /^\s*["“”«‘’'„‹¡¿(]{0,2}\s?(?:\p{L}\p{M}*|\p{Nd})\s*$/u.test(text)

/** Letters that can be a word: A harbour, I saw, à Paris, y ahora. */
const WORD_LETTERS = new Set('aiyeà')

/** Pairs of consonants with which a word may start. */
const ONSETS = new Set(
  'bl br ch cl cr dr fl fr gh gl gn gr kn ph pl pr ps qu rh sc sh sk sl sm sn sp sq st sw th tr tw wh wr'.split(' '),
)

/** Words that still look like a word without their first letter, such as `about` (a bout). */
const COMMON_WORDS = wordSet(`about above according africa africans again against agreement ago ahead algeria also
  although always am amateur america american amid among amount an ancient and angry animal annual another any anyone
  anything apple april arab arabia arabs are area army art artist as asia aside at australia author authorities autumn
  available average aviation away idea identity if image imagine import important in independent india inside instead
  international internet into investors iran iraq ireland is island israel issue it italy its yemen yes yesterday yet
  you young your`)

/**
 * Beginnings of words that would otherwise look like two words: abandoned, analysts, Italian. Their other letters alone
 * are not a word.
 */
const WORD_STARTS =
  /^(?:abandon|abili|abus(?:e|i)|academ|achiev|activ|adapt|adequa|adolesc|adopt|adult|afr|agend|agent|agricult|alarm|alban|alcohol|alert|amaz|amus(?:ed|ing)|analog|analy|anim|anom|anonym|apolog|archi|arena|arom|asham|aspirat|aspiring|astro|asylum|athe|athlet|avenue|avoid|award|awkward|iceb|icel|identi|ideol|imag|imit|inact|inaug|inev|inher|initi|iris|irony|isol|istanb|ital)/

/** These may be one word or two: along the river, a long river. The next word decides. */
const OPEN_WORDS = wordSet('across along alone around apart aboard')
const BEFORE_NOUNS = wordSet('the a an this that these those his her its their our my all with from to half and us')

/**
 * Whether an initial letter belongs to the word after it, as in T + he. If the letter can be a word, spelling and the
 * rest of the text decide: A + fter is one word, A + harbour are two.
 */
export function startsWord(initial: string, following: string, textOf: () => string): boolean {
  const letter = (/\p{L}\p{M}*/u.exec(initial)?.[0] ?? '').toLowerCase()
  const rest = /^\p{L}[\p{L}\p{M}’']*/u.exec(following)?.[0].toLowerCase()
  if (!rest || letter === '') return false
  if (!WORD_LETTERS.has(letter)) return true
  const words = new Set(
    textOf()
      .toLowerCase()
      .match(/[\p{L}\p{M}’']+/gu),
  )
  if (words.has(letter + rest)) return true
  if (COMMON_WORDS.has(letter + rest) || WORD_STARTS.test(letter + rest)) return true
  const next = /^\p{L}[\p{L}\p{M}’']*\s+(\p{L}+)/u.exec(following)?.[1]?.toLowerCase() ?? ''
  if (OPEN_WORDS.has(letter + rest)) return BEFORE_NOUNS.has(next)
  // No word follows "a" with these letters, because the article before them is "an".
  if (letter === 'a' && /^[aio](?!ne?\b|nce|ne-)|^e(?![uw])/.test(rest)) return true
  const isWord = /[aeiouyàâéèêëîïôùûüáíóúñ]/.test(rest)
  return !isWord || (/^[bcdfghjklmnpqrstvwxz]{2}/.test(rest) && !ONSETS.has(rest.slice(0, 2)))
}
