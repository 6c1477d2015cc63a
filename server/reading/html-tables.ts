import { attributeOf, visitVisible, type HtmlNode } from './html-tree.ts'

/** Collects the rows of a data table. Merged cells leave empty places, so that columns stay aligned. */
export class TableRows {
  cell: HtmlNode | null = null
  #row: string[] = []
  /** For each column, how many further rows the merged cell above covers. */
  #reaching: number[] = []

  addCell(text: string): void {
    this.#skipReached()
    const cell = this.cell
    this.cell = null
    const columns = spanOf(cell, 'colspan')
    const rowsBelow = spanOf(cell, 'rowspan') - 1
    for (let index = 0; index < columns; index++) {
      if (rowsBelow > 0 && this.#row.length < MAX_SPANNED) this.#reaching[this.#row.length] = rowsBelow
      this.#row.push(index === 0 ? text : '')
    }
  }

  takeRow(): string[] {
    this.#skipReached()
    const row = this.#row
    for (let column = row.length; column < this.#reaching.length; column++) this.#reachInto(column)
    this.#row = []
    return row
  }

  #skipReached(): void {
    while (this.#reachInto(this.#row.length)) this.#row.push('')
  }

  #reachInto(column: number): boolean {
    const rows = this.#reaching[column] ?? 0
    if (rows > 0) this.#reaching[column] = rows - 1
    return rows > 0
  }
}

/** A `colspan` or `rowspan` above this limit counts as 1. Real tables have smaller ones. */
const MAX_SPANNED = 100

function spanOf(cell: HtmlNode | null, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt((cell && attributeOf(cell, name)) ?? '1', 10)
  return span >= 1 && span <= MAX_SPANNED ? span : 1
}

/**
 * Finds tables that only structure the page: those with a single column, with other tables, or with long passages in
 * cells.
 */
export function layoutTablesIn(root: HtmlNode): ReadonlySet<HtmlNode> {
  const found = new Set<HtmlNode>()
  const open: (typeof NO_FACTS)[] = []
  visitVisible(root, {
    text(text) {
      const table = open.at(-1)
      if (!table?.isCellBlank || text.trim() === '') return
      table.isCellBlank = false
      table.filledCells++
      table.mostFilledCells = Math.max(table.mostFilledCells, table.filledCells)
    },
    enter(element) {
      const name = element.localName ?? ''
      const table = open.at(-1)
      if (name === 'table') {
        if (table) table.hasTable = true
        open.push({ ...NO_FACTS })
      } else if (table) {
        if (name === 'tr') table.filledCells = 0
        else if (name === 'td' || name === 'th') {
          table.isCellBlank = true
          table.paragraphs = 0
          table.hasHeader ||= name === 'th'
        } else if (name === 'p') table.paragraphs++
        table.hasPassage ||= PASSAGES.has(name) || table.paragraphs > 2
      }
      return true
    },
    leave(element) {
      if (element.localName === 'td' || element.localName === 'th') {
        const table = open.at(-1)
        if (table) table.isCellBlank = false
      }
      if (element.localName !== 'table') return
      const table = open.pop()
      const isArranging = /^(?:presentation|none)$/.test(attributeOf(element, 'role') ?? '')
      const isOneColumn = (table?.mostFilledCells ?? 0) < 2
      if (isArranging || isOneColumn || table?.hasTable || (table?.hasPassage && !table.hasHeader)) found.add(element)
    },
  })
  return found
}

const NO_FACTS = {
  hasTable: false,
  hasHeader: false,
  hasPassage: false,
  /** The number of cells with text in the current row, and the largest number in any row. */
  filledCells: 0,
  mostFilledCells: 0,
  isCellBlank: false,
  paragraphs: 0,
}

const PASSAGES = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'pre', 'blockquote'])
