import Papa from 'papaparse'
import { namesOf } from '#core/platforms/looks.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { readTime } from '../picker/typed-time.ts'

export const MAX_ROWS = 500
export const MAX_FILE_BYTES = 2 * 1024 * 1024

export const COLUMNS = ['text', 'network', 'date', 'time'] as const
export type Column = (typeof COLUMNS)[number]

/** A column that a table may have: the addresses of pictures. */
const PICTURES = `pictures,picture,images,image,photos,photo,image url,image urls,picture url,photo url,media,media url,
  صور,صورة,الصور,الصورة,رابط الصورة,روابط الصور`.split(/,\s*/)

/** A column that a table may have: the names of tags. */
const TAGS = 'tags,tag,labels,label,campaign,campaigns,تصنيف,تصنيفات,حملة,حملات'.split(',')

export interface TableRow {
  /** The row number that spreadsheets show. It counts the header and blank rows. */
  number: number
  cells: Record<Column, string> & { pictures: string; tags: string }
}

export type Table =
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'empty' | 'too-many' }
  | { kind: 'missing'; columns: Column[] }

const COLUMN_NAMES: Record<Column, string[]> = {
  text: `text,content,post,message,caption,post text,post content,body,copy,نص,محتوي,منشور,نص منشور,نص المنشور,
    محتوي المنشور,رسالة,تعليق`.split(/,\s*/),
  network: `network,platform,channel,social network,شبكة,منصة,شبكة اجتماعية,الشبكة الاجتماعية,قناة`.split(','),
  date: `date,day,publish date,post date,schedule date,scheduled date,تاريخ,يوم,تاريخ نشر,تاريخ النشر`.split(','),
  time: `time,hour,publish time,post time,schedule time,scheduled time,وقت,ساعة,وقت نشر,وقت النشر,توقيت`.split(','),
}

/**
 * Names of columns that contain both date and time. The Arabic names mean "date and time" and "time of publication".
 */
const DATE_AND_TIME = `date time,datetime,date and time,publish at,scheduled at,scheduled for,publish date and time,
  تاريخ والوقت,التاريخ والوقت,موعد,موعد النشر,تاريخ ووقت النشر`.split(/,\s*/)

export function readTable(csv: string): Table {
  const { text, delimiter } = withDelimiter(withoutMarks(csv).replace(/\r\n?/g, '\n'))
  const all = Papa.parse<string[]>(text, { delimiter }).data.map((cells, index) => ({ number: index + 1, cells }))
  const filled = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  // A title may precede the header.
  const headAt = filled.slice(0, TITLE_ROWS).findIndex(({ cells }) => isHead(cells))
  const [head, ...rows] = filled.slice(Math.max(0, headAt))
  if (!head || rows.length === 0) return { kind: 'empty' }
  const indexOf = (names: readonly string[]) => columnIn(head.cells, names)
  const columnIndexes = COLUMNS.map((column) => indexOf(COLUMN_NAMES[column]))
  const picturesAt = indexOf(PICTURES)
  const tagsAt = indexOf(TAGS)
  const both = indexOf(DATE_AND_TIME)
  const [textAt = -1, networkAt = -1, dateAt = -1, timeAt = -1] = columnIndexes
  const hasTimes = both >= 0 || (timeAt < 0 && rows.every(({ cells }) => dateAndTime(cells[dateAt] ?? '').time !== ''))
  const isMissing = (column: Column, index: number) =>
    index < 0 && !(column === 'date' && both >= 0) && !(column === 'time' && hasTimes)
  const columns = COLUMNS.filter((column, index) => isMissing(column, columnIndexes[index] ?? -1))
  if (columns.length > 0) return { kind: 'missing', columns }
  if (rows.length > MAX_ROWS) return { kind: 'too-many' }
  const cell = (row: readonly string[], index: number) => unwrapped(row[index] ?? '')
  return {
    kind: 'rows',
    rows: rows.map(({ number, cells }) => {
      const day = dateAndTime(cell(cells, dateAt < 0 ? both : dateAt))
      const hour = dateAndTime(cell(cells, timeAt))
      return {
        number,
        cells: {
          text: cell(cells, textAt),
          network: cell(cells, networkAt),
          pictures: cell(cells, picturesAt),
          tags: cell(cells, tagsAt),
          date: day.date,
          time: timeAt < 0 ? day.time : hour.time || hour.date,
        },
      }
    }),
  }
}

/** How many rows the header may be among. The rows before it are a title. */
const TITLE_ROWS = 10

const columnIn = (cells: readonly string[], names: readonly string[]): number =>
  cells.findIndex((name) => names.some((columnName) => isSameName(columnName, unwrapped(name))))

const isHead = (cells: readonly string[]): boolean =>
  [COLUMN_NAMES.text, COLUMN_NAMES.network, [...COLUMN_NAMES.date, ...DATE_AND_TIME]].every(
    (names) => columnIn(cells, names) >= 0,
  )

/** Removes byte order marks, also those that a program has read in a wrong encoding, and the old end mark Ctrl+Z. */
function withoutMarks(csv: string): string {
  let text = csv.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF|\u00EF\u00BB\u061F|\u00FF\u00FE|\u00FE\u00FF)+/, '')
  while (text.endsWith('\u001A')) text = text.slice(0, -1).trimEnd()
  return text
}

/** Finds the delimiter. A first line such as `sep=;` names it, and Excel does not show that line. */
function withDelimiter(csv: string): { text: string; delimiter: string } {
  const [line, named] = /^\s*"?sep *= *([^\n"]|\\t)"?[;,\t ]*\n/i.exec(csv.slice(0, 100)) ?? []
  if (line !== undefined && named !== undefined) {
    return { text: csv.slice(line.length), delimiter: named === '\\t' ? '\t' : named }
  }
  const start = csv.slice(0, 20_000)
  const hasHead = (delimiter: string) =>
    Papa.parse<string[]>(start, { delimiter, skipEmptyLines: 'greedy', preview: TITLE_ROWS }).data.some(isHead)
  // Papa Parse detects the delimiter from the first row that is not blank.
  const first = Papa.parse(csv, { skipEmptyLines: 'greedy', preview: 1 }).meta.delimiter
  return { text: csv, delimiter: [first, ',', ';', '\t', '|'].find(hasHead) ?? first }
}

/**
 * Unwraps a formula such as `="01/12/2026"`, which prevents Excel from converting the text to a date. Removes the
 * apostrophe that an export adds so that no text becomes a formula.
 */
function unwrapped(cell: string): string {
  const trimmed = cell.trim()
  if (/^'[=+\-@']/.test(trimmed)) return trimmed.slice(1)
  return /^="[^]*"$/.test(trimmed) ? trimmed.slice(2, -1).replaceAll('""', '"').trim() : trimmed
}

/**
 * Splits a cell with date and time, such as `2026/12/01 09:00`. Excel writes a date without a time as `2026/12/01
 * 0:00:00`, and a time without a date as `1899-12-30 09:00`.
 */
function dateAndTime(cell: string): { date: string; time: string } {
  const [, date, time] = /^(\S*\d[-/.]\S*\d[-/.]\S*\d)(?:[\s،,]+|T)(\S.*)$/u.exec(unwrapped(cell.slice(0, 100))) ?? []
  return date !== undefined && time !== undefined ? { date, time } : { date: cell, time: '' }
}

export function readNetwork(cell: string): Platform | null {
  return PLATFORMS.find((platform) => namesOf(platform).some((name) => isSameName(name, cell))) ?? null
}

/** The result for a date such as 3/12, which may mean 3 December or 12 March. */
export const AMBIGUOUS = Symbol('ambiguous')

/** Reads a date such as `2026-12-03`, `2026/12/3`, `3.12.2026` or `25/12/2026`, in any digits. Null if invalid. */
export function readDate(cell: string): string | typeof AMBIGUOUS | null {
  const clear = dateWithMonthName(cell) ?? serialDate(cell)
  if (clear) return clear
  const [, a = '', mark = '', b = '', c = ''] = DATE.exec(inLatinFigures(cell)) ?? []
  if (a.length === 4) return asDay(a, b, c)
  if (c.length !== 4 && (c.length !== 2 || a.length > 2)) return null
  const year = c.length === 2 ? `20${c}` : c
  const [first, second] = [Number(a), Number(b)]
  if (mark === '/' && first <= 12 && second <= 12 && first !== second) return AMBIGUOUS
  const day = mark !== '.' && second > 12 ? asDay(year, a, b) : asDay(year, b, a)
  // Programs write `27-12-31` with the year first or last.
  const yearFirst = c.length === 2 && a.length === 2 && mark === '-' ? asDay(`20${a}`, b, c) : null
  return day && yearFirst && day !== yearFirst ? AMBIGUOUS : (day ?? yearFirst)
}

const DATE = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/

/**
 * Reads a date such as `1 December 2026`, `Dec 1, 2026`, `1-Dec-26` or `١ ديسمبر ٢٠٢٦`, with or without the weekday.
 */
function dateWithMonthName(cell: string): string | null {
  const words = plain(inLatinFigures(cell)).split(' ')
  if (words.length > 6) return null
  const month = MONTH_NAMES.findIndex((names) => names.some((name) => ` ${words.join(' ')} `.includes(` ${name} `))) + 1
  const numbers = words.flatMap((word) => /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? [])
  const [a = '', b = ''] = numbers
  if (month === 0 || numbers.length !== 2) return null
  const [day, year] = a.length === 4 ? [b, a] : [a, b]
  if (year.length !== 4 && year.length !== 2) return null
  return asDay(year.length === 2 ? `20${year}` : year, `${month}`, day)
}

/**
 * Month names in the form that `plain` returns: in English, in the Arabic of the Gulf and Egypt, and in the Arabic of
 * the Levant.
 */
const MONTH_NAMES = [
  ['jan', 'january', 'يناير', 'كانون ثاني'],
  ['feb', 'february', 'فبراير', 'شباط'],
  ['mar', 'march', 'مارس', 'اذار'],
  ['apr', 'april', 'ابريل', 'نيسان'],
  ['may', 'مايو', 'ايار'],
  ['jun', 'june', 'يونيو', 'يونيه', 'حزيران'],
  ['jul', 'july', 'يوليو', 'يوليه', 'تموز'],
  ['aug', 'august', 'اغسطس', 'اب'],
  ['sep', 'sept', 'september', 'سبتمبر', 'ايلول'],
  ['oct', 'october', 'اكتوبر', 'تشرين اول'],
  ['nov', 'november', 'نوفمبر', 'تشرين ثاني'],
  ['dec', 'december', 'ديسمبر', 'كانون اول'],
]

/** Reads a date as Excel's number of days since 30 December 1899. Excel writes it for a cell without a date format. */
function serialDate(cell: string): string | null {
  const days = inLatinFigures(cell)
  return /^[3-6]\d{4}$/.test(days) ? new Date(Date.UTC(1899, 11, 30 + Number(days))).toISOString().slice(0, 10) : null
}

function asDay(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00Z`)
  // Rejects dates such as 30 February, which `Date` would turn into a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null
}

export function readTimeCell(cell: string): string | null {
  const time = inLatinFigures(cell)
  // Excel writes the time in a cell without a time format as a fraction of a day.
  if (/^0[.,]\d{1,15}$/.test(time)) return partOfDay(Number(time.replace(',', '.')))
  return readTime(
    time
      .replace(/^(\d{1,2}[:.]\d{2})[:.]00(?:[.,]0+)?(?!\d)/, '$1')
      .replace(/\s*\b([ap])\.?\s?m\b\.?/i, ' $1m')
      .replace(/صباح(?:اً|ًا|ا)?/u, 'ص')
      .replace(/مساء(?:اً|ًا|ا|ً)?/u, 'م'),
  )
}

function partOfDay(part: number): string | null {
  const minutes = Math.round(part * 24 * 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  const isWholeMinute = Math.abs(part * 24 * 60 - minutes) < 0.01
  return isWholeMinute ? `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}` : null
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
