import { Buffer } from 'node:buffer'
import type { Person } from './person.ts'
import { uploadVideo } from './videos.ts'

/** Makes a PDF of blank pages. Its padding reaches the given size. */
export function pdfFile({ pages = 3, title = '', sizeBytes = 0 } = {}): Buffer<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 4} 0 R`).join(' ')
  const text = Buffer.from(`\uFEFF${title}`, 'utf16le').swap16().toString('hex')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    title ? `<< /Title <${text}> >>` : '<< >>',
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 810 1012.5] >>'),
  ]
  const parts: Buffer[] = []
  const offsets: number[] = []
  let size = 0
  const add = (part: Buffer) => {
    parts.push(part)
    size += part.byteLength
  }
  add(Buffer.from('%PDF-1.7\n'))
  for (const [at, object] of objects.entries()) {
    offsets.push(size)
    add(Buffer.from(`${at + 1} 0 obj\n${object}\nendobj\n`))
  }
  const padding = Math.max(0, sizeBytes - size - 1_000 - objects.length * 20)
  offsets.push(size)
  add(Buffer.from(`${objects.length + 1} 0 obj\n<< /Length ${padding} >>\nstream\n`))
  add(Buffer.alloc(padding, 'x'))
  add(Buffer.from('\nendstream\nendobj\n'))
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = offsets.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${size}\n%%EOF\n`
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`))
  return Buffer.from(Buffer.concat(parts))
}

/** Uploads a document as a browser does. @returns its id */
export const uploadDocument = (who: Person, file: Buffer<ArrayBuffer>, name = 'slides.pdf'): Promise<string> =>
  uploadVideo(who, file, name)
