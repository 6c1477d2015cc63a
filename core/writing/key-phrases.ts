import { isStopWord, wordKey, wordsOf } from '../words.ts'

export interface Phrase {
  /** As it stands in the text where it is met first. */
  text: string
  /** The keys of its words. */
  keys: string[]
  times: number
}

/**
 * The phrases that a text is about, best first, as they stand in it: up to three words in a row without a stop word
 * between them, by how often they occur and how much they say. They share no words.
 */
export function keyPhrases(text: string, count: number): string[] {
  return unlike(rankedPhrases(text), count).map((phrase) => phrase.text)
}

/** Every phrase of a text, best first. */
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
  // Sorting is stable: of two that say as much, the one that is met first comes first.
  return [...phrases.values()]
    .filter(isTelling)
    .map((phrase) => ({ phrase, score: scoreOf(phrase) }))
    .sort((one, other) => other.score - one.score)
    .map(({ phrase }) => phrase)
}

/** The best of them that share no words. `leastTimes` leaves out what is said less often than that. */
export function unlike(ranked: readonly Phrase[], count: number, leastTimes = 1): Phrase[] {
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

// Each place is looked at once: what needs a blank behind it is matched from the first sign of its row only.
const CLAUSE_END =
  /(?<![.,;:!?،؛؟…()[\]{}"“”«»|/\n\u2013\u2014•])[.,;:!?،؛؟…()[\]{}"“”«»|/\n\u2013\u2014•]+(?=\s|$)|\s[-–—•|/]\s|\s["“«(]|\n/u

/** The words between stop words and punctuation. */
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

/** A number says nothing but behind a name (Vision 2030), nor does a short word unless it is an acronym (AI, UN). */
function isTelling({ text, keys: [key = '', ...others] }: Phrase): boolean {
  if (others.length > 0)
    return text.split(' ').every((word, n) => /\p{L}/u.test(word) || (n > 0 && /^\p{N}{4}$/u.test(word)))
  return /\p{L}/u.test(text) && (key.length > 2 || /^\p{Lu}{2}$/u.test(text))
}

/** In Arabic a word with a particle grown onto it (والتحول, بالتقنية) makes a poor head of a phrase. */
function scoreOf({ text, keys, times }: Phrase): number {
  const weight = /^(?:[وفبك]ال|لل)\p{L}{2}/u.test(text) ? 0.4 : 1
  return times * (1 + 0.6 * (keys.length - 1)) * weight
}
