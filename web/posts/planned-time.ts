import type { Post } from '#core/posts/contract.ts'
import { wallClock } from '#core/time-zone.ts'
import { queryClient, reading } from '../lib/queries.ts'

/** The local time that the author planned for a draft, unless it has passed. */
export function plannedTime(
  draft: Pick<Post, 'plannedAt'> | undefined,
  timeZone: string,
): { date: string; time: string } | undefined {
  const at = draft?.plannedAt ? new Date(draft.plannedAt) : null
  return at && at > new Date() ? wallClock(at, timeZone) : undefined
}

/** Finds a draft in the list of drafts that the page has loaded. */
export function loadedDraft(id: string | null | undefined): Post | undefined {
  const { queryKey } = reading('GET /api/posts', { query: { status: 'draft' } })
  return queryClient.getQueryData<Post[]>(queryKey)?.find((post) => post.id === id)
}
