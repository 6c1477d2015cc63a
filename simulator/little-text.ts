/**
 * Reserved characters of "little text", LinkedIn's markup for a post's `commentary`. LinkedIn accepts an unescaped one
 * with 201, and silently cuts the post there.
 */
const RESERVED = new Set('|{}@[]()<>#\\*_~')
const HASHTAG_TEMPLATE = /\{hashtag\|\\?#\|((?:\\[\s\S]|[^\\{}|])+)\}/y
const MENTION = /@\[((?:\\[\s\S]|[^\\[\]])+)\]\(urn:li:(?:person|organization|organizationBrand):[\w-]+\)/y
const PLAIN_HASHTAG = /#(?=[\p{L}\p{N}])/uy

interface ReadText {
  /** The displayed text: without escapes, and cut where the real network cuts. */
  shown: string
  isCut: boolean
}

export function readLittleText(written: string): ReadText {
  let shown = ''
  let at = 0
  while (at < written.length) {
    const char = written[at] ?? ''
    if (!RESERVED.has(char)) {
      shown += char
      at++
      continue
    }
    const next = written[at + 1] ?? ''
    if (char === '\\' && RESERVED.has(next)) {
      shown += next
      at += 2
      continue
    }
    const tag = char === '{' ? matchAt(HASHTAG_TEMPLATE, written, at) : undefined
    const mention = char === '@' ? matchAt(MENTION, written, at) : undefined
    if (tag || mention) {
      shown += (tag ? '#' : '') + unescaped((tag ?? mention)?.[1] ?? '')
      at += (tag ?? mention)?.[0].length ?? 1
      continue
    }
    if (char === '#' && matchAt(PLAIN_HASHTAG, written, at) && !/[\p{L}\p{N}]$/u.test(shown)) {
      shown += '#'
      at++
      continue
    }
    return { shown, isCut: true }
  }
  return { shown, isCut: false }
}

/** Escapes displayed text into little text, the form that the API returns. */
export function writeLittleText(text: string): string {
  return text.replaceAll(/[|{}@[\]()<>#\\*_~]/g, (char) => `\\${char}`)
}

/** The number of characters without escapes. A text that LinkedIn would cut counts in full. */
export function lengthOfLittleText(written: string): number {
  return unescaped(written.replaceAll(new RegExp(HASHTAG_TEMPLATE.source, 'g'), '#$1')).length
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([|{}@[\]()<>#\\*_~])/g, '$1')
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
