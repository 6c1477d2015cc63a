/** Shorter than this between writing a post and its time, and it was posted at once. */
const AT_ONCE_MS = 1_000

interface Times {
  createdAt: Date | string
  scheduledAt: Date | string | null
}

/** Whether its owner posted it there and then, so that it never had a time of its own that it could be late for. */
export function wasPostedByHand({ createdAt, scheduledAt }: Times): boolean {
  return scheduledAt === null || +new Date(scheduledAt) - +new Date(createdAt) <= AT_ONCE_MS
}

/** When it was to go out: its time, or when it was posted by hand. */
export function dueAtOf<At extends Date | string>(post: { createdAt: At; scheduledAt: At | null }): At {
  return post.scheduledAt ?? post.createdAt
}
