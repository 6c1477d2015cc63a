import type { Post } from '#core/posts/contract.ts'

/** Finds the thread part or first comment at which the publishing of a post has stopped, if any. */
export const stoppedPart = ({ parts = [], firstComment, status }: Post) =>
  status === 'published'
    ? [...parts, firstComment].find((part) => part?.state === 'failed' || part?.state === 'unconfirmed')
    : undefined
