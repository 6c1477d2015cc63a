import { hashtagKey } from '../posts/hashtags.ts'
import { languageOf, wordsOf, type OutputLanguage } from '../words.ts'

const LONGEST_TAG = 30 // Characters. Longer hashtags are not typed or searched.
const MAX_WORDS = 2
const SHORTEST_WORD = 6 // Characters, for words of a topic. Shorter ones need to be an acronym or a name.

export interface TagPhrases {
  topic: readonly string[]
  /** Phrases that the source's text repeats. */
  text: readonly string[]
}

/**
 * Makes hashtags from repeated phrases, a short topic, or the topic's longest words: #DigitalTransformation,
 * #التحول_الرقمي, "digital transformation".
 */
export function offlineHashtags({ topic, text }: TagPhrases, count: number, language: OutputLanguage): string[] {
  const tags: string[] = []
  const isPhrase = (one: string) => isShort(one) && (topic.length === 1 || wordsOf(one).length > 1)
  for (const phrase of [
    ...text,
    ...topic.filter(isPhrase),
    ...longestWords(topic.filter((candidate) => !isPhrase(candidate))),
  ]) {
    if (!isShort(phrase) || languageOf(phrase) !== language) continue
    const tag = tagOf(phrase)
    if (isGoodTag(tag) && !tags.some((known) => holdsTheSame(known, tag))) tags.push(tag)
  }
  return tags.slice(0, count).map((tag) => `#${tag}`)
}

/**
 * Whether a phrase is short enough for a hashtag. Hyphenated parts count as words, because the hashtag drops the
 * hyphen.
 */
const isShort = (phrase: string): boolean => partsOf(phrase).length <= MAX_WORDS

/**
 * The longest words of the phrases. Each becomes a separate hashtag, because three joined words make a poor hashtag.
 */
function longestWords(phrases: readonly string[]): string[] {
  return (
    phrases
      .flatMap((phrase) => withAdjectives(wordsOf(phrase)))
      .filter((word) => word.length >= SHORTEST_WORD || /^(?:\p{Lu}{2,}|\p{Lu}\p{L}{3,})$/u.test(word))
      .filter((word) => /\p{L}/u.test(word))
      // Most Arabic nouns have the article ال. Skips words without the article, because they are often verbs.
      .filter((word) => !/\p{Script=Arabic}/u.test(word) || word.startsWith('ال'))
      .toSorted((a, b) => b.length - a.length)
  )
}

/**
 * Joins an Arabic adjective to its noun, because the adjective alone says little: الموظفون الجيدون, "the good
 * employees". An adjective shares its noun's article.
 */
function withAdjectives(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const [n, word] of words.entries()) {
    const isAdjective = word.startsWith('ال') && words[n - 1]?.startsWith('ال') && !joined.at(-1)?.includes(' ')
    if (isAdjective) joined.push(`${joined.pop()} ${word}`)
    else joined.push(word)
  }
  return joined
}

/** Currency codes (ISO 4217) make poor hashtags, because they do not describe the subject. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

function isGoodTag(tag: string): boolean {
  return /\p{L}/u.test(tag) && tag.length > 1 && tag.length <= LONGEST_TAG && !CURRENCIES.has(tag)
}

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
