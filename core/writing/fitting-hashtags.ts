import { countHashtags, findHashtags } from '../platforms/hashtags-in-text.ts'
import { rulesOf, type Platform } from '../platforms/platform.ts'
import { hashtagKey } from '../posts/hashtags.ts'

/** The first of a draft's hashtags: as many as its network takes beside those that stand in its text. */
export function fittingHashtags(
  platform: Platform,
  { content, hashtags }: { content: string; hashtags: readonly string[] },
): string[] {
  const { hashtagLimit } = rulesOf(platform)
  if (hashtagLimit === null) return [...hashtags]
  const held = new Set(findHashtags(content).map(({ tag }) => hashtagKey(tag)))
  let room = hashtagLimit - countHashtags(content)
  // One that the text holds is not sent a second time.
  return hashtags.filter((tag) => held.has(hashtagKey(tag)) || room-- > 0)
}
