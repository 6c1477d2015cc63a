import type { BasicRequest } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { IMAGES_PER_POST, NO_MEDIA, VIDEOS_PER_POST, type Media } from '../media/media-state.ts'
import type { Source } from '../sources/source.ts'
import type { Chosen } from '../professional/choices.ts'
import { isBeingSent, isSettled, type Card } from './draft.ts'

export type InputMethod = BasicRequest['contentSource']

export type Input = Pick<BasicRequest, 'topic' | 'contentType' | 'tone' | 'language'> & {
  platforms: Platform[]
  mode: 'basic' | 'professional'
  /** What the Professional generator is asked for in this piece, and what it was asked for in those before. */
  chosen: Chosen
  usual: Chosen
  /** The person's own facts. */
  facts: string
  method: InputMethod
  /** Chosen by hand; else it follows the topic. */
  isLanguageChosen: boolean
  /** What was typed as the address of a page. */
  address: string
  /** The texts in use, one for each way to get one. */
  sources: Record<Source['from'], Source | null>
  /** The texts that were read and wait to be used. */
  found: Record<Source['from'], Source | null>
  /** The topic as a source's title filled it in; a topic that is still this one gives way to the next title. */
  filledTopic: string | null
  /** Drafts were written from it: another source begins another piece. */
  isWritten: boolean
}

/** What left the desk by the way and can be had back, until others are written. */
export type Cleared = {
  why: 'source' | 'rewritten' | 'finished'
  method: InputMethod
  cards: Card[]
  input: Pick<Input, 'topic' | 'filledTopic' | 'platforms' | 'sources' | 'isWritten'> &
    Partial<Pick<Input, 'chosen' | 'facts'>>
  media: Media
}

export type ComposerState = {
  input: Input
  cards: Card[]
  cleared: Cleared | null
  media: Media
  /** The last one that replaced the drafts; null where none has since the page came. */
  generation: string | null
  /** The networks that are chosen for a new piece. */
  usualPlatforms: readonly Platform[]
}

export const EMPTY: ComposerState = {
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
    method: 'topic',
    address: '',
    sources: { url: null, document: null },
    found: { url: null, document: null },
    filledTopic: null,
    isWritten: false,
  },
  cards: [],
  cleared: null,
  media: NO_MEDIA,
  generation: null,
  usualPlatforms: ['linkedin'],
}

/** The contract's own number comes with its schemas, which the browser is spared; a test holds this one to it. */
export const TOPIC_LIMIT = 5_000

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

/** Whether a topic alone is longer than what is written from. */
export function isTopicTooLong({ method, topic }: Input): boolean {
  return method === 'topic' && topic.trim().length > TOPIC_LIMIT
}

/** Whether nobody wrote a topic of their own. */
export function isTopicFree({ topic, filledTopic }: Input): boolean {
  return topic.trim() === '' || topic === filledTopic
}

/** The language to write in: the chosen one, else the topic's, else the interface's. */
export function outputLanguage(input: Input, spoken: 'en' | 'ar'): NonNullable<Input['language']> {
  if (input.isLanguageChosen && input.language) return input.language
  const text = topicOf(input) || (sourceOf(input)?.content.slice(0, 2_000) ?? '')
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (arabic + latin === 0) return spoken === 'ar' ? 'arabic' : 'english'
  // Names in Latin letters are common in an Arabic sentence, and the other way round is not.
  return arabic * 2 >= latin ? 'arabic' : 'english'
}

/**
 * Another way to get a text. Where drafts were written, that closes their piece, and the way back brings it back; what
 * was only prepared goes along.
 */
export function withMethod(state: ComposerState, method: InputMethod): ComposerState {
  const { cleared, input } = state
  if (method === input.method) return state
  const isEmpty = method === 'topic' ? isTopicFree(input) : input.sources[method] === null
  if (cleared?.why === 'source' && cleared.method === method && isEmpty) return undone(state)
  const hasDrafts = state.cards.some((card) => !isBeingSent(card) && !isSettled(card))
  const closed = input.isWritten || hasDrafts ? closePiece(state, 'source') : state
  // Whoever goes back to a topic of their own in Professional writes that, and not the title of what was read.
  const { topic, filledTopic, mode } = closed.input
  const isTitle = method === 'topic' && mode === 'professional' && topic === filledTopic
  return { ...closed, input: { ...closed.input, method, ...(isTitle && { topic: '', filledTopic: null }) } }
}

/** A text becomes the one to write from, in a piece of its own where drafts were written from another. */
export function withUsed(state: ComposerState, source: Source): ComposerState {
  const isItsPiece = state.cards.some(({ writtenFrom }) => writtenFrom?.source?.id === source.id)
  const open = state.input.isWritten && !isItsPiece ? closePiece(state, 'source') : state
  return { ...open, input: withSource(open.input, source) }
}

/** Closes the piece once everything of it is where it was to go. */
export function withFinished(state: ComposerState): ComposerState {
  const isDone = state.input.isWritten && state.cards.length > 0 && state.cards.every(isSettled)
  return isDone ? closePiece(state, 'finished') : state
}

/** Clears what belongs to one piece of work. What is on its way, or out already, stays with its own media. */
function closePiece(state: ComposerState, why: 'source' | 'finished'): ComposerState {
  const { input, cards, media, cleared } = state
  const staying = cards.filter((card) => isBeingSent(card) || isSettled(card))
  const leaving = cards.filter((card) => !staying.includes(card))
  const { method, topic, filledTopic, platforms, sources, isWritten, chosen, facts } = input
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
      isWritten: false,
    },
    cards: staying.map((card) => ({ ...card, media: card.media ?? media })),
    cleared: before
      ? // Nothing was written since the first of them left: what leaves later is of the same piece.
        { ...before, cards: [...before.cards, ...leaving] }
      : {
          why,
          method,
          cards: leaving,
          input: { topic, filledTopic, platforms, sources, isWritten, chosen, facts },
          media,
        },
    media: NO_MEDIA,
  }
}

/** Brings back what left the desk, beside what came since. */
export function undone(state: ComposerState): ComposerState {
  const { cleared, cards, input, media } = state
  if (!cleared) return state
  const isThere = (id: string) => cards.some((card) => card.id === id)
  const returning = cleared.cards.filter(({ id }) => !isThere(id))
  // What became of an earlier piece comes after what is still to do.
  const back = {
    ...state,
    cards: [...returning.filter((card) => !isSettled(card)), ...cards, ...returning.filter(isSettled)],
    cleared: null,
  }
  if (cleared.why === 'rewritten') return back
  const { method } = cleared
  const sources = method === 'topic' ? input.sources : { ...input.sources, [method]: cleared.input.sources[method] }
  return {
    ...back,
    input: {
      ...input,
      ...cleared.input,
      method,
      sources,
      // A finished one is begun anew, or it would be over at once.
      isWritten: cleared.why === 'source' && cleared.input.isWritten,
    },
    media: {
      pictures: [...cleared.media.pictures, ...media.pictures].slice(0, IMAGES_PER_POST),
      videos: [...cleared.media.videos, ...media.videos].slice(0, VIDEOS_PER_POST),
    },
  }
}

/** Other networks are chosen for a new piece: for this one too, where nothing of it is there yet and nobody chose others. */
export function withUsualPlatforms(state: ComposerState, usualPlatforms: readonly Platform[]): ComposerState {
  const { input, cards, usualPlatforms: before } = state
  const isSame = (one: readonly Platform[], other: readonly Platform[]) => one.join() === other.join()
  if (isSame(before, usualPlatforms)) return state
  const isNew =
    isTopicFree(input) && !input.isWritten && cards.length === 0 && !Object.values(input.sources).some(Boolean)
  const platforms = isNew && isSame(input.platforms, before) ? [...usualPlatforms] : input.platforms
  return { ...state, usualPlatforms, input: { ...input, platforms } }
}

/** What was finished is offered back only until something new is begun: that must not be overwritten. */
export function withoutStale(state: ComposerState): ComposerState {
  const { cleared, input, media } = state
  if (cleared?.why !== 'finished') return state
  const isBegun =
    input.topic !== '' || Object.values(input.sources).some(Boolean) || media.pictures.length + media.videos.length > 0
  return isBegun ? { ...state, cleared: null } : state
}

export function withFound(input: Input, from: Source['from'], source: Source | null): Input {
  return { ...input, found: { ...input.found, [from]: source } }
}

/** A text becomes the one to write from, and its title the topic unless somebody wrote one. */
function withSource(input: Input, source: Source): Input {
  return {
    ...withFound(input, source.from, null),
    method: source.from,
    sources: { ...input.sources, [source.from]: source },
    ...(source.from === 'url' && { address: '' }),
    ...(isTopicFree(input) && { topic: source.title, filledTopic: source.title }),
  }
}

/** The title that it filled in as the topic goes with it. */
export function withoutSource(input: Input, from: Source['from']): Input {
  const isItsTitle = input.topic === input.filledTopic && input.topic === input.sources[from]?.title
  return {
    ...input,
    sources: { ...input.sources, [from]: null },
    ...(isItsTitle && { topic: '', filledTopic: null }),
  }
}
