import { QUOTE_LIMIT } from '#core/comments/limits.ts'

export interface ChosenQuote {
  text: string
  start: number
}

/**
 * The selected words of a post, with their place in its text. Null without a selection, for one outside the post, and
 * for one that is too long.
 */
export function selectedQuote(post: Element | null, text: string): ChosenQuote | null {
  const selection = getSelection()
  if (!post || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!post.contains(range.startContainer)) return null
  const [from, to] = [
    placeOf(post, range.startContainer, range.startOffset),
    placeOf(post, range.endContainer, range.endOffset),
  ]
  const chosen = text.slice(from ?? text.length, to ?? text.length)
  const words = chosen.trim()
  if (words === '' || words.length > QUOTE_LIMIT) return null
  return { text: words, start: (from ?? 0) + chosen.indexOf(words) }
}

/** Returns the offset in the text at which the selection starts or ends. Null if no letter follows. */
function placeOf(post: Element, node: Node, offset: number): number | null {
  const element = node instanceof Element ? node : node.parentElement
  const span = element?.closest<HTMLElement>('[data-text-at]')
  if (span) {
    const before = document.createRange()
    before.setStart(span, 0)
    before.setEnd(node, offset)
    return startOf(span) + before.toString().length
  }
  // If the selection starts or ends between two lines or outside the text, use the next letter.
  const boundary = document.createRange()
  boundary.setStart(node, offset)
  const next = [...post.querySelectorAll<HTMLElement>('[data-text-at]')].find(
    (one) => boundary.comparePoint(one, 0) >= 0,
  )
  return next ? startOf(next) : null
}

const startOf = (span: HTMLElement): number => Number(span.dataset['textAt'])
