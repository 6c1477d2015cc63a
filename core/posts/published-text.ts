import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { findWebAddresses } from '../platforms/web-addresses.ts'
import { hashtagKey, parseHashtags } from './hashtags.ts'

/**
 * The text as sent to the network and shown in the preview: the content, its missing hashtags, then video links.
 * Trimmed, because no network shows outer spaces.
 */
export function publishedText(post: {
  content: string
  hashtags?: string | readonly string[] | null
  videos?: readonly { url: string }[]
}): string {
  const content = post.content.trim()
  const contained = new Set(findHashtags(content).map(({ tag }) => hashtagKey(tag)))
  const missing = parseHashtags(post.hashtags).filter((tag) => !contained.has(hashtagKey(tag)))
  const links = (post.videos ?? []).map(({ url }) => url).filter((url) => !content.includes(url))
  return [content, missing.join(' '), links.join('\n')].filter((part) => part !== '').join('\n\n')
}

export type Direction = 'rtl' | 'ltr'

/**
 * Returns the direction of the first letter that has one. Skips hashtags, links and mentions if there are other
 * letters, because an Arabic post may start with #Riyadh.
 */
export function textDirection(text: string): Direction {
  return lineDirection(text, 'ltr')
}

/** Returns the direction of one line of a post. A line without letters takes the direction of the post. */
export function lineDirection(line: string, ofPost: Direction): Direction {
  return firstDirection(withoutSpans(line)) ?? firstDirection(line) ?? ofPost
}

function withoutSpans(text: string): string {
  const spans = [...findHashtags(text), ...findWebAddresses(text), ...findMentions(text)]
  const kept: string[] = []
  let at = 0
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    if (start > at) kept.push(text.slice(at, start))
    at = Math.max(at, end)
  }
  return [...kept, text.slice(at)].join(' ')
}

// Letters and direction marks. Excludes digits, because digits have no strong direction.
const DIRECTIONAL = /[\p{L}\u200E\u200F\u061C]/u
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u200F\u061C]/u

function firstDirection(text: string): Direction | undefined {
  const strong = DIRECTIONAL.exec(text)?.[0]
  if (strong === undefined) return undefined
  return RIGHT_TO_LEFT.test(strong) ? 'rtl' : 'ltr'
}
