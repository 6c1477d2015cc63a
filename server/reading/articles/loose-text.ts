import type { HtmlNode } from '../html-tree.ts'
import type { PageDocument, PageElement } from './page-element.ts'
import { wordSet } from '#core/word-lists.ts'

/**
 * Wraps text outside paragraph elements, as on old pages and in breaking news. The search for paragraphs would miss it.
 */
export function wrapLooseText(body: PageElement, document: PageDocument): void {
  const holders = [body, ...body.querySelectorAll('div, td, section, article, main, center, form, li, blockquote')]
  for (const holder of holders) {
    const children: PageElement[] = []
    for (let node = holder.firstChild; node; node = node.nextSibling) children.push(node as PageElement)
    if (!children.some((child) => isBox(child))) continue
    let run: PageElement[] = []
    for (const child of [...children, null]) {
      if (child && !isBox(child)) {
        run.push(child)
        continue
      }
      if (run.some((node) => node.nodeType === 3 && (node.nodeValue ?? '').trim() !== '')) wrap(run, holder, document)
      run = []
    }
  }
}

function wrap(run: readonly PageElement[], holder: PageElement, document: PageDocument): void {
  const box = document.createElement('div')
  holder.insertBefore(box, run[0] ?? null)
  for (const node of run) box.appendChild(node)
}

const isBox = (node: HtmlNode): boolean => BOXES.has(node.localName ?? '')

const BOXES = wordSet(`p div section article main header footer aside nav ul ol dl h1 h2 h3 h4 h5 h6 blockquote pre
  table figure center form hr details fieldset address`)
