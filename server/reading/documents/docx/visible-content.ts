import { CONTENT_LIMIT } from '#core/reading/contract.ts'
import { equationText } from './equation.ts'
import { Fields, isGeneratedField } from './fields.ts'
import type { Numbering } from './numbering.ts'
import type { Style } from './styles.ts'
import { childOf, el, isElement, switchOf, textOf, valueOf, type XmlElement, type XmlNode } from './xml.ts'

/** What the paragraphs of a part refer to. */
export interface Surroundings {
  styles: ReadonlyMap<string, Style>
  numbering: Numbering
  /** Whether there is a footnote or endnote of that id. */
  hasNote(kind: 'footnote' | 'endnote', id: string): boolean
}

/** The rest of a longer text would be cut off anyway (`CONTENT_LIMIT`), and is not worth the time. */
const MOST_TEXT = 2 * CONTENT_LIMIT

/** Under which of two lists every item is put, and how deep lists go; deeper items join the last level. */
export const SIMPLE_LISTS = { bullets: '1', numbers: '2', deepestLevel: 4 } as const

/**
 * The same part with nothing in it but what a reader sees, in the plainest WordprocessingML, because mammoth loses or
 * misreads much of the rest: it skips text boxes of DrawingML, simple fields, equations, ruby and runs inside `w:dir`,
 * glues words at page breaks, shows hidden text and placeholders, forgets the numbers of lists and breaks on a
 * reference to a note that is missing.
 */
export function visibleContent(part: XmlElement, { styles, numbering, hasNote }: Surroundings): XmlElement {
  const fields = new Fields(part)
  /** Text boxes stand in the middle of a paragraph, and are read after it. */
  let boxes: XmlElement[] = []
  let paragraphStyle: Style | undefined
  let lengthSoFar = 0

  function contentOf(nodes: readonly XmlNode[]): XmlElement[] {
    return nodes.filter(isElement).flatMap(visit)
  }

  function visit(element: XmlElement): XmlElement[] {
    if (lengthSoFar > MOST_TEXT) return []
    switch (element.name) {
      case 'w:p':
        return paragraph(element)
      case 'w:r':
        return run(element)
      case 'w:tbl':
        return [el('w:tbl', {}, contentOf(element.children))]
      case 'w:tr':
        return row(element)
      case 'w:tc':
        return [cell(element)]
      case 'w:t':
        return shown(textOf(element))
      case 'w:tab':
      case 'w:ptab':
        return shown('\t')
      case 'w:noBreakHyphen':
        return shown('\u2011')
      case 'w:br':
      case 'w:cr':
        return fields.isShown ? [el('w:br')] : []
      case 'w:sym':
        return fields.isShown ? [symbol(element)] : []
      case 'm:oMath':
        return [el('w:r', {}, shown(equationText(element)))]
      case 'w:fldChar':
        fields.mark(element)
        return []
      case 'w:instrText':
        fields.addCode(textOf(element))
        return []
      case 'w:fldSimple':
        return isGeneratedField(element.attributes['w:instr'] ?? '') ? [] : contentOf(element.children)
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        return fields.isShown ? noteReference(element) : []
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        for (const box of textBoxesIn(element)) for (const block of contentOf(box.children)) boxes.push(block)
        return []
      case 'mc:AlternateContent':
        return alternative(element)
      case 'w:sdt':
        return isGenerated(element) ? [] : contentOf(childOf(element, 'w:sdtContent')?.children ?? [])
      case 'w:ruby':
        return contentOf(childOf(element, 'w:rubyBase')?.children ?? [])
      default:
        return TRANSPARENT.has(element.name) ? contentOf(element.children) : []
    }
  }

  function paragraph(element: XmlElement): XmlElement[] {
    const outer = { boxes, paragraphStyle }
    boxes = []
    const properties = childOf(element, 'w:pPr')
    const styleId = valueOf(properties, 'w:pStyle')
    paragraphStyle = styles.get(styleId ?? '')
    const style = paragraphStyle
    const content = contentOf(element.children)
    const boxesInside = boxes
    boxes = outer.boxes
    paragraphStyle = outer.paragraphStyle

    const mark = childOf(properties, 'w:rPr')
    const isMarkDeleted = childOf(mark, 'w:del') !== undefined
    const isMarkGone = isMarkDeleted || childOf(mark, 'w:moveFrom') !== undefined
    const label = isMarkGone ? null : numbering.next(properties, style)
    const isEmpty = content.every((child) => textOf(child).trim() === '')
    const simple: XmlElement[] = []
    if (styleId !== undefined) simple.push(el('w:pStyle', { 'w:val': styleId }))
    if (label && !isEmpty) {
      const level = Math.min(label.level, SIMPLE_LISTS.deepestLevel)
      const listId = label.isBullet ? SIMPLE_LISTS.bullets : SIMPLE_LISTS.numbers
      simple.push(el('w:numPr', {}, [el('w:ilvl', { 'w:val': `${level}` }), el('w:numId', { 'w:val': listId })]))
      if (!label.isBullet) content.unshift(el('w:r', {}, [text(`${label.text} `)]))
    }
    // Mammoth joins such a paragraph to the next one.
    if (isMarkDeleted) simple.push(el('w:rPr', {}, [el('w:del')]))
    return [el('w:p', {}, [el('w:pPr', {}, simple), ...content]), ...boxesInside]
  }

  function run(element: XmlElement): XmlElement[] {
    const properties = childOf(element, 'w:rPr')
    const content = contentOf(element.children)
    const style = styles.get(valueOf(properties, 'w:rStyle') ?? '')
    const isHidden = switchOf(properties, 'w:vanish') ?? (style?.isHidden || paragraphStyle?.isHidden)
    if (isHidden || content.length === 0) return []
    const position = valueOf(properties, 'w:vertAlign')
    const simple = position === undefined ? [] : [el('w:rPr', {}, [el('w:vertAlign', { 'w:val': position })])]
    return [el('w:r', {}, [...simple, ...content])]
  }

  function row(element: XmlElement): XmlElement[] {
    const properties = childOf(element, 'w:trPr')
    if (childOf(properties, 'w:del') || switchOf(properties, 'w:hidden')) return []
    const simple = switchOf(properties, 'w:tblHeader') ? [el('w:trPr', {}, [el('w:tblHeader')])] : []
    return [el('w:tr', {}, [...simple, ...contentOf(element.children)])]
  }

  function cell(element: XmlElement): XmlElement {
    const properties = childOf(element, 'w:tcPr')
    const simple = properties?.children.filter(isElement).filter(({ name }) => CELL_SPANS.has(name)) ?? []
    const spans = simple.map(({ name, attributes }) => el(name, valueOnly(attributes)))
    return el('w:tc', {}, [el('w:tcPr', {}, spans), ...contentOf(element.children)])
  }

  function shown(words: string): XmlElement[] {
    if (words === '' || !fields.isShown) return []
    lengthSoFar += words.length
    return [text(words)]
  }

  function noteReference({ name, attributes }: XmlElement): XmlElement[] {
    const id = attributes['w:id'] ?? ''
    return hasNote(name === 'w:footnoteReference' ? 'footnote' : 'endnote', id) ? [el(name, { 'w:id': id })] : []
  }

  /** The same thing for newer and for older programs; the newer form is read, unless it holds nothing. */
  function alternative(element: XmlElement): XmlElement[] {
    const boxesBefore = boxes.length
    for (const form of element.children.filter(isElement)) {
      const content = contentOf(form.children)
      if (content.length > 0 || boxes.length > boxesBefore) return content
    }
    return []
  }

  return el(part.name, {}, partContent(part, contentOf))
}

/** The body, or the notes with what tells them apart. */
function partContent(part: XmlElement, contentOf: (nodes: readonly XmlNode[]) => XmlElement[]): XmlElement[] {
  return part.children.filter(isElement).flatMap(({ name, attributes, children }) => {
    if (!PART_CONTENT.has(name)) return []
    const { 'w:id': id, 'w:type': type } = attributes
    return [el(name, { ...(id && { 'w:id': id }), ...(type && { 'w:type': type }) }, contentOf(children))]
  })
}

const PART_CONTENT = new Set(['w:body', 'w:footnote', 'w:endnote'])

/** What has no text of its own. Deletions (`w:del`, `w:moveFrom`), comments and properties are not among them. */
const TRANSPARENT = new Set(
  'w:hyperlink w:ins w:moveTo w:smartTag w:customXml w:dir w:bdo m:oMathPara mc:Choice mc:Fallback'.split(' '),
)

const CELL_SPANS = new Set(['w:gridSpan', 'w:vMerge'])

function isGenerated(control: XmlElement): boolean {
  const properties = childOf(control, 'w:sdtPr')
  const gallery = valueOf(properties, 'w:docPartObj', 'w:docPartGallery')
  return gallery === 'Table of Contents' || (switchOf(properties, 'w:showingPlcHdr') ?? false)
}

function textBoxesIn(element: XmlElement): XmlElement[] {
  if (element.name === 'w:txbxContent') return [element]
  // Inside of groups the two forms of a box stand here again.
  const children = element.children.filter(isElement)
  const read = element.name === 'mc:AlternateContent' ? children.slice(0, 1) : children
  return read.flatMap(textBoxesIn)
}

const SYMBOL_FONTS = new Set(['symbol', 'webdings', 'wingdings', 'wingdings 2', 'wingdings 3'])

/** Mammoth knows the signs of the symbol fonts. In any other font a symbol is the character that its number says. */
function symbol({ attributes }: XmlElement): XmlElement {
  const font = attributes['w:font'] ?? ''
  const char = attributes['w:char']?.toUpperCase() ?? ''
  if (SYMBOL_FONTS.has(font.toLowerCase())) return el('w:sym', { 'w:font': font, 'w:char': char })
  const code = Number.parseInt(char, 16)
  // Codes of fonts may be moved into the private area by F000 (ECMA-376 part 1, 17.3.3.30).
  const moved = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  return text(moved > 0 && moved < 0xfffe ? String.fromCharCode(moved) : '')
}

function text(words: string): XmlElement {
  return el('w:t', {}, [words])
}

function valueOnly(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const value = attributes['w:val']
  return value === undefined ? {} : { 'w:val': value }
}
