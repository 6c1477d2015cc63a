import { expect, test } from 'vitest'
import { readPdf } from '../read-pdf.ts'

const line = (text: string, y: number, size = 12) => `BT /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET\n`

const BODY = [
  'The harbour of Almina opened its third quay',
  'in March, and 412 ships used it before the end',
  'of the summer.',
]
  .map((text, at) => line(text, 700 - 14 * at))
  .join('')

/** Makes a PDF of one page with a layer of this name, which is on or off. */
function pdfWith(content: string, layer = 'Notes', isOn = true): Uint8Array {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /Order [6 0 R] ${isOn ? '' : '/OFF [6 0 R]'} >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /Properties << /MC0 6 0 R >> /ExtGState << /G0 << /ca 0.2 >> >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /OCG /Name (${layer}) >>`,
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

const TEXT = 'The harbour of Almina opened its third quay in March, and 412 ships used it before the end of the summer.'
const contentOf = async (...given: Parameters<typeof pdfWith>) => (await readPdf(pdfWith(...given))).content

test('does not read text that a PDF marks as decoration', async () => {
  const mark = '/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\n'
  expect(await contentOf(`${BODY}${mark}${line('CONFIDENTIAL', 640, 40)}EMC\n`)).toBe(TEXT)
  expect(await contentOf(`${BODY}/Artifact BMC\n${line('Harbour News', 640)}EMC\n`)).toBe(TEXT)
})

test('reads a PDF page whose whole text is marked as decoration', async () => {
  expect(await contentOf(`/Artifact BMC\n${BODY}EMC\n`)).toBe(TEXT)
})

test("reads a PDF's layers, except those that are off or named as a watermark", async () => {
  const content = `${BODY}/OC /MC0 BDC\n${line('Seen in the layer.', 600)}EMC\n`
  expect(await contentOf(content)).toBe(`${TEXT}\n\nSeen in the layer.`)
  expect(await contentOf(content, 'Notes', false)).toBe(TEXT)
  expect(await contentOf(content, 'Watermark')).toBe(TEXT)
})

test('does not read large transparent or diagonal text, not even as the title', async () => {
  const ghost = `q /G0 gs ${line('DRAFT', 400, 80)} Q\n`
  const diagonal = 'BT /F1 60 Tf 0.7 0.7 -0.7 0.7 150 300 Tm (SECRET) Tj ET\n'
  const read = await readPdf(pdfWith(`${line('The third quay', 760, 20)}${ghost}${diagonal}${BODY}`))
  expect(read.title).toBe('The third quay')
  expect(read.content).toBe(`The third quay\n\n${TEXT}`)
})
