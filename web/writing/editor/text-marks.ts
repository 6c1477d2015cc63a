import type { TextField } from './text-field.ts'
import type { TextRange } from './text-edits.ts'

/** The look of each kind of mark. Later kinds cover earlier ones. */
const LOOKS = {
  link: 'color: var(--net-link)',
  kept: 'text-decoration: underline dotted var(--ink-soft)',
  found: 'text-decoration: underline dotted var(--pond)',
  chosen: 'background-color: var(--pond-wash)',
  open: 'background-color: var(--lily-wash); text-decoration: underline 2px var(--lily)',
  excess: 'background-color: var(--coral-wash); text-decoration: underline 2px var(--coral)',
  selected: 'background-color: var(--selection)',
}
export type MarkKind = keyof typeof LOOKS
export type TextMark = TextRange & { kind: MarkKind }

/** Each mark costs time at every key press. */
const MAX_MARKS = 500

/**
 * Marks ranges of a text without changing its elements. Browsers without custom highlights show no marks.
 * Returns a function that removes them.
 */
export function showMarks(field: TextField, marks: readonly TextMark[]): () => void {
  if (!('highlights' in CSS)) return () => {}
  addLooks()
  const shown = marks
    .filter(({ start, end }) => start < end && end <= field.text.length)
    .slice(0, MAX_MARKS)
    .map((mark) => [highlightOf(mark.kind), field.rangeOf(mark)] as const)
  for (const [highlight, range] of shown) highlight.add(range)
  return () => {
    for (const [highlight, range] of shown) highlight.delete(range)
  }
}

/** All fields of a page share a highlight, because its name belongs to the document. */
function highlightOf(kind: MarkKind): Highlight {
  const name = `post-${kind}`
  let highlight = CSS.highlights.get(name)
  if (!highlight) {
    highlight = new Highlight()
    highlight.priority = Object.keys(LOOKS).indexOf(kind)
    CSS.highlights.set(name, highlight)
  }
  return highlight
}

let looks: CSSStyleSheet | undefined

/** Adds the looks as a style sheet of their own, because the build's CSS parser does not know `::highlight`. */
function addLooks(): void {
  if (looks) return
  looks = new CSSStyleSheet()
  looks.replaceSync(
    Object.entries(LOOKS)
      .map(([kind, look]) => `::highlight(post-${kind}) { ${look} }`)
      .join(''),
  )
  document.adoptedStyleSheets.push(looks)
}
