/** A post scheduled at most this long after its creation counts as published immediately by its author. */
const AT_ONCE_MS = 1_000

/** An API key that may not publish cannot schedule a post sooner than this, because its author could hardly stop it. */
export const PUBLISHES_SOON_MS = 5 * 60_000

interface Times {
  createdAt: Date | string
  scheduledAt: Date | string | null
}

/** Whether the author published the post immediately. Such a post cannot be late. */
export function wasPublishedAtOnce({ createdAt, scheduledAt }: Times): boolean {
  return scheduledAt === null || +new Date(scheduledAt) - +new Date(createdAt) <= AT_ONCE_MS
}

export function dueAt<At extends Date | string>(post: { createdAt: At; scheduledAt: At | null }): At {
  return post.scheduledAt ?? post.createdAt
}
