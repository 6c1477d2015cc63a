import { setImmediate as nextTurn } from 'node:timers/promises'
import type { getDocument } from 'unpdf/pdfjs'
import { AppError } from '#core/errors.ts'
import { isSlowForPdfjs } from './unclosed-objects.ts'

export type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>
export type Operators = Readonly<Record<string, number>>

/** The maximum number of unclosed objects. For each, pdf.js searches the rest of the file, so more take too long. */
const UNCLOSED_OBJECTS = 1_000

/** The maximum number of pages. Even the largest accepted file cannot have more. */
const PAGES_AT_MOST = 100_000

/** Rejects files that pdf.js cannot read, or not in reasonable time. @throws AppError document_damaged */
export function refuseSlowPdf(file: Buffer): void {
  const isSlow =
    !file.subarray(0, 1_024).includes('%PDF-') ||
    countOf(' obj', file) - countOf('endobj', file) > UNCLOSED_OBJECTS ||
    isSlowForPdfjs(file)
  if (isSlow) throw new AppError('document_damaged')
}

function countOf(word: string, file: Buffer): number {
  let count = 0
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + word.length)) count++
  return count
}

/**
 * Opens a PDF with pdf.js, which renders no page, runs no script and requests no address.
 * @throws AppError document_encrypted, document_damaged, document_bomb, or the error of `read`
 */
export async function withPdf<T>(
  file: Uint8Array,
  read: (document: PdfDocument, operators: Operators) => Promise<T>,
): Promise<T> {
  const { getResolvedPDFJS } = await import('unpdf')
  const pdfjs = await getResolvedPDFJS()
  process.on('unhandledRejection', ignore)
  const task = pdfjs.getDocument({
    data: new Uint8Array(file),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    // With these options pdf.js never renders a font or decodes a picture.
    disableFontFace: true,
    useSystemFonts: true,
    fontExtraProperties: true,
    maxImageSize: 0,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
  })
  try {
    const document = await opened(task.promise)
    if (document.numPages > PAGES_AT_MOST) throw new AppError('document_bomb')
    return await read(document, pdfjs.OPS)
  } catch (cause) {
    // Any error in pdf.js, or in reading its data, means that the file is damaged.
    throw cause instanceof AppError ? cause : new AppError('document_damaged', { cause })
  } finally {
    await task.destroy().catch(ignore)
    await nextTurn()
    process.off('unhandledRejection', ignore)
  }
}

/**
 * Ignores a rejected promise. For damaged files, pdf.js also rejects promises that Frogy does not await. Awaited ones
 * report the same error.
 */
function ignore(): void {}

async function opened(document: Promise<PdfDocument>): Promise<PdfDocument> {
  try {
    return await document
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException'
    throw new AppError(isLocked ? 'document_encrypted' : 'document_damaged', { cause })
  }
}

export async function metadataOf(document: PdfDocument) {
  try {
    const { info, metadata } = await document.getMetadata()
    return { info: info as Record<string, unknown>, metadata: metadata as { get(name: string): unknown } | null }
  } catch {
    return { info: {} as Record<string, unknown>, metadata: null }
  }
}
