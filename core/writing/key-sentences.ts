import { rankedPhrases, distinctPhrases, type Phrase } from './key-phrases.ts'
import { splitSentences } from './sentences.ts'
import { isStopWord, wordKey, wordsOf } from '../words.ts'

/** The minimum length of a sentence in characters. Shorter texts are headings or fragments. */
const SHORTEST = 25
const LONGEST = 320
const MIN_WORDS = 5

/** The most informative sentences of a text, verbatim, best first, without near-duplicates. */
export function keySentences(
  text: string,
  count: number,
  phrases: readonly Phrase[] = rankedPhrases(text),
): { sentence: string; place: number }[] {
  const telling = distinctPhrases(phrases, 12)
  const ranked = splitSentences(text)
    .map((sentence, place) => ({ sentence, place }))
    .filter(({ sentence }) => sentence.length >= SHORTEST && sentence.length <= LONGEST)
    .map((each) => ({ ...each, keys: wordsOf(each.sentence).map(wordKey) }))
    .filter(({ sentence, keys }) => isQuotable(sentence, keys.length))
    .map((each) => ({ ...each, score: scoreOf(each, telling) }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
  const chosen: (typeof ranked)[number][] = []
  const chosenWords: Set<string>[] = []
  for (const candidate of ranked) {
    if (chosen.length === count) break
    const words = candidate.keys.filter((key) => !isStopWord(key))
    if (chosenWords.some((held) => isNearDuplicate(held, words))) continue
    chosenWords.push(new Set(words))
    chosen.push(candidate)
  }
  return chosen.map(({ sentence, place }) => ({ sentence, place }))
}

function isQuotable(sentence: string, wordCount: number): boolean {
  return wordCount >= MIN_WORDS && /[.!?؟…۔]["”»’)\]]*$/u.test(sentence) && !BOILERPLATE.test(sentence)
}

const BOILERPLATE =
  /©|\bcookies?\b|all rights reserved|subscribe|newsletter|sign up|click here|log ?in\b|privacy policy|جميع الحقوق محفوظة|اشترك|النشرة البريدية|سياسة الخصوصية|انقر هنا|تسجيل الدخول|ملفات تعريف الارتباط/iu

const NEEDS_PREVIOUS =
  /^(?:however|but|and|so|this|that|these|those|he|she|it|they|its|his|her|their|therefore|moreover|also|then|such|yet|لكن|ولكن|وهذا|هذا|هذه|وهو|وهي|كما|لذلك|ولذلك|وذلك|ثم|كذلك|غير أن|إلا أن|بينما|وأضاف|وأضافت)(?!\p{L})/iu

export const needsPrevious = (sentence: string): boolean => NEEDS_PREVIOUS.test(sentence)

function scoreOf(
  { sentence, place, keys }: { sentence: string; place: number; keys: string[] },
  phrases: readonly Phrase[],
): number {
  const held = new Set(keys)
  const fromPhrases = phrases.reduce(
    (sum, phrase, rank) => sum + (phrase.keys.every((key) => held.has(key)) ? phrase.keys.length / (1 + rank / 4) : 0),
    0,
  )
  const fromPlace = place === 0 ? 1.5 : place < 4 ? 0.7 : 0
  const fromFigures = /\p{Nd}/u.test(sentence) ? 1.2 : 0
  const fromLength = sentence.length > 220 ? -0.8 : 0
  return fromPhrases + fromPlace + fromFigures + fromLength - (needsPrevious(sentence) ? 2 : 0)
}

/**
 * Whether most words of a sentence already occur in the chosen sentences.
 * @param words the sentence's words without stop words
 */
function isNearDuplicate(held: ReadonlySet<string>, words: string[]): boolean {
  if (words.length === 0) return true
  return words.filter((word) => held.has(word)).length / words.length > 0.7
}
