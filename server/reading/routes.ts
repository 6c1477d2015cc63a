import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Article } from '#core/reading/contract.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import type { PageFetcher } from '../adapters/web-pages/fetch-page.ts'
import type { Handle } from '../http/router.ts'
import { translator } from '../messages.ts'
import type { SourceReaders } from './readers.ts'
import type { LinkCards } from './link-cards.ts'
import { readAddress } from './read-address.ts'
import { readCache } from './read-cache.ts'
import { keepSourceText, type SourceText } from './source-texts.ts'

interface SourceParts {
  database: Database
  clock: Clock
  pages: PageFetcher
  readers: SourceReaders
  cards: LinkCards
}

export function sourceRoutes(handle: Handle, { database, clock, pages, readers, cards }: SourceParts): void {
  // Share one request for the page between the call that validates its address and the call that reads it.
  const recent = readCache<Article>()

  // Continue to read when the user leaves, so that the result is ready when the user returns.
  const read = (url: string, userId: string, language: Language): Promise<Article> =>
    recent(`${userId} ${language} ${url}`, () => readAddress(url, language, pages, readers))

  const keep = (userId: string, text: SourceText, id?: string): Promise<string> =>
    keepSourceText(database, userId, text, clock.now(), id)

  handle('POST /api/content/validate-url', async ({ body, signedIn, language }) => {
    try {
      const { title } = await read(body.url, signedIn.user.id, language)
      return { valid: true, title }
    } catch (error) {
      // Report an unreadable page as a valid result, and pass on internal errors.
      if (!(error instanceof AppError) || error.retryAfterMs !== undefined) throw error
      const { code, values } = error
      return { valid: false, error: translator(language)(`errors.${code}`, values), code, values }
    }
  })

  handle('POST /api/content/extract-url', async ({ body, signedIn, language }) => {
    const article = await read(body.url, signedIn.user.id, language)
    return { data: { ...article, sourceId: await keep(signedIn.user.id, article) } }
  })

  handle('POST /api/content/sources', async ({ body: { sourceId, ...text }, signedIn }) => {
    await keep(signedIn.user.id, text, sourceId)
    return undefined
  })

  handle('POST /api/content/link-card', async ({ body }) => {
    const card = await cards.cardOf(body)
    if (card === 'unread') throw new AppError('parser_busy', { retryAfterMs: 10_000 })
    if (!card) return { card: null }
    const { title, description, host, picture } = card
    return { card: { title, description, host, picture: picture && dataAddress(picture) } }
  })

  handle('POST /api/content/upload-document', async ({ files, signedIn, signal }) => {
    const [file] = files
    if (!file?.bytes.length) throw new AppError('document_empty')
    const parsed = await readers.parse('document', file.bytes, null, signal)
    const { content, wordCount, language, direction, pageCount, format } = parsed
    const title = parsed.title ?? withoutExtension(file.name)
    return {
      success: true as const,
      data: {
        sourceId: await keep(signedIn.user.id, { title, content }),
        title,
        content,
        wordCount,
        fileSize: file.bytes.length,
        language,
        direction,
        pageCount,
        format,
      },
    }
  })
}

const dataAddress = (jpeg: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`

/** The default title of an upload: `annual_report-2025.pdf` becomes `annual report-2025`. */
const withoutExtension = (name: string): string => name.replace(/\.(pdf|docx|docm|dotx)$/i, '').replaceAll('_', ' ')
