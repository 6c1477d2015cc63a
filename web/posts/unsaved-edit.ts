import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { storageName } from '../lib/base-path.ts'
import { readJson, saveJson } from '../lib/local-storage.ts'
import { areTextsForgotten } from '../lib/logged-out.ts'

export type UnsavedEdit = { postId: string; revision: number } & EditedText

type EditedText = Pick<Post, 'content' | 'hashtags' | 'platform'> & {
  /** The parts of a thread after the first. Empty once the author has joined them. Earlier app versions stored none. */
  further?: FurtherPart[] | undefined
}
type FurtherPart = { content: string; imageIds: string[] }
type StoredText = Pick<Post, 'content' | 'hashtags' | 'platform' | 'parts'>

/**
 * The maximum number of kept edits. It is low, because browser storage is small and the composer's drafts need it too.
 */
const MAX_EDITS = 5
/** The maximum length of a stored text in UTF-16 units. Every network rejects a longer one. */
const MAX_LENGTH = 100_000
const MAX_HASHTAGS = 100
const MAX_IMAGES = 20
const MAX_PARTS = 25

export const savedEditsKey = (userId: string): string => `frogy.edits.${userId}`

export function readUnsavedEdit(userId: string, post: Pick<Post, 'id'> & StoredText): UnsavedEdit | null {
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

export function isSameText(one: EditedText, stored: StoredText): boolean {
  return (
    one.content === stored.content &&
    one.platform === stored.platform &&
    one.hashtags.length === stored.hashtags.length &&
    one.hashtags.every((tag, at) => tag === stored.hashtags[at]) &&
    (one.further === undefined || JSON.stringify(one.further) === JSON.stringify(furtherParts(stored)))
  )
}

export function furtherParts(post: Pick<Post, 'parts'>): FurtherPart[] {
  return post.parts?.slice(1).map(({ content, images }) => ({ content, imageIds: images })) ?? []
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
  const { postId, revision, content, hashtags, platform, further } = value as Record<keyof UnsavedEdit, unknown>
  return (
    typeof postId === 'string' &&
    Number.isSafeInteger(revision) &&
    typeof content === 'string' &&
    content.length <= MAX_LENGTH &&
    Array.isArray(hashtags) &&
    hashtags.length <= MAX_HASHTAGS &&
    hashtags.every((tag) => typeof tag === 'string' && tag.length <= 200) &&
    PLATFORMS.some((item) => item === platform) &&
    (further === undefined || (Array.isArray(further) && further.length < MAX_PARTS && further.every(isFurtherPart)))
  )
}

function isFurtherPart(value: unknown): value is FurtherPart {
  if (typeof value !== 'object' || value === null) return false
  const { content, imageIds } = value as Record<keyof FurtherPart, unknown>
  return (
    typeof content === 'string' &&
    content.length <= MAX_LENGTH &&
    Array.isArray(imageIds) &&
    imageIds.length <= MAX_IMAGES &&
    imageIds.every((id) => typeof id === 'string' && id.length <= 200)
  )
}
