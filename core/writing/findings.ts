import { keySentences, needsPrevious } from './key-sentences.ts'
import { splitSentences } from './sentences.ts'

/** A statement of a source, word for word, that can carry a post. */
export interface Finding {
  text: string
  /** The finding and the sentences after it, for the writer that works without a model. */
  passage: string
}

/** Ranked sentences to choose from. Neighbours are left out, so more are needed than there are posts. */
const CANDIDATES = 30
/** Findings closer to each other than this many sentences belong to one post. */
const APART = 3

/** The findings of a source that could each carry a post, in the order of the source. */
export function findingsIn(source: string, most: number): Finding[] {
  const sentences = splitSentences(source)
  const ranked = keySentences(source, CANDIDATES).filter(({ sentence }) => !needsPrevious(sentence))
  const chosen: typeof ranked = []
  for (const apart of [APART, 1]) {
    for (const one of ranked) {
      if (chosen.length >= most) break
      if (chosen.every(({ place }) => Math.abs(place - one.place) >= apart)) chosen.push(one)
    }
  }
  return chosen
    .toSorted((a, b) => a.place - b.place)
    .map(({ sentence, place }) => {
      const from = Math.max(0, Math.min(place, sentences.length - APART))
      return { text: sentence, passage: sentences.slice(from, place + APART + 1).join(' ') }
    })
}
