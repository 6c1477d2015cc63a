import type { ArticleText, PageBytes } from './articles/read-article.ts'
import type { PageCard } from './articles/read-link-card.ts'
import type { DocumentText } from './documents/read-document.ts'
import type { Measured } from './measured.ts'

type AboutPage = Omit<PageBytes, 'bytes'>

/** What turns the bytes of pages and files into text. `server/reading/parsing` does it in processes apart, by the readers here. */
export interface SourceReaders {
  /** @throws AppError what is wrong with the bytes */
  parse(reader: 'article', bytes: Uint8Array, about: AboutPage): Promise<Measured<ArticleText>>
  /** @throws AppError what is wrong with the bytes */
  parse(reader: 'document', bytes: Uint8Array, about: null, signal?: AbortSignal): Promise<Measured<DocumentText>>
}

/** The same for what a page says about itself. */
export interface CardReaders extends AsyncDisposable {
  parse(reader: 'linkCard', bytes: Uint8Array, about: AboutPage, signal: AbortSignal): Promise<PageCard | null>
  parse(reader: 'cardPicture', bytes: Uint8Array, about: null, signal: AbortSignal): Promise<Uint8Array>
}
