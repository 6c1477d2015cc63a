import Papa from 'papaparse'

// Reads CSV files for the import of posts and for the import of post metrics.

export const MAX_FILE_BYTES = 2 * 1024 * 1024

export interface CsvRow {
  /** The row number that spreadsheets show. It counts the header and blank rows. */
  number: number
  cells: string[]
}

/** The number of rows that may contain the header. The rows before it are a title. */
const TITLE_ROWS = 10

/**
 * Reads a CSV text with any delimiter. Leaves out blank rows; `head` is undefined if nothing is left.
 * @param needed the possible names of each column that a header must have
 */
export function readCsv(
  csv: string,
  needed: readonly (readonly string[])[],
): { head: CsvRow | undefined; rows: CsvRow[] } {
  const isHead = (row: Pick<CsvRow, 'cells'>) => needed.every((names) => columnIndex(row, names) >= 0)
  const { text, delimiter } = withDelimiter(withoutMarks(csv).replace(/\r\n?/g, '\n'), isHead)
  const parsed = Papa.parse<string[]>(text, { delimiter }).data
  // A spreadsheet program that expects another delimiter saves each row of a CSV file as one cell. Split such cells.
  const isInOneColumn = parsed.length > 1 && parsed.every(([, ...others]) => others.every((cell) => cell === ''))
  const within = isInOneColumn ? withDelimiter(parsed.map(([cell = '']) => cell).join('\n'), isHead) : null
  const data = within ? Papa.parse<string[]>(within.text, { delimiter: within.delimiter }).data : parsed
  const all = data.map((cells, index) => ({ number: index + 1, cells }))
  const filled = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const headAt = filled.slice(0, TITLE_ROWS).findIndex(isHead)
  const [head, ...rows] = filled.slice(Math.max(0, headAt))
  return { head, rows }
}

/** The index of the first column with one of these names; -1 if there is none. */
export const columnIndex = (head: Pick<CsvRow, 'cells'>, names: readonly string[]): number =>
  head.cells.findIndex((name) => names.some((columnName) => isSameName(columnName, withoutHint(unwrapped(name)))))

/** Removes the format that templates add to a column's name: `Date (YYYY-MM-DD)`. */
const withoutHint = (name: string): string => name.slice(0, 60).replace(/\s*[([][^()[\]]*[)\]]\W*$/u, '')

/**
 * Unwraps a formula such as `="01/12/2026"`, which prevents Excel from converting the text to a date. Removes the
 * apostrophe that an export adds so that no text becomes a formula.
 */
export function unwrapped(cell: string): string {
  const trimmed = cell.trim()
  if (/^'[=+\-@']/.test(trimmed)) return trimmed.slice(1)
  // Remove quotation marks that follow a blank, because the CSV parser treats them as a part of the cell.
  if (/^\s+"[^"]*"$/.test(cell.trimEnd())) return trimmed.slice(1, -1).trim()
  return /^="[^]*"$/.test(trimmed) ? trimmed.slice(2, -1).replaceAll('""', '"').trim() : trimmed
}

/** Removes byte order marks, also those that a program has read in a wrong encoding, and end marks: Ctrl+Z and NUL. */
function withoutMarks(csv: string): string {
  let text = csv.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF|\u00EF\u00BB\u061F|\u00FF\u00FE|\u00FE\u00FF)+/, '')
  while (text.endsWith('\u001A') || text.endsWith('\0')) text = text.slice(0, -1).trimEnd()
  return text
}

/** Finds the delimiter. A first line such as `sep=;` names it, and Excel does not show that line. */
function withDelimiter(
  csv: string,
  isHead: (row: Pick<CsvRow, 'cells'>) => boolean,
): { text: string; delimiter: string } {
  const [line, named] = /^\s*"?sep *= *([^\n"]|\\t)"?[;,\t ]*\n/i.exec(csv.slice(0, 100)) ?? []
  if (line !== undefined && named !== undefined) {
    return { text: csv.slice(line.length), delimiter: named === '\\t' ? '\t' : named }
  }
  const start = csv.slice(0, 20_000)
  const hasHead = (delimiter: string) =>
    Papa.parse<string[]>(start, { delimiter, skipEmptyLines: 'greedy', preview: TITLE_ROWS }).data.some((cells) =>
      isHead({ cells }),
    )
  // Papa Parse detects the delimiter from the first row that is not blank.
  const first = Papa.parse(csv, { skipEmptyLines: 'greedy', preview: 1 }).meta.delimiter
  return { text: csv, delimiter: [first, ',', ';', '\t', '|', '؛', '،'].find(hasHead) ?? first }
}

export const inLatinFigures = (text: string): string =>
  text
    .slice(0, 40)
    .replace(/[\u200e\u200f\u061c\ufeff]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => String(figure.charCodeAt(0) & 15))
    .trim()

export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

export function plain(name: string): string {
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
