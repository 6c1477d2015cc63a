import type { PageDocument, PageElement } from './page-element.ts'

/**
 * Removes text with `aria-hidden` that is a second copy, only symbols, or opens only after a click. Keeps other such
 * text, because people see it. Returns the copies for screen readers.
 */
export function removeSecondCopies(skipped: readonly PageElement[], document: PageDocument): PageElement[] {
  const kept: PageElement[] = []
  for (const element of skipped) {
    if (!element.parentNode) continue
    const text = element.textContent
    const copy = copyOf(element)
    if (copy) kept.push(copy)
    if (copy || isDecoration(text) || isIconName(element, text) || OPENS_LATER.test(namesOf(element))) element.remove()
    else {
      spokenCopyOf(element)?.remove()
      labelParent(element, document)
    }
  }
  return kept
}

/** A text without blanks and punctuation, which may differ between copies. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The element before or after this one, if it has the same text. */
function copyOf(element: PageElement): PageElement | undefined {
  const text = plain(element.textContent.slice(0, 2_000))
  if (text === '') return undefined
  return [nextElement(element, 'previousSibling'), nextElement(element, 'nextSibling')].find(
    (other) => other && plain(other.textContent.slice(0, 2_000)) === text,
  )
}

/**
 * The element before or after this one, if it repeats the text in other words for screen readers: `620 metres` after
 * `620 m`. Its class hides it by a style sheet that Frogy does not load.
 */
function spokenCopyOf(element: PageElement): PageElement | undefined {
  const [text, digits] = [plain(element.textContent.slice(0, 200)), digitsIn(element)]
  if (text === '' || !SPOKEN.has(element.localName)) return undefined
  return [nextElement(element, 'previousSibling'), nextElement(element, 'nextSibling')].find((other) => {
    if (!other || !SPOKEN.has(other.localName) || !other.getAttribute('class')) return false
    if (other.getAttribute('aria-hidden') === 'true') return false
    const spoken = plain(other.textContent.slice(0, 200))
    const isLonger = spoken.length > text.length && text.length > 1 && spoken.startsWith(text)
    return isLonger || (digits !== '' && digits === digitsIn(other) && spoken.length > digits.length)
  })
}

const SPOKEN = new Set('span b i em strong small abbr bdi'.split(' '))

const digitsIn = (element: PageElement): string => element.textContent.slice(0, 200).replaceAll(/\P{N}/gu, '')

function nextElement(element: PageElement, way: 'previousSibling' | 'nextSibling'): PageElement | undefined {
  for (let node = element[way]; node; node = node[way]) {
    if (node.nodeType === 1) return node
    if (node.nodeValue?.trim()) return undefined
  }
  return undefined
}

/** Whether a text has only symbols, such as arrows and bullets. */
const isDecoration = (text: string): boolean => !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)

/** Whether a text is the name of an icon. Icon fonts show `arrow_forward` as an arrow. */
const isIconName = (element: PageElement, text: string): boolean =>
  /icon|material|glyph/i.test(element.getAttribute('class') ?? '') && /^\s*[a-z_\d]{2,40}\s*$/.test(text)

const OPENS_LATER =
  /(?:^|[\s_-])(?:modal|dialog|popup|popover|overlay|lightbox|drawer|off-?canvas|tooltip|dropdown|menu|nav|cloned?|tab-?(?:pane|panel)|katex-html)(?:$|[\s_-])|mjx-math/i

const namesOf = (element: PageElement): string =>
  ['class', 'id', 'role'].map((name) => element.getAttribute(name) ?? '').join(' ') + ` ${element.localName}`

/** Replaces letters in separate elements by their parent's `aria-label`, if it has the same text. */
function labelParent(element: PageElement, document: PageDocument): void {
  const parent = element.parentNode
  const label = parent?.getAttribute('aria-label')
  if (!parent || !label || plain(label) !== plain(parent.textContent)) return
  while (parent.firstChild) parent.removeChild(parent.firstChild)
  parent.appendChild(document.createTextNode(label))
}
