/** A post with less time than this between creation and schedule was published at once. */
const AT_ONCE_MS = 1_000

/** Scheduling closer than this publishes: an author could not stop the post in time. */
export const PUBLISHES_SOON_MS = 5 * 60_000

interface Times {
  createdAt: Date | string
  scheduledAt: Date | string | null
}

/** Whether the author published it immediately: such a post cannot be late. */
export function wasPublishedAtOnce({ createdAt, scheduledAt }: Times): boolean {
  return scheduledAt === null || +new Date(scheduledAt) - +new Date(createdAt) <= AT_ONCE_MS
}

export function dueAt<At extends Date | string>(post: { createdAt: At; scheduledAt: At | null }): At {
  return post.scheduledAt ?? post.createdAt
}
