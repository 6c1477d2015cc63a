import { unwrap } from './deleted-text.ts'
import type { HtmlNode } from '../html-tree.ts'
import type { PageElement } from './page-element.ts'

/**
 * Whether an element is a `<template shadowrootmode=open>`. Browsers show its content in place of the content of its
 * parent element.
 */
export function isShadowRoot(name: string, attributes: Record<string, string>): boolean {
  const mode = attributes['shadowrootmode'] ?? attributes['shadowroot'] ?? ''
  return name === 'template' && /^(?:open|closed)$/i.test(mode.trim())
}

/**
 * Replaces the content of each element with a shadow root by the root's content, as browsers do. Its slots contain
 * parts of the element's own content.
 */
export function showShadowRoots(roots: readonly PageElement[]): void {
  for (const root of roots.toReversed()) {
    const host = root.parentNode
    if (!host) continue
    const own = childrenOf(host).filter((node) => node !== root)
    const slots = [...root.querySelectorAll('slot')]
    const filled = new Set<string>()
    for (const slot of slots) {
      const name = slot.getAttribute('name') ?? ''
      const content = filled.has(name) ? [] : own.filter((node) => slotOf(node) === name)
      filled.add(name)
      // A slot that gets no content shows its default content.
      if (content.some((node) => node.nodeType === 1 || node.nodeValue?.trim())) {
        for (const child of childrenOf(slot)) slot.removeChild(child)
        for (const node of content) slot.appendChild(node)
      }
      unwrap(slot)
    }
    for (const node of own) if (node.parentNode === host) host.removeChild(node)
    unwrap(root)
  }
}

function childrenOf(element: PageElement): HtmlNode[] {
  const children: HtmlNode[] = []
  for (let child = element.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

const slotOf = (node: HtmlNode): string => node.getAttribute?.('slot') ?? ''
