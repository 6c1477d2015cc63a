import { isStopWord, wordKey, wordsOf } from './words.ts'

/**
 * The phrases that a text is about, best first, as they stand in it: up to three words in a row without a stop word
 * between them, by how often they occur and how much they say. They share no words. `leastTimes` leaves out what is said
 * less often than that.
 */
export function keyPhrases(text: string, count: number, leastTimes = 1): string[] {
  const candidates = new Map<string, { phrase: string; words: string[]; times: number; first: number }>()
  let order = 0
  for (const run of contentRuns(text)) {
    for (let start = 0; start < run.length; start++) {
      for (let length = 1; length <= Math.min(LONGEST_PHRASE, run.length - start); length++) {
        const words = run.slice(start, start + length)
        const keys = words.map(wordKey)
        const key = keys.join(' ')
        const known = candidates.get(key)
        if (known === undefined) candidates.set(key, { phrase: words.join(' '), words: keys, times: 1, first: order++ })
        else known.times++
      }
    }
  }

  const best = [...candidates.values()]
    .filter(({ phrase, times }) => times >= leastTimes && isTelling(phrase))
    .map((each) => ({ ...each, score: each.times * (1 + 0.6 * (each.words.length - 1)) * weightOf(each.phrase) }))
    .sort((one, other) => other.score - one.score || one.first - other.first)

  const chosen: typeof best = []
  for (const candidate of best) {
    if (chosen.length === count) break
    const isNew = !chosen.some(({ words }) => words.some((word) => candidate.words.includes(word)))
    if (isNew) chosen.push(candidate)
  }
  return chosen.map(({ phrase }) => phrase)
}

const LONGEST_PHRASE = 3

/** The words between stop words and punctuation. */
function contentRuns(text: string): string[][] {
  const runs: string[][] = []
  for (const clause of text.split(/[.,;:!?،؛؟…()[\]{}"“”«»|/\n\u2013\u2014•]+(?=\s|$)|\s[-–—•|/]\s|\s["“«(]|\n/u)) {
    let run: string[] = []
    for (const word of wordsOf(clause)) {
      if (!isStopWord(word)) {
        run.push(word)
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
function isTelling(phrase: string): boolean {
  if (!/\p{L}/u.test(phrase)) return false
  if (phrase.includes(' '))
    return phrase.split(' ').every((word, n) => /\p{L}/u.test(word) || (n > 0 && /^\p{N}{4}$/u.test(word)))
  return wordKey(phrase).length > 2 || /^\p{Lu}{2}$/u.test(phrase)
}

/** In Arabic a word with a particle grown onto it (والتحول, بالتقنية) makes a poor head of a phrase. */
function weightOf(phrase: string): number {
  return /^(?:[وفبك]ال|لل)\p{L}{2}/u.test(phrase) ? 0.4 : 1
}
