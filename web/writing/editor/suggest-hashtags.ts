import { offlineHashtags } from '#core/writing/offline-hashtags.ts'
import { hashtagKey } from '#core/posts/hashtags.ts'
import { languageOf, type OutputLanguage } from '#core/words.ts'

const COUNT = 3

/**
 * Suggests hashtags from noun phrases of the topic, and from those that the text repeats. Skips hashtags that the post
 * already has.
 */
export function suggestHashtags(
  content: string,
  topic: string,
  language: OutputLanguage,
  held: readonly string[],
): string[] {
  const keys = new Set(held.map(hashtagKey))
  return offlineHashtags({ topic, text: content })
    .filter((tag) => languageOf(tag) === language && !keys.has(hashtagKey(tag)))
    .slice(0, COUNT)
}
