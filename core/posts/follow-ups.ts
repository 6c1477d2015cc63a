import type { PostStatus } from './lifecycle.ts'

// Follow-ups are sent once a post is public: the further parts of a thread, then a first comment.

/** The maximum number of parts of a thread, including the first. */
export const MOST_PARTS = 25
/** The longest time between a post and its first comment. */
export const LATEST_COMMENT_MINUTES = 60

/** The publishing state of a thread's part or of a first comment. */
export const PART_STATES = ['waiting', 'sending', 'published', 'unconfirmed', 'failed'] as const
export type PartState = (typeof PART_STATES)[number]

export interface GivenPart {
  content: string
  imageIds?: string[] | undefined
}

/**
 * The whole thread of a call. The first part is the post's `content`. API clients may repeat it as the first of `parts`
 * or leave it out.
 */
export function wholeThread(content: string, parts: readonly GivenPart[]): GivenPart[] {
  const [first] = parts
  if (!first) return [{ content }]
  const isRepeated = content === '' || content === first.content
  return isRepeated ? [...parts] : [{ content }, ...parts]
}

interface ShownFollowUps {
  parts?: { content: string; images: string[] }[] | undefined
  firstComment?: { content: string; afterMinutes: number } | undefined
}

/** The further parts and the first comment of a stored post, for a call that creates a copy of the post. */
export const givenFollowUps = ({ parts, firstComment }: ShownFollowUps) => ({
  ...(parts && { parts: parts.map(({ content, images }) => ({ content, imageIds: images })) }),
  ...(firstComment && {
    firstComment: { content: firstComment.content, afterMinutes: firstComment.afterMinutes },
  }),
})

/** The state of a thread's first part, which is the post itself. */
export const firstPartState = (status: PostStatus): PartState => STATES[status]

const STATES: Record<PostStatus, PartState> = {
  draft: 'waiting',
  in_review: 'waiting',
  scheduled: 'waiting',
  missed: 'waiting',
  publishing: 'sending',
  published: 'published',
  unconfirmed: 'unconfirmed',
  failed: 'failed',
}
