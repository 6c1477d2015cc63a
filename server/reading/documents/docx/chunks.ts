import { AppError } from '#core/errors.ts'
import { decodePage } from '../../articles/decode-page.ts'
import { parsePage } from '../../articles/page-tree.ts'
import { pageInArchive } from './mime-archive.ts'
import { paragraphsOfRtf } from './rtf.ts'

/** Converts an inserted file (`w:altChunk`) to HTML, as Word does when it opens the document. */
export async function htmlOfChunk(
  bytes: Uint8Array,
  path: string,
  readDocument: (bytes: Uint8Array) => Promise<string>,
): Promise<string> {
  const start = Buffer.from(bytes.subarray(0, 2_000)).toString('latin1').trimStart()
  if (start.startsWith('PK\u0003\u0004')) return await readDocument(bytes)
  // A document of Word 97 to 2003. Frogy does not read this format.
  if (start.startsWith('\u00D0\u00CF\u0011\u00E0')) return ''
  if (start.startsWith('{\\rtf')) return textAsHtml(paragraphsOfRtf(bytes))
  if (
    /^(?:[\w-]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){1,40}/.test(start) &&
    /^(?:mime-version|content-type):/im.test(start)
  ) {
    const archive = pageInArchive(bytes)
    const text = archive && decoded(archive.bytes, archive.contentType)
    if (text) return /^text\/plain/i.test(archive.contentType) ? textAsHtml(text.split(/\r\n?|\n/)) : inside(text)
  }
  const text = decoded(bytes, null)
  const isHtml = !/\.txt$/i.test(path) || /<!doctype html|<html\b/i.test(text.slice(0, 1_000))
  return isHtml && /<[a-z!?]/i.test(text) ? inside(text) : textAsHtml(text.split(/\r\n?|\n/))
}

const inside = (html: string): string => (parsePage(html).document.body as unknown as { innerHTML: string }).innerHTML

function decoded(bytes: Uint8Array, contentType: string | null): string {
  try {
    return decodePage(bytes, contentType)
  } catch (cause) {
    throw new AppError('document_damaged', { cause })
  }
}

function textAsHtml(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join('')
}
