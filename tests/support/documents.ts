import { Buffer } from 'node:buffer'
import { pdfOf, pdfStream } from './pdf.ts'
import type { Person } from './person.ts'
import { uploadVideo } from './videos.ts'

/** Makes a PDF of blank pages, padded to the given size. */
export function pdfFile({ pages = 3, title = '', sizeBytes = 0 } = {}): Buffer<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 4} 0 R`).join(' ')
  const text = Buffer.from(`\uFEFF${title}`, 'utf16le').swap16().toString('hex')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    title ? `<< /Title <${text}> >>` : '<< >>',
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 810 1012.5] >>'),
  ]
  const own = pdfOf(objects).length
  const padding = Buffer.alloc(Math.max(0, sizeBytes - own - MAX_STREAM_FRAME), 'x')
  return pdfOf([...objects, pdfStream('', padding)])
}

/** A PDF stream adds at most this many bytes around its content. */
const MAX_STREAM_FRAME = 200

/** Uploads a document as a browser does. @returns its id */
export const uploadDocument = (who: Person, file: Buffer<ArrayBuffer>, name = 'slides.pdf'): Promise<string> =>
  uploadVideo(who, file, name)
