import type { BasicRequest, GeneratedItem } from '#core/generation/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'

export type Input = Pick<BasicRequest, 'topic' | 'contentType' | 'tone' | 'language'> & { platforms: Platform[] }

/** One text that was written for a card. */
export type Variant = Pick<GeneratedItem, 'content' | 'hashtags' | 'source' | 'model' | 'warnings'> & { id: string }

/** What became of sending a card to one platform. */
export type Delivery =
  | { state: 'sending'; key: string; postId: string | null }
  /** `key` is kept while the server may have the post, so that trying again gives the same one. */
  | { state: 'failed'; key: string | null; postId: string | null; message: string }
  | { state: 'done'; postId: string }

/** A post in the making, for one platform and language. */
export type Card = {
  id: string
  platform: Platform
  language: GeneratedItem['language']
  contentType: Input['contentType']
  tone: Input['tone']
  variants: Variant[]
  selectedId: string
  /** What is being typed and not saved yet. */
  edit: string | null
  /** Where it is to be posted. */
  targets: Platform[]
  deliveries: Partial<Record<Platform, Delivery>>
}

export type Sent = { postId: string; opening: string }

export type ComposerState = { input: Input; cards: Card[]; sent: Sent[] }

export const EMPTY: ComposerState = {
  input: { topic: '', contentType: 'educational', tone: 'professional', language: 'english', platforms: ['linkedin'] },
  cards: [],
  sent: [],
}

/** Older texts of a card that are kept beside the newest. */
const MAX_VARIANTS = 6
const MAX_SENT = 5

export type ComposerAction =
  | { type: 'input-changed'; change: Partial<Input> }
  | {
      type: 'written'
      items: readonly (GeneratedItem & { id: string })[]
      contentType: Input['contentType']
      tone: Input['tone']
    }
  | { type: 'typed'; cardId: string; content: string }
  | { type: 'saved'; cardId: string }
  | { type: 'variant-chosen'; cardId: string; variantId: string }
  | { type: 'hashtags-changed'; cardId: string; hashtags: string[] }
  | { type: 'target-toggled'; cardId: string; platform: Platform }
  | { type: 'sending'; cardId: string; keys: Partial<Record<Platform, string>> }
  | { type: 'delivered'; cardId: string; platform: Platform; postId: string }
  | {
      type: 'not-delivered'
      cardId: string
      platform: Platform
      message: string
      isOutcomeUnknown: boolean
      postId: string | null
    }
  | { type: 'finished'; cardId: string }
  | { type: 'discarded'; cardId: string }
  | { type: 'restored'; card: Card; at: number }
  | { type: 'sent-dismissed'; postId: string }

export function selectedVariant(card: Card): Variant {
  const variant = card.variants.find(({ id }) => id === card.selectedId) ?? card.variants[0]
  if (!variant) throw new Error(`Card ${card.id} has no text`)
  return variant
}

/** The text as it stands, saved or not. */
export function contentOf(card: Card): string {
  return card.edit ?? selectedVariant(card).content
}

/** The platforms that still wait for the card: what succeeded is not sent again. */
export function openTargets(card: Card): Platform[] {
  return card.targets.filter((platform) => card.deliveries[platform]?.state !== 'done')
}

export function composerReducer(state: ComposerState, action: ComposerAction): ComposerState {
  switch (action.type) {
    case 'input-changed':
      return { ...state, input: { ...state.input, ...action.change } }
    case 'written':
      return action.items.reduce((next, item) => withItem(next, item, action.contentType, action.tone), state)
    case 'restored':
      return { ...state, cards: state.cards.toSpliced(action.at, 0, action.card) }
    case 'discarded':
      return { ...state, cards: state.cards.filter(({ id }) => id !== action.cardId) }
    case 'sent-dismissed':
      return { ...state, sent: state.sent.filter(({ postId }) => postId !== action.postId) }
    case 'finished':
      return afterSending(state, action.cardId)
    default:
      return {
        ...state,
        cards: state.cards.map((card) => (card.id === action.cardId ? cardAfter(card, action) : card)),
      }
  }
}

type CardAction = Extract<
  ComposerAction,
  {
    type:
      | 'typed'
      | 'saved'
      | 'variant-chosen'
      | 'hashtags-changed'
      | 'target-toggled'
      | 'sending'
      | 'delivered'
      | 'not-delivered'
  }
>

function cardAfter(card: Card, action: CardAction): Card {
  switch (action.type) {
    case 'typed':
      return { ...card, edit: action.content }
    case 'saved':
      return saved(card)
    case 'variant-chosen':
      return { ...saved(card), selectedId: action.variantId }
    case 'hashtags-changed':
      return withVariant(card, { hashtags: action.hashtags })
    case 'target-toggled': {
      const isChosen = card.targets.includes(action.platform)
      const targets = isChosen
        ? card.targets.filter((one) => one !== action.platform)
        : [...card.targets, action.platform]
      return { ...card, targets }
    }
    case 'sending': {
      const sending = Object.entries(action.keys).map(([platform, key]) => {
        const before = card.deliveries[platform as Platform]
        return [platform, { state: 'sending', key, postId: before?.postId ?? null } satisfies Delivery]
      })
      return { ...saved(card), deliveries: { ...card.deliveries, ...Object.fromEntries(sending) } }
    }
    case 'delivered':
      return withDelivery(card, action.platform, { state: 'done', postId: action.postId })
    case 'not-delivered': {
      const before = card.deliveries[action.platform]
      const key = before?.state === 'sending' && action.isOutcomeUnknown ? before.key : null
      return withDelivery(card, action.platform, {
        state: 'failed',
        key,
        postId: action.postId,
        message: action.message,
      })
    }
  }
}

/** A new text stands in front on its card; the ones before stay as other options. */
function withItem(
  state: ComposerState,
  item: GeneratedItem & { id: string },
  contentType: Input['contentType'],
  tone: Input['tone'],
): ComposerState {
  const { id, content, hashtags, source, model, warnings } = item
  const variant: Variant = { id, content, hashtags, source, model, warnings }
  const cardId = `${item.platform}-${item.language}`
  const old = state.cards.find((card) => card.id === cardId)
  if (!old) {
    const card: Card = {
      id: cardId,
      platform: item.platform,
      language: item.language,
      contentType,
      tone,
      variants: [variant],
      selectedId: id,
      edit: null,
      targets: [item.platform],
      deliveries: {},
    }
    return { ...state, cards: [...state.cards, card] }
  }
  const kept = saved(old)
  const card: Card = {
    ...kept,
    contentType,
    tone,
    variants: [variant, ...kept.variants].slice(0, MAX_VARIANTS),
    selectedId: id,
    // Another text is another post; only what may be out already keeps its place.
    deliveries: {},
  }
  return { ...state, cards: state.cards.map((one) => (one.id === cardId ? card : one)) }
}

/** A card that has reached every platform leaves the desk; what is left to do stays. */
function afterSending(state: ComposerState, cardId: string): ComposerState {
  const card = state.cards.find(({ id }) => id === cardId)
  if (!card) return state
  const opening = contentOf(card).trim().slice(0, 120)
  const known = new Set(state.sent.map(({ postId }) => postId))
  const news = Object.values(card.deliveries).flatMap((delivery) =>
    delivery.state === 'done' && !known.has(delivery.postId) ? [{ postId: delivery.postId, opening }] : [],
  )
  const isDone = openTargets(card).length === 0
  return {
    ...state,
    cards: isDone ? state.cards.filter((one) => one !== card) : state.cards,
    sent: [...news, ...state.sent].slice(0, MAX_SENT),
  }
}

function saved(card: Card): Card {
  return card.edit === null ? card : { ...withVariant(card, { content: card.edit }), edit: null }
}

function withVariant(card: Card, change: Partial<Variant>): Card {
  const { id } = selectedVariant(card)
  return {
    ...card,
    variants: card.variants.map((variant) => (variant.id === id ? { ...variant, ...change } : variant)),
  }
}

function withDelivery(card: Card, platform: Platform, delivery: Delivery): Card {
  return { ...card, deliveries: { ...card.deliveries, [platform]: delivery } }
}
