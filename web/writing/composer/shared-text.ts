import { contentOf, isBeingSent, isDelivered, reduceCard, saved, type Card, type CardAction } from './draft.ts'

// "Same text everywhere": all drafts with `isShared` have the same text. docs/decisions/065 explains why drafts start
// with separate texts.

export type SharingAction =
  /**
   * Replaces the draft's text with the shared text. If no drafts share a text yet, this draft's text becomes the shared
   * one.
   */
  { type: 'text-shared'; cardId: string } | { type: 'text-separated'; cardId: string }

/** Returns the other drafts that could share this draft's text. A draft opened from the list never shares its text. */
export function shareableWith(cards: readonly Card[], card: Card): Card[] {
  if (!isOpen(card)) return []
  return cards.filter((other) => other.id !== card.id && other.language === card.language && isOpen(other))
}

const sharersOf = (cards: readonly Card[], card: Card): Card[] =>
  card.isShared ? shareableWith(cards, card).filter(({ isShared }) => isShared) : []

const isOpen = (card: Card): boolean => !card.isOpened && !isBeingSent(card) && !isDelivered(card)

/** Returns the drafts whose text the button "Same text everywhere" replaces. */
export function replacedBySharing(cards: readonly Card[], card: Card): Card[] {
  const others = shareableWith(cards, card)
  const group = others.filter(({ isShared }) => isShared)
  const [text] = group.length > 0 ? group : [card]
  const joining = group.length > 0 ? [card] : others
  return joining.filter((one) => contentOf(one) !== contentOf(text!))
}

export function withSharing(cards: readonly Card[], { type, cardId }: SharingAction): Card[] {
  const card = cards.find(({ id }) => id === cardId)
  if (!card) return [...cards]
  if (type === 'text-separated') return cards.map((one) => (one === card ? { ...one, isShared: false } : one))
  const others = shareableWith(cards, card)
  const group = others.filter(({ isShared }) => isShared)
  const content = contentOf(group[0] ?? card)
  const joining = group.length > 0 ? [card] : [card, ...others]
  return cards.map((one) => (joining.includes(one) ? { ...withText(one, content), isShared: true } : one))
}

/** Applies a change of one draft. A change of a shared text applies to all drafts that share it. */
export function withChange(cards: readonly Card[], action: CardAction): Card[] {
  const before = cards.find(({ id }) => id === action.cardId)
  if (!before) return [...cards]
  // Shortening a text for one network, or splitting it into a thread, changes only that network's text.
  const isOwn = action.type === 'thread-changed' || (action.type === 'reworked' && action.how === 'fitted')
  const others = isOwn ? [] : sharersOf(cards, before)
  const changed = reduceCard(before, action)
  const after = isOwn && sharersOf(cards, before).length > 0 ? { ...changed, isShared: false } : changed
  return cards.map((one) => (one === before ? after : others.includes(one) ? follow(one, after, action) : one))
}

function follow(card: Card, changed: Card, action: CardAction): Card {
  if (action.type === 'typed') return { ...card, edit: action.content }
  if (action.type === 'saved') return saved(card)
  const content = contentOf(changed)
  if (content === contentOf(card)) return card
  const version =
    action.type === 'version-restored' && action.isUndo && card.versions?.find((one) => one.content === content)
  return version
    ? reduceCard(card, { type: 'version-restored', cardId: card.id, version, isUndo: true })
    : withText(card, content)
}

const withText = (card: Card, content: string): Card =>
  content === contentOf(card)
    ? card
    : reduceCard(card, { type: 'reworked', cardId: card.id, how: 'shared', text: { content } })

/** Marks drafts as shared if the same text was generated for them. */
export function withEqualTextsShared(cards: readonly Card[], written: readonly Card[]): Card[] {
  const shared = new Set<string>()
  for (const card of written) {
    const content = contentOf(card)
    const others = shareableWith(cards, card)
    const group = others.filter(({ isShared }) => isShared)
    const equal = others.filter((other) => contentOf(other) === content)
    if (content.trim() === '' || equal.length === 0 || group.some((one) => contentOf(one) !== content)) continue
    for (const { id } of [card, ...equal]) shared.add(id)
  }
  return cards.map((card) => (shared.has(card.id) && !card.isShared ? { ...card, isShared: true } : card))
}

/**
 * No longer treats drafts as shared if their text differs from the shared text, for example after an edit in another
 * tab.
 */
export function withoutStrays(cards: readonly Card[]): Card[] | readonly Card[] {
  if (!cards.some(({ isShared }) => isShared)) return cards
  const texts = new Map<Card['language'], string>()
  let isChanged = false
  const next = cards.map((card) => {
    if (!card.isShared || !isOpen(card)) return card
    const text = texts.get(card.language)
    if (text === undefined) texts.set(card.language, contentOf(card))
    if (text === undefined || text === contentOf(card)) return card
    isChanged = true
    return { ...card, isShared: false }
  })
  return isChanged ? next : cards
}
