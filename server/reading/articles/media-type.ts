import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#core/errors.ts'
import { isUtf16 } from './decode-page.ts'

/**
 * Decides whether a page is HTML or plain text, first by its bytes, because declared types are unreliable. Throws
 * `page_type` with the real type.
 */
export async function kindOfPage(bytes: Uint8Array, contentType: string | null): Promise<'html' | 'text'> {
  const declared = contentType?.split(';', 1)[0]?.trim().toLowerCase() || null
  const start = bytes.subarray(0, 4_096)
  if (isBinary(start))
    throw wrongType((await fileTypeFromBuffer(start))?.mime ?? declared ?? 'application/octet-stream')
  if (declared === null || HTML_TYPES.has(declared) || beginsAsHtml(start)) return 'html'
  if (TEXT_TYPES.has(declared)) return 'text'
  throw wrongType(declared)
}

const wrongType = (type: string) => new AppError('page_type', { values: { type } })

/** Whether bytes are binary: they contain control characters, which text has only in UTF-16. */
const isBinary = (start: Uint8Array): boolean => start.some((byte) => CONTROL.has(byte)) && !isUtf16(start)

/** Binary bytes as in https://mimesniff.spec.whatwg.org, without the end-of-file byte that old editors write. */
const CONTROL = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 0x0b, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17])

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/octet-stream', 'text/fragment+html'])
const TEXT_TYPES = new Set(['text/plain', 'text/markdown', 'text/x-markdown'])

const beginsAsHtml = (start: Uint8Array): boolean =>
  /^\W{0,3}\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(
    Buffer.from(start).toString('latin1'),
  )
