import { isStopWord, wordKey, wordsOf } from '../words.ts'

export interface Phrase {
  /** The phrase as written at its first occurrence. */
  text: string
  keys: string[]
  times: number
}

/** The most frequent phrases of up to three words, best first, without stop words. No two phrases share a word. */
export function keyPhrases(text: string, count: number): string[] {
  return distinctPhrases(rankedPhrases(text), count).map((phrase) => phrase.text)
}

export function rankedPhrases(text: string): Phrase[] {
  const phrases = new Map<string, Phrase>()
  for (const run of contentRuns(text)) {
    for (let start = 0; start < run.length; start++) {
      for (let length = 1; length <= Math.min(LONGEST_PHRASE, run.length - start); length++) {
        const words = run.slice(start, start + length)
        const keys = words.map((word) => word.key)
        const known = phrases.get(keys.join(' '))
        if (known) known.times++
        else phrases.set(keys.join(' '), { text: words.map((word) => word.text).join(' '), keys, times: 1 })
      }
    }
  }
  // The sort is stable, so phrases with equal scores keep the order of the text.
  return [...phrases.values()]
    .filter(isMeaningful)
    .map((phrase) => ({ phrase, score: scoreOf(phrase) }))
    .sort((a, b) => b.score - a.score)
    .map(({ phrase }) => phrase)
}

export function distinctPhrases(ranked: readonly Phrase[], count: number, leastTimes = 1): Phrase[] {
  const chosen: Phrase[] = []
  const used = new Set<string>()
  for (const phrase of ranked) {
    if (chosen.length === count) break
    if (phrase.times < leastTimes || phrase.keys.some((key) => used.has(key))) continue
    for (const key of phrase.keys) used.add(key)
    chosen.push(phrase)
  }
  return chosen
}

const LONGEST_PHRASE = 3

interface Word {
  text: string
  key: string
}

// The end of a clause. A run of punctuation matches only from its first mark, so that matching takes linear time.
const CLAUSE_END =
  /(?<![.,;:!?،؛؟…()[\]{}"“”«»|/\n\u2013\u2014•])[.,;:!?،؛؟…()[\]{}"“”«»|/\n\u2013\u2014•]+(?=\s|$)|\s[-–—•|/]\s|\s["“«(]|\n/u

function contentRuns(text: string): Word[][] {
  const runs: Word[][] = []
  const keys = new Map<string, string>()
  const keyOf = (word: string) => {
    const key = keys.get(word) ?? wordKey(word)
    keys.set(word, key)
    return key
  }
  for (const clause of text.split(CLAUSE_END)) {
    let run: Word[] = []
    for (const word of wordsOf(clause)) {
      const key = keyOf(word)
      if (!isStopWord(key)) {
        run.push({ text: word, key })
        continue
      }
      runs.push(run)
      run = []
    }
    runs.push(run)
  }
  return runs.filter((run) => run.length > 0)
}

/**
 * Whether a phrase describes the text. A number counts only after a name (Vision 2030), and a short word only as an
 * acronym (AI).
 */
function isMeaningful({ text, keys: [key = '', ...others] }: Phrase): boolean {
  if (others.length > 0)
    return text.split(' ').every((word, n) => /\p{L}/u.test(word) || (n > 0 && /^\p{N}{4}$/u.test(word)))
  return /\p{L}/u.test(text) && (key.length > 2 || /^\p{Lu}{2}$/u.test(text))
}

/**
 * Scores a phrase by frequency and length. Arabic phrases with a prefix score less, because they read badly alone:
 * بالتقنية, "with technology".
 */
function scoreOf({ text, keys, times }: Phrase): number {
  const weight = /^(?:[وفبك]ال|لل)\p{L}{2}/u.test(text) ? 0.4 : 1
  return times * (1 + 0.6 * (keys.length - 1)) * weight
}
