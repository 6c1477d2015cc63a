import type { PdfFacts } from '#core/documents/document-facts.ts'
import { AppError } from '#core/errors.ts'
import { metadataOf, refuseSlowPdf, withPdf } from './pdf/open-pdf.ts'
import { titleOf } from './pdf/title.ts'

/**
 * Reads what a network needs to know about a PDF. Reads no text.
 * @throws AppError document_encrypted, even for a file that everyone can read but not change; document_damaged
 */
export async function readPdfFacts(bytes: Uint8Array): Promise<PdfFacts> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A file without its end is incomplete, even if its pages can be found.
  if (!file.subarray(-1_024).includes('%%EOF')) throw new AppError('document_damaged')
  refuseSlowPdf(file)
  return await withPdf(bytes, async (document) => {
    const { info, metadata } = await metadataOf(document)
    if (info.EncryptFilterName) throw new AppError('document_encrypted')
    const first = await document.getPage(1)
    const { width, height } = first.getViewport({ scale: 1 })
    return {
      pages: document.numPages,
      width: sideOf(width),
      height: sideOf(height),
      title: titleOf([info.Title, metadata?.get('dc:title')], [], 0),
    }
  })
}

/** The maximum side of a page. The size only gives the preview its shape. */
const LONGEST_SIDE = 100_000

const sideOf = (points: number): number => Math.min(LONGEST_SIDE, Math.max(0, Math.round(points) || 0))
