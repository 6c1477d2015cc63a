import { FILTER, type Stream } from './streams.ts'

// A PDF can state the text of drawn pieces: `/Span <</ActualText (…)>> BDC … EMC` (ISO 32000-1, 14.9.4). pdf.js passes
// on only the value of /MCID. So Frogy appends an update to the file, which stores the text as that value.

export interface Rewritten {
  objectNumber: number
  generation: number
  dictionary: string
  instructions: Buffer
}

export function rewriteActualText({ objectNumber, generation, dictionary, unpacked }: Stream): Rewritten | null {
  if (!unpacked?.includes('/ActualText') || /\/Type\s*\/(ObjStm|Metadata)\b/.test(dictionary)) return null
  const moved = unpacked.toString('latin1').replaceAll('/MCID', '/Number').replaceAll('/ActualText', '/MCID')
  return { objectNumber, generation, dictionary, instructions: Buffer.from(moved, 'latin1') }
}

/**
 * Appends the changed streams to the file as an update. Returns the file unchanged if the objects that an update needs
 * are missing.
 */
export function appendUpdate(file: Buffer, rewritten: readonly Rewritten[]): Buffer {
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

/** Decodes a text string of a PDF, given with one byte per character: UTF-16 or UTF-8 if marked, otherwise Latin-1. */
export function textOfString(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1')
  if (bytes.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(buffer)
  if (bytes.startsWith('\xef\xbb\xbf')) return new TextDecoder().decode(buffer)
  return bytes
}
