import { wordKey } from '../words.ts'
import { arabicPhrases } from './arabic-phrases.ts'
import { englishPhrases, singularOf } from './english-phrases.ts'
import { wordsWithNeighbours, type Word } from './neighbouring-words.ts'

interface NounPhrase {
  text: string
  times: number
  /** Whether the topic or title contains the phrase. */
  isNamed: boolean
}

const LONGEST_NAMED = 300 // The longest part of a topic or title to search, in characters.

/**
 * Finds noun phrases of one or two words in topic and title, and those that the text repeats, best first. Accepts two
 * words only if their forms or neighbours show a phrase, because many pairs are subject and verb. Runs in linear time.
 */
export function nounPhrases({ topic = '', title = '', text = '' }): string[] {
  const found = new Map<string, NounPhrase>()
  const add = (phrase: string, isNamed: boolean) => {
    const key = phrase.split(' ').map(keyOf).join(' ')
    const known = found.get(key) ?? { text: phrase, times: 0, isNamed }
    found.set(key, { ...known, times: known.times + 1, isNamed: known.isNamed || isNamed })
  }
  const named = [topic, title].map((one) => wordsWithNeighbours(one.slice(0, LONGEST_NAMED)))
  const parts = { named: named.flat(), body: wordsWithNeighbours(text) }
  for (const phrase of wholeTopic(named[0] ?? [])) add(phrase, true)
  for (const find of [englishPhrases, arabicPhrases]) {
    for (const phrase of find(parts.named, parts)) add(phrase, true)
    for (const phrase of find(parts.body, parts)) add(phrase, false)
  }
  return [...found.values()]
    .filter(({ times, isNamed, text: one }) => isNamed || (times > 1 && one.includes(' ')))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .map(({ text: one }) => one)
}

const scoreOf = ({ text, times, isNamed }: NounPhrase): number =>
  Math.min(times, 5) + (isNamed ? 3 : 0) + (text.includes(' ') ? 4 : 0)

const keyOf = (word: string): string => singularOf(wordKey(word)).replace(/^(?:[وفبك]?ال|لل)(?=\p{L}{3})/u, '')

/** A topic of one word, or of a name and a year, counts as a name. */
function wholeTopic(topic: readonly Word[]): string[] {
  const [first, second, ...rest] = topic
  if (!first || rest.length > 0 || !/\p{L}/u.test(first.text)) return []
  if (!second) return [first.text]
  return /^\p{N}{4}$/u.test(second.text) ? [`${first.text} ${second.text}`] : []
}
