/** The maximum time between the creation and the scheduled time of a post that its author published immediately. */
const AT_ONCE_MS = 1_000

/**
 * The minimum time before publication for posts by an API key that may not publish. With less time, the author could
 * hardly stop the post.
 */
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
