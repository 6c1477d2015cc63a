import { isDelivered, type Card, type CardAction } from './draft.ts'
import { threadOf } from './thread.ts'

/** Returns the changes that replace one image by another in all threads that contain it. */
export function threadsWithImage(cards: readonly Card[], replaced: string, by: string): CardAction[] {
  return cards.flatMap((card): CardAction[] => {
    const parts = isDelivered(card) ? null : threadOf(card)
    if (!parts?.some(({ imageIds }) => imageIds.includes(replaced))) return []
    const changed = parts.map((part) => ({
      ...part,
      imageIds: part.imageIds.map((id) => (id === replaced ? by : id)),
    }))
    return [{ type: 'thread-changed', cardId: card.id, parts: changed }]
  })
}
