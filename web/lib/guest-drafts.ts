import type { GeneratedItem } from '#core/writing/contract.ts'
import type { GuestSource } from '#core/writing/guest-contract.ts'
import { GUEST_DRAFTS_KEY } from '#core/opening.ts'
import { readJson, removeText, saveJson } from './local-storage.ts'

const KEPT_MS = 7 * 86_400_000
const VERSION = 1

export interface GuestDraft extends GeneratedItem {
  /** Claims that the visitor keeps although the source does not support them. */
  keptClaims: string[]
  isEdited: boolean
}

/** Drafts of a visitor without an account. Only this browser has them. */
export interface GuestDrafts {
  version: number
  /** When the drafts were written, in ms since 1970. */
  writtenAt: number
  /** The text that the visitor entered. */
  about: string
  topic: string
  source: (GuestSource & { id: string }) | null
  /** The language of the drafts that the page shows. */
  language: GeneratedItem['language']
  items: GuestDraft[]
  /** Whether the visitor asked to post or schedule the drafts. Only then does the composer load them after sign-in. */
  isWanted: boolean
}

export function readGuestDrafts(now = Date.now()): GuestDrafts | null {
  const drafts = readJson(GUEST_DRAFTS_KEY, isGuestDrafts)
  if (!drafts) return null
  // If the clock was set back, do not keep the drafts for longer.
  if (Math.abs(now - drafts.writtenAt) < KEPT_MS) return drafts
  deleteGuestDrafts()
  return null
}

export function newGuestDrafts(
  drafts: Omit<GuestDrafts, 'version' | 'writtenAt' | 'isWanted'>,
  now = Date.now(),
): GuestDrafts {
  return { version: VERSION, writtenAt: now, isWanted: false, ...drafts }
}

export function saveGuestDrafts(drafts: GuestDrafts): void {
  saveJson(GUEST_DRAFTS_KEY, drafts)
}

export function deleteGuestDrafts(): void {
  removeText(GUEST_DRAFTS_KEY)
}

function isGuestDrafts(value: unknown): value is GuestDrafts {
  const { version, items } = (value ?? {}) as Partial<GuestDrafts>
  return version === VERSION && Array.isArray(items)
}
