import { cutAt } from '../cut-text.ts'
import { isStopWord, wordKey, wordsOf } from '../words.ts'

/** Length of a passage in UTF-16 units, a few paragraphs. It is short compared with a source that needs shortening. */
const PASSAGE = 1_500
const GAP = '[…]'

/** Usual constants of BM25: how quickly repeated words stop counting, and how much long passages lose. */
const SATURATION = 1.2
const LENGTH_DISCOUNT = 0.75

/**
 * Shortens a text to the passages that fit the query best (BM25), in their order. Always keeps the first one, because
 * it introduces the text. Runs in linear time.
 */
export function choosePassages(text: string, query: string, limit: number): { text: string; isShortened: boolean } {
  if (text.length <= limit) return { text, isShortened: false }
  const passages = passagesOf(text)
  const scores = scoresOf(passages, query)
  const byScore = [...passages.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
  const chosen = new Set<number>()
  let left = limit
  for (const at of [0, ...byScore]) {
    const length = (passages[at]?.length ?? 0) + GAP.length + 2
    if (chosen.has(at) || length > left) continue
    chosen.add(at)
    left -= length
  }
  const parts: string[] = []
  for (const [at, passage] of passages.entries()) {
    if (chosen.has(at)) parts.push(passage)
    else if (chosen.has(at - 1)) parts.push(GAP)
  }
  return { text: parts.join('\n'), isShortened: true }
}

/** Splits a text into passages of whole paragraphs. Cuts a longer paragraph between words. */
function passagesOf(text: string): string[] {
  const passages: string[] = []
  let current = ''
  for (const paragraph of text.split('\n')) {
    if (current !== '' && current.length + paragraph.length > PASSAGE) {
      passages.push(current)
      current = ''
    }
    let rest = current === '' ? paragraph : `${current}\n${paragraph}`
    while (rest.length > PASSAGE) {
      const part = cutAt(rest, PASSAGE, ['. ', ' '])
      passages.push(part)
      rest = rest.slice(part.length)
    }
    current = rest
  }
  return current.trim() === '' ? passages : [...passages, current]
}

function scoresOf(passages: readonly string[], query: string): number[] {
  const sought = new Set(keysOf(query))
  const counts = passages.map((passage) => {
    const keys = keysOf(passage)
    const found = new Map<string, number>()
    for (const key of keys) if (sought.has(key)) found.set(key, (found.get(key) ?? 0) + 1)
    return { found, length: keys.length }
  })
  const meanLength = counts.reduce((sum, { length }) => sum + length, 0) / counts.length || 1
  const rarity = new Map(
    [...sought].map((key) => {
      const holders = counts.filter(({ found }) => found.has(key)).length
      return [key, Math.log(1 + (passages.length - holders + 0.5) / (holders + 0.5))]
    }),
  )
  return counts.map(({ found, length }) => {
    const discount = SATURATION * (1 - LENGTH_DISCOUNT + (LENGTH_DISCOUNT * length) / meanLength)
    const scores = [...found].map(
      ([key, count]) => ((rarity.get(key) ?? 0) * count * (SATURATION + 1)) / (count + discount),
    )
    return scores.reduce((sum, score) => sum + score, 0)
  })
}

/** The words of a text without stop words, plural endings and Arabic prefixes. */
const keysOf = (text: string): string[] =>
  wordsOf(text)
    .map(wordKey)
    .filter((key) => !isStopWord(key))
    .map((key) => key.replace(/^[وفبكل]?(?:ال|لل)(?=.{3})|(?<=[a-z]{3})s$/u, ''))
