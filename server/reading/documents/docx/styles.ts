import { childOf, childrenOf, switchOf, valueOf, type XmlElement } from './xml.ts'

export interface Style {
  id: string
  /** The style's name. Built-in names, such as `heading 1`, are English in every language of Word. */
  name: string
  kind: string
  isHidden: boolean
  isStruck: boolean
  /** The list to which the style's paragraphs belong, and the style that defines it. */
  list: { numId: string; level: number; styleId: string } | null
}

export function readStyles(part: XmlElement | undefined): ReadonlyMap<string, Style> {
  const elements = new Map(childrenOf(part, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]))
  const styles = new Map<string, Style>()

  function styleOf(id: string, depth: number): Style {
    const known = styles.get(id)
    if (known) return known
    const element = elements.get(id)
    const base = valueOf(element, 'w:basedOn')
    // Limit the depth, because styles of a damaged file may be based on each other.
    const inherited = base === undefined || depth > 20 ? null : styleOf(base, depth + 1)
    const numId = valueOf(element, 'w:pPr', 'w:numPr', 'w:numId')
    const style: Style = {
      id,
      name: valueOf(element, 'w:name') ?? id,
      kind: element?.attributes['w:type'] ?? 'paragraph',
      isHidden: switchOf(childOf(element, 'w:rPr'), 'w:vanish') ?? inherited?.isHidden ?? false,
      isStruck: isStruckOut(childOf(element, 'w:rPr')) ?? inherited?.isStruck ?? false,
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

/** Whether text is struck out once or twice. Undefined if the properties do not say. */
export function isStruckOut(properties: XmlElement | undefined): boolean | undefined {
  const once = switchOf(properties, 'w:strike')
  const twice = switchOf(properties, 'w:dstrike')
  return once === undefined && twice === undefined ? undefined : Boolean(once || twice)
}
