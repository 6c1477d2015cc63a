import { PLATFORMS } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import type { Post } from '#core/posts/contract.ts'
import { storageName } from '../lib/base-path.ts'
import { readJson, saveJson } from '../lib/local-storage.ts'
import { areTextsForgotten } from '../lib/logged-out.ts'

export type UnsavedEdit = { postId: string; revision: number } & EditedPost

type EditedPost = Pick<Post, 'content' | 'hashtags' | 'platform'> & {
  /** The parts of a thread after the first. Empty once the author has joined them. Earlier app versions stored none. */
  further?: FurtherPart[] | undefined
  /** Undefined if unchanged; null if the author removed the first comment. */
  firstComment?: FirstComment | null | undefined
  /** Undefined if unchanged; null for the defaults. */
  options?: PostOptions | null | undefined
}
type FurtherPart = { content: string; imageIds: string[] }
type FirstComment = { content: string; afterMinutes: number }
type StoredPost = Pick<Post, 'content' | 'hashtags' | 'platform' | 'parts'> & {
  firstComment?: FirstComment | null | undefined
  options?: PostOptions | null | undefined
}

/**
 * The maximum number of kept edits. It is low, because browser storage is small and the composer's drafts need it too.
 */
const MAX_EDITS = 5
/** The maximum length of a stored text in UTF-16 units. Every network rejects a longer one. */
const MAX_LENGTH = 100_000
const MAX_HASHTAGS = 100
const MAX_IMAGES = 20
const MAX_FURTHER_PARTS = 24

export const savedEditsKey = (userId: string): string => `frogy.edits.${userId}`

export function readUnsavedEdit(userId: string, post: Pick<Post, 'id'> & StoredPost): UnsavedEdit | null {
  const kept = readEdits(userId).find(({ postId }) => postId === post.id)
  return kept && !isUnchanged(kept, post) ? kept : null
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

export function isUnchanged(one: EditedPost, stored: StoredPost): boolean {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const { further, firstComment, options } = one
  return (
    one.content === stored.content &&
    one.platform === stored.platform &&
    isSame(one.hashtags, stored.hashtags) &&
    (further === undefined || isSame(further, furtherParts(stored))) &&
    (firstComment === undefined || isSame(commentOf(firstComment), commentOf(stored.firstComment))) &&
    (options === undefined || isSame(options, stored.options ?? null))
  )
}

const commentOf = (comment: FirstComment | null | undefined) =>
  comment ? [comment.content, comment.afterMinutes] : null

export function furtherParts(post: Pick<Post, 'parts'>): FurtherPart[] {
  return post.parts?.slice(1).map(({ content, images }) => ({ content, imageIds: images })) ?? []
}

/**
 * Reads the edits of posts that are not saved yet.
 * @param nameOf turns a key into its name in storage; by default, for the workspace of this page
 */
export function readEdits(userId: string, nameOf = storageName): UnsavedEdit[] {
  return readJson(savedEditsKey(userId), areUnsavedEdits, 'browser', nameOf) ?? []
}

export function areUnsavedEdits(value: unknown): value is UnsavedEdit[] {
  return isList(value, MAX_EDITS, isUnsavedEdit)
}

function isUnsavedEdit(value: unknown): boolean {
  const { postId, revision, content, hashtags, platform, further, firstComment, options } = fieldsOf<UnsavedEdit>(value)
  return (
    isText(postId) &&
    Number.isSafeInteger(revision) &&
    isText(content) &&
    isList(hashtags, MAX_HASHTAGS, isShortText) &&
    PLATFORMS.some((item) => item === platform) &&
    (further === undefined || isList(further, MAX_FURTHER_PARTS, isFurtherPart)) &&
    ((firstComment ?? null) === null || isFirstComment(firstComment)) &&
    // Check only the content warning, because the dialog drops unknown options and the server refuses other wrong
    // values.
    isText(fieldsOf<PostOptions>(options).contentWarning ?? '')
  )
}

function isFurtherPart(value: unknown): boolean {
  const { content, imageIds } = fieldsOf<FurtherPart>(value)
  return isText(content) && isList(imageIds, MAX_IMAGES, isShortText)
}

function isFirstComment(value: unknown): boolean {
  const { content, afterMinutes } = fieldsOf<FirstComment>(value)
  return isText(content) && Number.isSafeInteger(afterMinutes)
}

/** The fields of a stored value. A value that is no object has none. */
const fieldsOf = <T>(value: unknown) => Object(value) as Record<keyof T, unknown>

const isText = (value: unknown, maxLength = MAX_LENGTH) => typeof value === 'string' && value.length <= maxLength
const isShortText = (value: unknown) => isText(value, 200)

const isList = (value: unknown, maxLength: number, isItem: (item: unknown) => boolean) =>
  Array.isArray(value) && value.length <= maxLength && value.every((item) => isItem(item))
