import { FILTER, type Stream } from './streams.ts'

// Many drawn pieces have no letter of their own: a ligature, an Arabic letter together with its marks. A PDF may spell such
// a piece out: `/Span <</ActualText (…)>> BDC … EMC` (ISO 32000-1, 14.9.4), as Chromium, Word and LibreOffice do. Of such a
// bracket pdf.js passes on its name and what stands under /MCID, a number as a rule. So the text is put under that key, by
// an update appended to the file as an editor of PDFs would append one.

export interface Rewritten {
  objectNumber: number
  generation: number
  dictionary: string
  instructions: Buffer
}

/** The drawing instructions of a stream with their spelled-out text where pdf.js passes it on; null where there is none. */
export function spelledOut({ objectNumber, generation, dictionary, unpacked }: Stream): Rewritten | null {
  if (!unpacked?.includes('/ActualText') || /\/Type\s*\/(ObjStm|Metadata)\b/.test(dictionary)) return null
  const moved = unpacked.toString('latin1').replaceAll('/MCID', '/Number').replaceAll('/ActualText', '/MCID')
  return { objectNumber, generation, dictionary, instructions: Buffer.from(moved, 'latin1') }
}

/** The file with these streams replaced; the file as it is where it does not say what an update must repeat. */
export function updated(file: Buffer, rewritten: readonly Rewritten[]): Buffer {
  if (rewritten.length === 0) return file
  const root = lastMatch(file, '/Root', /^\/Root\s+\d+\s+\d+\s+R/)
  const info = lastMatch(file, '/Info', /^\/Info\s+\d+\s+\d+\s+R/)
  const previous = lastMatch(file, 'startxref', /^startxref\s+\d+/)?.match(/\d+/)?.[0]
  if (!root || !previous) return file

  const parts: Buffer[] = [file, Buffer.from('\n')]
  const table: string[] = ['xref\n']
  let offset = file.length + 1
  let size = 0
  for (const { objectNumber, generation, dictionary, instructions } of rewritten) {
    const before = `${objectNumber} ${generation} obj\n${dictionaryFor(dictionary, instructions.length)}\nstream\n`
    const object = [Buffer.from(before, 'latin1'), instructions, Buffer.from('\nendstream\nendobj\n')]
    const place = `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n `
    table.push(`${objectNumber} 1\n${place}\n`)
    for (const part of object) offset += part.length
    parts.push(...object)
    size = Math.max(size, objectNumber + 1)
  }
  table.push(`trailer\n<</Size ${size} ${root} ${info ?? ''} /Prev ${previous}>>\nstartxref\n${offset}\n%%EOF\n`)
  return Buffer.concat([...parts, Buffer.from(table.join(''), 'latin1')])
}

function dictionaryFor(dictionary: string, length: number): string {
  return dictionary
    .replace(/\/Length\s+\d+(\s+\d+\s+R)?/, ' ')
    .replace(FILTER, ' ')
    .replace(/\/DecodeParms\s*(\[[^\]]*\]|<<[^>]*>>|null)/, ' ')
    .replace(/>>$/, ` /Length ${length}>>`)
}

function lastMatch(file: Buffer, word: string, pattern: RegExp): string | undefined {
  const at = file.lastIndexOf(word)
  return at < 0 ? undefined : pattern.exec(file.subarray(at, at + 60).toString('latin1'))?.[0]
}

/** A text string of a PDF as pdf.js gives it, a byte a character: UTF-16 or UTF-8 by its first bytes, else Latin-1. */
export function textOfString(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1')
  if (bytes.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(buffer)
  if (bytes.startsWith('\xef\xbb\xbf')) return new TextDecoder().decode(buffer)
  return bytes
}
