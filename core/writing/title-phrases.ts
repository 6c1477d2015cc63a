import { spellingOf, withoutPrefixes } from './grounding/tokens.ts'
import { isStopWord, wordKey, wordsOf } from '../words.ts'

const LONGEST_TITLE = 300 // Characters.
const SHORTEST_WORD = 3
/** Fewest letters of a single word that can serve as a phrase. Lower for Arabic, which does not write short vowels. */
const SHORTEST_ALONE = { latin: 5, arabic: 4 }

/** Phrases of a title, best first: word pairs that the text repeats, then words that it uses more than once. */
export function titlePhrases(whole: string, text: string): string[] {
  // Removes quoted names, because a word in a name means something else than the plain word.
  const title = whole.slice(0, LONGEST_TITLE).replaceAll(/«[^»]*»|“[^”]*”|"[^"]*"/gu, '،')
  const words = wordsOf(title)
  const sentences = text.split(/[.!?؟…:;؛،,\n]/u).map((sentence) => wordsOf(sentence).map(keyOf))
  const textKeys = sentences.flat()
  const times = new Map<string, number>()
  for (const key of textKeys) times.set(key, (times.get(key) ?? 0) + 1)
  const pairs = new Set(sentences.flatMap((keys) => keys.slice(1).map((key, at) => `${keys[at]} ${key}`)))
  const isNext = (one: string, other: string) => title.includes(`${one} ${other}`)
  const pairsOfTitle = words.flatMap((one, at) => {
    const other = words[at + 1]
    if (other === undefined || !isMeaningfulWord(one) || !isMeaningfulWord(other) || !isNext(one, other) || isVerb(one))
      return []
    return pairs.has(`${keyOf(one)} ${keyOf(other)}`) ? [`${one} ${other}`] : []
  })
  const single = words
    .filter((word) => isMeaningfulWord(word) && standsAlone(word, times.get(keyOf(word)) ?? 0))
    .toSorted((a, b) => (times.get(keyOf(b)) ?? 0) - (times.get(keyOf(a)) ?? 0))
  return [...pairsOfTitle, ...single]
}

/** A key that ignores Arabic prefixes and English plurals. */
function keyOf(word: string): string {
  const bare = withoutPrefixes(spellingOf(word)).toSorted((a, b) => a.length - b.length)
  return (bare.find(({ length }) => length > 2) ?? wordKey(word)).replace(/(?<=[a-z]{3})s$/u, '')
}

/** Whether a single word can serve as a phrase. An Arabic word needs the article: words without it are often verbs. */
function standsAlone(word: string, times: number): boolean {
  if (!/\p{Script=Arabic}/u.test(word)) return word.length >= SHORTEST_ALONE.latin && times > 1
  return word.length >= SHORTEST_ALONE.arabic && word.startsWith('ال') && !/ي[ةه]?$/u.test(word) && times > 0
}

/**
 * Whether an Arabic word may be a verb: يفرّغ, "unloads"; تقلّص, "shrank". Nouns with the same first letter usually end
 * in ة.
 */
const isVerb = (word: string): boolean => /^[يت](?!.*ة$)\p{Script=Arabic}/u.test(word)

export const isMeaningfulWord = (word: string): boolean =>
  word.length >= SHORTEST_WORD &&
  /^\p{L}+$/u.test(word.replaceAll(/[\u064B-\u0652\u0670]/gu, '')) &&
  !isStopWord(wordKey(word)) &&
  !COMMON.has(keyOf(word))

/** Words too general for a phrase: numbers, units, and words such as "said" with which reports name their sources. */
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
