import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { storageName } from '../lib/base-path.ts'
import { readJson, saveJson } from '../lib/local-storage.ts'
import { areTextsForgotten } from '../lib/logged-out.ts'

export type UnsavedEdit = { postId: string; revision: number } & EditedText

type EditedText = { content: string; hashtags: string[]; platform: Platform }

/**
 * The maximum number of kept edits. It is low, because browser storage is small and the composer's drafts need it too.
 */
const MAX_EDITS = 5
/** The maximum length of a stored text in UTF-16 units. Every network rejects a longer one. */
const MAX_LENGTH = 100_000
const MAX_HASHTAGS = 100

export const savedEditsKey = (userId: string): string => `frogy.edits.${userId}`

export function readUnsavedEdit(userId: string, post: Pick<Post, 'id'> & EditedText): UnsavedEdit | null {
  const kept = readEdits(userId).find(({ postId }) => postId === post.id)
  return kept && !isSameText(kept, post) ? kept : null
}

export function storeUnsavedEdit(userId: string, edit: UnsavedEdit): void {
  if (isUnsavedEdit(edit) && !areTextsForgotten(userId))
    saveJson(savedEditsKey(userId), withEdit(readEdits(userId), edit))
}

export function deleteUnsavedEdit(userId: string, postId: string): void {
  const edits = readEdits(userId)
  const others = edits.filter((edit) => edit.postId !== postId)
  if (others.length < edits.length) saveJson(savedEditsKey(userId), others)
}

export function withEdit(edits: readonly UnsavedEdit[], edit: UnsavedEdit): UnsavedEdit[] {
  return [edit, ...edits.filter(({ postId }) => postId !== edit.postId)].slice(0, MAX_EDITS)
}

export function isSameText(one: EditedText, other: EditedText): boolean {
  return (
    one.content === other.content &&
    one.platform === other.platform &&
    one.hashtags.length === other.hashtags.length &&
    one.hashtags.every((tag, at) => tag === other.hashtags[at])
  )
}

/**
 * Reads the edits of posts that are not saved yet.
 * @param nameOf returns the storage name of a key, which is another one for edits of another workspace
 */
export function readEdits(userId: string, nameOf = storageName): UnsavedEdit[] {
  return readJson(savedEditsKey(userId), areUnsavedEdits, 'browser', nameOf) ?? []
}

export function areUnsavedEdits(value: unknown): value is UnsavedEdit[] {
  return Array.isArray(value) && value.length <= MAX_EDITS && value.every(isUnsavedEdit)
}

function isUnsavedEdit(value: unknown): value is UnsavedEdit {
  if (typeof value !== 'object' || value === null) return false
  const { postId, revision, content, hashtags, platform } = value as Record<keyof UnsavedEdit, unknown>
  return (
    typeof postId === 'string' &&
    Number.isSafeInteger(revision) &&
    typeof content === 'string' &&
    content.length <= MAX_LENGTH &&
    Array.isArray(hashtags) &&
    hashtags.length <= MAX_HASHTAGS &&
    hashtags.every((tag) => typeof tag === 'string' && tag.length <= 200) &&
    PLATFORMS.some((item) => item === platform)
  )
}
