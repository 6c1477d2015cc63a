import type { Post } from '#core/posts/contract.ts'
import type { Person } from './person.ts'
import type { Frogy } from './start-frogy.ts'

// Requests that skip the checks of a browser, so that tests can send invalid posts.

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export type PostRequest = Partial<Post> & Record<string, unknown>

/** Returns a time relative to the server's clock in ISO format. */
export const fromNow = ({ clock }: Pick<Frogy, 'clock'>, ms: number): string =>
  new Date(clock.now().getTime() + ms).toISOString()

/** Requests a new post, which by default is scheduled in an hour. */
export const create = (
  on: Pick<Frogy, 'clock'>,
  who: Person,
  post: PostRequest,
  headers: Record<string, string> = {},
) =>
  who.ask('POST /api/posts', {
    body: {
      platform: 'threads',
      content: 'Hello',
      status: 'scheduled',
      ...(post.status !== 'published' && { scheduledAt: fromNow(on, HOUR_MS) }),
      ...post,
    },
    headers,
  })

export const change = (who: Person, { id }: { id: string }, body: unknown) =>
  who.ask('PATCH /api/posts/{id}', { params: { id }, body })

export const idsOf = (posts: Post[]): string[] => posts.map(({ id }) => id)
