import type { Post } from '#core/posts/contract.ts'

/** The stopped part or first comment of a published post, if any. */
export const stoppedPart = ({ parts = [], firstComment, status }: Post) =>
  status === 'published'
    ? [...parts, firstComment].find((part) => part?.state === 'failed' || part?.state === 'unconfirmed')
    : undefined
