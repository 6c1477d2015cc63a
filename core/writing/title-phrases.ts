import { spellingOf, withoutPrefixes } from './grounding/tokens.ts'
import { isStopWord, wordKey, wordsOf } from '../words.ts'

const LONGEST_TITLE = 300 // characters
const SHORTEST_WORD = 3
/** Of a word that stands alone; in Arabic, whose vowels are not written, they are shorter. */
const SHORTEST_ALONE = { latin: 5, arabic: 4 }

/**
 * What a title is about, by what its text takes up again: two words that stand side by side in both, then the words that
 * the text says more than once. Figures, units and words of every report are left out. Best first.
 */
export function titlePhrases(whole: string, text: string): string[] {
  // A name between marks means something else than its word.
  const title = whole.slice(0, LONGEST_TITLE).replaceAll(/«[^»]*»|“[^”]*”|"[^"]*"/gu, '،')
  const words = wordsOf(title)
  const sentences = text.split(/[.!?؟…:;؛،,\n]/u).map((sentence) => wordsOf(sentence).map(keyOf))
  const said = sentences.flat()
  const times = new Map<string, number>()
  for (const key of said) times.set(key, (times.get(key) ?? 0) + 1)
  const pairs = new Set(sentences.flatMap((keys) => keys.slice(1).map((key, at) => `${keys[at]} ${key}`)))
  const isNext = (one: string, other: string) => title.includes(`${one} ${other}`)
  const pairsOfTitle = words.flatMap((one, at) => {
    const other = words[at + 1]
    if (other === undefined || !isTelling(one) || !isTelling(other) || !isNext(one, other) || isVerb(one)) return []
    return pairs.has(`${keyOf(one)} ${keyOf(other)}`) ? [`${one} ${other}`] : []
  })
  const single = words
    .filter((word) => isTelling(word) && standsAlone(word, times.get(keyOf(word)) ?? 0))
    .toSorted((one, other) => (times.get(keyOf(other)) ?? 0) - (times.get(keyOf(one)) ?? 0))
  return [...pairsOfTitle, ...single]
}

/** In Arabic with and without what grows onto its front; in English one and many. */
function keyOf(word: string): string {
  const bare = withoutPrefixes(spellingOf(word)).toSorted((one, other) => one.length - other.length)
  return (bare.find(({ length }) => length > 2) ?? wordKey(word)).replace(/(?<=[a-z]{3})s$/u, '')
}

/** In Arabic what has its article is a noun, or an adjective; what has none is often a verb. */
function standsAlone(word: string, times: number): boolean {
  if (!/\p{Script=Arabic}/u.test(word)) return word.length >= SHORTEST_ALONE.latin && times > 1
  return word.length >= SHORTEST_ALONE.arabic && word.startsWith('ال') && !/ي[ةه]?$/u.test(word) && times > 0
}

/** يفرّغ, تقلّص; a noun that begins so mostly ends in ة. */
const isVerb = (word: string): boolean => /^[يت](?!.*ة$)\p{Script=Arabic}/u.test(word)

/** Whether a word says what a text is about. */
export const isTelling = (word: string): boolean =>
  word.length >= SHORTEST_WORD &&
  /^\p{L}+$/u.test(word.replaceAll(/[\u064B-\u0652\u0670]/gu, '')) &&
  !isStopWord(wordKey(word)) &&
  !COMMON.has(keyOf(word))

/** What stands in every report: numbers, units, and who reports. */
const COMMON: ReadonlySet<string> = new Set(
  `one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion
percent half third quarter twice second minute hour day week month year decade january february march april may june july
august september october november december monday tuesday wednesday thursday friday saturday sunday dollar euro pound franc
riyal dirham dinar kroner naira tonne litre annual average total report company group chief director manager less more fewer
quiet later first last what whom come cuts clear
واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة نصف ثلث ربع ثانية دقيقة ساعة يوم أسبوع شهر سنة عام عقد ريال درهم دينار
دولار جنيه ليرة مئة ألف مليون مليار نسبة متوسط مجموع تقرير شركة مجموعة مدير أول ثاني أقل أكثر أكبر`
    .split(/\s+/u)
    .map(keyOf),
)
