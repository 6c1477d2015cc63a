import type { BasicRequest, GeneratedItem } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { joinPictures, NO_MEDIA, type Media } from '../media/media-state.ts'
import type { Source } from '../sources/source.ts'
import type { Chosen } from '../professional/choices.ts'
import type { FactAnswers } from './fact-answers.ts'
import { isBeingSent, isDelivered, type Card } from './draft.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'
import { VIDEOS_PER_POST } from '#core/media/limits.ts'

export type InputMethod = BasicRequest['contentSource']

export type Input = Pick<BasicRequest, 'topic' | 'contentType' | 'tone' | 'language'> & {
  platforms: Platform[]
  mode: 'basic' | 'professional'
  chosen: Chosen
  usual: Chosen
  facts: string
  /** The author's request for the posts, in their own words. */
  wish: string
  /** Whether drafts from a web page end with its address, on networks that allow it. */
  withLink: boolean
  method: InputMethod
  /** Whether the user chose the language of the drafts. Otherwise, the topic decides it. */
  isLanguageChosen: boolean
  address: string
  sources: Record<Source['from'], Source | null>
  found: Record<Source['from'], Source | null>
  /**
   * The topic that Frogy took from the source's title. If the user has not edited it, the next source's title replaces
   * it.
   */
  filledTopic: string | null
  isWritten: boolean
}

/** Drafts and input that were cleared. The user can restore them until new drafts are requested. */
export type Cleared = {
  why: 'source' | 'rewritten' | 'finished'
  method: InputMethod
  cards: Card[]
  input: Pick<Input, 'topic' | 'filledTopic' | 'platforms' | 'sources' | 'isWritten'> &
    Partial<Pick<Input, 'chosen' | 'facts' | 'wish'>>
  media: Media
}

export type Written = GeneratedItem & { id: string; kept?: { postId: string; revision: number } }

export type Brief = Pick<Card, 'contentType' | 'tone' | 'writtenFrom' | 'choices'>

export type OutlineTexts = Brief & { items: readonly Written[]; replaces: Replaced }

/** A request for drafts on all networks. The new drafts replace all others, and may arrive one by one. */
export type Replaced = { generation: string; asked: readonly Pick<Card, 'platform' | 'language'>[] }

/**
 * The author's answers to the questions that Frogy asks about a topic without a source. Each fills one part of the
 * post.
 */
export type Answers = Partial<Record<'opening' | 'body' | 'closing', string>>

/** Whether this outline lacks only parts that the questions about a topic ask for, and no topic or finding. */
export const isAnsweredOnce = ({ outline }: Pick<GeneratedItem, 'outline'>): boolean =>
  outline !== undefined && !outline.some(({ role }) => role === 'topic' || role === 'finding')

export type ComposerState = {
  input: Input
  /**
   * The author's answers to the questions about a topic, kept for the next request on this topic. `texts` become drafts
   * once the author answers or skips the questions, and are then null.
   */
  outline: { topic: string; answers: Answers; texts: OutlineTexts | null } | null
  /** The author's answers to the questions that a model needs before it writes. Null while the questions are hidden. */
  factAnswers: FactAnswers | null
  /** Topics about which Frogy has already asked the questions for facts, normalized for comparison. */
  askedTopics: readonly string[]
  cards: Card[]
  cleared: Cleared | null
  media: Media
  /** The id of the last request for drafts on all networks. Null if there was none since the page loaded. */
  generation: string | null
  usualPlatforms: readonly Platform[]
  /** The networks that the user chose last on this page. */
  chosenPlatforms: readonly Platform[] | null
}

export const EMPTY_COMPOSER: ComposerState = {
  input: {
    topic: '',
    contentType: 'educational',
    tone: 'professional',
    language: 'english',
    isLanguageChosen: false,
    platforms: ['linkedin'],
    mode: 'basic',
    chosen: {},
    usual: {},
    facts: '',
    wish: '',
    withLink: true,
    method: 'topic',
    address: '',
    sources: { url: null, document: null },
    found: { url: null, document: null },
    filledTopic: null,
    isWritten: false,
  },
  outline: null,
  factAnswers: null,
  askedTopics: [],
  cards: [],
  cleared: null,
  media: NO_MEDIA,
  generation: null,
  usualPlatforms: ['linkedin'],
  chosenPlatforms: null,
}

export function sourceOf({ method, sources }: Input): Source | null {
  return method === 'topic' ? null : sources[method]
}

export function topicOf(input: Input): string {
  const source = sourceOf(input)
  const topic = source && isTopicUnset(input) ? source.title : input.topic
  return topic.trim().slice(0, TOPIC_LIMIT)
}

export function isTopicTooLong({ method, topic }: Input): boolean {
  return method === 'topic' && topic.trim().length > TOPIC_LIMIT
}

export function isTopicUnset({ topic, filledTopic }: Input): boolean {
  return topic.trim() === '' || topic === filledTopic
}

export function outputLanguage(input: Input, interfaceLanguage: 'en' | 'ar'): NonNullable<Input['language']> {
  if (input.isLanguageChosen && input.language) return input.language
  const text = topicOf(input) || (sourceOf(input)?.content.slice(0, 2_000) ?? '')
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (arabic + latin === 0) return interfaceLanguage === 'ar' ? 'arabic' : 'english'
  // Count Arabic letters twice: Arabic sentences often contain Latin names, but English ones rarely contain Arabic
  // names.
  return arabic * 2 >= latin ? 'arabic' : 'english'
}

/**
 * Changes what the drafts are written from, such as a web page or only a topic. Clears existing drafts, which return if
 * the user changes back. Without drafts, keeps the input.
 */
export function withMethod(state: ComposerState, method: InputMethod): ComposerState {
  const { cleared, input } = state
  if (method === input.method) return state
  if (state.outline?.texts || state.factAnswers) return withMethod(withoutQuestions(state), method)
  const isEmpty = method === 'topic' ? isTopicUnset(input) : input.sources[method] === null
  if (cleared?.why === 'source' && cleared.method === method && isEmpty) return restoreCleared(state)
  const hasDrafts = state.cards.some((card) => !isBeingSent(card) && !isDelivered(card))
  const closed = input.isWritten || hasDrafts ? closeWork(state, 'source') : state
  // In Professional mode, a source's title must not become the user's own topic.
  const { topic, filledTopic, mode } = closed.input
  const isTitle = method === 'topic' && mode === 'professional' && topic === filledTopic
  return { ...closed, input: { ...closed.input, method, ...(isTitle && { topic: '', filledTopic: null }) } }
}

/** Uses a source for the next drafts. If existing drafts have another source, clears them. */
export function withUsedSource(state: ComposerState, source: Source): ComposerState {
  const isCurrentWork = state.cards.some(({ writtenFrom }) => writtenFrom?.source?.id === source.id)
  const open = withoutQuestions(state.input.isWritten && !isCurrentWork ? closeWork(state, 'source') : state)
  return { ...open, input: withSource(open.input, source) }
}

/** Hides the questions about a topic. Keeps the answers in case the author requests drafts on the same topic again. */
export const withoutQuestions = (state: ComposerState): ComposerState =>
  state.outline?.texts || state.factAnswers
    ? { ...state, outline: state.outline && { ...state.outline, texts: null }, factAnswers: null }
    : state

export function closedIfFinished(state: ComposerState): ComposerState {
  const isDone = state.input.isWritten && state.cards.length > 0 && state.cards.every(isDelivered)
  return isDone ? closeWork(state, 'finished') : state
}

/** Clears the composer's drafts and input. Drafts that are being sent or are published stay, with their media. */
function closeWork(state: ComposerState, why: 'source' | 'finished'): ComposerState {
  const { input, cards, media, cleared } = state
  const remaining = cards.filter((card) => isBeingSent(card) || isDelivered(card))
  const removed = cards.filter((card) => !remaining.includes(card))
  const { method, topic, filledTopic, platforms, sources, isWritten, chosen, facts, wish } = input
  const before = cleared?.why === 'source' ? cleared : null
  return {
    ...state,
    input: {
      ...input,
      topic: '',
      filledTopic: null,
      platforms: [...state.usualPlatforms],
      sources: method === 'topic' ? sources : { ...sources, [method]: null },
      chosen: {},
      usual: { ...input.usual, ...input.chosen },
      facts: '',
      wish: '',
      isWritten: false,
    },
    cards: remaining.map((card) => ({ ...card, media: card.media ?? media })),
    cleared: before
      ? // The user wrote nothing since the first clear, so one restore brings back the drafts of both.
        { ...before, cards: [...before.cards, ...removed] }
      : {
          why,
          method,
          cards: removed,
          input: { topic, filledTopic, platforms, sources, isWritten, chosen, facts, wish },
          media,
        },
    media: NO_MEDIA,
    outline: null,
    factAnswers: null,
  }
}

export function restoreCleared(state: ComposerState): ComposerState {
  const { cleared, cards, input, media } = state
  if (!cleared) return state
  const isPresent = (id: string) => cards.some((card) => card.id === id)
  const returning = cleared.cards.filter(({ id }) => !isPresent(id))
  // Put published posts at the end.
  const restored = {
    ...state,
    cards: [...returning.filter((card) => !isDelivered(card)), ...cards, ...returning.filter(isDelivered)],
    cleared: null,
  }
  if (cleared.why === 'rewritten') return restored
  const { method } = cleared
  const sources = method === 'topic' ? input.sources : { ...input.sources, [method]: cleared.input.sources[method] }
  return {
    ...restored,
    input: {
      ...input,
      ...cleared.input,
      method,
      sources,
      // If all restored drafts are published, do not count them as current work. Otherwise, the composer would
      // immediately clear them again.
      isWritten: cleared.why === 'source' && cleared.input.isWritten,
    },
    media: {
      pictures: joinPictures(cleared.media.pictures, media.pictures),
      videos: [...cleared.media.videos, ...media.videos].slice(0, VIDEOS_PER_POST),
    },
  }
}

export function withUsualPlatforms(state: ComposerState, usualPlatforms: readonly Platform[]): ComposerState {
  const { input, cards, usualPlatforms: before } = state
  const isSame = (one: readonly Platform[], other: readonly Platform[]) => one.join() === other.join()
  if (isSame(before, usualPlatforms)) return state
  const isNew =
    isTopicUnset(input) && !input.isWritten && cards.length === 0 && !Object.values(input.sources).some(Boolean)
  const platforms = isNew && isSame(input.platforms, before) ? [...usualPlatforms] : input.platforms
  return { ...state, usualPlatforms, input: { ...input, platforms } }
}

/**
 * Removes the option to restore finished drafts once the user starts new work, because restoring would overwrite that
 * work.
 */
export function withoutStaleUndo(state: ComposerState): ComposerState {
  const { cleared, input, media } = state
  if (cleared?.why !== 'finished') return state
  const isBegun =
    input.topic !== '' || Object.values(input.sources).some(Boolean) || media.pictures.length + media.videos.length > 0
  return isBegun ? { ...state, cleared: null } : state
}

export function withFetchedSource(input: Input, from: Source['from'], source: Source | null): Input {
  return { ...input, found: { ...input.found, [from]: source } }
}

function withSource(input: Input, source: Source): Input {
  return {
    ...withFetchedSource(input, source.from, null),
    method: source.from,
    sources: { ...input.sources, [source.from]: source },
    ...(source.from === 'url' && { address: '' }),
    ...(isTopicUnset(input) && { topic: source.title, filledTopic: source.title }),
  }
}

export function withoutSource(input: Input, from: Source['from']): Input {
  const isItsTitle = input.topic === input.filledTopic && input.topic === input.sources[from]?.title
  return { ...input, sources: { ...input.sources, [from]: null }, ...(isItsTitle && { topic: '', filledTopic: null }) }
}
