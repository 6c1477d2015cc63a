import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '#core/errors.ts'

/** What a careful person reads off a page, in the JSON file beside it. */
export interface PageExpectation {
  /** What is to be shown by this page: the name of its test. */
  sentence: string
  /** Where it is not the HTML file of the same name. */
  file?: string
  url: string
  /** The header; null for none. */
  contentType?: string | null
  /** The pages are kept in UTF-8, to be read by people; this is what they are sent in. */
  encoding?: string
  /** How many elements stand around what is between %NEST% and %UNNEST%. */
  nested?: number
  /** How many characters %FILL% stands for. */
  filled?: number

  error?: ErrorCode
  /** What the error says that is there. */
  type?: string

  title?: string
  author?: string | null
  siteName?: string | null
  description?: string | null
  language?: string
  canonical?: string
  /** Only where a person counted. */
  words?: number
  /** Pieces of the text, in the order of the page. */
  inOrder?: string[]
  /** What stands beside the text. */
  absent?: string[]
}

export interface CorpusPage extends PageExpectation {
  name: string
  bytes: Uint8Array
  /** All that belongs to the text, as marked in the page by `<!-- text -->`; null where nothing is marked. */
  marked: string | null
}

const FOLDER = import.meta.dirname

export function corpusPages(): CorpusPage[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  return files.toSorted().map((file) => {
    const name = file.slice(0, -'.json'.length)
    const expected = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as PageExpectation
    const html = unfolded(readFileSync(join(FOLDER, expected.file ?? `${name}.html`), 'utf8'), expected)
    return { ...expected, name, bytes: encoded(html, expected.encoding ?? 'utf-8'), marked: markedText(html) }
  })
}

function unfolded(html: string, { nested = 0, filled = 0 }: PageExpectation): string {
  return html
    .replaceAll('%NEST%', '<div>'.repeat(nested))
    .replaceAll('%UNNEST%', '</div>'.repeat(nested))
    .replaceAll('%FILL%', 'A'.repeat(filled))
}

function markedText(html: string): string | null {
  const parts = html.split('<!-- text -->').slice(1)
  if (parts.length === 0) return null
  return parts.map((part) => part.slice(0, part.indexOf('<!-- /text -->'))).join('\n')
}

/** What a browser would decode to `text`. Node encodes UTF-8 and UTF-16 only, so others are looked up the other way. */
function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  const codes = codesOf(encoding)
  return Buffer.from(
    [...text].flatMap((sign) => {
      const code = codes.get(sign)
      if (!code) throw new Error(`${encoding} has no ${sign}`)
      return code
    }),
  )
}

function codesOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const sign = decoder.decode(new Uint8Array(bytes))
    if ([...sign].length === 1 && sign !== '\uFFFD' && !codes.has(sign)) codes.set(sign, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  if (!SINGLE_BYTE.test(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail)
  }
  return codes
}

const SINGLE_BYTE = /^(?:windows|iso)-/
