import { hashtagKey } from '../posts/hashtags.ts'
import { languageOf, wordsOf, type OutputLanguage } from '../words.ts'

const LONGEST_TAG = 30 // characters; a longer one is not typed or searched by anybody
const MOST_WORDS = 2
const SHORTEST_WORD = 6 // characters, of a topic's: a shorter one says little alone, but an acronym or a name

/** The phrases that tags are made of, best first. */
export interface TagPhrases {
  topic: readonly string[]
  /** Of the source: those that it repeats. */
  text: readonly string[]
}

/**
 * Hashtags from what a post is about, in its language: what the text repeats, then the topic's own phrase where it is
 * one or two words, else its longest words. #DigitalTransformation in Latin letters, #التحول_الرقمي in Arabic.
 */
export function offlineHashtags({ topic, text }: TagPhrases, count: number, language: OutputLanguage): string[] {
  const tags: string[] = []
  const isPhrase = (one: string) => isShort(one) && (topic.length === 1 || wordsOf(one).length > 1)
  for (const phrase of [...text, ...topic.filter(isPhrase), ...longestWords(topic.filter((one) => !isPhrase(one)))]) {
    if (!isShort(phrase) || languageOf(phrase) !== language) continue
    const tag = tagOf(phrase)
    if (isGoodTag(tag) && !tags.some((known) => holdsTheSame(known, tag))) tags.push(tag)
  }
  return tags.slice(0, count).map((tag) => `#${tag}`)
}

/** What a hyphen joins is run together in a tag as what a blank parts. */
const isShort = (phrase: string): boolean => partsOf(phrase).length <= MOST_WORDS

/** Three words run together are no tag that anybody follows; each of them may be one. */
function longestWords(phrases: readonly string[]): string[] {
  return (
    phrases
      .flatMap((phrase) => withAdjectives(wordsOf(phrase)))
      .filter((word) => word.length >= SHORTEST_WORD || /^(?:\p{Lu}{2,}|\p{Lu}\p{L}{3,})$/u.test(word))
      .filter((word) => /\p{L}/u.test(word))
      // In Arabic what has its article is a noun, and what has none is often a verb.
      .filter((word) => !/\p{Script=Arabic}/u.test(word) || word.startsWith('ال'))
      .toSorted((one, other) => other.length - one.length)
  )
}

/** An Arabic adjective has its noun's article, and is no tag without its noun: الموظفون الجيدون. */
function withAdjectives(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const [n, word] of words.entries()) {
    const isAdjective = word.startsWith('ال') && words[n - 1]?.startsWith('ال') && !joined.at(-1)?.includes(' ')
    if (isAdjective) joined.push(`${joined.pop()} ${word}`)
    else joined.push(word)
  }
  return joined
}

/** A unit of what is counted says nothing of what a post is about: SAR, USD. By ISO 4217. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

function isGoodTag(tag: string): boolean {
  return /\p{L}/u.test(tag) && tag.length > 1 && tag.length <= LONGEST_TAG && !CURRENCIES.has(tag)
}

/** One inside the other: #SmallFirms, #SmallFirmsHire. */
function holdsTheSame(one: string, other: string): boolean {
  const [key, otherKey] = [hashtagKey(one), hashtagKey(other)]
  return key.includes(otherKey) || otherKey.includes(key)
}

const partsOf = (phrase: string): string[] =>
  phrase
    .replace(/\u0640|[\u064B-\u0652]|\u0670|['’]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

function tagOf(phrase: string): string {
  const words = partsOf(phrase)
  if (/\p{Script=Arabic}/u.test(phrase)) return words.join('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
