import type { Platform } from '#core/platforms/platform.ts'
import { changesOneDraft, mediaReducer, type Media, type MediaAction } from '../media/media-state.ts'
import type { Source } from '../sources/source.ts'
import {
  isBeingSent,
  isDelivered,
  saved,
  type Card,
  type CardAction,
  type Change,
  type ServerDraft,
  type Variant,
} from './draft.ts'
import { cardWithDraft, type DraftAction } from './server-draft.ts'
import { withChange, withEqualTextsShared, withoutStrays, withSharing, type SharingAction } from './shared-text.ts'
import {
  restoreCleared,
  closedIfFinished,
  withoutQuestions,
  withFetchedSource,
  withMethod,
  withoutSource,
  withoutStaleUndo,
  withUsedSource,
  withUsualPlatforms,
  type Answers,
  type Brief,
  type OutlineTexts,
  type Replaced,
  type Written,
  type ComposerState,
  type Input,
  type InputMethod,
} from './composer-model.ts'
import { factsWith, withAskedTopic, type FactAnswers } from './fact-answers.ts'
import { withSourceLinks } from './source-links.ts'
import { withVersions } from './versions.ts'

const MAX_VARIANTS = 6

export type ComposerAction =
  | { type: 'input-changed'; change: Partial<Input> }
  | { type: 'usual-platforms-set'; platforms: readonly Platform[] }
  | { type: 'method-changed'; method: InputMethod }
  | { type: 'source-found'; source: Source }
  | { type: 'found-dropped'; from: Source['from'] }
  | { type: 'source-used'; source: Source }
  | { type: 'source-dropped'; from: Source['from'] }
  | { type: 'source-owned'; source: Source; isOwn: boolean }
  | { type: 'link-switched'; isOn: boolean }
  /** `cardId`: the draft that shows the media. A draft shares its media with the other drafts, or has its own. */
  | { type: 'media-changed'; change: MediaAction; cardId?: string }
  /** `onto`: the draft that requested the texts. `of`: the draft whose text they translate. Both are ids. */
  | ({
      type: 'written'
      items: readonly Written[]
      replaces?: Replaced
      onto?: string
      of?: Card
      /** Whether the texts contain the author's answers to the questions about the topic, which then close. */
      isAnswered?: boolean
    } & Brief)
  /**
   * Texts for a topic without a source. They become drafts once the author has answered the questions about an opening,
   * a body and a closing.
   */
  | ({ type: 'outlined' } & OutlineTexts)
  | { type: 'answered'; answers: Answers }
  /** Shows the questions before a model writes about the topic. */
  | { type: 'facts-asked'; topic: string }
  | { type: 'facts-typed'; answers: FactAnswers }
  /** Adds the answers to the author's facts, and closes the questions. */
  | { type: 'facts-given'; answers: FactAnswers }
  | { type: 'questions-closed' }
  | { type: 'discarded'; cardId: string }
  | { type: 'restored'; card: Card; at: number }
  | { type: 'undone' }
  | { type: 'opened'; cards: readonly Card[]; media?: Media }
  | SharingAction
  | DraftAction
  | CardAction

export function composerReducer(state: ComposerState, action: ComposerAction): ComposerState {
  const after = withoutStaleUndo(closedIfFinished(next(state, action)))
  const cards = withoutStrays(after.cards)
  return withNewVersions(cards === after.cards ? after : { ...after, cards: [...cards] }, action)
}

function withNewVersions(state: ComposerState, action: ComposerAction): ComposerState {
  const isOfBoth = action.type === 'written' ? Boolean(action.replaces ?? action.of) : changeOf(action) === 'brought'
  const cards = withVersions(state.cards, changeOf(action), isOfBoth, Date.now())
  return cards === state.cards ? state : { ...state, cards }
}

function changeOf(action: ComposerAction): Change {
  switch (action.type) {
    case 'written':
      return action.of ? 'translate' : 'written'
    case 'reworked':
      return action.how
    case 'version-restored':
      return 'restored'
    case 'text-shared':
      return 'shared'
    case 'link-switched':
      return action.isOn ? 'linked' : 'unlinked'
    case 'variant-chosen':
      return 'chosen'
    case 'opened':
    case 'draft-found':
    case 'draft-chosen':
      return 'opened'
    default:
      return 'edited'
  }
}

function next(state: ComposerState, action: ComposerAction): ComposerState {
  switch (action.type) {
    case 'input-changed': {
      const { platforms } = action.change
      return {
        ...state,
        input: { ...state.input, ...action.change },
        ...(platforms && platforms.length > 0 && { chosenPlatforms: platforms }),
      }
    }
    case 'usual-platforms-set':
      return withUsualPlatforms(state, action.platforms)
    case 'method-changed':
      return withMethod(state, action.method)
    case 'source-found':
      return { ...state, input: withFetchedSource(state.input, action.source.from, action.source) }
    case 'found-dropped':
      return { ...state, input: withFetchedSource(state.input, action.from, null) }
    case 'source-used':
      return withUsedSource(state, action.source)
    case 'source-dropped':
      return { ...state, input: withoutSource(state.input, action.from) }
    case 'source-owned': {
      const owned = { ...action.source, isOwn: action.isOwn }
      const ownedIn = (card: Card) =>
        card.writtenFrom?.source?.id === owned.id
          ? { ...card, writtenFrom: { ...card.writtenFrom, source: owned } }
          : card
      const sources = { ...state.input.sources, [owned.from]: owned }
      return { ...state, input: { ...state.input, sources }, cards: state.cards.map(ownedIn) }
    }
    case 'link-switched': {
      // Store unsaved texts as versions first, so that adding or removing the link loses none of them.
      const kept = withVersions(state.cards.map(saved), 'edited', false, Date.now())
      const input = { ...state.input, withLink: action.isOn }
      return { ...state, input, cards: withSourceLinks(kept, action.isOn) }
    }
    case 'media-changed': {
      const { change, cardId } = action
      const isOfOne = changesOneDraft(change)
      const isOwn = state.cards.some(({ id, media }) => id === cardId && media)
      return {
        ...state,
        ...(!(isOfOne && isOwn) && { media: mediaReducer(state.media, change) }),
        cards: state.cards.map((card) =>
          card.media && (!isOfOne || card.id === cardId) ? { ...card, media: mediaReducer(card.media, change) } : card,
        ),
      }
    }
    case 'written': {
      const { items, replaces, of } = action
      const idea = replaces?.generation ?? of?.idea ?? (of && `${of.id}-${items[0]?.id}`)
      const base = replaces ? withoutOthers(state, replaces) : { ...withIdea(state, of, idea), cleared: null }
      const written = items.reduce<ComposerState>((written, item) => withItem(written, item, { ...action, idea }), {
        ...base,
        input: { ...base.input, isWritten: true },
      })
      if (!replaces) return written
      const isNew = (card: Card) => items.some(({ id }) => id === card.selectedId)
      const cards = withEqualTextsShared(written.cards, written.cards.filter(isNew))
      return { ...(action.isAnswered ? withoutQuestions(written) : written), cards }
    }
    case 'outlined':
      return withOutline(state, action)
    case 'answered':
      return { ...state, outline: state.outline && { ...state.outline, answers: action.answers } }
    case 'facts-asked':
      return { ...state, factAnswers: {}, askedTopics: withAskedTopic(state.askedTopics, action.topic) }
    case 'facts-typed':
      return { ...state, factAnswers: action.answers }
    case 'facts-given': {
      const facts = factsWith(state.input.facts, action.answers)
      return withoutQuestions({ ...state, input: { ...state.input, facts } })
    }
    case 'questions-closed':
      return withoutQuestions(state)
    case 'restored':
      return { ...state, cards: withoutCard(state.cards, action.card.id).toSpliced(action.at, 0, action.card) }
    case 'discarded':
      return { ...state, cards: withoutCard(state.cards, action.cardId) }
    case 'undone':
      return restoreCleared(state)
    case 'opened': {
      const isOpen = (opened: Card) => state.cards.some(({ draft }) => draft?.postId === opened.draft?.postId)
      const cards = action.cards.filter((opened) => !isOpen(opened))
      return { ...state, cards: [...cards, ...state.cards], ...(action.media && { media: action.media }) }
    }
    case 'draft-called':
    case 'draft-stored':
    case 'draft-source-stored':
    case 'draft-refused':
    case 'draft-found':
    case 'draft-chosen':
      return withDraft(state, action)
    case 'text-separated':
      return { ...state, cards: withSharing(state.cards, action) }
    case 'text-shared': {
      // Store unsaved texts as versions first, so that sharing one text loses none of them.
      const kept = withVersions(state.cards.map(saved), 'edited', false, Date.now())
      return { ...state, cards: withSharing(kept, action) }
    }
    default:
      return { ...state, cards: withChange(state.cards, action) }
  }
}

function withOutline(state: ComposerState, action: Extract<ComposerAction, { type: 'outlined' }>): ComposerState {
  const { type: _, ...texts } = action
  const { outline } = state
  const topic = texts.writtenFrom?.topic ?? ''
  const before = outline?.texts?.replaces.generation === texts.replaces.generation ? outline.texts.items : []
  const answers = outline?.topic === topic ? outline.answers : {}
  return { ...state, outline: { topic, answers, texts: { ...texts, items: [...before, ...texts.items] } } }
}

const withoutCard = (cards: readonly Card[], cardId: string): Card[] => cards.filter(({ id }) => id !== cardId)

/**
 * Changes a draft's state on the server. Includes drafts that were just cleared, because their last edit must still be
 * sent.
 */
function withDraft(state: ComposerState, action: DraftAction): ComposerState {
  const after = (cards: Card[], media: Media) =>
    cards.map((card) => (card.id === action.cardId ? cardWithDraft(card, action, card.media ?? media) : card))
  const { cards, cleared, media } = state
  if (cards.some(({ id }) => id === action.cardId)) return { ...state, cards: after(cards, media) }
  return { ...state, cleared: cleared && { ...cleared, cards: after(cleared.cards, cleared.media) } }
}

/**
 * Removes drafts for networks and languages that the new generation does not replace. Published posts stay at the end
 * if they have the same topic and source, and are removed otherwise.
 */
function withoutOthers(state: ComposerState, { generation, asked }: Replaced): ComposerState {
  if (state.generation === generation) return state
  const isKept = (card: Card) =>
    isBeingSent(card) ||
    (!card.isOpened && asked.some(({ platform, language }) => card.platform === platform && card.language === language))
  const delivered = state.cards.filter(isDelivered)
  const open = state.cards.filter((card) => !isDelivered(card))
  const remaining = [...open.filter(isKept), ...(state.input.isWritten ? delivered : [])]
  const removed = state.cards.filter((card) => !remaining.includes(card))
  const { method, media } = { ...state.input, media: state.media }
  return {
    ...state,
    generation,
    cards: remaining,
    cleared: removed.length > 0 ? { why: 'rewritten', method, cards: removed, input: state.input, media } : null,
  }
}

const withIdea = (state: ComposerState, of: Card | undefined, idea: string | undefined): ComposerState =>
  of && idea ? { ...state, cards: state.cards.map((card) => (card.id === of.id ? { ...card, idea } : card)) } : state

type Target = Pick<Card, 'idea'> & { replaces?: Replaced; onto?: string; of?: Card }

function cardFor(
  { platform, language, kept }: Written,
  cards: readonly Card[],
  { replaces, onto, of, idea }: Target,
): Card | undefined {
  const free = cards.filter(
    (card) => card.platform === platform && card.language === language && !isBeingSent(card) && !isDelivered(card),
  )
  if (onto) return free.find(({ id }) => id === onto)
  if (of) return free.find((card) => card.idea === idea)
  return (
    free.find(({ draft }) => kept && draft?.postId === kept.postId) ??
    free.find(({ isOpened }) => !(replaces && isOpened))
  )
}

function withItem(state: ComposerState, item: Written, brief: Brief & Target): ComposerState {
  const { contentType, tone, writtenFrom, choices, replaces, idea } = brief
  const { id, content, hashtags, source, model, costMicros, warnings, outline, platform, language } = item
  const { kept: storedDraft, faultPlaces, removed, offers } = item
  const draft: ServerDraft | undefined = storedDraft && {
    ...storedDraft,
    stored: { content, hashtags, media: { images: [], videos: [] } },
    call: null,
  }
  const variant: Variant = {
    id,
    content,
    hashtags,
    source,
    model,
    warnings,
    ...(costMicros && { costMicros }),
    ...(faultPlaces && { faultPlaces }),
    ...(removed && { removed }),
    ...(outline && { outline }),
    ...(offers && { offers }),
  }
  const existing = cardFor(item, state.cards, brief)
  if (!existing) {
    const usual = `${platform}-${language}`
    const isTaken = [...state.cards, ...(state.cleared?.cards ?? [])].some((card) => card.id === usual)
    const card: Card = {
      id: isTaken ? `${usual}-${id}` : usual,
      platform,
      language,
      contentType,
      tone,
      variants: [variant],
      selectedId: id,
      edit: null,
      targets: [platform],
      deliveries: {},
      writtenFrom,
      ...(choices && { choices }),
      ...(draft && { draft }),
      ...(idea && { idea }),
    }
    // Keep the drafts in the order of the requested networks, whichever text arrives first.
    const placeOf = (one: Pick<Card, 'platform' | 'language'>) =>
      replaces?.asked.findIndex((asked) => asked.platform === one.platform && asked.language === one.language) ?? -1
    const at = state.cards.findIndex((card) => isDelivered(card) || placeOf(card) > placeOf(item))
    return { ...state, cards: state.cards.toSpliced(at < 0 ? state.cards.length : at, 0, card) }
  }
  const savedCard = saved(existing)
  const card: Card = {
    ...savedCard,
    contentType,
    tone,
    writtenFrom,
    ...(choices && { choices }),
    ...(draft && { draft }),
    ...(idea && { idea }),
    variants: [variant, ...savedCard.variants].slice(0, MAX_VARIANTS),
    selectedId: id,
    // The new text has not been sent, so it has no deliveries. `cardFor` never chooses a draft whose text may be
    // public.
    deliveries: {},
  }
  return { ...state, cards: state.cards.map((item) => (item === existing ? card : item)) }
}
