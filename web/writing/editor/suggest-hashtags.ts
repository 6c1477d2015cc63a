import { keyPhrases } from '#core/writing/key-phrases.ts'
import { offlineHashtags } from '#core/writing/offline-hashtags.ts'
import { hashtagKey } from '#core/posts/hashtags.ts'
import type { OutputLanguage } from '#core/words.ts'

const COUNT = 3
const PHRASES = 12

/**
 * Suggests hashtags from phrases that the text repeats, and from its topic. Skips hashtags that the post already has.
 */
export function suggestHashtags(
  content: string,
  topic: string,
  language: OutputLanguage,
  held: readonly string[],
): string[] {
  const keys = new Set(held.map(hashtagKey))
  const phrases = { topic: [topic].filter((text) => text !== ''), text: keyPhrases(content, PHRASES) }
  return offlineHashtags(phrases, COUNT + held.length, language)
    .filter((tag) => !keys.has(hashtagKey(tag)))
    .slice(0, COUNT)
}
