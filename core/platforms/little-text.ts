import { findHashtags } from './hashtags-in-text.ts'

// LinkedIn's commentary is written in "little text". An unescaped reserved character is answered with 201 like any
// other post, but the text is cut there without a word.
const RESERVED = /[\\|{}@[\]()<>#*_~]/g

/**
 * `text` as LinkedIn's `commentary` wants it: each reserved character behind one backslash, except for the sign of a
 * real hashtag, which LinkedIn links only when it is bare. Links are escaped too, as the grammar asks.
 */
export function toLittleText(text: string): string {
  const hashtagSigns = new Set(findHashtags(text).map(({ start }) => start))
  // One pass: escaping the backslash on its own would escape the new backslashes again.
  return text.replace(RESERVED, (character, index: number) => (hashtagSigns.has(index) ? character : `\\${character}`))
}

/** What a reader sees of a `commentary`, also of one that another program wrote: hashtag and mention templates too. */
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
