import Papa from 'papaparse'
import type { Platform } from '#core/platforms/platform.ts'
import { readTime } from '../picker/typed-time.ts'

export const MAX_ROWS = 500
export const MAX_FILE_BYTES = 2 * 1024 * 1024

export const COLUMNS = ['text', 'network', 'date', 'time'] as const
export type Column = (typeof COLUMNS)[number]

export interface TableRow {
  /** As spreadsheets count: includes blank rows and the header. */
  number: number
  cells: Record<Column, string>
}

export type Table =
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'empty' | 'too-many' }
  | { kind: 'missing'; columns: Column[] }

const COLUMN_NAMES: Record<Column, string[]> = {
  text: ['text', 'content', 'post', 'message', 'caption', 'نص', 'محتوي', 'منشور', 'نص منشور', 'نص المنشور', 'رسالة'],
  network: ['network', 'platform', 'channel', 'social network', 'شبكة', 'منصة', 'شبكة اجتماعية', 'قناة'],
  date: ['date', 'day', 'publish date', 'تاريخ', 'يوم', 'تاريخ نشر', 'تاريخ النشر'],
  time: ['time', 'hour', 'publish time', 'وقت', 'ساعة', 'وقت نشر', 'وقت النشر', 'توقيت'],
}

export function readTable(text: string): Table {
  // Papa Parse detects the delimiter from the first row that is not blank.
  const { delimiter } = Papa.parse(text, { skipEmptyLines: 'greedy', preview: 1 }).meta
  const all = Papa.parse<string[]>(text, { delimiter }).data.map((cells, index) => ({ number: index + 1, cells }))
  const [head, ...rows] = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head || rows.length === 0) return { kind: 'empty' }
  const columnIndexes = COLUMNS.map((column) =>
    head.cells.findIndex((name) => COLUMN_NAMES[column].some((columnName) => isSameName(columnName, name))),
  )
  const columns = COLUMNS.filter((_, index) => columnIndexes[index] === -1)
  if (columns.length > 0) return { kind: 'missing', columns }
  if (rows.length > MAX_ROWS) return { kind: 'too-many' }
  const cell = (row: readonly string[], index: number) => (row[columnIndexes[index] ?? -1] ?? '').trim()
  return {
    kind: 'rows',
    rows: rows.map(({ number, cells }) => ({
      number,
      cells: { text: cell(cells, 0), network: cell(cells, 1), date: cell(cells, 2), time: cell(cells, 3) },
    })),
  }
}

const NETWORK_NAMES: Record<Platform, string[]> = {
  linkedin: ['linkedin', 'لينكدان', 'لينكد ان', 'لنكدان'],
  twitter: ['x', 'twitter', 'x twitter', 'twitter x', 'تويتر', 'اكس', 'منصة اكس'],
  facebook: ['facebook', 'fb', 'فيسبوك', 'فيس بوك'],
  instagram: ['instagram', 'ig', 'insta', 'انستغرام', 'انستقرام', 'انستجرام'],
  threads: ['threads', 'ثريدز'],
}

export function readNetwork(cell: string): Platform | null {
  const entries = Object.entries(NETWORK_NAMES) as [Platform, string[]][]
  return entries.find(([, names]) => names.some((name) => isSameName(name, cell)))?.[0] ?? null
}

/** A date that Europeans and Americans read differently. */
export const AMBIGUOUS = Symbol('ambiguous')

/** Such as `2026-12-03`, `2026/12/3`, `3.12.2026`, `25/12/2026`, in any digits. Null if invalid. */
export function readDate(cell: string): string | typeof AMBIGUOUS | null {
  const [, a = '', mark = '', b = '', c = ''] = DATE.exec(inLatinFigures(cell)) ?? []
  if (a.length === 4) return asDay(a, b, c)
  if (c.length !== 4) return null
  const [first, second] = [Number(a), Number(b)]
  if (mark === '/' && first <= 12 && second <= 12 && first !== second) return AMBIGUOUS
  return mark === '/' && second > 12 ? asDay(c, a, b) : asDay(c, b, a)
}

const DATE = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/

function asDay(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00Z`)
  // `Date` turns 30 February into a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null
}

export function readTimeCell(cell: string): string | null {
  return readTime(inLatinFigures(cell).replace(/^(\d{1,2}:\d{2}):00\b/, '$1'))
}

const inLatinFigures = (text: string): string =>
  text
    .slice(0, 40)
    .replace(/[\u200e\u200f\u061c\ufeff]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => String(figure.charCodeAt(0) & 15))
    .trim()

const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

function plain(name: string): string {
  return name
    .slice(0, 60)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0640\u200e\u200f\u061c\ufeff]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(^| )ال(?=\S{2})/g, '$1')
}
