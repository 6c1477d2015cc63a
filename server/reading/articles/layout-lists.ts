import type { PageDocument, PageElement } from './page-element.ts'

/**
 * Replaces lists that only structure a page, such as the posts of a forum, by `div` elements. Their item numbers are
 * not part of the text.
 */
export function flattenLayoutLists(main: PageElement, document: PageDocument): void {
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
