import { AppError } from '#core/errors.ts'
import type { ParsedText } from '../parsed-text.ts'
import { kindOf } from './kind-of.ts'

export type DocumentText = ParsedText & { format: 'pdf' | 'docx' }

/** Reads a PDF or DOCX file. @throws AppError one of DOCUMENT_ERRORS */
export async function readDocument(bytes: Uint8Array): Promise<DocumentText> {
  const kind = await kindOf(bytes)
  switch (kind) {
    case 'pdf':
      return { ...(await (await import('./read-pdf.ts')).readPdf(bytes)), format: 'pdf' }
    case 'docx':
      return { ...(await (await import('./read-docx.ts')).readDocx(bytes)), format: 'docx' }
    case 'encrypted-office':
      throw new AppError('document_encrypted')
    case null:
      throw new AppError('document_type')
  }
}
