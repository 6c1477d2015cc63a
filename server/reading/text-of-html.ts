import { layoutTablesIn, TableRows } from './html-tables.ts'
import { attributeOf, visitVisible, type HtmlNode } from './html-tree.ts'
import { GAP, TextWriter } from './text-writer.ts'
import { wordSet } from '#core/word-lists.ts'

/** Visible text in NFC, with blank lines between blocks. Skips pictures and footnote marks. Linear at any depth. */
export function textOfHtml(root: HtmlNode): string {
  const writer = new TextWriter()
  const layoutTables = layoutTablesIn(root)
  /** Open elements around the current node. */
  const lists: List[] = []
  const tables: TableRows[] = []
  let preformatted = 0
  let raised = 0
  let termStart = 0
  let hasTerm = false

  const askBlock = () => writer.ask(lists.length > 0 ? GAP.line : GAP.block)

  function enter(element: HtmlNode): boolean {
    const table = tables.at(-1)
    const name = element.localName ?? ''
    switch (name) {
      case 'br':
        if (preformatted > 0) writer.lines('\n')
        else writer.breakLine()
        return false
      case 'sup':
        if (isNoteMark(element)) return false
        raised++
        break
      case 'q':
        writer.words('“')
        break
      case 'pre':
        askBlock()
        preformatted++
        break
      case 'ul':
      case 'ol':
        askBlock()
        lists.push(listOf(element))
        break
      case 'li':
        writer.startItem(indentOf(lists), markerOf(element, lists.at(-1)))
        break
      case 'dt':
        writer.ask(GAP.line)
        termStart = writer.length
        break
      case 'dd':
        writer.startMeaning(indentOf(lists), hasTerm)
        hasTerm = false
        break
      case 'table':
        askBlock()
        if (!layoutTables.has(element)) tables.push(new TableRows())
        break
      default:
        if (!table) {
          if (isBlock(element)) askBlock()
        } else if ((name === 'td' || name === 'th') && !table.cell) {
          table.cell = element
          writer.startCell()
        } else if (!ROW_PARTS.has(name) && isBlock(element)) askBlock()
    }
    return true
  }

  function leave(element: HtmlNode): void {
    const table = tables.at(-1)
    const name = element.localName ?? ''
    switch (name) {
      case 'sup':
        raised--
        break
      case 'q':
        writer.closingMark('”')
        break
      case 'pre':
        preformatted--
        askBlock()
        break
      case 'ul':
      case 'ol':
        lists.pop()
        askBlock()
        break
      case 'li':
      case 'dd':
        writer.endItem()
        break
      case 'dt':
        hasTerm = writer.length > termStart
        writer.ask(GAP.line)
        break
      case 'table':
        if (table && !layoutTables.has(element)) {
          writer.row(table.takeRow())
          tables.pop()
        }
        askBlock()
        break
      default:
        if (table && table.cell === element) table.addCell(writer.endCell())
        else if (table && name === 'tr' && !table.cell) writer.row(table.takeRow())
        else if (isBlock(element) && !(table && ROW_PARTS.has(name))) askBlock()
    }
  }

  function text(data: string): void {
    if (preformatted > 0) writer.lines(data)
    else writer.words(raised > 0 ? raisedText(data) : data)
  }

  visitVisible(root, { text, enter, leave })
  return writer.text()
}

interface List {
  /** Null for lists without numbers. */
  nextNumber: number | null
  step: 1 | -1
  isUnmarked: boolean
}

function listOf(element: HtmlNode): List {
  const isUnmarked = /list-style(?:-type)?\s*:\s*none/i.test(attributeOf(element, 'style') ?? '')
  if (element.localName === 'ul') return { nextNumber: null, step: 1, isUnmarked }
  const isReversed = attributeOf(element, 'reversed') !== null
  const start = numberOf(element, 'start') ?? (isReversed ? itemsOf(element) : 1)
  return { nextNumber: start, step: isReversed ? -1 : 1, isUnmarked }
}

function itemsOf(list: HtmlNode): number {
  let items = 0
  for (let child = list.firstChild; child; child = child.nextSibling) if (child.localName === 'li') items++
  return items
}

function markerOf(item: HtmlNode, list: List | undefined): string {
  if (list?.isUnmarked) return ''
  if (!list || list.nextNumber === null) return '• '
  const number = numberOf(item, 'value') ?? list.nextNumber
  list.nextNumber = number + list.step
  return `${number}. `
}

function numberOf(element: HtmlNode, name: 'start' | 'value'): number | null {
  const number = Number.parseInt(attributeOf(element, name) ?? '', 10)
  return Number.isSafeInteger(number) ? number : null
}

/** Limits indentation, which would otherwise outgrow the text. */
const DEEPEST_INDENT = 10

function indentOf(lists: readonly List[]): string {
  return '  '.repeat(Math.min(Math.max(lists.length - 1, 0), DEEPEST_INDENT))
}

/** `[1]`, `[note 2]`, or a link within the page: a mark without its note. */
function isNoteMark(sup: HtmlNode): boolean {
  const MAX_NODES = 20
  let text = ''
  let isLink = false
  let node = sup.firstChild
  for (let count = 0; node && count < MAX_NODES; count++) {
    text += node.nodeType === 3 ? (node.nodeValue ?? '') : ''
    isLink ||= attributeOf(node, 'href')?.startsWith('#') ?? false
    let next = node.firstChild ?? node.nextSibling
    for (let parent = node.parentNode; !next && parent && parent !== sup; parent = parent.parentNode) {
      next = parent.nextSibling
    }
    node = next
  }
  return node === null && (isLink || /^\s*(?:\[[^[\]]{1,40}\]\s*)+$/.test(text))
}

const RAISED = new Map([...'0123456789+-−'].map((sign, index) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'.charAt(index)]))

/** 10⁶ must not become 106. */
function raisedText(text: string): string {
  return /^\s*[+−-]?\d+\s*$/.test(text) ? text.replace(/[\d+−-]/g, (sign) => RAISED.get(sign) ?? sign) : text
}

function isBlock(element: HtmlNode): boolean {
  // A definition list may wrap its pairs in boxes.
  return BLOCKS.has(element.localName ?? '') && element.parentNode?.localName !== 'dl'
}

const ROW_PARTS = new Set('thead tbody tfoot tr td th'.split(' '))

const BLOCKS = wordSet(`address article aside blockquote body caption center details dialog div dl fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend main menu nav p search section summary
  thead tbody tfoot tr td th`)
