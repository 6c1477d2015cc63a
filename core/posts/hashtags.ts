import { normalizeNfc } from '../clean-text.ts'

/**
 * Parses hashtags from a list or a text with separators: commas, semicolons, line breaks or `#`. Adds a missing `#`
 * and removes duplicates. Spaces become `_`, because networks end a tag at a space.
 */
export function parseHashtags(input: string | readonly string[] | null | undefined): string[] {
  const tags = new Map<string, string>()
  for (const part of [input ?? []].flat().flatMap(splitTags)) {
    const tag = part
      .trim()
      .replace(/^[#＃\s]+/u, '')
      .replace(/\s+/gu, '_')
    if (tag !== '' && !tags.has(hashtagKey(tag))) tags.set(hashtagKey(tag), `#${tag}`)
  }
  return [...tags.values()]
}

/**
 * Returns the same key for hashtags that look alike to readers. Ignores case, vowel signs, tatweel and `#`. Treats
 * spellings such as إدارة and ادارة ("management") as different, because authors use both to reach more readers.
 */
export function hashtagKey(tag: string): string {
  return normalizeNfc(tag.replace(/^[#＃]/u, ''))
    .toLowerCase()
    .replace(/\u0640|[\u064B-\u0652]|\u0670/gu, '')
}

function splitTags(text: string): string[] {
  return text.split(/[,،;؛\n]|\s(?=[#＃])/u)
}
