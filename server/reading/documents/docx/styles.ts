import { childOf, childrenOf, switchOf, valueOf, type XmlElement } from './xml.ts'

/** A style with what it inherits. */
export interface Style {
  id: string
  /** In English for Word's own styles, whatever its language: 'heading 1'. */
  name: string
  kind: string
  isHidden: boolean
  /** The list that its paragraphs belong to, and the style that says so. */
  list: { numId: string; level: number; styleId: string } | null
}

/** The styles of a document by their ids. */
export function readStyles(part: XmlElement | undefined): ReadonlyMap<string, Style> {
  const elements = new Map(childrenOf(part, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]))
  const styles = new Map<string, Style>()

  function styleOf(id: string, depth: number): Style {
    const known = styles.get(id)
    if (known) return known
    const element = elements.get(id)
    const base = valueOf(element, 'w:basedOn')
    // Styles that are based on each other in a circle are damage that Word lives with.
    const inherited = base === undefined || depth > 20 ? null : styleOf(base, depth + 1)
    const numId = valueOf(element, 'w:pPr', 'w:numPr', 'w:numId')
    const style: Style = {
      id,
      name: valueOf(element, 'w:name') ?? id,
      kind: element?.attributes['w:type'] ?? 'paragraph',
      isHidden: switchOf(childOf(element, 'w:rPr'), 'w:vanish') ?? inherited?.isHidden ?? false,
      list:
        numId === undefined
          ? (inherited?.list ?? null)
          : { numId, level: Number(valueOf(element, 'w:pPr', 'w:numPr', 'w:ilvl') ?? 0), styleId: id },
    }
    if (depth === 0) styles.set(id, style)
    return style
  }

  for (const id of elements.keys()) styleOf(id, 0)
  return styles
}
