import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { isDelivered, type Card } from './draft.ts'
import { siblingAmong } from './versions.ts'

/** One network's draft, or two drafts if the text exists in English and Arabic. */
export type Face = { cards: readonly Card[] }

/** A tab for a network. `face` is the draft to show, and null while the draft is not written yet. */
export type RailTab = { key: string; platform: Platform; face: Face | null }

export type ChosenTab = { platform: Platform; cardId?: string }

function facesOf(cards: readonly Card[]): Face[] {
  return cards.flatMap((card, at) => {
    const sibling = siblingAmong(cards, card)
    if (!sibling) return [{ cards: [card] }]
    return at < cards.indexOf(sibling) ? [{ cards: [card, sibling] }] : []
  })
}

/** Returns the tabs in the order of the drafts. A pending network already has its place, so that no tab moves later. */
export function railTabs(cards: readonly Card[], pending: readonly Platform[]): RailTab[] {
  const tabs: Omit<RailTab, 'key'>[] = facesOf(cards).map((face) => ({ platform: face.cards[0]!.platform, face }))
  for (const platform of pending) {
    const isLater = ({ platform: other, face }: Omit<RailTab, 'key'>) =>
      isDone(face) || (!face?.cards[0]?.isOpened && PLATFORMS.indexOf(other) > PLATFORMS.indexOf(platform))
    const at = tabs.findIndex(isLater)
    tabs.splice(at < 0 ? tabs.length : at, 0, { platform, face: null })
  }
  // The key stays the same when the draft arrives, so that its tab keeps the focus.
  const count = new Map<Platform, number>()
  return tabs.map((tab) => {
    const number = count.get(tab.platform) ?? 0
    count.set(tab.platform, number + 1)
    return { ...tab, key: `${tab.platform} ${number}` }
  })
}

export function chosenTab(tabs: readonly RailTab[], chosen: ChosenTab | null): RailTab | undefined {
  const open = tabs.filter(({ face }) => !isDone(face))
  const isChosen = ({ platform }: RailTab) => platform === chosen?.platform
  return (
    tabs.find(({ face }) => face?.cards.some(({ id }) => id === chosen?.cardId)) ??
    open.find(isChosen) ??
    tabs.find(isChosen) ??
    open[0] ??
    tabs[0]
  )
}

/** Returns the draft in this language, or the only draft. */
export const cardIn = ({ cards }: Face, language: Card['language']): Card =>
  cards.find((card) => card.language === language) ?? cards[0]!

/**
 * Returns the drafts that the Post Now button posts: all generated drafts in the visible language. A draft that the
 * user opened from the list is posted alone.
 */
export function cardsInView(cards: readonly Card[], shown: Card, language: Card['language']): Card[] {
  if (shown.isOpened) return [shown]
  return facesOf(cards)
    .map((face) => cardIn(face, language))
    .filter((card) => !card.isOpened)
}

const isDone = (face: Face | null): boolean => face !== null && face.cards.every(isDelivered)

const idOf = ({ key }: RailTab): string => key.replace(' ', '-')
/** The ids of a tab and of the draft that it shows. */
export const tabId = (tab: RailTab): string => `tab-${idOf(tab)}`
export const panelId = (tab: RailTab): string => `face-${idOf(tab)}`
