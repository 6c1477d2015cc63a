import { CARD_SIDE, drawPage, type PageLook } from './draw-card.ts'

/** The side of a page in points. */
const PAGE_SIDE = 810
const JPEG_QUALITY = 0.9

/** Draws texts on the pages of a PDF document. @throws Error if the browser cannot draw */
export async function pagesPdf(texts: readonly string[], look: Omit<PageLook, 'words' | 'isFirst'>): Promise<File> {
  const canvas = document.createElement('canvas')
  const pictures: Uint8Array[] = []
  for (const [at, words] of texts.entries()) {
    await drawPage(canvas, { ...look, words, isFirst: at === 0 })
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
    if (!blob) throw new Error('The browser made no picture of a page')
    pictures.push(new Uint8Array(await blob.arrayBuffer()))
  }
  const title = titleOf(texts[0] ?? '')
  const bytes = pdfOfPictures(pictures, title)
  return new File([bytes], `${title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'pages'}.pdf`, {
    type: 'application/pdf',
  })
}

const TITLE_CHARACTERS = 80

function titleOf(text: string): string {
  if (text.length <= TITLE_CHARACTERS) return text
  return `${text.slice(0, TITLE_CHARACTERS).replace(/\s+\S*$/, '')}…`
}

/** Writes a PDF whose pages show one JPEG each (ISO 32000-1). */
export function pdfOfPictures(pictures: readonly Uint8Array[], title: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.byteLength
  }
  const object = (...content: (string | Uint8Array)[]) => {
    offsets.push(length)
    write(`${offsets.length} 0 obj\n`)
    for (const part of content) write(part)
    write('\nendobj\n')
  }
  const stream = (entries: string, content: string | Uint8Array) =>
    object(`<< ${entries} /Length ${content.length} >>\nstream\n`, content, '\nendstream')

  write('%PDF-1.4\n')
  object('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pictures.map((_, page) => `${FIRST_PAGE + page * 3} 0 R`).join(' ')
  object(`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`)
  object(`<< /Title <${utf16(title)}> >>`)
  for (const [page, picture] of pictures.entries()) {
    const [contents, image] = [FIRST_PAGE + page * 3 + 1, FIRST_PAGE + page * 3 + 2]
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_SIDE} ${PAGE_SIDE}] /Contents ${contents} 0 R /Resources << /XObject << /Picture ${image} 0 R >> >> >>`,
    )
    stream('', `q ${PAGE_SIDE} 0 0 ${PAGE_SIDE} 0 0 cm /Picture Do Q`)
    const size = `/Width ${CARD_SIDE} /Height ${CARD_SIDE}`
    stream(
      `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      picture,
    )
  }
  const table = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`)

  const file = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.byteLength
  }
  return file
}

/** The number of the first page's object. Three objects follow one another for each page. */
const FIRST_PAGE = 4

/** A text as UTF-16 with a byte order mark, in hexadecimal digits. */
const utf16 = (text: string): string =>
  `FEFF${[...Array(text.length).keys()].map((at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`
