import { keepStored, readStored } from '../lib/stored.ts'
import { keepable, NO_MEDIA } from '../media/media-state.ts'
import type { Source } from '../sources/source.ts'
import { EMPTY, type Card, type ComposerState, type Input, type InputMethod } from './composer-state.ts'

/** Raised when the shape below changes; what an older version kept is then left alone. */
const VERSION = 1

/** What this version can read. Whatever came after the first drafts were kept may be missing. */
type Kept = {
  version: number
  input: Omit<Partial<Input>, 'sources' | 'found'> & { sources?: KeptSources; found?: KeptSources }
  cards: KeptCard[]
  cleared?: { method: InputMethod; cards: KeptCard[] } | null
  media?: ComposerState['media']
}
/** By their ids. */
type KeptSources = Record<Source['from'], string | null>
type KeptCard = Omit<Card, 'writtenFrom'> & { writtenFrom?: { sourceId: string; topic: string } | null }

function keyOf(userId: string): string {
  return `frogy.composer.${userId}`
}

/** Sources are long: they stand apart, each once, so that a storage too small for them still holds the drafts. */
function sourcesKeyOf(userId: string): string {
  return `${keyOf(userId)}.sources`
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION
}

/** What this person had on the desk in this browser. */
export function readComposer(userId: string): ComposerState {
  const kept = readStored(keyOf(userId), isKept)
  if (!kept) return EMPTY
  const sources = readStored(sourcesKeyOf(userId), (value): value is Source[] => Array.isArray(value)) ?? []
  return desk(kept, sources)
}

export function keepComposer(userId: string, state: ComposerState): void {
  const { kept, sources } = keepableDesk(state)
  keepStored(keyOf(userId), kept)
  keepStored(sourcesKeyOf(userId), sources)
}

export function hasKeptDrafts(userId: string): boolean {
  return readComposer(userId).cards.length > 0
}

/** The desk as it can be stored: every source once, and its id wherever it is used. */
export function keepableDesk({ input, cards, cleared, media }: ComposerState): { kept: Kept; sources: Source[] } {
  const sources = new Map<string, Source>()
  const idOf = (source: Source | null) => {
    if (source) sources.set(source.id, source)
    return source?.id ?? null
  }
  const idsOf = ({ url, document }: Input['sources']): KeptSources => ({ url: idOf(url), document: idOf(document) })
  const keptCard = ({ writtenFrom, ...card }: Card): KeptCard => {
    if (!writtenFrom) return card
    idOf(writtenFrom.source)
    return { ...card, writtenFrom: { sourceId: writtenFrom.source.id, topic: writtenFrom.topic } }
  }
  const kept: Kept = {
    version: VERSION,
    input: { ...input, sources: idsOf(input.sources), found: idsOf(input.found) },
    cards: cards.map(keptCard),
    cleared: cleared && { method: cleared.method, cards: cleared.cards.map(keptCard) },
    media: keepable(media),
  }
  return { kept, sources: [...sources.values()] }
}

/** The desk as it was stored, by this version or an earlier one. */
export function desk({ input, cards, cleared, media }: Kept, sources: readonly Source[]): ComposerState {
  const find = (id: string | null | undefined) => sources.find((source) => source.id === id) ?? null
  const found = (ids: KeptSources | undefined) => ({ url: find(ids?.url), document: find(ids?.document) })
  const card = ({ writtenFrom, ...rest }: KeptCard): Card => {
    const source = find(writtenFrom?.sourceId)
    return afterReload({ ...rest, writtenFrom: writtenFrom && source ? { source, topic: writtenFrom.topic } : null })
  }
  return {
    input: { ...EMPTY.input, ...input, sources: found(input.sources), found: found(input.found) },
    cards: cards.map(card),
    cleared: cleared ? { method: cleared.method, cards: cleared.cards.map(card) } : null,
    media: { ...NO_MEDIA, ...media },
    sent: [],
  }
}

/** Whoever left while a card was being sent does not know its outcome; its key finds it again. */
function afterReload(card: Card): Card {
  const deliveries = Object.entries(card.deliveries).map(([platform, delivery]) => [
    platform,
    delivery.state === 'sending' ? { ...delivery, state: 'failed', message: '' } : delivery,
  ])
  return { ...card, deliveries: Object.fromEntries(deliveries) as Card['deliveries'] }
}
