import { countHashtags, findHashtags } from '../platforms/hashtags-in-text.ts'
import { limitsFor } from '../platforms/limits.ts'
import type { Platform } from '../platforms/platform.ts'
import { hashtagKey } from '../posts/hashtags.ts'

export function fittingHashtags(
  platform: Platform,
  { content, hashtags }: { content: string; hashtags: readonly string[] },
): string[] {
  const { hashtagLimit } = limitsFor({ platform })
  if (hashtagLimit === undefined) return [...hashtags]
  const held = new Set(findHashtags(content).map(({ tag }) => hashtagKey(tag)))
  let remaining = hashtagLimit - countHashtags(content)
  // Keep hashtags that the text already contains, because the network counts them only once.
  return hashtags.filter((tag) => held.has(hashtagKey(tag)) || remaining-- > 0)
}
