import { AT_REST } from '#core/opening.ts'
import { retranslate } from '../../lib/language.ts'
import { readJson, saveJson } from '../../lib/local-storage.ts'
import { areTextsForgotten } from '../../lib/logged-out.ts'
import { isSavedVersion, savedDraftsKey, SAVED_VERSION } from '../../lib/saved-drafts.ts'
import { toSavedMedia, NO_MEDIA } from '../media/media-state.ts'
import type { Written } from '../grounding/find-claims.ts'
import type { Source } from '../sources/source.ts'
import { UNKNOWN_FAILURE, type Card } from './draft.ts'
import { EMPTY_COMPOSER, type Cleared, type ComposerState, type Input } from './composer-model.ts'

/** The saved state, which this or an older app version wrote. Older versions saved fewer properties. */
type SavedComposer = {
  version: number
  [AT_REST]?: boolean
  input: Omit<Partial<Input>, 'sources' | 'found'> & { sources?: SavedSources; found?: SavedSources }
  cards: SavedCard[]
  cleared?: SavedCleared | null
  media?: ComposerState['media']
  usualPlatforms?: ComposerState['usualPlatforms']
  outline?: ComposerState['outline']
  factAnswers?: ComposerState['factAnswers']
  askedTopics?: ComposerState['askedTopics']
}
type SavedSources = Record<Source['from'], string | null>
/** The saved form of cleared drafts and input. The first app version saved only the properties `method` and `cards`. */
type SavedCleared = Pick<Cleared, 'method'> & {
  cards: SavedCard[]
  why?: Cleared['why']
  input?: Omit<Cleared['input'], 'sources'> & { sources: SavedSources }
  media?: Cleared['media']
}
const NO_SOURCES = EMPTY_COMPOSER.input.sources
type SavedCard = Omit<Card, 'writtenFrom'> & {
  writtenFrom?: (Omit<Written, 'source'> & { sourceId: string | null }) | null
}

/**
 * The storage key for sources. Sources are long, so a separate key lets the drafts survive if the browser's quota is
 * exceeded.
 */
function savedSourcesKey(userId: string): string {
  return `${savedDraftsKey(userId)}.sources`
}

export function readSavedComposer(userId: string): ComposerState {
  const saved = readJson(savedDraftsKey(userId), (value): value is SavedComposer => isSavedVersion(value))
  if (!saved) return EMPTY_COMPOSER
  if (hasFailure(saved)) retranslate()
  const sources = readJson(savedSourcesKey(userId), (value): value is Source[] => Array.isArray(value)) ?? []
  return fromSavedComposer(saved, sources)
}

export function saveComposer(userId: string, state: ComposerState): void {
  if (areTextsForgotten(userId)) return
  const { saved, sources } = toSavedComposer(state)
  saveJson(savedDraftsKey(userId), saved)
  saveJson(savedSourcesKey(userId), sources)
}

export function toSavedComposer({ input, cards, cleared, media, ...rest }: ComposerState): {
  saved: SavedComposer
  sources: Source[]
} {
  const { usualPlatforms, outline, factAnswers, askedTopics } = rest
  const sources = new Map<string, Source>()
  const idOf = (source: Source | null) => {
    if (source) sources.set(source.id, source)
    return source?.id ?? null
  }
  const idsOf = ({ url, document }: Input['sources']): SavedSources => ({ url: idOf(url), document: idOf(document) })
  const savedCard = ({ writtenFrom, media: own, ...rest }: Card): SavedCard => {
    const card = own ? { ...rest, media: toSavedMedia(own) } : rest
    if (!writtenFrom) return card
    const { source, ...given } = writtenFrom
    return { ...card, writtenFrom: { ...given, sourceId: idOf(source) } }
  }
  const saved: SavedComposer = {
    version: SAVED_VERSION,
    [AT_REST]: isAtRest({ input, cards, cleared, ...rest }),
    input: { ...input, sources: idsOf(input.sources), found: idsOf(input.found) },
    cards: cards.map(savedCard),
    cleared: cleared && {
      ...cleared,
      cards: cleared.cards.map(savedCard),
      input: { ...cleared.input, sources: idsOf(cleared.input.sources) },
      media: toSavedMedia(cleared.media),
    },
    media: toSavedMedia(media),
    usualPlatforms,
    outline,
    factAnswers,
    askedTopics,
  }
  return { saved, sources: [...sources.values()] }
}

export function fromSavedComposer(
  { input, cards, cleared, media, usualPlatforms, outline, factAnswers, askedTopics }: SavedComposer,
  sources: readonly Source[],
): ComposerState {
  const find = (id: string | null | undefined) => sources.find((source) => source.id === id) ?? null
  const found = (ids: SavedSources | undefined) => ({ url: find(ids?.url), document: find(ids?.document) })
  const written = ({ sourceId, ...given }: NonNullable<SavedCard['writtenFrom']>): Card['writtenFrom'] => {
    const source = find(sourceId)
    // If the saved source was lost, the topic alone would misrepresent the draft. Return null for an unknown source.
    return source || given.facts || sourceId === null ? { ...given, source } : null
  }
  const card = ({ writtenFrom, ...rest }: SavedCard): Card =>
    afterReload({ ...rest, writtenFrom: writtenFrom ? written(writtenFrom) : null })
  return {
    input: {
      ...EMPTY_COMPOSER.input,
      // Earlier app versions did not save these flags, so derive them from other values.
      isWritten: cards.length > 0,
      isLanguageChosen: input.language !== 'english',
      ...input,
      sources: found(input.sources),
      found: found(input.found),
    },
    cards: cards.map(card),
    cleared: cleared
      ? {
          why: cleared.why ?? 'source',
          method: cleared.method,
          cards: cleared.cards.map(card),
          input: cleared.input
            ? { ...cleared.input, sources: found(cleared.input.sources) }
            : {
                topic: '',
                filledTopic: null,
                platforms: EMPTY_COMPOSER.input.platforms,
                sources: NO_SOURCES,
                isWritten: true,
              },
          media: cleared.media ?? NO_MEDIA,
        }
      : null,
    media: { ...NO_MEDIA, ...media },
    generation: null,
    outline: outline ?? null,
    factAnswers: factAnswers ?? null,
    askedTopics: askedTopics ?? [],
    usualPlatforms: usualPlatforms ?? EMPTY_COMPOSER.usualPlatforms,
    chosenPlatforms: null,
  }
}

const SHOWN = ['method', 'mode', 'topic', 'wish', 'facts', 'contentType', 'tone', 'isLanguageChosen'] as const

/** Whether the composer shows its empty form, as the first lines of the page do (server/pages/opening.ts). */
const isAtRest = ({
  input,
  cards,
  cleared,
  outline,
  factAnswers,
}: Pick<ComposerState, 'input' | 'cards' | 'cleared' | 'outline' | 'factAnswers'>): boolean =>
  cards.length === 0 &&
  !cleared &&
  !outline?.texts &&
  !factAnswers &&
  SHOWN.every((name) => input[name] === EMPTY_COMPOSER.input[name])

/**
 * If the page closed during sending, the result is unknown. Mark the delivery as failed. A retry finds the post by its
 * idempotency key.
 */
function afterReload(card: Card): Card {
  const deliveries = Object.entries(card.deliveries).map(([platform, delivery]) => [
    platform,
    // Earlier app versions saved the error in one language only, so replace it with a general message.
    delivery.state === 'done' || 'said' in delivery
      ? delivery
      : { ...delivery, state: 'failed', said: UNKNOWN_FAILURE },
  ])
  return { ...card, deliveries: Object.fromEntries(deliveries) as Card['deliveries'] }
}

function hasFailure({ cards, media }: SavedComposer): boolean {
  return (
    cards.some(({ deliveries }) => Object.values(deliveries).some(({ state }) => state === 'failed')) ||
    (media?.pictures.some(({ state }) => state === 'failed') ?? false)
  )
}
