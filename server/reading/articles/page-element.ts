import type { HtmlNode } from '../html-tree.ts'

/** The members of the DOM's `Element` that the article reader uses. */
export interface PageElement extends HtmlNode {
  readonly localName: string
  readonly textContent: string
  readonly parentNode: PageElement | null
  readonly lastChild: PageElement | null
  readonly previousSibling: PageElement | null
  readonly nextSibling: PageElement | null
  readonly children: ArrayLike<PageElement>
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  matches(selector: string): boolean
  closest(selector: string): PageElement | null
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  appendChild(node: HtmlNode): void
  insertBefore(node: HtmlNode, next: HtmlNode | null): void
  removeChild(node: HtmlNode): void
  remove(): void
}

export interface PageDocument {
  readonly documentElement: PageElement
  readonly head: PageElement
  readonly body: PageElement
  createElement(name: string): PageElement
  createTextNode(text: string): HtmlNode
}
