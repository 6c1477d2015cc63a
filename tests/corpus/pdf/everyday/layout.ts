import type { Part as PrintedPart } from '../texts.ts'

/** A part of a document. A field is a line of a form: the label and the entered value. */
type Part = PrintedPart | { kind: 'field'; label: string; value: string }

/** A document that a browser or an office program can print as PDF. */
export interface Layout {
  language: 'ar' | 'en'
  title: string
  kind: 'slides' | 'document'
  paper?: 'A5' | 'A6'
  /** The font of Arabic text. The default is Noto Naskh Arabic. */
  font?: 'Amiri'
  columns?: 2
  /** Text in every page's top margin. */
  header?: string
  footer?: string
  /**
   * The page number with `{page}` and `{pages}` in Latin digits, `{arabic}` in Arabic digits and `{words}` in words.
   */
  number?: string
  /** The parts of the document. Each inner list starts on a new page and may continue on the next. */
  pages: Part[][]
}

export const heading = (text: string): Part => ({ kind: 'heading', text })
export const subheading = (text: string): Part => ({ kind: 'subheading', text })
export const paragraph = (text: string): Part => ({ kind: 'paragraph', text })
export const item = (text: string): Part => ({ kind: 'item', text })
export const step = (text: string): Part => ({ kind: 'step', text })
export const field = (label: string, value: string): Part => ({ kind: 'field', label, value })
export const table = (rows: string[][]): Part => ({ kind: 'table', rows })

/** The text that the reader should return, in reading order and without headers and footers. */
export function textOf({ pages }: Layout): string {
  return pages.flatMap((parts) => parts.map((part, at) => textOfPart(part, parts, at))).join('\n')
}

function textOfPart(part: Part, parts: readonly Part[], at: number): string {
  switch (part.kind) {
    case 'table':
      return part.rows.map((cells) => cells.join(' ')).join('\n')
    case 'field':
      return `${part.label} ${part.value}`
    case 'step':
      return `${stepNumber(parts, at)}. ${part.text}`
    default:
      return part.text
  }
}

/** The number of a step. Numbering restarts after any part that is not a step. */
function stepNumber(parts: readonly Part[], at: number): number {
  return at - parts.findLastIndex(({ kind }, before) => before < at && kind !== 'step')
}
