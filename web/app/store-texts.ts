import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { atRevision, call } from '../lib/api.ts'
import { readJson } from '../lib/local-storage.ts'
import { invalidate } from '../lib/queries.ts'
import { isSavedVersion, openComposer, savedDraftsKey, unsavedTexts } from '../lib/saved-drafts.ts'
import { deleteUnsavedEdit, readEdits } from '../posts/unsaved-edit.ts'

/** Idempotency keys by topic, so that a repeated attempt stores a topic only once. */
const topicKeys = new Map<string, string>()

/**
 * Stores on the server everything that the user typed in this browser.
 * @returns whether the server stored everything
 */
export async function storeTexts(userId: string): Promise<boolean> {
  const composer = openComposer()
  if (composer) await composer.store()
  else await (await import('../writing/composer/store-saved-drafts.ts')).storeSavedDrafts(userId)
  for (const { postId, revision, further, ...edit } of readEdits(userId)) {
    const post = { id: postId, revision }
    const body = { ...edit, ...(further && { parts: [{ content: edit.content }, ...further] }) }
    await call('PATCH /api/posts/{id}', { ...atRevision(post), body })
    deleteUnsavedEdit(userId, postId)
  }
  const { topic, drafts } = unsavedTexts(userId)
  if (drafts.length > 0) return false
  if (topic !== '') await storeTopic(userId, topic)
  void invalidate('/api/posts')
  return true
}

async function storeTopic(userId: string, content: string): Promise<void> {
  const key = topicKeys.get(content) ?? crypto.randomUUID()
  topicKeys.set(content, key)
  const saved = readJson<{ version: number; input?: { platforms?: Platform[]; language?: string } }>(
    savedDraftsKey(userId),
    isSavedVersion,
  )
  const platform = saved?.input?.platforms?.[0] ?? PLATFORMS[0]
  const contentLanguage = saved?.input?.language === 'arabic' ? 'ar' : 'en'
  const body = { status: 'draft', platform, contentLanguage, content } as const
  await call('POST /api/posts', { body }, { idempotencyKey: key })
}
