import type { ArticleText, PageBytes } from './articles/read-article.ts'
import type { PageCard } from './articles/read-link-card.ts'
import type { DocumentText } from './documents/read-document.ts'
import type { FeedReading } from './feeds/read-feed.ts'
import type { MeasuredText } from './measure-text.ts'

type AboutPage = Omit<PageBytes, 'bytes'>

/** Converts pages and files to text. `server/reading/parsing` runs the readers in separate processes. */
export interface SourceReaders {
  /** @throws AppError if the page cannot be read */
  parse(reader: 'article', bytes: Uint8Array, about: AboutPage): Promise<MeasuredText<ArticleText>>
  /** @throws AppError if the document cannot be read */
  parse(reader: 'document', bytes: Uint8Array, about: null, signal?: AbortSignal): Promise<MeasuredText<DocumentText>>
}

export interface FeedReaders {
  /** @throws AppError feed_unreadable, page_type, page_too_complex */
  parse(reader: 'feed', bytes: Uint8Array, about: AboutPage): Promise<FeedReading>
}

/** Reads the preview data of pages, and their pictures. */
export interface CardReaders extends AsyncDisposable {
  parse(reader: 'linkCard', bytes: Uint8Array, about: AboutPage, signal: AbortSignal): Promise<PageCard | null>
  parse(reader: 'cardPicture', bytes: Uint8Array, about: null, signal: AbortSignal): Promise<Uint8Array>
}
