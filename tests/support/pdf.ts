import { Buffer } from 'node:buffer'

interface DrawnPages {
  /** The drawing instructions of each page. The font is `/F1`, and `/G0` is a transparent state. */
  pages: readonly string[]
  /** The annotations of every page, as dictionaries without their brackets. */
  annotations?: readonly string[]
  /** The layer that drawing instructions call `/MC0`, and whether it is visible. */
  layer?: { name: string; isOn: boolean }
  /** The metadata, such as the title, as a dictionary without its brackets. */
  info?: string
}

/** A line of text in Helvetica. `look` are instructions before it, such as a colour. */
export const pdfLine = (text: string, y: number, size = 12, x = 72, look = ''): string =>
  `${look}BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`

/** Makes a PDF with pages of 595 × 842 points. */
export function drawnPdf({
  pages,
  annotations = [],
  layer = { name: 'Notes', isOn: true },
  info = '',
}: DrawnPages): Buffer<ArrayBuffer> {
  const notes = annotations.map((note) => `<< /Type /Annot ${note} >>`).join(' ')
  const kids = pages.map((_, at) => `${6 + 2 * at} 0 R`).join(' ')
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /Order [5 0 R] ${layer.isOn ? '' : '/OFF [5 0 R]'} >> >> >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< ${info} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /OCG /Name (${layer.name}) >>`,
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${7 + 2 * at} 0 R /Annots [${notes}] /Resources << /Font << /F1 4 0 R >> /Properties << /MC0 5 0 R >> /ExtGState << /G0 << /ca 0.2 >> >> >> >>`,
      pdfStream('', Buffer.from(content, 'latin1')),
    ]),
  ])
}

export const pdfStream = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary}/Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

/** Joins objects, numbered from 1, into a PDF. The first is the catalog, the third the info dictionary. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer<ArrayBuffer> {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let sizeBytes = parts[0]?.length ?? 0
  let table = '0000000000 65535 f \n'
  for (const [at, object] of objects.entries()) {
    const bytes = typeof object === 'string' ? Buffer.from(object, 'latin1') : object
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), bytes, Buffer.from('\nendobj\n')])
    table += `${String(sizeBytes).padStart(10, '0')} 00000 n \n`
    sizeBytes += part.length
    parts.push(part)
  }
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${sizeBytes}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${count}\n${table}${trailer}`)])
}
