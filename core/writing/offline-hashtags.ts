import { hashtagKey } from '../posts/hashtags.ts'
import { nounPhrases } from './noun-phrases.ts'

/** The maximum length of a hashtag in characters. Users hardly type or search longer ones. */
const LONGEST_TAG = 30

/** Creates hashtags from the noun phrases of a post, best first: #DigitalTransformation, #التحول_الرقمي. */
export function offlineHashtags(post: { topic?: string; title?: string; text?: string }): string[] {
  const tags: string[] = []
  for (const phrase of nounPhrases(post)) {
    if (tags.length === MOST) break
    const tag = tagOf(phrase)
    if (tag.length > 1 && tag.length <= LONGEST_TAG && !tags.some((known) => holdsTheSame(known, tag))) tags.push(tag)
  }
  return tags.map((tag) => `#${tag}`)
}

const MOST = 12

function holdsTheSame(one: string, other: string): boolean {
  const [key, otherKey] = [hashtagKey(one), hashtagKey(other)]
  return key.includes(otherKey) || otherKey.includes(key)
}

function tagOf(phrase: string): string {
  const words = phrase
    .replace(/\u0640|[\u064B-\u0652]|\u0670|['’]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  if (/\p{Script=Arabic}/u.test(phrase)) return words.join('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
