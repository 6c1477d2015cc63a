import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { readJson, saveJson } from '../lib/local-storage.ts'

/** Unsaved text of a post, with the revision that the user started from. */
export type UnsavedEdit = { postId: string; revision: number } & Typed

type Typed = { content: string; hashtags: string[]; platform: Platform }

/** Browser storage is small, and the composer's drafts need it, too. */
const MOST_EDITS = 5
/** In UTF-16 units. No network accepts more, so it is not stored. */
const LONGEST = 100_000
const MOST_HASHTAGS = 100

function storageKey(userId: string): string {
  return `frogy.edits.${userId}`
}

/** The user's unsaved text for this post in this browser. Null if it equals the stored post. */
export function readUnsavedEdit(userId: string, post: Pick<Post, 'id'> & Typed): UnsavedEdit | null {
  const kept = readKeptEdits(userId).find(({ postId }) => postId === post.id)
  return kept && !isSameText(kept, post) ? kept : null
}

/** Stores an edit in this browser and replaces an earlier one of the same post. */
export function storeUnsavedEdit(userId: string, edit: UnsavedEdit): void {
  if (isKeptEdit(edit)) saveJson(storageKey(userId), withEdit(readKeptEdits(userId), edit))
}

export function forgetEdit(userId: string, postId: string): void {
  const edits = readKeptEdits(userId)
  const others = edits.filter((edit) => edit.postId !== postId)
  if (others.length < edits.length) saveJson(storageKey(userId), others)
}

/** After sign-out, the next user of this browser must not see it. */
export function forgetEdits(userId: string): void {
  saveJson(storageKey(userId), [])
}

/** Newest first; drops the oldest. */
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

/** Browser storage may hold anything, so ignore invalid values. */
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
