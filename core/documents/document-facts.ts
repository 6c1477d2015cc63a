// This file does not import zod, so that the browser loads little code.

/** Properties of an uploaded PDF document that Frogy can publish. */
export interface DocumentFacts {
  pages: number
}

/** Properties of a PDF document that only a parser process can read. */
export interface PdfFacts extends DocumentFacts {
  /** Size of the first page in points. */
  width: number
  height: number
  /** The title that the file declares, unless it is meaningless, such as a file name. */
  title: string | null
}

/** The largest uploaded document, which is LinkedIn's limit. */
export const DOCUMENT_LIMIT_BYTES = 100_000_000
/**
 * The maximum length of a title in UTF-16 units. It is LinkedIn's limit for other titles, because it states none for
 * documents.
 */
export const DOCUMENT_TITLE_LIMIT = 400

/** Whether a file begins like a PDF. Readers search its first 1,024 bytes. */
export const isPdf = (beginning: Uint8Array): boolean =>
  String.fromCharCode(...beginning.subarray(0, 1_024)).includes('%PDF-')

/** The title that readers see: the author's title, otherwise the file's name without its ending. */
export function documentTitle({ altText, originalName }: { altText: string; originalName: string }): string {
  const title = altText.trim() || originalName.replace(/\.pdf$/i, '').trim() || 'PDF'
  return title.slice(0, DOCUMENT_TITLE_LIMIT).replace(/[\uD800-\uDBFF]$/, '')
}
