import type { GuestDrafts } from '../../lib/guest-drafts.ts'
import type { Source } from '../sources/source.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import type { ComposerState } from './composer-model.ts'

/**
 * Adds drafts that a visitor generated before signing up: those in the visible language, and edited ones. Keeps
 * existing drafts.
 */
export function withGuestDrafts(
  state: ComposerState,
  { topic, source: given, language, items }: GuestDrafts,
): ComposerState {
  const chosen = items.filter((item) => item.language === language || item.isEdited)
  if (chosen.length === 0) return state
  const source: Source | null = given && { ...given, from: given.url === null ? 'document' : 'url' }
  const isEmpty = state.cards.length === 0
  const added = chosen.map((draft) => {
    const { keptClaims: _kept, isEdited: _edited, ...item } = draft
    return { ...item, id: crypto.randomUUID() }
  })
  const actions: ComposerAction[] = [
    ...(isEmpty ? inputOf(topic, source) : []),
    { type: 'written', items: added, contentType: 'educational', tone: 'professional', writtenFrom: { source, topic } },
  ]
  const written = actions.reduce(composerReducer, state)
  // Selects the networks of the visitor's drafts for the next generation.
  const platforms = [...new Set(chosen.map(({ platform }) => platform))]
  const next = isEmpty ? { ...written, input: { ...written.input, platforms } } : written
  return chosen.reduce((before, { platform, language, keptClaims }) => {
    const card = before.cards.find((card) => card.platform === platform && card.language === language)
    if (!card || keptClaims.length === 0) return before
    return composerReducer(before, { type: 'claims-kept', cardId: card.id, claims: keptClaims })
  }, next)
}

const inputOf = (topic: string, source: Source | null): ComposerAction[] =>
  source
    ? [{ type: 'source-used', source }]
    : [
        { type: 'method-changed', method: 'topic' },
        { type: 'input-changed', change: { topic } },
      ]
