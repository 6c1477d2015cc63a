import { codePoint } from 'dingbat-to-unicode'
import { CONTENT_LIMIT } from '#core/reading/contract.ts'
import { isInitialLetter } from '../../initial-letter.ts'
import { boundValue } from './bound-data.ts'
import { chartBlocks, chosenEntry, diagramBlocks, isWatermark, shapeText } from './drawings.ts'
import { equationText } from './equation.ts'
import { textOfEqField } from './eq-field.ts'
import { Fields, isGeneratedField } from './fields.ts'
import type { Numbering } from './numbering.ts'
import type { DocxParts } from './parts.ts'
import { isStruckOut, type Style } from './styles.ts'
import { childOf, el, isElement, switchOf, textOf, valueOf, type XmlElement, type XmlNode } from './xml.ts'

interface Context extends Pick<DocxParts, 'chunks' | 'drawings' | 'stores'> {
  styles: ReadonlyMap<string, Style>
  numbering: Numbering
}

/** Reading stops at this length, because a longer text is shortened anyway (`CONTENT_LIMIT`). */
const MAX_TEXT = 2 * CONTENT_LIMIT

/** The deepest list level, from 0. Items of deeper levels become items of this level. */
const DEEPEST_LEVEL = 4

/**
 * Returns a function that reads a document's body or a note, without hidden or deleted text, placeholders and field
 * codes.
 */
export function visibleContent(
  part: XmlElement,
  { styles, numbering, chunks, drawings, stores }: Context,
): (container: XmlElement) => XmlNode[] {
  const fields = new Fields(part)
  /** Text boxes anchored in the current paragraph. Their text follows the paragraph. */
  let boxes: XmlNode[] = []
  let paragraphStyle: Style | undefined
  let lengthSoFar = 0

  function contentOf(nodes: readonly XmlNode[]): XmlNode[] {
    return nodes.filter(isElement).flatMap(visit)
  }

  function visit(element: XmlElement): XmlNode[] {
    if (lengthSoFar > MAX_TEXT) return []
    switch (element.name) {
      case 'w:p':
        return paragraph(element)
      case 'w:r':
        return run(element)
      case 'w:tbl':
        return [el('table', {}, contentOf(element.children))]
      case 'w:tr':
        return row(element)
      case 'w:tc':
        return cell(element)
      case 'w:t':
        return shown(textOf(element))
      case 'w:tab':
      case 'w:ptab':
        return shown('\t')
      case 'w:noBreakHyphen':
        return shown('\u2011')
      case 'w:br':
      case 'w:cr':
        return fields.isShown ? [el('br')] : []
      case 'w:sym':
        return fields.isShown ? [symbol(element)] : []
      case 'm:oMath':
        return shown(equationText(element)).map((formula) => el('math', {}, [formula]))
      case 'w:fldChar': {
        const formula = textOfEqField(fields.mark(element) ?? '')
        if (formula !== null) return shown(formula).map((text) => el('math', {}, [text]))
        return shownAlways(chosenEntry(element))
      }
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
        if (!isWatermark(element)) for (const block of drawnBlocks(element)) boxes.push(block)
        return []
      case 'w:altChunk': {
        const html = chunks.get(element.attributes['r:id'] ?? '')
        if (html) lengthSoFar += html.length
        return html ? [el('chunk', { html })] : []
      }
      case 'mc:AlternateContent':
        return alternative(element)
      case 'w:sdt':
        return control(element)
      case 'w:ruby':
        return contentOf(childOf(element, 'w:rubyBase')?.children ?? [])
      default:
        return TRANSPARENT.has(element.name) ? contentOf(element.children) : []
    }
  }

  function paragraph(element: XmlElement): XmlNode[] {
    const outer = { boxes, paragraphStyle }
    boxes = []
    const properties = childOf(element, 'w:pPr')
    const styleId = valueOf(properties, 'w:pStyle')
    paragraphStyle = styles.get(styleId ?? '')
    const style = paragraphStyle
    const content = contentOf(element.children)
    // A text box with a single letter is the large initial letter of its paragraph, so put it at the paragraph's start.
    const isWithoutStart = /^\s*(?!\p{Lu})\p{L}/u.test(content.map(plainTextOf).join(''))
    const initials = isWithoutStart ? boxes.filter((box) => isInitialLetter(plainTextOf(box))) : []
    const boxesInside = boxes.filter((box) => !initials.includes(box))
    content.unshift(...initials.map(plainTextOf))
    boxes = outer.boxes
    paragraphStyle = outer.paragraphStyle

    const mark = childOf(properties, 'w:rPr')
    const isMarkDeleted = childOf(mark, 'w:del') !== undefined
    const isMarkGone = isMarkDeleted || childOf(mark, 'w:moveFrom') !== undefined
    const label = isMarkGone ? null : numbering.next(properties, style)
    const isEmpty = content.every((child) => (isElement(child) ? textOf(child) : child).trim() === '')
    const attributes: Record<string, string> = {}
    const isInitial =
      childOf(properties, 'w:framePr') !== undefined && isInitialOf(properties, plainTextOf(el('p', {}, content)))
    const heading = isInitial ? null : headingOf(styleId, style)
    if (isMarkDeleted || isInitial) attributes['joinsNext'] = 'true'
    if (heading) attributes['heading'] = heading
    if (label && !isEmpty) {
      if (!isNoteText(style)) {
        attributes['list'] = label.isBullet ? 'ul' : 'ol'
        attributes['level'] = `${Math.min(label.level, DEEPEST_LEVEL)}`
      }
      if (!label.isBullet) content.unshift(`${label.text} `)
    }
    return [el('p', attributes, content), ...boxesInside]
  }

  function run(element: XmlElement): XmlNode[] {
    const properties = childOf(element, 'w:rPr')
    const content = contentOf(element.children)
    const style = styles.get(valueOf(properties, 'w:rStyle') ?? '')
    const isHidden = switchOf(properties, 'w:vanish') ?? (style?.isHidden || paragraphStyle?.isHidden)
    const isStruck = isStruckOut(properties) ?? (style?.isStruck || paragraphStyle?.isStruck)
    if (isHidden || isStruck) return []
    const position = positionOf(properties)
    return position ? [el(position, {}, content)] : content
  }

  function control(element: XmlElement): XmlNode[] {
    const properties = childOf(element, 'w:sdtPr')
    if (isGenerated(properties)) return []
    const isPlaceholder = switchOf(properties, 'w:showingPlcHdr') ?? false
    const container = childOf(element, 'w:sdtContent')
    const content = isPlaceholder ? [] : contentOf(container?.children ?? [])
    const value = content.some((node) => plainTextOf(node).trim() !== '') ? null : boundValue(properties, stores)
    if (value === null) return content
    const text = shown(value)
    return container?.children.some((child) => isElement(child) && child.name === 'w:p') ? [el('p', {}, text)] : text
  }

  /** The texts of text boxes, word art, diagrams and charts. */
  function drawnBlocks(element: XmlElement): XmlNode[] {
    switch (element.name) {
      case 'w:txbxContent':
        return contentOf(element.children)
      case 'a:txBody':
        return paragraphs(shown(shapeText(element)))
      case 'v:textpath':
        return paragraphs(shown(element.attributes['string'] ?? ''))
      case 'dgm:relIds':
        return related(element.attributes['r:dm'], 'dgm:dataModel', diagramBlocks)
      case 'c:chart':
        return related(element.attributes['r:id'], 'c:chartSpace', chartBlocks)
    }
    // Word stores a text box in a newer and an older form. Read only the newer one, which comes first.
    const children = element.children.filter(isElement)
    const read = element.name === 'mc:AlternateContent' ? children.slice(0, 1) : children
    return read.flatMap(drawnBlocks)
  }

  function related(id: string | undefined, name: string, blocksOf: (part: XmlElement) => XmlNode[]): XmlNode[] {
    const drawing = drawings.get(id ?? '')
    return drawing?.name === name ? blocksOf(drawing).filter((block) => shown(plainTextOf(block)).length > 0) : []
  }

  function row(element: XmlElement): XmlElement[] {
    const properties = childOf(element, 'w:trPr')
    if (childOf(properties, 'w:del') || switchOf(properties, 'w:hidden')) return []
    const attributes: Record<string, string> = switchOf(properties, 'w:tblHeader') ? { isHeader: 'true' } : {}
    return [el('tr', attributes, contentOf(element.children))]
  }

  function cell(element: XmlElement): XmlElement[] {
    const properties = childOf(element, 'w:tcPr')
    if (childOf(properties, 'w:cellDel')) return []
    const attributes: Record<string, string> = {}
    const columns = valueOf(properties, 'w:gridSpan')
    if (columns) attributes['colspan'] = columns
    const merge = childOf(properties, 'w:vMerge')
    if (merge && (merge.attributes['w:val'] || 'continue') === 'continue') attributes['isMerged'] = 'true'
    return [el('td', attributes, contentOf(element.children))]
  }

  function shown(text: string): string[] {
    if (text === '' || !fields.isShown) return []
    lengthSoFar += text.length
    return [text]
  }

  /** Returns the text that Word shows for a field even if the field has no stored result. */
  function shownAlways(text: string): string[] {
    lengthSoFar += text.length
    return text === '' ? [] : [text]
  }

  function noteReference({ name, attributes }: XmlElement): XmlElement[] {
    const kind = name === 'w:footnoteReference' ? 'footnote' : 'endnote'
    return [el('note', { kind, id: attributes['w:id'] ?? '' })]
  }

  /** Reads content that Word stores in a newer and an older form. Prefers the newer form unless it is empty. */
  function alternative(element: XmlElement): XmlNode[] {
    const boxesBefore = boxes.length
    for (const form of element.children.filter(isElement)) {
      const content = contentOf(form.children)
      if (content.length > 0 || boxes.length > boxesBefore) return content
    }
    return []
  }

  return (container) => contentOf(container.children)
}

/**
 * The heading level of a paragraph style, `h1` to `h6` or `title`, by the style names of Word, LibreOffice and Pages.
 */
function headingOf(styleId: string | undefined, style: Style | undefined): string | null {
  const name = style?.kind === 'paragraph' ? style.name.toLowerCase() : ''
  if (styleId === 'Title' || name === 'title') return 'title'
  const [, level] = /^Heading([1-6])$/.exec(styleId ?? '') ?? /^heading ([1-6])$/.exec(name) ?? []
  if (level) return `h${level}`
  return styleId === 'Heading' || name === 'heading' ? 'h1' : null
}

/**
 * Whether a style is for footnotes or comments. Their number comes from the mark in the text, so a list in such a style
 * shows no bullet.
 */
function isNoteText(style: Style | undefined): boolean {
  return style?.kind === 'paragraph' && NOTE_STYLES.has(style.name.toLowerCase())
}

const NOTE_STYLES = new Set(['footnote text', 'endnote text', 'annotation text', 'footnote', 'endnote'])

/**
 * Elements whose content is read like the text around them. The list omits deletions (`w:del`, `w:moveFrom`), comments
 * and properties.
 */
const TRANSPARENT = new Set(
  'w:hyperlink w:ins w:moveTo w:smartTag w:customXml w:dir w:bdo m:oMathPara mc:Choice mc:Fallback'.split(' '),
)

function isGenerated(properties: XmlElement | undefined): boolean {
  const gallery = valueOf(properties, 'w:docPartObj', 'w:docPartGallery') ?? ''
  return /^(?:Table of Contents|Watermarks|Page Numbers.*)$/.test(gallery)
}

const plainTextOf = (node: XmlNode): string => (isElement(node) ? textOf(node) : node)

const paragraphs = (texts: readonly string[]): XmlElement[] => texts.map((text) => el('p', {}, [text]))

/** Whether a frame contains the large initial letter or word of the next paragraph (ECMA-376 part 1, 17.3.1.11). */
function isInitialOf(properties: XmlElement | undefined, text: string): boolean {
  const drop = childOf(properties, 'w:framePr')?.attributes['w:dropCap']
  return drop === 'drop' || drop === 'margin' ? text.trim().length < 40 : isInitialLetter(text)
}

/** Text that is raised by at least this many half-points is an exponent. */
const RAISED_FROM = 4

function positionOf(properties: XmlElement | undefined): 'sup' | 'sub' | null {
  const align = valueOf(properties, 'w:vertAlign')
  const raisedBy = align === undefined ? Number.parseInt(valueOf(properties, 'w:position') ?? '0', 10) : 0
  if (align === 'superscript' || raisedBy >= RAISED_FROM) return 'sup'
  return align === 'subscript' || raisedBy <= -RAISED_FROM ? 'sub' : null
}

/** The character of a symbol. Symbol fonts have their own codes. In other fonts, the code is the code point. */
function symbol({ attributes }: XmlElement): string {
  const font = attributes['w:font'] ?? ''
  const code = Number.parseInt(attributes['w:char'] ?? '', 16)
  // Some programs add F000 to the code of a symbol (ECMA-376 part 1, 17.3.3.30). Subtract it, because that range is for
  // private use.
  const plainCode = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (SYMBOL_FONTS.has(font.toLowerCase())) return (codePoint(font, code) ?? codePoint(font, plainCode))?.string ?? ''
  return plainCode > 0 && plainCode < 0xfffe ? String.fromCharCode(plainCode) : ''
}

const SYMBOL_FONTS = new Set(['symbol', 'webdings', 'wingdings', 'wingdings 2', 'wingdings 3'])
