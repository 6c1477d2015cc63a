import { keySentences, needsPrevious } from './key-sentences.ts'
import { splitSentences } from './sentences.ts'

/** A statement of a source, verbatim, that can be the subject of a post. */
export interface Finding {
  text: string
  /** The finding and the sentences after it, for drafts that Frogy writes without a model. */
  passage: string
}

/**
 * The number of best sentences among which the findings are chosen. There are more sentences than findings, because
 * neighbouring sentences are skipped.
 */
const CANDIDATES = 30
/** The minimum distance between two findings, in sentences. Closer findings belong to the same post. */
const APART = 3

/** Finds statements in a source that can each be the subject of a post, in the order of the source. */
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
