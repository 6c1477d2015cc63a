import type { BasicRequest, GeneratedItem, Reworking } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import type { Post, Video } from '#core/posts/contract.ts'
import { joinThread } from '#core/posts/split-thread.ts'
import type { StoredMessage } from '../../lib/error-message.ts'
import type { Written } from '../grounding/find-claims.ts'
import type { Media } from '../media/media-state.ts'
import type { Choices } from '../professional/choices.ts'
import { CONTENT_TYPES, TONES, WISHES_LIMIT } from '#core/writing/options/basic.ts'

export type Variant = Pick<
  GeneratedItem,
  'content' | 'hashtags' | 'model' | 'costMicros' | 'warnings' | 'faultPlaces' | 'removed' | 'outline' | 'offers'
> & {
  id: string
  source: GeneratedItem['source'] | null
}

export type Delivery =
  | { state: 'sending'; key: string; postId: string | null; isLater?: boolean }
  /**
   * `key` is the idempotency key. It is kept while the server may have the post, so that a retry returns the same post.
   */
  | { state: 'failed'; key: string | null; postId: string | null; said: StoredMessage; isLater?: boolean }
  | { state: 'done'; postId: string }

/** A part of a thread, with the ids of its pictures. Pictures of no part belong to the first. */
export type ThreadPart = { content: string; imageIds: string[] }
type FirstComment = { content: string; afterMinutes: number }

export type DraftText = {
  content: string
  hashtags: string[]
  media: { images: string[]; videos: Video[] }
  parts?: ThreadPart[]
  firstComment?: FirstComment
  options?: PostOptions | undefined
}

/** A request to store the draft. `key` is its idempotency key: a retry after a lost response uses the same one. */
export type DraftCall = { key: string; text: DraftText; siblingId?: string }

export type ServerDraft = {
  /** The id of the stored draft. Null until the server has confirmed it. */
  postId: string | null
  revision: number
  stored: DraftText | null
  /**
   * The current request to store the draft. This browser saves it before sending, and keeps it until the server
   * responds.
   */
  call: DraftCall | null
  /**
   * The stored draft after a change in another tab or device; null if deleted. Requests stop until the author chooses a
   * version.
   */
  elsewhere?: Post | null
  sourceMark?: string
  /** The text that the server refused, and why. Frogy does not send it again. */
  refused?: { said: StoredMessage; text: DraftText }
}

/**
 * A one-click change of a text: rewritten, updated from its translation, sentence removed, shortened, or link added or
 * removed. `shared` copies the text that other networks share.
 */
type Rework = Reworking | 'restored' | 'brought' | 'removed' | 'fitted' | 'linked' | 'unlinked' | 'shared'

export type Change = 'written' | 'chosen' | 'edited' | 'opened' | Rework

export type Version = {
  id: number
  content: string
  how: Change
  /** When the version was made, in ms since 1970. */
  at: number
  /** The id of the version from which this version was made. Null for the first version. */
  from: number | null
}

export type Card = {
  id: string
  platform: Platform
  language: GeneratedItem['language']
  contentType: BasicRequest['contentType'] | Choices['contentIntent']
  tone: BasicRequest['tone'] | Choices['voiceTone']
  choices?: Choices
  variants: Variant[]
  selectedId: string
  edit: string | null
  targets: Platform[]
  accountIds?: Partial<Record<Platform, string>>
  deliveries: Partial<Record<Platform, Delivery>>
  writtenFrom?: Written | null
  /** The draft's own media. Without it, the draft uses the composer's media. */
  media?: Media
  draft?: ServerDraft
  /** Claims that the source does not support, but that the author keeps. */
  keptClaims?: string[]
  versions?: Version[]
  versionId?: number
  /**
   * The drafts of one text in two languages have the same `idea`. `inStepWith` is the last version in the other
   * language that this text matches.
   */
  idea?: string
  inStepWith?: number
  /**
   * Whether the user opened the draft from the list of drafts. Such a draft stays when the user generates drafts for
   * all networks.
   */
  isOpened?: boolean
  /** Whether several networks share the draft's text. An edit then changes all their drafts. */
  isShared?: boolean
  /** The parts of a thread. Their joined texts are the draft's text: see thread.ts. */
  thread?: ThreadPart[]
  /** Whether the parts end with their number, as `1/4`. */
  isNumbered?: boolean
  firstComment?: FirstComment
  /** The options that the author chose for posts on `platform`, such as their visibility. */
  options?: PostOptions | undefined
  /**
   * The tags of a discarded draft, so that an undo can store the draft with them. The server has the tags of stored
   * drafts.
   */
  tagIds?: string[]
}

export type CardAction =
  | { type: 'typed'; cardId: string; content: string }
  | { type: 'saved'; cardId: string }
  /** Changes the parts of a thread. Null makes the thread one post. */
  | { type: 'thread-changed'; cardId: string; parts: ThreadPart[] | null; isNumbered?: boolean }
  | { type: 'first-comment-changed'; cardId: string; comment: FirstComment | null }
  | { type: 'options-changed'; cardId: string; options: PostOptions | null }
  | { type: 'variant-chosen'; cardId: string; variantId: string }
  | {
      type: 'reworked'
      cardId: string
      how: Rework
      text: Pick<Variant, 'content'> & Partial<Variant>
      /** The author's request for the change, in their own words. Later checks accept these words in the draft. */
      wish?: string
    }
  /** Restores an earlier version. It becomes a new version, but undo selects the earlier version itself. */
  | { type: 'version-restored'; cardId: string; version: Version; isUndo?: boolean }
  | { type: 'claims-kept'; cardId: string; claims: readonly string[] }
  | { type: 'hashtags-changed'; cardId: string; hashtags: string[] }
  | { type: 'target-toggled'; cardId: string; platform: Platform }
  | { type: 'account-chosen'; cardId: string; platform: Platform; accountId: string }
  | { type: 'sending'; cardId: string; keys: Partial<Record<Platform, string>>; isLater?: boolean }
  | { type: 'delivered'; cardId: string; platform: Platform; postId: string }
  | {
      type: 'not-delivered'
      cardId: string
      platform: Platform
      said: StoredMessage
      isOutcomeUnknown: boolean
      postId: string | null
    }
  /** The author canceled the post before the network received it. It is a draft again. */
  | { type: 'taken-back'; cardId: string; platform: Platform; postId?: string }

export const UNKNOWN_FAILURE: StoredMessage = { key: 'composer.posting.failedText' }

export function selectedVariant(card: Card): Variant {
  const variant = card.variants.find(({ id }) => id === card.selectedId) ?? card.variants[0]
  if (!variant) throw new Error(`Card ${card.id} has no text`)
  return variant
}

export function contentOf(card: Card): string {
  return card.edit ?? selectedVariant(card).content
}

export function openTargets(card: Card): Platform[] {
  return card.targets.filter((platform) => card.deliveries[platform]?.state !== 'done')
}

export function isBeingSent({ deliveries }: Card): boolean {
  return Object.values(deliveries).some(({ state }) => state === 'sending')
}

export function isDelivered(card: Card): boolean {
  return openTargets(card).length === 0 && Object.values(card.deliveries).some(({ state }) => state === 'done')
}

export function reduceCard(card: Card, action: CardAction): Card {
  switch (action.type) {
    case 'typed':
      return { ...card, edit: action.content }
    case 'saved':
      return saved(card)
    case 'thread-changed': {
      const { thread, ...one } = card
      const { parts, isNumbered = card.isNumbered ?? false } = action
      const shown: readonly { content: string }[] = parts ?? thread ?? [{ content: contentOf(card) }]
      // Join the shown parts without the numbers that they may have.
      const content = joinThread(
        shown.map((part) => part.content),
        parts ? isNumbered : (card.isNumbered ?? false),
      )
      return { ...one, ...(parts && { thread: parts }), isNumbered, edit: content }
    }
    case 'first-comment-changed': {
      const { firstComment: _, ...one } = card
      return action.comment ? { ...one, firstComment: action.comment } : one
    }
    case 'options-changed':
      return { ...card, options: action.options ?? undefined }
    case 'variant-chosen':
      return { ...saved(card), selectedId: action.variantId }
    case 'reworked':
      return { ...withWish(withVariant(card, action.text), action.wish), edit: null }
    case 'version-restored': {
      const { id, content } = action.version
      return { ...withVariant(card, { content }), edit: null, ...(action.isUndo && { versionId: id }) }
    }
    case 'claims-kept':
      return { ...card, keptClaims: [...new Set([...(card.keptClaims ?? []), ...action.claims])] }
    case 'hashtags-changed':
      return withVariant(card, { hashtags: action.hashtags })
    case 'target-toggled': {
      const isChosen = card.targets.includes(action.platform)
      const targets = isChosen
        ? card.targets.filter((target) => target !== action.platform)
        : [...card.targets, action.platform]
      return { ...card, targets }
    }
    case 'account-chosen':
      return { ...card, accountIds: { ...card.accountIds, [action.platform]: action.accountId } }
    case 'sending': {
      const sending = Object.entries(action.keys).map(([platform, key]) => {
        const before = card.deliveries[platform as Platform]
        const { isLater } = action
        return [
          platform,
          { state: 'sending', key, postId: before?.postId ?? null, ...(isLater && { isLater }) } satisfies Delivery,
        ]
      })
      return { ...saved(card), deliveries: { ...card.deliveries, ...Object.fromEntries(sending) } }
    }
    case 'delivered':
      return withDelivery(withoutDraft(card, action.postId), action.platform, { state: 'done', postId: action.postId })
    case 'not-delivered': {
      const before = card.deliveries[action.platform]
      const key = before?.state === 'sending' && action.isOutcomeUnknown ? before.key : null
      return withDelivery(card, action.platform, {
        state: 'failed',
        key,
        postId: action.postId,
        said: action.said,
        ...(before?.state === 'sending' && before.isLater && { isLater: true }),
      })
    }
    case 'taken-back': {
      const { [action.platform]: _, ...deliveries } = card.deliveries
      return { ...withoutDraft(card, action.postId ?? null), deliveries }
    }
  }
}

function withWish(card: Card, wish: string | undefined): Card {
  const { writtenFrom } = card
  if (!wish || !writtenFrom) return card
  const wishes = [writtenFrom.wish, wish].filter(Boolean).join('\n').slice(-WISHES_LIMIT)
  return { ...card, writtenFrom: { ...writtenFrom, wish: wishes } }
}

function withoutDraft({ draft, ...card }: Card, postId: string | null): Card {
  return draft && draft.postId !== postId ? { ...card, draft } : card
}

export function saved(card: Card): Card {
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

export function basicOf(card: Card): Partial<Pick<BasicRequest, 'contentType' | 'tone'>> {
  const contentType = CONTENT_TYPES.find((item) => item === card.contentType)
  const tone = TONES.find((item) => item === card.tone)
  return { ...(contentType && { contentType }), ...(tone && { tone }) }
}

/** The maximum length of a first line in a request to the model. */
const OPENING = 200
const MAX_OPENINGS = 10

/** Returns the first lines of a draft's generated texts, so that a new text can begin differently. */
export const openingsOf = (card: Card): string[] =>
  card.variants
    .map(({ content }) => content.trim().split('\n', 1)[0]?.slice(0, OPENING).trim() ?? '')
    .filter((opening) => opening !== '')
    .slice(0, MAX_OPENINGS)
