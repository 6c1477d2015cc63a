import { normalizeNfc } from '../clean-text.ts'

/**
 * The hashtags of a post from what people and models write: a list, or a text joined by commas (Latin or Arabic),
 * semicolons, line breaks or the signs themselves ("#one #two"). Each gets its # if it has none; blanks inside one become
 * `_`, because the networks end a tag at a blank; empty ones and repetitions go. Everything else stays as it was typed.
 */
export function parseHashtags(input: string | readonly string[] | null | undefined): string[] {
  const tags = new Map<string, string>()
  for (const part of [input ?? []].flat().flatMap(splitTags)) {
    const word = part
      .trim()
      .replace(/^[#＃\s]+/u, '')
      .replace(/\s+/gu, '_')
    if (word !== '' && !tags.has(hashtagKey(word))) tags.set(hashtagKey(word), `#${word}`)
  }
  return [...tags.values()]
}

/**
 * Two tags with the same key are the same tag to a reader: letter case, vowel signs and the tatweel don't count, nor
 * does the sign. Different spellings of a word (إدارة, ادارة) remain two: people add both to be found by either.
 */
export function hashtagKey(tag: string): string {
  return normalizeNfc(tag.replace(/^[#＃]/u, ''))
    .toLowerCase()
    .replace(/\u0640|[\u064B-\u0652]|\u0670/gu, '')
}

function splitTags(text: string): string[] {
  return text.split(/[,،;؛\n]|\s(?=[#＃])/u)
}
