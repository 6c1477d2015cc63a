import { keyPhrases } from './key-phrases.ts'
import { splitSentences } from './sentences.ts'
import { isStopWord, wordKey, wordsOf } from './words.ts'

const SHORTEST = 25 // characters: below it is a heading or a scrap
const LONGEST = 320
const FEWEST_WORDS = 5

/**
 * The sentences of a source that say most, best first, word for word. They score by the key phrases that they hold, by
 * figures, and by standing at the beginning; one that needs its neighbour ("However, …") scores less, one that repeats a
 * better one is left out.
 */
export function keySentences(text: string, count: number): { sentence: string; place: number }[] {
  const phrases = keyPhrases(text, 12).map((phrase) => phrase.split(' ').map(wordKey))
  const ranked = splitSentences(text)
    .map((sentence, place) => ({ sentence, place, keys: wordsOf(sentence).map(wordKey) }))
    .filter(({ sentence, keys }) => isQuotable(sentence, keys.length))
    .map((each) => ({ ...each, score: scoreOf(each, phrases) }))
    .sort((one, other) => other.score - one.score || one.place - other.place)

  const chosen: typeof ranked = []
  for (const candidate of ranked) {
    if (chosen.length === count) break
    if (!chosen.some(({ keys }) => saysTheSame(keys, candidate.keys))) chosen.push(candidate)
  }
  return chosen.map(({ sentence, place }) => ({ sentence, place }))
}

function isQuotable(sentence: string, wordCount: number): boolean {
  if (sentence.length < SHORTEST || sentence.length > LONGEST || wordCount < FEWEST_WORDS) return false
  return /[.!?؟…۔]["”»’)\]]*$/u.test(sentence) && !BOILERPLATE.test(sentence)
}

// The furniture of web pages.
const BOILERPLATE =
  /©|\bcookies?\b|all rights reserved|subscribe|newsletter|sign up|click here|log ?in\b|privacy policy|جميع الحقوق محفوظة|اشترك|النشرة البريدية|سياسة الخصوصية|انقر هنا|تسجيل الدخول|ملفات تعريف الارتباط/iu

// These lean on the sentence before them.
const LEANING =
  /^(?:however|but|and|so|this|that|these|those|he|she|it|they|therefore|moreover|also|then|such|yet|لكن|ولكن|وهذا|هذا|هذه|وهو|وهي|كما|لذلك|ولذلك|وذلك|ثم|كذلك|غير أن|إلا أن|بينما|وأضاف|وأضافت)(?!\p{L})/iu

function scoreOf(
  { sentence, place, keys }: { sentence: string; place: number; keys: string[] },
  phrases: string[][],
): number {
  const held = new Set(keys)
  const fromPhrases = phrases.reduce(
    (sum, words, rank) => sum + (words.every((word) => held.has(word)) ? words.length / (1 + rank / 4) : 0),
    0,
  )
  const fromPlace = place === 0 ? 1.5 : place < 4 ? 0.7 : 0
  const fromFigures = /\p{Nd}/u.test(sentence) ? 1.2 : 0
  const fromLength = sentence.length > 220 ? -0.8 : 0
  return fromPhrases + fromPlace + fromFigures + fromLength - (LEANING.test(sentence) ? 2 : 0)
}

function saysTheSame(one: string[], other: string[]): boolean {
  const words = new Set(one.filter((word) => !isStopWord(word)))
  const others = other.filter((word) => !isStopWord(word))
  if (others.length === 0) return true
  return others.filter((word) => words.has(word)).length / others.length > 0.7
}
