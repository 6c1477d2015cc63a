import { splitSentences } from './sentences.ts'

/**
 * The offset where a post's opening ends. The opening is the first paragraph, or the first sentence of a single
 * paragraph.
 */
export function openingEnd(content: string): number {
  const text = content.trimEnd()
  const start = text.length - text.trimStart().length
  const lineEnd = text.indexOf('\n', start)
  if (lineEnd !== -1) return lineEnd
  const [first = ''] = splitSentences(text)
  const isWhole = first === '' || !text.startsWith(first, start)
  return isWhole ? text.length : start + first.length
}

export const withOpening = (content: string, opening: string): string => opening + content.slice(openingEnd(content))
