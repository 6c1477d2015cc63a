import PDFDocument from 'pdfkit'
import { NUMBER_WORDS, stepNumber, type Layout, type Part } from '#tests/corpus/pdf/everyday/layout.ts'

const POINTS = { A5: [420, 595], A6: [298, 420], slides: [720, 405] } as const

/** English only: pdfkit knows no writing from right to left. */
export async function everydayPdfkit(layout: Layout): Promise<Buffer> {
  const { kind, paper = 'A5', title, pages } = layout
  const [width, height] = POINTS[kind === 'slides' ? 'slides' : paper]
  const document = new PDFDocument({
    size: [width, height],
    margins: { top: 60, bottom: 60, left: 40, right: 40 },
    bufferPages: true,
    autoFirstPage: false,
    info: { Title: title },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => document.on('end', resolve))
  for (const parts of pages) {
    document.addPage()
    for (const [at, part] of parts.entries()) draw(document, part, kind === 'slides', stepNumber(parts, at))
  }
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    document.font('Helvetica').fontSize(8)
    const number = (layout.number ?? '')
      .replace('{page}', String(page + 1))
      .replace('{pages}', String(count))
      .replace('{words}', NUMBER_WORDS.en[page] ?? '')
    if (layout.header) document.text(layout.header, 40, 25, { width: width - 80, align: 'center' })
    if (layout.footer) document.text(layout.footer, 40, height - 30, { lineBreak: false })
    document.text(number, 40, height - 30, { width: width - 80, align: layout.footer ? 'right' : 'center' })
  }
  document.end()
  await end
  return Buffer.concat(chunks)
}

function draw(document: PDFKit.PDFDocument, part: Part, isSlide: boolean, number: number): void {
  const width = document.page.width - 80
  document.font('Helvetica').fontSize(isSlide ? 18 : 9.5)
  switch (part.kind) {
    case 'heading':
    case 'subheading':
      document.font('Helvetica-Bold').fontSize(isSlide ? 28 : part.kind === 'heading' ? 15 : 11)
      document.text(part.text, 40).moveDown(0.5)
      return
    case 'table': {
      for (const cells of part.rows) {
        if (document.y > document.page.height - 75) document.addPage()
        const y = document.y
        cells.forEach((cell, at) => {
          const left = at === 0 ? 40 : 40 + width * (0.46 + 0.18 * (at - 1))
          document.text(cell, left, y, { width: width * (at === 0 ? 0.45 : 0.17), align: at === 0 ? 'left' : 'right' })
        })
        document.y = y + document.heightOfString(cells[0] ?? '', { width: width * 0.45 }) + 4
      }
      document.moveDown(0.5)
      return
    }
    case 'field': {
      const y = document.y
      document.text(part.label, 40, y, { width: width * 0.38 })
      document.text(part.value, 40 + width * 0.4, y, { width: width * 0.6 }).moveDown(0.2)
      return
    }
    default: {
      const mark = part.kind === 'item' ? '• ' : part.kind === 'step' ? `${number}. ` : ''
      document.text(mark + part.text, 40).moveDown(0.5)
    }
  }
}

/** troff with its ms macros and tables; English only. */
export function everydayGroff({ header = '', footer = '', number = '', pages }: Layout): string {
  return `.nr LL 4.3i
.nr PS 10
.nr VS 13
.pl 5i
.ds LH ${header}
.ds CH
.ds RH ${footer}
.ds CF ${number.replace('{page}', '%').replace(' of {pages}', '')}
.rm TL
${pages.flatMap((parts) => parts.map((part, at) => groffOfPart(part, stepNumber(parts, at)))).join('\n')}
`
}

function groffOfPart(part: Part, number: number): string {
  switch (part.kind) {
    case 'heading':
      return `.LP\n.ps 16\n.vs 20\n.ft B\n${part.text}\n.ft R\n.ps\n.vs`
    case 'subheading':
      return `.SH\n${part.text}`
    case 'table':
      return `.TS\nl ${'r '.repeat((part.rows[0]?.length ?? 1) - 1)}.\n${part.rows.map((cells) => cells.join('\t')).join('\n')}\n.TE`
    case 'field':
      return `.IP "${part.label}" 1.6i\n${part.value}`
    case 'item':
      return `.IP \\(bu 2n\n${part.text}`
    case 'step':
      return `.IP ${number}. 3n\n${part.text}`
    default:
      return `.LP\n${part.text}`
  }
}
