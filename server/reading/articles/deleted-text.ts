import type { PageElement } from './page-element.ts'
import { PageProse } from './page-prose.ts'
import type { Declarations } from './page-styles.ts'

/** Whether an element's text is struck out, such as an old price or a corrected mistake. */
export function isDeleted(name: string, attributes: Record<string, string>, style: Declarations): boolean {
  if (DELETED.has(name) || attributes['role'] === 'deletion') return true
  const decoration = DECORATIONS.map((property) => style.get(property)).find((value) => value !== undefined)
  if (decoration?.includes('line-through')) return true
  return attributes['class']?.split(/\s+/).some((each) => STRUCK_CLASSES.has(each)) ?? false
}

const DECORATIONS = [
  'text-decoration-line',
  'text-decoration',
  '-webkit-text-decoration-line',
  '-webkit-text-decoration',
]
const DELETED = new Set(['del', 's', 'strike'])
const STRUCK_CLASSES = new Set(
  'line-through strikethrough strike-through text-decoration-line-through text-strike has-strikethrough'.split(' '),
)

/**
 * Removes deleted text. If nothing else remains, keeps it all, because the page strikes text out for another reason.
 */
export function removeDeleted(deleted: readonly PageElement[], body: PageElement): void {
  if (deleted.length === 0) return
  const keepsAll = new PageProse(body).isOnlyIn(deleted)
  for (const element of deleted) {
    if (keepsAll) unwrap(element)
    else element.remove()
  }
}

/** Replaces an element by its content. */
export function unwrap(element: PageElement): void {
  const parent = element.parentNode
  if (!parent) return
  for (let child = element.firstChild; child; child = element.firstChild) parent.insertBefore(child, element)
  element.remove()
}
