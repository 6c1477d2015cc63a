import type { DraftSource, DraftSourceChange } from '#core/posts/contract.ts'
import { call } from '../../lib/api.ts'
import { withoutContent } from '../sources/source.ts'
import { withSourceText } from '../sources/with-source-text.ts'
import { MAIN_OPTIONS, MORE_OPTIONS, type Choices } from '../professional/choices.ts'
import { PROFESSIONAL_OPTIONS } from '#core/writing/options/professional.ts'
import type { Card } from './draft.ts'

// Stores the source of a draft on the server. Other browsers need it to check claims and to generate the draft again.

export async function storeDraftSource(
  { writtenFrom, choices, keptClaims = [] }: CardSource,
  postId: string,
): Promise<void> {
  if (!writtenFrom) return
  const { source, topic, facts = '', wish, isByModel } = writtenFrom
  const body: DraftSourceChange = {
    source: source && {
      ...withoutContent(source),
      title: source.title.slice(0, 1_000),
      language: source.language?.slice(0, 100) ?? null,
      author: source.author?.slice(0, 500) ?? null,
      siteName: source.siteName?.slice(0, 500) ?? null,
      // Omit an address that is too long, because a truncated address would not work.
      url: source.url && source.url.length <= 4_000 ? source.url : null,
    },
    topic,
    facts,
    ...(wish && { wish }),
    ...(isByModel && { isByModel }),
    ...(choices && { choices }),
    keptClaims: keptClaims.map((claim) => claim.slice(0, 1_000)).slice(-200),
  }
  await withSourceText(source, () => call('PUT /api/posts/{id}/source', { params: { id: postId }, body }))
}

type CardSource = Pick<Card, 'writtenFrom' | 'keptClaims' | 'choices'>

export async function readDraftSource(postId: string): Promise<CardSource> {
  const { given } = await call('GET /api/posts/{id}/source', { params: { id: postId } }).catch(() => ({ given: null }))
  if (!given) return {}
  const { source, topic, facts, wish, isByModel, keptClaims } = given
  const choices = choicesFrom(given.choices)
  const more = { ...(facts && { facts }), ...(wish && { wish }), ...(isByModel && { isByModel }) }
  return { writtenFrom: { source, topic, ...more }, keptClaims, ...(choices && { choices }) }
}

function choicesFrom(stored: DraftSource['choices']): Choices | undefined {
  const isValid = (name: keyof Choices) => PROFESSIONAL_OPTIONS[name].some((option) => option === stored?.[name])
  return [...MAIN_OPTIONS, ...MORE_OPTIONS].every(isValid) ? (stored as unknown as Choices) : undefined
}
