import type { ParserName } from '#core/reading/parsers.ts'
import type { Given } from '#core/writing/material.ts'
import type { OfflineTask } from '#core/writing/offline-draft.ts'
import type { WritingTask } from '#core/writing/prompt.ts'
import type { RenderedPicture } from '../../media/render-picture.ts'
import type { PageBytes } from '../articles/read-article.ts'
import { measureText } from '../measure-text.ts'

/** All processing of untrusted bytes. It runs only in parser processes. Each reader is loaded on first use. */
export const PARSERS = {
  article: async (bytes: Uint8Array, about: Omit<PageBytes, 'bytes'>) =>
    measureText(await (await import('../articles/read-article.ts')).readArticle({ ...about, bytes })),
  document: async (bytes: Uint8Array, _about: null) =>
    measureText(await (await import('../documents/read-document.ts')).readDocument(bytes)),
  pdfFacts: async (bytes: Uint8Array, _about: null) => (await import('../documents/pdf-facts.ts')).readPdfFacts(bytes),
  picture: async (bytes: Uint8Array, _about: null): Promise<RenderedPicture> =>
    (await import('../../media/render-picture.ts')).renderPicture(bytes),
  linkCard: async (bytes: Uint8Array, about: Omit<PageBytes, 'bytes'>) =>
    (await import('../articles/read-link-card.ts')).readLinkCard({ ...about, bytes }),
  feed: async (bytes: Uint8Array, about: Omit<PageBytes, 'bytes'>) =>
    (await import('../feeds/read-feed.ts')).readFeed({ ...about, bytes }),
  cardPicture: async (bytes: Uint8Array, _about: null): Promise<Uint8Array> =>
    (await import('../../media/render-picture.ts')).renderCardPicture(bytes),
  portrait: async (bytes: Uint8Array, _about: null): Promise<Uint8Array> =>
    (await import('../../media/render-picture.ts')).renderProfilePicture(bytes),
  logo: async (bytes: Uint8Array, _about: null): Promise<Uint8Array> =>
    (await import('../../media/render-picture.ts')).renderLogo(bytes),
  /** Writes drafts without a model. @param bytes the material for the drafts, a `Given` as JSON */
  drafts: async (bytes: Uint8Array, tasks: OfflineTask[]) =>
    (await import('#core/writing/offline-writer.ts')).writeAllOffline(
      JSON.parse(Buffer.from(bytes).toString()) as Given,
      tasks,
    ),
  /** Returns for each draft its claims that the material does not support. @param bytes the material as JSON */
  unfounded: async (bytes: Uint8Array, drafts: string[]) =>
    (await import('#core/writing/draft-faults.ts')).unfoundedIn(
      drafts,
      JSON.parse(Buffer.from(bytes).toString()) as Pick<WritingTask, 'source' | 'facts' | 'topic'>,
    ),
} satisfies Record<ParserName, (bytes: Uint8Array, about: never) => unknown>

export type About<Name extends ParserName> = Parameters<(typeof PARSERS)[Name]>[1]
export type ParserOutput<Name extends ParserName> = Awaited<ReturnType<(typeof PARSERS)[Name]>>
