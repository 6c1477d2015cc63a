import { hashtagKey } from '../posts/hashtags.ts'

const LONGEST_TAG = 30 // characters; a longer one is not typed or searched by anybody

/** The phrases that tags are made of, best first. */
export interface TagPhrases {
  topic: readonly string[]
  /** Of the source: those that it repeats. */
  text: readonly string[]
  title: readonly string[]
}

/**
 * Hashtags from what a post is about: the topic's own phrases, then those that the source repeats, then its title's.
 * #DigitalTransformation in Latin letters, #التحول_الرقمي in Arabic. A single phrase is followed by its head word: the
 * last one in English, the first one in Arabic.
 */
export function offlineHashtags({ topic, text, title }: TagPhrases, count: number): string[] {
  const phrases = [topic, text, title].flatMap((each) => each.slice(0, count))
  const tags: string[] = []
  for (const tag of phrases.map(tagOf)) {
    if (isGoodTag(tag) && !tags.some((known) => holdsTheSame(known, tag))) tags.push(tag)
  }

  const [only] = phrases
  if (tags.length === 1 && only?.includes(' ')) {
    const head = tagOf(headOf(only))
    if (isGoodTag(head)) tags.push(head)
  }
  return tags.slice(0, count).map((tag) => `#${tag}`)
}

function isGoodTag(tag: string): boolean {
  return /\p{L}/u.test(tag) && tag.length > 1 && tag.length <= LONGEST_TAG
}

/** One inside the other: #SmallFirms, #SmallFirmsHire. */
function holdsTheSame(one: string, other: string): boolean {
  const [key, otherKey] = [hashtagKey(one), hashtagKey(other)]
  return key.includes(otherKey) || otherKey.includes(key)
}

function headOf(phrase: string): string {
  const words = phrase.split(' ')
  return (/\p{Script=Arabic}/u.test(phrase) ? words[0] : words.at(-1)) ?? ''
}

function tagOf(phrase: string): string {
  const words = phrase
    .replace(/\u0640|[\u064B-\u0652]|\u0670|['’]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  if (/\p{Script=Arabic}/u.test(phrase)) return words.join('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
