import type { DocxParts } from './parts.ts'
import { childOf, isElement, switchOf, textOf, type XmlElement } from './xml.ts'

/**
 * Declared languages, most reliable first: the language of the document, the languages of its text (longest first), and
 * its defaults. Word always declares English and Arabic as defaults.
 */
export function declaredLanguages({ document, styles, coreProperties }: DocxParts): string[] {
  const defaults = childOf(styles, 'w:docDefaults', 'w:rPrDefault', 'w:rPr', 'w:lang')
  return [
    textOf(childOf(coreProperties, 'dc:language')),
    ...languagesOfText(document),
    ...['w:val', 'w:bidi', 'w:eastAsia'].map((form) => defaults?.attributes[form] ?? ''),
  ]
}

function languagesOfText(document: XmlElement): string[] {
  const lengths = new Map<string, number>()
  const look = (element: XmlElement): void => {
    if (element.name === 'w:r') {
      const properties = childOf(element, 'w:rPr')
      const marks = childOf(properties, 'w:lang')?.attributes
      const tag = switchOf(properties, 'w:rtl') ? marks?.['w:bidi'] : marks?.['w:val']
      if (tag) lengths.set(tag, (lengths.get(tag) ?? 0) + textOf(childOf(element, 'w:t')).length)
    } else element.children.filter(isElement).forEach(look)
  }
  look(document)
  return [...lengths].sort(([, a], [, b]) => b - a).map(([tag]) => tag)
}
