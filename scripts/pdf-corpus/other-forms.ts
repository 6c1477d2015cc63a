import PDFDocument from 'pdfkit'
import type { Part, Text } from '#tests/corpus/pdf/texts.ts'

/** A paragraph a line, for programs that know nothing else. */
export function plainOf({ parts }: Text): string {
  return parts.flatMap((part) => (part.kind === 'table' ? [] : [part.text])).join('\n\n')
}

/** For troff with its ms macros: hyphened, justified, with headers, and with footnotes at the foot of their page. */
export function groffOf({ title, parts }: Text): string {
  const lines = parts.map((part, at) => groffOfPart(part, parts[at + 1]))
  return `.nr LL 4.5i
.nr PS 11
.nr VS 14
.pl 6i
.ds LH ${title}
.ds CH
.ds RH Valley Transport Board
.ds CF - % -
.nr PI 2n
${lines.join('\n')}
`
}

function groffOfPart(part: Part, next: Part | undefined): string {
  switch (part.kind) {
    case 'heading':
      return `.TL\n${part.text}`
    case 'subheading':
      return `.SH\n${part.text}`
    case 'table':
    case 'note':
      return ''
    default: {
      const text = next?.kind === 'note' ? withNote(part.text, next.text) : part.text
      return `.PP\n${text}`
    }
  }
}

function withNote(text: string, note: string): string {
  return text.replace('¹ ', `\\s-3\\u1\\d\\s0\n.FS\n${note.replace('¹', '\\s-3\\u1\\d\\s0')}\n.FE\n`)
}

export async function pdfkitOf({ title, author, parts }: Text): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', info: { Title: title, Author: author } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => document.on('end', resolve))
  for (const part of parts) {
    if (part.kind === 'table') continue
    const isHeading = part.kind === 'heading' || part.kind === 'subheading'
    document.font(isHeading ? 'Helvetica-Bold' : 'Helvetica').fontSize(part.kind === 'heading' ? 18 : 10.5)
    document.text(part.text).moveDown(0.6)
  }
  document.end()
  await end
  return Buffer.concat(chunks)
}
