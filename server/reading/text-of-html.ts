import { loweredDigits, raisedDigits } from './formula-text.ts'
import { layoutTablesIn, TableRows } from './html-tables.ts'
import { attributeOf, visitVisible, type HtmlNode } from './html-tree.ts'
import { isFormula, textOfMath } from './mathml-text.ts'
import { withoutStruckLetters } from './struck-letters.ts'
import { GAP, TextWriter } from './text-writer.ts'
import { wordSet } from '#core/word-lists.ts'

/**
 * The visible text of a tree in NFC, with blank lines between blocks. Skips pictures and footnote marks. Takes linear
 * time at any depth.
 */
export function textOfHtml(root: HtmlNode): string {
  const writer = new TextWriter()
  const layoutTables = layoutTablesIn(root)
  /** The lists and tables around the current node. */
  const lists: List[] = []
  const tables: TableRows[] = []
  let preformatted = 0
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
        return raise(element)
      case 'sub': {
        const lowered = isIndex(element, writer.before) ? loweredDigits(shortTextOf(element) ?? '') : null
        if (lowered !== null) writer.words(lowered)
        return lowered === null
      }
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
        if (isFormula(element)) {
          writer.startFormula()
          writer.words(textOfMath(element))
          writer.endFormula()
          return false
        }
        if (isNumerator(element)) writer.startFormula()
        else if (isDenominator(element)) {
          writer.fractionBar()
          return true
        }
        if (!table) {
          if (isBlock(element)) askBlock()
        } else if ((name === 'td' || name === 'th') && !table.cell) {
          table.cell = element
          writer.startCell()
        } else if (!ROW_PARTS.has(name) && isBlock(element)) askBlock()
    }
    return true
  }

  /**
   * Writes short raised or lowered text in a form such as x². Returns whether the caller must still read the element's
   * text.
   */
  function raise(element: HtmlNode): boolean {
    if (isNoteMark(element)) return false
    if (isNumerator(element)) {
      writer.startFormula()
      return true
    }
    const text = shortTextOf(element)?.trim() ?? ''
    const raised = raisedText(text, writer.before)
    if (raised !== text) writer.words(raised)
    return raised === text
  }

  function leave(element: HtmlNode): void {
    const table = tables.at(-1)
    const name = element.localName ?? ''
    switch (name) {
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
        else if (isDenominator(element)) writer.endFormula()
        else if (isBlock(element) && !(table && ROW_PARTS.has(name))) askBlock()
    }
  }

  function text(data: string): void {
    if (preformatted > 0) writer.lines(data)
    else writer.words(data)
  }

  visitVisible(root, { text, enter, leave })
  return withoutStruckLetters(writer.text())
}

interface List {
  /** The number of the next list item. Null in lists without numbers. */
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

/** The deepest indent of a list. Further indents would be longer than the text. */
const DEEPEST_INDENT = 10

function indentOf(lists: readonly List[]): string {
  return '  '.repeat(Math.min(Math.max(lists.length - 1, 0), DEEPEST_INDENT))
}

/** Whether raised text is a footnote mark: `[1]`, `[note 2]`, a link to a note, or a list of note numbers. */
function isNoteMark(sup: HtmlNode): boolean {
  const text = shortTextOf(sup)
  if (text === null) return false
  const isDigits = /^\s*[[(]?\s*\p{Nd}{1,3}\s*[\])]?\s*$/u.test(text)
  if (isDigits && (hasNoteName(sup) || (sup.parentNode !== null && isNoteLink(sup.parentNode)))) return true
  return linkIn(sup) || NOTE_MARK.test(text)
}

const NOTE_MARK =
  /^\s*(?:(?:\[[^[\]]{1,40}\]\s*)+|\(?\p{Nd}{1,3}\)|\p{Nd}{1,3}(?:\s*[–-]\s*\p{Nd}{1,3})?(?:\s*[,،;]\s*\p{Nd}{1,3}(?:\s*[–-]\s*\p{Nd}{1,3})?)+)\s*$/u

const isNoteLink = (element: HtmlNode): boolean =>
  element.localName === 'a' &&
  (attributeOf(element, 'href')?.startsWith('#') ||
    /#[\w-]*(?:fn|note|ref|cite)/i.test(attributeOf(element, 'href') ?? '') ||
    hasNoteName(element))

const hasNoteName = (element: HtmlNode): boolean =>
  attributeOf(element, 'role') === 'doc-noteref' ||
  /(?:^|[\s_-])(?:foot-?notes?|end-?notes?|fn-?ref|note-?ref|reference|cite)(?:$|[\s\d:_-])/i.test(
    `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`,
  )

function linkIn(sup: HtmlNode): boolean {
  for (const node of nodesIn(sup)) if (isNoteLink(node)) return true
  return false
}

/** The text of an element with few nodes; null for larger elements. */
function shortTextOf(element: HtmlNode): string | null {
  let text = ''
  let nodes = 0
  for (const node of nodesIn(element)) {
    if (++nodes > MAX_NODES) return null
    if (node.nodeType === 3) text += node.nodeValue ?? ''
  }
  return text
}

const MAX_NODES = 20

/** Visits nodes in document order, at most one more than `MAX_NODES`. */
function* nodesIn(root: HtmlNode): Generator<HtmlNode> {
  let node = root.firstChild
  for (let count = 0; node && count <= MAX_NODES; count++) {
    yield node
    let next = node.firstChild ?? node.nextSibling
    for (let parent = node.parentNode; !next && parent && parent !== root; parent = parent.parentNode) {
      next = parent.nextSibling
    }
    node = next
  }
}

/**
 * Writes raised text so that its meaning stays: 10⁶ does not become 106, and $12⁹⁹ becomes $12.99. Letters stay
 * unchanged, as in 1st.
 */
function raisedText(text: string, before: string): string {
  // After a number, a raised n is a power. Other raised letters are endings: 1st, 2e.
  if (/^[nxkyz]$/.test(text) && /\d$/.test(before)) return `^${text}`
  if (!/\p{Nd}/u.test(text)) return text
  if (/^\d\d$/.test(text) && /[$€£¥₹]\s?\d[\d,.]*$/u.test(before)) return `.${text}`
  const raised = raisedDigits(text)
  if (raised !== null) return raised
  // Raised text that starts with a decimal point belongs to a price: 12<sup>.99</sup>.
  if (!/[\p{L}\p{N})]$/u.test(before) || /^[.,٫]/u.test(text)) return text
  return `^${/^[\p{L}\p{N}.,٫]+$/u.test(text) ? text : `(${text})`}`
}

/**
 * Whether lowered text must be marked as an index, because it would join another number, as in log₂8. CO2 and H2O need
 * no mark.
 */
function isIndex(sub: HtmlNode, before: string): boolean {
  return /\p{N}$/u.test(before) || /^\p{N}/u.test(textAfter(sub))
}

const textAfter = ({ nextSibling }: HtmlNode): string =>
  nextSibling?.nodeType === 3 ? (nextSibling.nodeValue ?? '') : ''

/**
 * Whether an element is the upper part of a fraction: `<sup>3</sup>/<sub>4</sub>`, or an element with a class like
 * `num`.
 */
function isNumerator(element: HtmlNode): boolean {
  if (element.localName === 'sup') {
    const after = textAfter(element)
    const isBar = /^\s*[/⁄∕]\s*$/u.test(after) && element.nextSibling?.nextSibling?.localName === 'sub'
    return isBar || /^\s*[⁄∕]/u.test(after)
  }
  return hasClass(element, /^(?:num|numerator|frac-num|fraction-num|top)$/i) && isFraction(element.parentNode)
}

function isDenominator(element: HtmlNode): boolean {
  return (
    hasClass(element, /^(?:den|denom|denominator|frac-den|fraction-den|bottom)$/i) && isFraction(element.parentNode)
  )
}

/** Whether an element is the box of a fraction, or directly inside one. */
function isFraction(box: HtmlNode | null): boolean {
  const FRACTION = /^(?:s?frac|fraction|tion|vulgar)$/i
  return box !== null && (hasClass(box, FRACTION) || (box.parentNode !== null && hasClass(box.parentNode, FRACTION)))
}

function hasClass(element: HtmlNode, name: RegExp): boolean {
  return (attributeOf(element, 'class') ?? '').split(/\s+/).some((each) => name.test(each))
}

function isBlock(element: HtmlNode): boolean {
  // In a definition list, a box around a term and its definition does not count as a block.
  return BLOCKS.has(element.localName ?? '') && element.parentNode?.localName !== 'dl'
}

const ROW_PARTS = new Set('thead tbody tfoot tr td th'.split(' '))

const BLOCKS = wordSet(`address article aside blockquote body caption center details dialog div dl fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend main menu nav p search section summary
  thead tbody tfoot tr td th`)
