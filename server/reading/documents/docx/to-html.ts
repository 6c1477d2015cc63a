import { parseHTML } from 'linkedom'
import { AppError } from '#core/errors.ts'
import type { HtmlNode } from '../../html-tree.ts'
import { readNumbering } from './numbering.ts'
import type { DocxParts } from './parts.ts'
import { readStyles } from './styles.ts'
import { visibleContent } from './visible-content.ts'
import { childOf, childrenOf, el, isElement, writeHtml, type XmlElement, type XmlNode } from './xml.ts'

interface HtmlTree {
  body: HtmlNode
  querySelector(selector: string): HtmlNode | null
}

/**
 * Converts a document to HTML: headings, paragraphs, lists and tables, with the notes as a numbered list at the end.
 */
export function toHtml(parts: DocxParts): HtmlTree {
  return parseHTML(`<html><body>${htmlOf(parts)}</body></html>`).document
}

export function htmlOf({ document, styles, numbering, footnotes, endnotes, ...more }: DocxParts): string {
  const body = childOf(document, 'w:body')
  if (!body) throw new AppError('document_damaged', { cause: new Error('The document has no body') })

  const styleById = readStyles(styles)
  const context = { styles: styleById, numbering: readNumbering(numbering, styleById), ...more }
  const { blocks, noteReferences } = arrange(visibleContent(document, context)(body))

  const read = {
    footnote: footnotes && visibleContent(footnotes, context),
    endnote: endnotes && visibleContent(endnotes, context),
  }
  const notes = { footnote: notesOf(footnotes, 'w:footnote'), endnote: notesOf(endnotes, 'w:endnote') }
  const items = noteReferences.flatMap(({ attributes }) => {
    const kind = attributes['kind'] === 'footnote' ? 'footnote' : 'endnote'
    const note = notes[kind].get(attributes['id'])
    return note ? [el('li', {}, arrange(read[kind]?.(note) ?? []).blocks)] : []
  })
  if (items.length > 0) blocks.push(el('ol', {}, items))
  return blocks.map(writeHtml).join('')
}

/** The footnotes or endnotes by id. Skips the separator lines, which Word stores like notes. */
function notesOf(part: XmlElement | undefined, name: string): ReadonlyMap<string | undefined, XmlElement> {
  const notes = childrenOf(part, name).filter(({ attributes }) => !/separator/i.test(attributes['w:type'] ?? ''))
  return new Map(notes.map((note) => [note.attributes['w:id'], note]))
}

function arrange(content: readonly XmlNode[]): { blocks: XmlElement[]; noteReferences: XmlElement[] } {
  const noteReferences: XmlElement[] = []
  /** Text of paragraphs whose end mark is deleted. Word shows it at the start of the next paragraph. */
  let joined: XmlNode[] = []

  function blocksOf(nodes: readonly XmlNode[]): XmlElement[] {
    const blocks: XmlElement[] = []
    for (const node of nodes) {
      if (!isElement(node) || !BLOCKS.has(node.name)) addParagraph(blocks, el('p', {}, [node]))
      else if (node.name === 'table') blocks.push(tableOf(node))
      else if (node.name === 'p') addParagraph(blocks, node)
      else if (node.name === 'chunk') blocks.push(node)
      else blocks.push(...blocksOf(node.children))
    }
    return blocks
  }

  function addParagraph(blocks: XmlElement[], { attributes, children }: XmlElement): void {
    const content = [...joined, ...children]
    joined = attributes['joinsNext'] ? content : []
    if (attributes['joinsNext']) return
    const text = inlineOf(content)
    if (text.length === 0) return
    const { heading, list, level } = attributes
    if (heading === 'title') blocks.push(el('h1', { class: 'title' }, text))
    else if (heading) blocks.push(el(heading, {}, text))
    else if (list) addItem(blocks, list, Number(level), el('li', {}, text))
    else blocks.push(el('p', {}, text))
  }

  /** Joins adjacent raised or lowered texts, because Word may split an exponent. */
  function inlineOf(nodes: readonly XmlNode[]): XmlNode[] {
    const inline: XmlNode[] = []
    for (const node of nodes) {
      const last = inline.at(-1)
      if (!isElement(node)) inline.push(...(node === '' ? [] : [node]))
      else if (node.name === 'note') noteReferences.push(node)
      else if (node.name === 'br') inline.push(node)
      else {
        const children = inlineOf(node.children)
        if (last && isElement(last) && last.name === node.name) last.children.push(...children)
        else if (children.length > 0) inline.push(el(node.name, {}, children))
      }
    }
    return inline
  }

  function tableOf(table: XmlElement): XmlElement {
    const rows = table.children.filter(isElement)
    const firstBodyRow = rows.findIndex(({ attributes }) => !attributes['isHeader'])
    const cellAbove = new Map<number, { cell: XmlElement; rows: number }>()
    const written = rows.map((row, index) => {
      const name = index < firstBodyRow || firstBodyRow < 0 ? 'th' : 'td'
      const cells: XmlElement[] = []
      let column = 0
      for (const cell of row.name === 'tr' ? row.children.filter(isElement) : [row]) {
        const { colspan = '1', isMerged } = cell.attributes
        const above = cellAbove.get(column)
        if (isMerged && above) {
          above.rows++
          above.cell.attributes = { ...above.cell.attributes, rowspan: `${above.rows}` }
        } else {
          const kept = el(name, { colspan }, blocksOf(cell.name === 'td' ? cell.children : [cell]))
          cellAbove.set(column, { cell: kept, rows: 1 })
          cells.push(kept)
        }
        column += Number.parseInt(colspan, 10) || 1
      }
      return el('tr', {}, cells)
    })
    return el('table', {}, written)
  }

  const blocks = blocksOf(content)
  // Add an empty paragraph for the remaining text of paragraphs whose end mark is deleted.
  addParagraph(blocks, el('p', {}))
  return { blocks, noteReferences }
}

const BLOCKS = new Set(['p', 'table', 'tr', 'td', 'chunk'])

/** Adds an item at its level to the list at the end of `blocks`, or starts a new list there. */
function addItem(blocks: XmlElement[], list: string, level: number, item: XmlElement): void {
  let siblings: XmlNode[] = blocks
  for (let depth = 0; depth < level; depth++) siblings = lastOf(lastOf(siblings, 'ul', 'ol').children, 'li').children
  lastOf(siblings, list).children.push(item)
}

/**
 * Returns the last node if it has one of these names, else adds a node with the first name. The lists are unnumbered,
 * because items already contain their numbers.
 */
function lastOf(siblings: XmlNode[], ...names: [string, ...string[]]): XmlElement {
  const last = siblings.at(-1)
  if (last !== undefined && isElement(last) && names.includes(last.name)) return last
  const added = el(names[0], names[0] === 'ol' ? { style: 'list-style: none' } : {})
  siblings.push(added)
  return added
}
