import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { readJson, saveJson } from '../lib/local-storage.ts'

/** What somebody typed over a post and did not save, with the revision of the post that they began on. */
export type UnsavedEdit = { postId: string; revision: number } & Typed

type Typed = { content: string; hashtags: string[]; platform: Platform }

/** A browser's storage is small, and the composer's drafts need theirs. */
const MOST_EDITS = 5
/** In UTF-16 units; no network takes as much, so it is not worth the room. */
const LONGEST = 100_000
const MOST_HASHTAGS = 100

function storageKey(userId: string): string {
  return `frogy.edits.${userId}`
}

/** What this person typed over the post in this browser and did not save, unless the post says just that by now. */
export function readUnsavedEdit(userId: string, post: Pick<Post, 'id'> & Typed): UnsavedEdit | null {
  const kept = readKeptEdits(userId).find(({ postId }) => postId === post.id)
  return kept && !isSameText(kept, post) ? kept : null
}

/** Keeps it in this browser, in the place of what was kept of the same post. */
export function storeUnsavedEdit(userId: string, edit: UnsavedEdit): void {
  if (isKeptEdit(edit)) saveJson(storageKey(userId), withEdit(readKeptEdits(userId), edit))
}

export function forgetEdit(userId: string, postId: string): void {
  const edits = readKeptEdits(userId)
  const others = edits.filter((edit) => edit.postId !== postId)
  if (others.length < edits.length) saveJson(storageKey(userId), others)
}

/** Whoever signs out leaves nothing of it to the next person at this browser. */
export function forgetEdits(userId: string): void {
  saveJson(storageKey(userId), [])
}

/** The newest first; the oldest make room. */
export function withEdit(edits: readonly UnsavedEdit[], edit: UnsavedEdit): UnsavedEdit[] {
  return [edit, ...edits.filter(({ postId }) => postId !== edit.postId)].slice(0, MOST_EDITS)
}

export function isSameText(one: Typed, other: Typed): boolean {
  return (
    one.content === other.content &&
    one.platform === other.platform &&
    one.hashtags.length === other.hashtags.length &&
    one.hashtags.every((tag, at) => tag === other.hashtags[at])
  )
}

function readKeptEdits(userId: string): UnsavedEdit[] {
  return readJson(storageKey(userId), areUnsavedEdits) ?? []
}

/** Anything may stand in a browser's storage: what is not as it was kept is as if nothing had been. */
export function areUnsavedEdits(value: unknown): value is UnsavedEdit[] {
  return Array.isArray(value) && value.length <= MOST_EDITS && value.every(isKeptEdit)
}

function isKeptEdit(value: unknown): value is UnsavedEdit {
  if (typeof value !== 'object' || value === null) return false
  const { postId, revision, content, hashtags, platform } = value as Record<keyof UnsavedEdit, unknown>
  return (
    typeof postId === 'string' &&
    Number.isSafeInteger(revision) &&
    typeof content === 'string' &&
    content.length <= LONGEST &&
    Array.isArray(hashtags) &&
    hashtags.length <= MOST_HASHTAGS &&
    hashtags.every((tag) => typeof tag === 'string' && tag.length <= 200) &&
    PLATFORMS.some((one) => one === platform)
  )
}
