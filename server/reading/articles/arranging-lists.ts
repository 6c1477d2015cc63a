import type { PageDocument, PageElement } from './page-element.ts'

/** Lists that only arrange a page, as a forum's posts, become plain boxes: nobody reads their numbers. */
export function unlist(main: PageElement, document: PageDocument): void {
  for (const list of main.querySelectorAll('ol, ul')) {
    const items = Array.from(list.children)
    if (!items.some((item) => item.querySelector(':scope > div p, :scope > article p'))) continue
    for (const element of [...items, list]) replaceByBox(element, document)
  }
}

function replaceByBox(element: PageElement, document: PageDocument): void {
  const box = document.createElement('div')
  while (element.firstChild) box.appendChild(element.firstChild)
  element.parentNode?.insertBefore(box, element)
  element.remove()
}
