import type { BasicRequest, GeneratedItem, Reworking } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post, Video } from '#core/posts/contract.ts'
import type { Said } from '../../lib/said.ts'
import type { Written } from '../grounding/claim-list.tsx'
import type { Media } from '../media/media-state.ts'
import type { Choices } from '../professional/choices.ts'

/** One text that was written for a card. */
export type Variant = Pick<GeneratedItem, 'content' | 'hashtags' | 'model' | 'warnings' | 'outline'> & {
  id: string
  /** Null where it is not known: the server keeps what is written, and not by whom. */
  source: GeneratedItem['source'] | null
}

/** What became of sending a card to one platform. */
export type Delivery =
  | { state: 'sending'; key: string; postId: string | null; isLater?: boolean }
  /** `key` is kept while the server may have the post, so that trying again gives the same one. */
  | { state: 'failed'; key: string | null; postId: string | null; said: Said; isLater?: boolean }
  | { state: 'done'; postId: string }

/** What a draft says, as the server keeps it. */
export type DraftText = { content: string; hashtags: string[]; media: { images: string[]; videos: Video[] } }

/** What is being sent to the server. Made again under its key after its answer was lost, it is done once. */
export type DraftCall = { key: string; text: DraftText; siblingId?: string }

export type ServerDraft = {
  /** Null until the server has answered that it has it. */
  postId: string | null
  revision: number
  /** What the server has as of that revision. */
  stored: DraftText | null
  /** Saved in this browser before it is sent, and until it is answered. */
  call: DraftCall | null
  /** What became of it somewhere else (null: it was deleted): nothing is sent until its owner has chosen. */
  elsewhere?: Post | null
  /** What the server knows of what it was written from, by `sourceMark`. */
  sourceMark?: string
  /** Why the server did not take a text: the same one is not sent again. */
  refused?: { said: Said; text: DraftText }
}

/** What can be done to a text at one press: by a model, or without its sentence, its end, or with a link. */
export type Rework = Reworking | 'brought' | 'removed' | 'fitted' | 'linked'

/** What made a text of it. */
export type Change = 'written' | 'chosen' | 'edited' | 'restored' | 'opened' | Rework

/** A text that a card had, or has. */
export type Version = {
  id: number
  content: string
  how: Change
  /** In milliseconds since 1970. */
  at: number
  /** The one that it was made of; null for the first. */
  from: number | null
}

/** A post in the making, for one platform and language. */
export type Card = {
  id: string
  platform: Platform
  language: GeneratedItem['language']
  contentType: BasicRequest['contentType'] | Choices['contentIntent']
  tone: BasicRequest['tone'] | Choices['voiceTone']
  /** What the Professional generator was asked for, where that wrote it. */
  choices?: Choices
  variants: Variant[]
  selectedId: string
  /** What is being typed and not saved yet. */
  edit: string | null
  /** Where it is to be posted. */
  targets: Platform[]
  /** From which account, where it was chosen. */
  accountIds?: Partial<Record<Platform, string>>
  deliveries: Partial<Record<Platform, Delivery>>
  /** What its newest text was written from; null or absent where that is not known. */
  writtenFrom?: Written | null
  /** The media of its piece, where that was closed before the card left; else those of the desk. */
  media?: Media
  /** As the server keeps it; absent until it is sent there. */
  draft?: ServerDraft
  /** What its author keeps although nothing was found for it. */
  keptClaims?: string[]
  /** The texts that it had, oldest first, and which of them stands on it. */
  versions?: Version[]
  versionId?: number
  /** What it has in common with the same text in the other language, and the version of that it was last in step with. */
  idea?: string
  inStepWith?: number
  /** Opened from the list of drafts: what is written anew does not take its place. */
  isOpened?: boolean
}

export type CardAction =
  | { type: 'typed'; cardId: string; content: string }
  | { type: 'saved'; cardId: string }
  | { type: 'variant-chosen'; cardId: string; variantId: string }
  | { type: 'reworked'; cardId: string; how: Rework; text: Pick<Variant, 'content'> & Partial<Variant> }
  /** An earlier text stands on it again: as a new version, or, where the last change is undone, as the one before it. */
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
      said: Said
      isOutcomeUnknown: boolean
      postId: string | null
    }
  /** Its owner took it back before it was out. */
  | { type: 'taken-back'; cardId: string; platform: Platform; postId?: string }

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

export function isBeingSent({ deliveries }: Card): boolean {
  return Object.values(deliveries).some(({ state }) => state === 'sending')
}

/** It is where it was to go: what is left of it on the desk is its outcome. */
export function isSettled(card: Card): boolean {
  return openTargets(card).length === 0 && Object.values(card.deliveries).some(({ state }) => state === 'done')
}

export function cardAfter(card: Card, action: CardAction): Card {
  switch (action.type) {
    case 'typed':
      return { ...card, edit: action.content }
    case 'saved':
      return saved(card)
    case 'variant-chosen':
      return { ...saved(card), selectedId: action.variantId }
    case 'reworked':
      return { ...withVariant(card, action.text), edit: null }
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
        ? card.targets.filter((one) => one !== action.platform)
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

/** Which draft it was is forgotten once it is a post, or deleted. */
function withoutDraft({ draft, ...card }: Card, postId: string | null): Card {
  return draft && draft.postId !== postId ? { ...card, draft } : card
}

/** With what is being typed kept as its text. */
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
