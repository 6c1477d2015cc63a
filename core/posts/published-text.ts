import { findHashtags } from '../platforms/hashtags-in-text.ts'
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
