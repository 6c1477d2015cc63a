import { styleSheets, topLevelRules } from './hidden-elements.ts'
import type { PageElement } from './page-element.ts'
import { PageProse } from './page-prose.ts'

/** Classes and ids that the page's style sheet strikes through, such as `.old-price`. */
export function struckByStyle(html: string): ReadonlySet<string> {
  const struck = new Set<string>()
  const plain = new Set<string>()
  if (!/line-through/i.test(html)) return struck
  for (const { selectors, declarations } of topLevelRules(styleSheets(html))) {
    if (!/text-decoration/i.test(declarations)) continue
    const isStruck = STRUCK.test(declarations)
    for (const selector of selectors.split(',')) {
      const subject = /[.#][\w-]+$/.exec(selector.trim().slice(-100))?.[0]
      if (subject && !isStruck) plain.add(subject)
      else if (subject && selector.trim().replace(/^[a-z]+(?=[.#])/i, '') === subject) struck.add(subject)
    }
  }
  return struck.difference(plain)
}

/** Whether an element's text is struck out, such as an old price or a corrected mistake. */
export function isDeleted(name: string, attributes: Record<string, string>, struck: ReadonlySet<string>): boolean {
  if (DELETED.has(name) || attributes['role'] === 'deletion') return true
  if (STRUCK.test(attributes['style'] ?? '')) return true
  const classes = attributes['class']?.split(/\s+/) ?? []
  return (
    classes.some((each) => STRUCK_CLASSES.has(each) || struck.has(`.${each}`)) || struck.has(`#${attributes['id']}`)
  )
}

const DELETED = new Set(['del', 's', 'strike'])
const STRUCK = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i
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
