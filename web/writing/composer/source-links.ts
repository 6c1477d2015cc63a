import { rulesOf } from '#core/platforms/platform.ts'
import { withLink, withoutLink } from '#core/writing/link-in-text.ts'
import { contentOf, isBeingSent, isDelivered, type Card } from './draft.ts'
import { withChange } from './shared-text.ts'

/** Adds the source's address to drafts for networks that allow it, or removes it. */
export function withSourceLinks(cards: readonly Card[], isOn: boolean): Card[] {
  return cards.reduce<Card[]>(
    (all, { id }) => {
      const card = all.find((one) => one.id === id)
      const link = card?.writtenFrom?.source?.url
      if (!card || !link || isBeingSent(card) || isDelivered(card)) return all
      if (isOn && !rulesOf(card.platform).takesSourceLink) return all
      const content = isOn ? withLink(contentOf(card), link) : withoutLink(contentOf(card), link)
      const how = isOn ? 'linked' : 'unlinked'
      return content === contentOf(card)
        ? all
        : withChange(all, { type: 'reworked', cardId: id, how, text: { content } })
    },
    [...cards],
  )
}
