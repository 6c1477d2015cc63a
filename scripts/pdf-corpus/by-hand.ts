import { deflateSync } from 'node:zlib'

/** An object of a PDF as it is written there; a stream has its data beside its dictionary. */
export type PdfObject = string | { dictionary: string; data: Uint8Array }

/** A file of these objects, numbered from 1. The first is the catalogue. */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const head = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const parts = [head]
  const offsets: number[] = []
  let offset = head.length
  for (const [at, object] of objects.entries()) {
    offsets.push(offset)
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), bodyOf(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    offset += part.length
  }
  const table = offsets.map((one) => `${String(one).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function bodyOf(object: PdfObject): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1')
  const { dictionary, data } = object
  return Buffer.concat([
    Buffer.from(`<<${dictionary} /Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

export function stream(data: string | Uint8Array, dictionary = ''): PdfObject {
  return { dictionary: `${dictionary} /Filter /FlateDecode`, data: deflateSync(data, { level: 9 }) }
}

/** A catalogue, a tree of these pages, and what else they need from object `3 + pages.length` on. */
export function pagesOf(
  pages: readonly string[],
  others: readonly PdfObject[],
  more: { catalogue?: string; box?: string } = {},
): PdfObject[] {
  const kids = pages.map((_, at) => `${at + 3} 0 R`).join(' ')
  return [
    `<</Type /Catalog /Pages 2 0 R ${more.catalogue ?? ''}>>`,
    `<</Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [${more.box ?? '0 0 420 595'}]>>`,
    ...pages.map((page) => `<</Type /Page /Parent 2 0 R ${page}>>`),
    ...others,
  ]
}

export const HELVETICA = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>'

/** Instructions that write lines in Latin letters from the top of a page down. */
export function latinLines(lines: readonly string[], size = 11): string {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')
  return `BT /F1 ${size} Tf ${size * 1.3} TL 40 540 Td\n${shown}\nET`
}

/**
 * A font without a file, each of its letters half as wide as high: a letter is shown by its place in `letters`. `meaning` is
 * what the file says of it; without it, it says nothing.
 */
export function unshapedFont(
  letters: readonly string[],
  first: number,
  meaning?: (letter: string) => string,
): PdfObject[] {
  const mapping = letters.map((letter, at) => `<${hex(at + 1)}> <${utf16(meaning?.(letter) ?? '')}>`)
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${mapping.length} beginbfchar
${mapping.join('\n')}
endbfchar endcmap end end`
  return [
    `<</Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Letters /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] ${meaning ? `/ToUnicode ${first + 3} 0 R` : ''}>>`,
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Letters /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 500 /FontDescriptor ${first + 2} 0 R>>`,
    '<</Type /FontDescriptor /FontName /ABCDEF+Letters /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>',
    stream(map),
  ]
}

export function hex(number: number): string {
  return number.toString(16).padStart(4, '0')
}

function utf16(text: string): string {
  return [...Array(text.length).keys()].map((at) => hex(text.charCodeAt(at))).join('')
}
