import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Article } from '#core/reading/contract.ts'
import type { FetchedPage, PageFetcher } from '../adapters/web-pages/fetch-page.ts'
import { looksLikeDocument } from '../adapters/web-pages/read-body.ts'
import type { SourceReaders } from './readers.ts'

/** Reads an article or document at an address. @throws AppError one of PAGE_ERRORS or DOCUMENT_ERRORS */
export async function readAddress(
  address: string,
  language: Language,
  pages: PageFetcher,
  readers: SourceReaders,
): Promise<Article> {
  const page = await pages.fetchPage(address, language)
  const host = new URL(page.url).hostname
  if (looksLikeDocument(page.bytes)) return await readDocumentAt(page, host, readers)
  const about = { contentType: page.contentType, url: page.url }
  const article = await readers.parse('article', page.bytes, about)
  return { ...article, title: article.title ?? host, pageCount: null, format: 'article' }
}

async function readDocumentAt(page: FetchedPage, host: string, readers: SourceReaders): Promise<Article> {
  try {
    const document = await readers.parse('document', page.bytes, null)
    const fileName = new URL(page.url).pathname.split('/').at(-1)
    const title = document.title ?? (fileName || host)
    return { ...document, title, description: null, siteName: host, url: page.url }
  } catch (error) {
    // For a spreadsheet or archive, report the error of a page, because the user entered an address and uploaded no
    // file.
    if (error instanceof AppError && error.code === 'document_type')
      throw new AppError('page_type', { values: { type: page.contentType ?? 'application/octet-stream' } })
    throw error
  }
}
