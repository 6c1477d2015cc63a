import { AppError } from '#core/errors.ts'
import { languageOf } from '#core/reading/language-of.ts'
import type { ParsedText } from '../parsed-text.ts'
import { textOfHtml } from '../text-of-html.ts'
import { declaredLanguages } from './docx/language.ts'
import { readParts, type DocxParts } from './docx/parts.ts'
import { authorOf, pageCountOf, titleOf } from './docx/properties.ts'
import { htmlOfChunk } from './docx/chunks.ts'
import { htmlOf, toHtml } from './docx/to-html.ts'
import { openZip } from './docx/zip-parts.ts'

/**
 * Reads a DOCX as Word prints it with all changes accepted. Skips headers, footers and comments, and puts notes at the
 * end.
 */
export async function readDocx(bytes: Uint8Array): Promise<ParsedText> {
  const parts = await partsOf(bytes, 0)
  const html = toHtml(parts)
  const content = textOfHtml(html.body)
  if (content === '') throw new AppError('document_empty')
  const heading = html.querySelector('h1.title') ?? html.querySelector('h1, h2, h3, h4, h5, h6')
  return {
    title: titleOf(parts) ?? (heading && oneLine(textOfHtml(heading))),
    author: authorOf(parts),
    content,
    language: languageOf(content, declaredLanguages(parts)),
    pageCount: pageCountOf(parts),
  }
}

/** The deepest nesting of documents inside documents. Deeper nesting is an attack. */
const DEEPEST = 3

async function partsOf(bytes: Uint8Array, depth: number): Promise<DocxParts> {
  return await readParts(await openZip(bytes), (chunk, path) =>
    htmlOfChunk(chunk, path, async (inner) => (depth < DEEPEST ? htmlOf(await partsOf(inner, depth + 1)) : '')),
  )
}

function oneLine(heading: string): string | null {
  return heading.replace(/\s+/gu, ' ') || null
}
