import type { Part as PrintedPart } from '../texts.ts'

/** A line of a form: what is asked, and what was filled in. */
export type Part = PrintedPart | { kind: 'field'; label: string; value: string }

/** A document of everyday life, for any program that can set it. */
export interface Layout {
  language: 'ar' | 'en'
  title: string
  kind: 'slides' | 'document'
  paper?: 'A5' | 'A6'
  /** Of Arabic; Noto Naskh Arabic where none is named. */
  font?: 'Amiri'
  columns?: 2
  /** What stands in the margins of every page. */
  header?: string
  footer?: string
  /** With `{page}` and `{pages}` in figures, `{arabic}` in Arabic ones, `{words}` in words. */
  number?: string
  /** Each begins on a page of its own and may go on over more. */
  pages: Part[][]
}

export const heading = (text: string): Part => ({ kind: 'heading', text })
export const subheading = (text: string): Part => ({ kind: 'subheading', text })
export const paragraph = (text: string): Part => ({ kind: 'paragraph', text })
export const item = (text: string): Part => ({ kind: 'item', text })
export const step = (text: string): Part => ({ kind: 'step', text })
export const field = (label: string, value: string): Part => ({ kind: 'field', label, value })
export const table = (rows: string[][]): Part => ({ kind: 'table', rows })

/** What a person reads on the pages, margins aside, in reading order. */
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

/** Numbering restarts after any other part. */
function stepNumber(parts: readonly Part[], at: number): number {
  return at - parts.findLastIndex(({ kind }, before) => before < at && kind !== 'step')
}
