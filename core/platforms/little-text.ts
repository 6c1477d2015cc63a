import { findHashtags } from './hashtags-in-text.ts'

// LinkedIn's `commentary` uses a format called "little text". At an unescaped reserved character, LinkedIn silently
// cuts the text, but still responds 201.
const RESERVED = /[\\|{}@[\]()<>#*_~]/g

/**
 * Escapes `text` for LinkedIn's `commentary`. The # of a hashtag stays unescaped, because LinkedIn would not link it
 * otherwise. Web addresses need escapes too.
 */
export function toLittleText(text: string): string {
  const hashtagSigns = new Set(findHashtags(text).map(({ start }) => start))
  // Use one pass, because a second pass would escape the new backslashes again.
  return text.replace(RESERVED, (character, index: number) => (hashtagSigns.has(index) ? character : `\\${character}`))
}

/**
 * Returns the text of a `commentary` as readers see it. Other programs may have written its hashtags and mentions as
 * templates.
 */
export function fromLittleText(commentary: string): string {
  return commentary.replace(ESCAPE_OR_TEMPLATE, (...match) => {
    const { character, tag, name } = match.at(-1) as Partial<Record<'character' | 'tag' | 'name', string>>
    if (character !== undefined) return character
    if (tag !== undefined) return `#${unescape(tag)}`
    return unescape(name ?? '')
  })
}

const ESCAPED = String.raw`\\(?<character>[\\|{}@[\]()<>#*_~])`
const HASHTAG_TEMPLATE = String.raw`\{hashtag\|\\?#\|(?<tag>(?:\\[^]|[^\\{}|])*)\}`
const MENTION_TEMPLATE = String.raw`@\[(?<name>(?:\\[^]|[^\\[\]])*)\]\(urn:li:[^()]*\)`
const ESCAPE_OR_TEMPLATE = new RegExp(`${ESCAPED}|${HASHTAG_TEMPLATE}|${MENTION_TEMPLATE}`, 'g')

function unescape(text: string): string {
  return text.replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
}
