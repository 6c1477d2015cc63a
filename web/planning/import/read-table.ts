import { namesOf } from '#core/platforms/looks.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { readTime } from '../picker/typed-time.ts'
import { columnIndex, type CsvRow, inLatinFigures, isSameName, plain, readCsv, unwrapped } from './csv-table.ts'

export const MAX_ROWS = 500

export const COLUMNS = ['text', 'network', 'date', 'time'] as const
export type Column = (typeof COLUMNS)[number]

/** Names of the optional column with the addresses of pictures. */
const PICTURES = `pictures,picture,images,image,photos,photo,image url,image urls,picture url,photo url,media,media url,
  صور,صورة,الصور,الصورة,رابط الصورة,روابط الصور`.split(/,\s*/)

/** Names of the optional column with tags. */
const TAGS = 'tags,tag,labels,label,campaign,campaigns,تصنيف,تصنيفات,حملة,حملات'.split(',')

export interface TableRow extends Pick<CsvRow, 'number'> {
  cells: Record<Column, string> & { pictures: string; tags: string }
}

type Table =
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

/** The possible names of each column that a header must have. */
const NEEDED = [COLUMN_NAMES.text, COLUMN_NAMES.network, [...COLUMN_NAMES.date, ...COLUMN_NAMES.time, ...DATE_AND_TIME]]

export function readTable(csv: string): Table {
  const { head, rows } = readCsv(csv, NEEDED)
  if (!head || rows.length === 0) return { kind: 'empty' }
  const indexOf = (names: readonly string[]) => columnIndex(head, names)
  const columnIndexes = COLUMNS.map((column) => indexOf(COLUMN_NAMES[column]))
  const picturesAt = indexOf(PICTURES)
  const tagsAt = indexOf(TAGS)
  const [textAt = -1, networkAt = -1, dateAt = -1, timeAt = -1] = columnIndexes
  const holdsBoth = (index: number) => rows.every(({ cells }) => dateAndTime(cells[index] ?? '').time !== '')
  const only = dateAt < 0 ? timeAt : timeAt < 0 ? dateAt : -1
  const named = indexOf(DATE_AND_TIME)
  const both = named < 0 && holdsBoth(only) ? only : named
  const isMissing = (column: Column, index: number) =>
    index < 0 && !(both >= 0 && (column === 'date' || column === 'time'))
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
          time: timeAt < 0 || timeAt === both ? day.time : hour.time || hour.date,
        },
      }
    }),
  }
}

/**
 * Splits a cell with date and time, such as `2026/12/01 09:00`. Excel writes a date without a time as `2026/12/01
 * 0:00:00`, a time without a date as `1899-12-30 09:00`, and both without a format as `46357.375`.
 */
function dateAndTime(cell: string): { date: string; time: string } {
  const [, days, part] = /^\s*([3-6]\d{4})[.,](\d{1,15})\s*$/.exec(cell) ?? []
  if (days !== undefined) return { date: days, time: `0.${part}` }
  const [, date, time] = /^(\S*\d[-/.]\S*\d[-/.]\S*\d)(?:[\s،,]+|T)(\S.*)$/u.exec(unwrapped(cell.slice(0, 100))) ?? []
  return date !== undefined && time !== undefined ? { date, time } : { date: cell, time: '' }
}

/** Reads a network such as `X`, `Linked In` or `X (formerly Twitter)`. */
export function readNetwork(cell: string): Platform | null {
  const name = cell.slice(0, 60).replace(/\s*\([^()]*\)\s*$/, '')
  const written = [cell, name, name.replaceAll(/\s/g, '')]
  return (
    PLATFORMS.find((platform) => namesOf(platform).some((one) => written.some((other) => isSameName(one, other)))) ??
    null
  )
}

/** The result for a date such as 3/12, which may mean 3 December or 12 March. */
export const AMBIGUOUS = Symbol('ambiguous')

/** Reads a date such as `2026-12-03`, `2026/12/3`, `3.12.2026` or `25/12/2026`, in any digits. Null if invalid. */
export function readDate(cell: string): string | typeof AMBIGUOUS | null {
  const clear = dateWithMonthName(cell) ?? serialDate(cell)
  if (clear) return clear
  const [, a = '', mark = '', b = '', c = ''] = DATE.exec(withoutBlanks(inLatinFigures(cell))) ?? []
  if (a.length === 4) return asDay(a, b, c)
  if (c.length !== 4 && (c.length !== 2 || a.length > 2)) return null
  const year = c.length === 2 ? `20${c}` : c
  const [first, second] = [Number(a), Number(b)]
  if (mark === '/' && first <= 12 && second <= 12 && first !== second) return AMBIGUOUS
  const day = mark !== '.' && second > 12 ? asDay(year, a, b) : asDay(year, b, a)
  // Programs write `27-12-31` with the year first or last, so accept it only if one reading is valid.
  const yearFirst = c.length === 2 && a.length === 2 && mark === '-' ? asDay(`20${a}`, b, c) : null
  return day && yearFirst && day !== yearFirst ? AMBIGUOUS : (day ?? yearFirst)
}

/** Writes dates such as `4. 12. 2025`, `2025年12月4日` and `20251204` with single separators and without blanks. */
const withoutBlanks = (date: string): string =>
  date
    .replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')
    .replaceAll(/\s*([-/.])\s*/g, '$1')
    .replaceAll(/[年月]/g, '-')
    .replace(/(?<=\d)[.日]$/, '')

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

/** The instant of a date and a time with its zone, as programs write it: `05:30:00Z`, `08:30 +03:00`. */
export function readInstant(date: string, cell: string): Date | null {
  const [, time, zone = ''] =
    /^(\d\d:\d\d(?::\d\d)?)(?:[.,]\d{1,9})?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i.exec(inLatinFigures(cell)) ?? []
  if (time === undefined) return null
  const at = new Date(`${date}T${time}${/^[a-z]/i.test(zone) ? 'Z' : zone.replace(/:?(?=\d\d$)/, ':')}`)
  return Number.isNaN(at.getTime()) ? null : at
}

function partOfDay(part: number): string | null {
  const minutes = Math.round(part * 24 * 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  const isWholeMinute = Math.abs(part * 24 * 60 - minutes) < 0.01
  return isWholeMinute ? `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}` : null
}
