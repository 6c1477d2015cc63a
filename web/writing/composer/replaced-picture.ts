import type { MediaAction } from '../media/media-state.ts'
import type { Card } from './draft.ts'

/** Keeps a picture that replaces another in the same part of the card's thread. */
export function withReplacedPicture(card: Card, change: MediaAction): Card {
  if (!card.thread || !('insteadOf' in change)) return card
  const idAfter = (id: string) => (id === change.insteadOf ? change.image.id : id)
  return { ...card, thread: card.thread.map((part) => ({ ...part, imageIds: part.imageIds.map(idAfter) })) }
}
