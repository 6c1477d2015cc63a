import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '#core/errors.ts'

/** The expected content of a page, written by hand. It is in the JSON file with the page's name. */
interface PageExpectation {
  /** The title of the test: the behaviour that this page tests. */
  sentence: string
  /** The name of the HTML file. By default, it is the JSON file's name with the extension `.html`. */
  file?: string
  url: string
  /** The Content-Type header of the response; null for none. */
  contentType?: string | null
  /** The character encoding of the response. The files themselves are in UTF-8. */
  encoding?: string
  /** How many nested elements enclose the content. Their start tags replace %NEST%, and their end tags %UNNEST%. */
  nested?: number
  /** How many characters of text replace the placeholder %FILL% in the page. */
  filled?: number

  error?: ErrorCode
  /** The content type that the expected error names. */
  type?: string

  title?: string
  author?: string | null
  siteName?: string | null
  description?: string | null
  language?: string
  canonical?: string
  /** The number of words, counted by hand. Most pages omit it. */
  words?: number
  /** Parts of the text that must appear in this order. */
  inOrder?: string[]
  /** Text outside the article, which the reader must leave out. */
  absent?: string[]
}

export interface CorpusPage extends PageExpectation {
  name: string
  bytes: Uint8Array
  /** The expected text, which `<!-- text -->` marks in the page. null if the page has no marks. */
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

/** Encodes text. Node writes only UTF-8 and UTF-16, so other encodings use a reversed decoding table. */
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
