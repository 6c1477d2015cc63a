export interface PdfPages {
  /** The drawing instructions of each page. The font is `/F1`, and `/G0` is a transparent state. */
  pages: readonly string[]
  /** The annotations of every page, as dictionaries without their brackets. */
  annotations?: readonly string[]
  /** The layer `/MC0`. */
  layer?: { name: string; isOn: boolean }
}

/** A line of text in Helvetica. `look` are instructions before it, such as a colour. */
export const pdfLine = (text: string, y: number, size = 12, x = 72, look = ''): string =>
  `${look}BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`

/** Makes a PDF with pages of 595 × 842 points. */
export function pdfFile({ pages, annotations = [], layer = { name: 'Notes', isOn: true } }: PdfPages): Uint8Array {
  const notes = annotations.map((note) => `<< /Type /Annot ${note} >>`).join(' ')
  const kids = pages.map((_, at) => `${5 + 2 * at} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [4 0 R] /D << /Order [4 0 R] ${layer.isOn ? '' : '/OFF [4 0 R]'} >> >> >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /OCG /Name (${layer.name}) >>`,
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + 2 * at} 0 R /Annots [${notes}] /Resources << /Font << /F1 3 0 R >> /Properties << /MC0 4 0 R >> /ExtGState << /G0 << /ca 0.2 >> >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let file = '%PDF-1.5\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file + end, 'latin1'))
}
