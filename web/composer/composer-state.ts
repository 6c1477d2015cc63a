import type { BasicRequest, GeneratedItem } from '#core/generation/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { mediaReducer, NO_MEDIA, type Media, type MediaAction } from '../media/media-state.ts'
import type { Said } from '../lib/said.ts'
import type { Source } from '../sources/source.ts'

export type InputMethod = BasicRequest['contentSource']

export type Input = Pick<BasicRequest, 'topic' | 'contentType' | 'tone' | 'language'> & {
  platforms: Platform[]
  method: InputMethod
  /** What was typed as the address of a page. */
  address: string
  /** The texts in use, one for each way to get one. */
  sources: Record<Source['from'], Source | null>
  /** The texts that were read and wait to be used. */
  found: Record<Source['from'], Source | null>
  /** The topic as a source's title filled it in; a topic that is still this one gives way to the next title. */
  filledTopic: string | null
}

/** One text that was written for a card. */
export type Variant = Pick<GeneratedItem, 'content' | 'hashtags' | 'source' | 'model' | 'warnings'> & { id: string }

/** What became of sending a card to one platform. */
export type Delivery =
  | { state: 'sending'; key: string; postId: string | null }
  /** `key` is kept while the server may have the post, so that trying again gives the same one. */
  | { state: 'failed'; key: string | null; postId: string | null; said: Said }
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
  /** From which account, where it was chosen. */
  accountIds?: Partial<Record<Platform, string>>
  deliveries: Partial<Record<Platform, Delivery>>
  /** What its newest text was written from; null or absent for a topic alone. */
  writtenFrom?: WrittenFrom | null
}

export type WrittenFrom = { source: Source; topic: string }

export type Sent = { postId: string; opening: string }

export type ComposerState = {
  input: Input
  cards: Card[]
  /** The drafts that a change of the method took from the desk. They come back with their method, until others are written. */
  cleared: { method: InputMethod; cards: Card[] } | null
  media: Media
  sent: Sent[]
}

export const EMPTY: ComposerState = {
  input: {
    topic: '',
    contentType: 'educational',
    tone: 'professional',
    language: 'english',
    platforms: ['linkedin'],
    method: 'topic',
    address: '',
    sources: { url: null, document: null },
    found: { url: null, document: null },
    filledTopic: null,
  },
  cards: [],
  cleared: null,
  media: NO_MEDIA,
  sent: [],
}

/** The contract's own number comes with its schemas, which the browser is spared; a test holds this one to it. */
export const TOPIC_LIMIT = 5_000

/** Older texts of a card that are kept beside the newest. */
const MAX_VARIANTS = 6
const MAX_SENT = 5

export type ComposerAction =
  | { type: 'input-changed'; change: Partial<Input> }
  | { type: 'method-changed'; method: InputMethod }
  | { type: 'source-found'; source: Source }
  | { type: 'found-dropped'; from: Source['from'] }
  | { type: 'source-used'; source: Source }
  | { type: 'source-dropped'; from: Source['from'] }
  | { type: 'media-changed'; change: MediaAction }
  | ({ type: 'written'; items: readonly (GeneratedItem & { id: string })[] } & Brief)
  | { type: 'typed'; cardId: string; content: string }
  | { type: 'saved'; cardId: string }
  | { type: 'variant-chosen'; cardId: string; variantId: string }
  | { type: 'hashtags-changed'; cardId: string; hashtags: string[] }
  | { type: 'target-toggled'; cardId: string; platform: Platform }
  | { type: 'account-chosen'; cardId: string; platform: Platform; accountId: string }
  | { type: 'sending'; cardId: string; keys: Partial<Record<Platform, string>> }
  | { type: 'delivered'; cardId: string; platform: Platform; postId: string }
  | {
      type: 'not-delivered'
      cardId: string
      platform: Platform
      said: Said
      isOutcomeUnknown: boolean
      postId: string | null
    }
  | { type: 'finished'; cardId: string }
  | { type: 'discarded'; cardId: string }
  | { type: 'restored'; card: Card; at: number }
  | { type: 'sent-dismissed'; postId: string }

/** What drafts were asked for with, as far as their card remembers it. */
type Brief = Pick<Card, 'contentType' | 'tone' | 'writtenFrom'>

/** The text to write from by the chosen method; null for a topic alone, and where there is none yet. */
export function sourceOf({ method, sources }: Input): Source | null {
  return method === 'topic' ? null : sources[method]
}

/** What to write about: what somebody wrote, else the title of the source that is written from. */
export function topicOf(input: Input): string {
  const source = sourceOf(input)
  const topic = source && isTopicFree(input) ? source.title : input.topic
  return topic.trim().slice(0, TOPIC_LIMIT)
}

function isTopicFree({ topic, filledTopic }: Input): boolean {
  return topic.trim() === '' || topic === filledTopic
}

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
    case 'method-changed':
      return withMethod(state, action.method)
    case 'source-found':
      return { ...state, input: withFound(state.input, action.source.from, action.source) }
    case 'found-dropped':
      return { ...state, input: withFound(state.input, action.from, null) }
    case 'source-used':
      return { ...state, input: withSource(state.input, action.source) }
    case 'source-dropped':
      return { ...state, input: withoutSource(state.input, action.from) }
    case 'media-changed':
      return { ...state, media: mediaReducer(state.media, action.change) }
    case 'written':
      return action.items.reduce<ComposerState>((next, item) => withItem(next, item, action), {
        ...state,
        cleared: null,
      })
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
      | 'account-chosen'
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
    case 'account-chosen':
      return { ...card, accountIds: { ...card.accountIds, [action.platform]: action.accountId } }
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
        said: action.said,
      })
    }
  }
}

function isBeingSent({ deliveries }: Card): boolean {
  return Object.values(deliveries).some(({ state }) => state === 'sending')
}

/** Sets the drafts of the other method aside, and brings back those that were set aside of this one. */
function withMethod(state: ComposerState, method: InputMethod): ComposerState {
  const { input, cards, cleared } = state
  const next = { ...state, input: { ...input, method } }
  if (cleared?.method === method) {
    const isThere = (id: string) => cards.some((card) => card.id === id)
    return { ...next, cards: [...cleared.cards.filter(({ id }) => !isThere(id)), ...cards], cleared: null }
  }
  // One that is being sent waits for its outcome.
  const leaving = cards.filter((card) => !isBeingSent(card))
  if (method === input.method || leaving.length === 0) return next
  return {
    ...next,
    cards: cards.filter(isBeingSent),
    // Nothing was written since the first of them left: what leaves later is of the same method.
    cleared: { method: cleared?.method ?? input.method, cards: [...(cleared?.cards ?? []), ...leaving] },
  }
}

function withFound(input: Input, from: Source['from'], source: Source | null): Input {
  return { ...input, found: { ...input.found, [from]: source } }
}

/** A text becomes the one to write from, and its title the topic unless somebody wrote one. */
export function withSource(input: Input, source: Source): Input {
  return {
    ...withFound(input, source.from, null),
    method: source.from,
    sources: { ...input.sources, [source.from]: source },
    ...(source.from === 'url' && { address: '' }),
    ...(isTopicFree(input) && { topic: source.title, filledTopic: source.title }),
  }
}

/** The title that it filled in as the topic goes with it. */
function withoutSource(input: Input, from: Source['from']): Input {
  const isItsTitle = input.topic === input.filledTopic && input.topic === input.sources[from]?.title
  return {
    ...input,
    sources: { ...input.sources, [from]: null },
    ...(isItsTitle && { topic: '', filledTopic: null }),
  }
}

/** A new text stands in front on its card; the ones before stay as other options. */
function withItem(state: ComposerState, item: GeneratedItem & { id: string }, brief: Brief): ComposerState {
  const { contentType, tone, writtenFrom } = brief
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
      writtenFrom,
    }
    return { ...state, cards: [...state.cards, card] }
  }
  const kept = saved(old)
  const card: Card = {
    ...kept,
    contentType,
    tone,
    writtenFrom,
    variants: [variant, ...kept.variants].slice(0, MAX_VARIANTS),
    selectedId: id,
    // Another text is another post; only what may be out already keeps its place.
    deliveries: {},
  }
  return { ...state, cards: state.cards.map((one) => (one.id === cardId ? card : one)) }
}

/** A card that has reached every platform leaves the desk; what is left to do stays, and the media as long as it does. */
function afterSending(state: ComposerState, cardId: string): ComposerState {
  const card = state.cards.find(({ id }) => id === cardId)
  if (!card) return state
  const opening = contentOf(card).trim().slice(0, 120)
  const known = new Set(state.sent.map(({ postId }) => postId))
  const news = Object.values(card.deliveries).flatMap((delivery) =>
    delivery.state === 'done' && !known.has(delivery.postId) ? [{ postId: delivery.postId, opening }] : [],
  )
  const isDone = openTargets(card).length === 0
  const cards = isDone ? state.cards.filter((one) => one !== card) : state.cards
  return {
    ...state,
    cards,
    media: cards.length === 0 && !state.cleared ? NO_MEDIA : state.media,
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
