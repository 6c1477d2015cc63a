import type { BasicRequest } from '#core/writing/contract.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'
import { withNeededPlaces } from '#core/writing/outline.ts'
import { call } from '../../lib/api.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { sourceParts, type Source } from '../sources/source.ts'
import { withSourceText } from '../sources/with-source-text.ts'
import type { SeriesItem, WrittenDraft } from './series-state.ts'

/** Choices in the composer that apply to all posts of a series. */
export interface SeriesOptions extends Pick<BasicRequest, 'contentType' | 'tone'> {
  platforms: readonly Platform[]
  language: BasicRequest['language']
  withLink: boolean
  /** Without a model, the draft is written only from the passage around the finding. */
  hasModel: boolean
  /** Stores the source of a draft, so that its claims can be checked. */
  storeSource: (postId: string, topic: string) => Promise<void>
}

/** Lets Frogy write one post about a finding, in each language. The source comes first in each prompt, so that vendors cache it. */
export async function writeFinding(
  source: Source,
  { finding, passage, platform }: SeriesItem,
  { hasModel, language, contentType, tone, withLink }: SeriesOptions,
  signal: AbortSignal,
): Promise<WrittenDraft[]> {
  const { sourceId, ...parts } = sourceParts(source)
  const material = hasModel
    ? { topic: finding, ...parts, ...(sourceId && { sourceId }) }
    : { topic: source.title || finding, ...parts, sourceContent: passageOf(finding, passage) }
  const body: BasicRequest = {
    contentType,
    tone,
    language,
    platform: [platform],
    ...material,
    topic: material.topic.slice(0, TOPIC_LIMIT),
    ...(source.url && { withLink }),
  }
  const { content: items } = await withSourceText(source, () =>
    call('POST /api/content/generate', { body }, { signal }),
  )
  if (items.length < (language === 'both' ? 2 : 1)) throw new Error('The response misses a draft')
  return items.map(({ content, hashtags, language: written, outline }) => ({
    content: withNeededPlaces(content, outline, written),
    hashtags,
    language: written,
  }))
}

/** If the author edited the finding, add it, because the passage does not contain it. */
const passageOf = (finding: string, passage: string): string =>
  passage.includes(finding) ? passage : `${finding}\n${passage}`

/**
 * Stores the drafts of one planned post with its planned time, and links its two languages. A repeated request with the
 * same key stores a draft once.
 */
export async function saveDrafts(
  { key, finding, platform, at }: SeriesItem,
  drafts: readonly WrittenDraft[],
  { contentType, tone, storeSource }: SeriesOptions,
): Promise<void> {
  let siblingId: string | undefined
  for (const { content, hashtags, language } of drafts) {
    const body = {
      status: 'draft',
      platform,
      content,
      hashtags,
      contentType,
      tone,
      contentLanguage: language === 'arabic' ? 'ar' : 'en',
      ...(at && { plannedAt: at }),
      ...(siblingId && { siblingId }),
    } as const
    const { id } = await call('POST /api/posts', { body }, { idempotencyKey: `${key} ${language}` })
    await storeSource(id, finding)
    siblingId = id
  }
}
