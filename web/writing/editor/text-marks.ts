import type { TextField } from './text-field.ts'
import type { TextRange } from './text-edits.ts'

/** The style of each kind of mark. If marks overlap, the kind that is later in this list is on top. */
const LOOKS = {
  link: 'color: var(--net-link)',
  kept: 'text-decoration: underline dotted var(--ink-soft)',
  found: 'text-decoration: underline dotted var(--pond)',
  doubtful: 'text-decoration: underline dashed 1.5px var(--lily-ink)',
  chosen: 'background-color: var(--pond-wash)',
  open: 'background-color: var(--lily-wash); text-decoration: underline 2px var(--lily)',
  excess: 'background-color: var(--coral-wash); text-decoration: underline 2px var(--coral)',
  selected: 'background-color: var(--selection)',
}
type MarkKind = keyof typeof LOOKS
export type TextMark = TextRange & { kind: MarkKind }

/** The number of marks is limited, because each one slows down every key press. */
const MAX_MARKS = 500

/**
 * Highlights ranges of a text without changing its elements. Browsers without the CSS Custom Highlight API show no
 * marks. Returns a function that removes the highlights.
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

/** All fields of a page share one highlight per kind, because highlight names are global to the document. */
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

/** Adds the styles as a constructed style sheet, because the build's CSS parser does not support `::highlight`. */
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
