import type { ArticleText, PageBytes } from './articles/read-article.ts'
import type { PageCard } from './articles/read-link-card.ts'
import type { DocumentText } from './documents/read-document.ts'
import type { MeasuredText } from './measure-text.ts'

type AboutPage = Omit<PageBytes, 'bytes'>

/** Converts pages and files to text. `server/reading/parsing` runs the readers in separate processes. */
export interface SourceReaders {
  /** @throws AppError for faulty input */
  parse(reader: 'article', bytes: Uint8Array, about: AboutPage): Promise<MeasuredText<ArticleText>>
  /** @throws AppError for faulty input */
  parse(reader: 'document', bytes: Uint8Array, about: null, signal?: AbortSignal): Promise<MeasuredText<DocumentText>>
}

/** The same for preview metadata. */
export interface CardReaders extends AsyncDisposable {
  parse(reader: 'linkCard', bytes: Uint8Array, about: AboutPage, signal: AbortSignal): Promise<PageCard | null>
  parse(reader: 'cardPicture', bytes: Uint8Array, about: null, signal: AbortSignal): Promise<Uint8Array>
}
