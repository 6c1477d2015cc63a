import { describe, expect, test } from 'vitest'
import { drawnPdf, pdfLine as line } from '#tests/support/pdf.ts'
import { readPdf } from '../read-pdf.ts'

const BODY = [
  'The harbour of Almina opened its third quay',
  'in March, and 412 ships used it before the end',
  'of the summer.',
]
  .map((text, at) => line(text, 700 - 14 * at))
  .join('')

const pdfWith = (content: string, name = 'Notes', isOn = true) => drawnPdf({ pages: [content], layer: { name, isOn } })

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

const HEADING = line('The third quay', 760, 20)
const grey = (text: string, y: number, size: number, x = 72) => line(text, y, size, x, '0.8 g ') + '0 g\n'

test.for<[string, string, number]>([
  ['light grey in a blank part', grey('CONFIDENTIAL', 300, 60), 1],
  ['as a light outline', `1 Tr 0.8 G ${line('CONFIDENTIAL', 300, 60)}0 Tr\n`, 1],
  ['black on three pages', line('CONFIDENTIAL', 300, 60), 3],
  ['small and light on three pages', grey('DRAFT', 300, 20), 3],
  [
    'in diagonal tiles',
    [100, 200, 300, 400]
      .map((at) => `BT /F1 12 Tf 0.8 0.6 -0.6 0.8 ${at} ${at} Tm (Licensed to Mona) Tj ET\n`)
      .join(''),
    1,
  ],
])('does not read a watermark as title or text: %s', async ([, mark, count]) => {
  const read = await readPdf(
    drawnPdf({ pages: Array.from({ length: count }, (_, at) => HEADING + BODY.replace('412', `41${at}`) + mark) }),
  )
  expect(read.title).toBe('The third quay')
  expect(read.content).not.toMatch(/CONFIDENTIAL|DRAFT|Mona/)
  expect(read.content.split('The third quay')).toHaveLength(count + 1)
})

test("does not read text outside a PDF's page, such as marks for the printer", async () => {
  const content = BODY + line('harbour.indd 3', 880) + line('Cut here', 400, 12, 640)
  expect((await readPdf(drawnPdf({ pages: [content] }))).content).toBe(TEXT)
})

test('reads white titles of slides as titles', async () => {
  const slide = (title: string) => `0 0 0.5 rg 0 700 595 142 re f 1 g ${line(title, 760, 40)}0 g\n${BODY}`
  const { content } = await readPdf(drawnPdf({ pages: ['Results of March', 'Results of April'].map(slide) }))
  expect(content).toContain('Results of March')
  expect(content).toContain('Results of April')
})

describe('struck text', () => {
  const price = line('It cost 900 750 dinars in all.', 600)
  // In Helvetica of 12 points, "900" begins at 72 + 35.35 points and is 20 points wide.
  const [left, right] = [107.3, 127.4]
  const withoutPrice = `${TEXT}\n\nIt cost 750 dinars in all.`
  const strike = (y: number, from = left, to = right) => `q 0.6 w ${from} ${y} m ${to} ${y} l S Q\n`
  const bar = (y: number, height: number) => `q ${left} ${y} ${right - left} ${height} re f Q\n`
  const note = (subtype: string, more = '') =>
    `/Subtype /${subtype} /Rect [${left} 596 ${right} 612] /QuadPoints [${left} 612 ${right} 612 ${left} 597 ${right} 597] ${more}`
  const read = async (drawing: string, annotations: string[] = []) =>
    (await readPdf(drawnPdf({ pages: [BODY + price + drawing], annotations }))).content

  test.for<[string, string, string[]]>([
    ['an annotation', '', [note('StrikeOut')]],
    ['a line', strike(603.6), []],
    ['a thin box', bar(603, 0.8), []],
    ['a line a little longer than the text', strike(603.6, left - 2, right + 2), []],
  ])('omits text that a PDF strikes out by %s', async ([, drawing, annotations]) => {
    expect(await read(drawing, annotations)).toBe(withoutPrice)
  })

  test.for<[string, string, string[]]>([
    ['a highlight', '', [note('Highlight')]],
    ['an underline', '', [note('Underline')]],
    ['a hidden annotation', '', [note('StrikeOut', '/F 2')]],
    ['a line below it', strike(598.5), []],
    ['a line above it', strike(609.5), []],
    ['a rule across the page', strike(603.6, 20, 575), []],
    ['a coloured box', bar(597, 14), []],
  ])('keeps text of a PDF with %s', async ([, drawing, annotations]) => {
    expect(await read(drawing, annotations)).toBe(`${TEXT}\n\nIt cost 900 750 dinars in all.`)
  })
})
