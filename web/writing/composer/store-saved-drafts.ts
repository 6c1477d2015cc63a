import { composerReducer, type ComposerAction } from './composer-state.ts'
import { readSavedComposer, saveComposer } from './saved-composer.ts'
import { callOf } from './server-draft.ts'
import { mediaOf, send, siblingOf } from './use-server-drafts.ts'

/**
 * Stores on the server the drafts that a closed composer left in this browser. Their idempotency keys prevent
 * duplicates.
 */
export async function storeSavedDrafts(userId: string): Promise<void> {
  let state = readSavedComposer(userId)
  const change = (action: ComposerAction) => {
    state = composerReducer(state, action)
    saveComposer(userId, state)
  }
  for (const { id: cardId } of state.cards) {
    const nextCall = () => {
      const card = state.cards.find(({ id }) => id === cardId)
      const next = card && callOf(card, mediaOf(state, card), crypto.randomUUID(), siblingOf(state, card))
      return next && { card, next }
    }
    // The first request may repeat a failed one with an earlier text. Another request then stores the last text.
    for (let due = nextCall(); due; due = nextCall()) {
      const { card, next } = due
      change({ type: 'draft-called', cardId, call: next })
      change({ type: 'draft-stored', cardId, key: next.key, post: await send(card, next) })
    }
  }
}
