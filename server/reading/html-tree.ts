import { wordSet } from '#core/word-lists.ts'

/** The members of a DOM node that Frogy's readers use. The readers work with any DOM that has these members. */
export interface HtmlNode {
  readonly nodeType: number
  readonly nodeValue: string | null
  readonly localName?: string
  readonly parentNode: HtmlNode | null
  readonly firstChild: HtmlNode | null
  readonly nextSibling: HtmlNode | null
  getAttribute?(name: string): string | null
}

const ELEMENT = 1
const TEXT = 3
const CDATA = 4

interface Visitor {
  text(text: string): void
  /** Called at the start of an element. Returns whether to visit its children; only then `leave` is called. */
  enter(element: HtmlNode): boolean
  leave(element: HtmlNode): void
}

/** Visits the visible nodes inside `root` in document order. Uses no recursion, because pages may nest very deeply. */
export function visitVisible(root: HtmlNode, { text, enter, leave }: Visitor): void {
  let node = root.firstChild
  while (node) {
    if (node.nodeType === TEXT || node.nodeType === CDATA) text(node.nodeValue ?? '')
    else if (node.nodeType === ELEMENT && !isHidden(node) && enter(node)) {
      if (node.firstChild) {
        node = node.firstChild
        continue
      }
      leave(node)
    }
    while (!node.nextSibling) {
      const parent: HtmlNode | null = node.parentNode
      if (!parent || parent === root) return
      leave(parent)
      node = parent
    }
    node = node.nextSibling
  }
}

function isHidden(element: HtmlNode): boolean {
  if (NEVER_READ.has(element.localName ?? '')) return true
  const hidden = attributeOf(element, 'hidden')
  // The reader of the page can unfold `until-found` sections, so read them.
  if (hidden !== null && hidden !== 'until-found') return true
  if (element.localName === 'dialog' && attributeOf(element, 'open') === null) return true
  const style = attributeOf(element, 'style')
  return style !== null && HIDING_STYLE.test(style)
}

export function attributeOf(element: HtmlNode, name: string): string | null {
  return element.getAttribute?.(name) ?? null
}

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:\.0+)?(?:[a-z]+|%)?|text-decoration(?:-line)?\s*:[^;]*line-through[^;]*?)\s*(?:!|;|$)/i

/** Elements whose text is deleted, not meant for readers, or a repetition of other text (`rt`, `annotation`). */
const NEVER_READ =
  wordSet(`del s strike head title script style noscript template iframe object canvas audio video svg input
  textarea select datalist rt rtc rp annotation annotation-xml`)
