import { savedComposerKey } from '#core/opening.ts'
import { storageName } from './base-path.ts'
import { readJson } from './local-storage.ts'

/** The version of the saved data. Increment it when the shape changes; other versions are ignored. */
export const SAVED_VERSION = 1

export const savedDraftsKey = savedComposerKey

/** The storage key for a series of posts from one source, until all their drafts are stored on the server. */
export const savedSeriesKey = (userId: string): string => `${savedDraftsKey(userId)}.series`

export function isSavedVersion(value: unknown): value is { version: number } {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === SAVED_VERSION
}

/**
 * Whether the user has unsaved drafts in this browser. This file is separate from the composer, so that other pages
 * need not load the composer.
 */
export function hasSavedDrafts(userId: string): boolean {
  const saved = readJson<{ version: number; cards?: unknown[] }>(savedDraftsKey(userId), isSavedVersion)
  return (saved?.cards?.length ?? 0) > 0
}

export const DRAFTS_PATH = '/create#drafts'

interface SavedCard {
  edit?: string | null
  selectedId?: string
  variants?: { id: string; content: string }[]
  deliveries?: Record<string, { state: string }>
  draft?: {
    postId: string | null
    stored: { content: string } | null
    call: unknown
    elsewhere?: unknown
    refused?: unknown
  }
}
interface SavedState {
  version: number
  input?: { topic?: string; filledTopic?: string | null; facts?: string; isWritten?: boolean }
  cards?: SavedCard[]
  outline?: { answers: Record<string, string>; texts: unknown } | null
  factAnswers?: Record<string, string> | null
}

/** Texts that are stored only in this browser. `topic` also contains the user's facts and answers. */
interface UnsavedTexts {
  topic: string
  drafts: string[]
}

/**
 * Reads the texts that are stored only in this browser.
 * @param nameOf turns a key into its name in storage; by default, for the workspace of this page
 */
export function unsavedTexts(userId: string, nameOf = storageName): UnsavedTexts {
  const {
    input = {},
    cards = [],
    outline,
    factAnswers,
  } = readJson<SavedState>(savedDraftsKey(userId), isSavedVersion, 'browser', nameOf) ?? { version: 0 }
  const { topic = '', filledTopic = null, facts = '', isWritten = false } = input
  const answers = [outline?.texts ? outline.answers : {}, factAnswers ?? {}]
    .flatMap((given) => Object.values(given))
    .map((answer) => answer.trim())
  const typed = [topic === filledTopic ? '' : topic.trim(), facts.trim(), ...answers].filter((text) => text !== '')
  const drafts = cards.filter((card) => !isCardStored(card)).map(textOfCard)
  return { topic: isWritten ? '' : typed.join('\n\n'), drafts }
}

function isCardStored(card: SavedCard): boolean {
  const { deliveries = {}, draft } = card
  const states = Object.values(deliveries)
  if (states.length > 0) return states.every(({ state }) => state === 'done')
  const isSettled = draft?.call === null && draft.elsewhere === undefined && draft.refused === undefined
  return isSettled && draft.postId !== null && draft.stored?.content === textOfCard(card)
}

function textOfCard({ edit, selectedId, variants = [] }: SavedCard): string {
  return edit ?? (variants.find(({ id }) => id === selectedId) ?? variants[0])?.content ?? ''
}

/** The open composer. It saves at intervals, but logging out calls these methods to save immediately. */
interface OpenComposer {
  /** Saves the typed text in this browser. */
  saveNow(): void
  /** Stores the typed text on the server. */
  store(): Promise<void>
}
let open: OpenComposer | null = null

export const openComposer = (): OpenComposer | null => open

export function registerComposer(composer: OpenComposer): () => void {
  open = composer
  return () => {
    if (open === composer) open = null
  }
}
