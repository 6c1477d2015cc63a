import type { ListedPost } from '#core/publishing/next-step.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { listAt, textAt } from '../json.ts'
import type { Access, OutgoingPost, Outcome, Prepared } from '../platform-client.ts'
import type { failureReader } from './failures.ts'
import { mediaIdsOf } from './media.ts'
import { idIn, type MastodonRequests } from './requests.ts'
import { comparable, comparableHtml } from './status-text.ts'

const MAX_PAGES = 10

/** Lists the account's statuses since a time, newest first. */
export async function listOwn(
  { call }: MastodonRequests,
  access: Access,
  since: Date,
  note: (answer: PlatformAnswer) => PlatformAnswer,
  readFailure: ReturnType<typeof failureReader>,
  signal: AbortSignal,
): Promise<Outcome<unknown[]>> {
  const statuses: unknown[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const last = textAt(statuses.at(-1), 'id')
    const query = new URLSearchParams({ limit: '40', exclude_reblogs: 'true', ...(last && { max_id: last }) })
    const listed = await ask(
      call(access, `/api/v1/accounts/${idIn(access.remoteId)}/statuses?${query}`),
      signal,
      (answer) => (Array.isArray(note(answer).json) ? (answer.json as unknown[]) : undefined),
      (answer) => readFailure(note(answer)),
    )
    if (!listed.ok) return listed
    statuses.push(...listed.value)
    const oldest = Date.parse(textAt(listed.value.at(-1), 'created_at') ?? '')
    if (listed.value.length === 0 || oldest < since.getTime()) return { ok: true, value: statuses }
  }
  return { ok: false, failure: { kind: 'answer-lost', detail: 'too many posts to list' } }
}

export function isSameStatus(status: unknown, post: OutgoingPost, prepared: Readonly<Prepared>): boolean {
  // A status without a parent may be a reply, because a status no longer names a parent that was deleted.
  const parentId = textAt(status, 'in_reply_to_id')
  if (parentId !== undefined && parentId !== post.replyTo?.parentId) return false
  const attached = listAt(status, 'media_attachments')
  const ids = mediaIdsOf(post, prepared)
  if (attached.length !== ids.length) return false
  if (ids.length > 0 && ids.every((id, index) => textAt(attached[index], 'id') === id)) return true
  // Recognize a post without text by the ids of its pictures.
  return post.text !== '' && hasText(status, post.text)
}

const hasText = (status: unknown, text: string): boolean =>
  comparableHtml(textAt(status, 'content') ?? '') === comparable(text)

export const toListed = (status: unknown): ListedPost => ({
  at: new Date(textAt(status, 'created_at') ?? ''),
  hasText: (text) => hasText(status, text),
})
