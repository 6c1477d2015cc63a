import { z } from 'zod'
import { Instant, Options, Post, TimeZone, WallTime } from '../posts/contract.ts'
import { NOTE_LIMIT } from './note-limit.ts'

/** The texts and options of a post that an approver saw. */
export const SeenTexts = z.object({
  text: z.string(),
  /** The parts of a thread after the first one. */
  parts: z.array(z.string()),
  firstComment: z.string().nullable(),
  /** Null if the post had no options. Absent in decisions that an earlier release stored. */
  options: Options.nullish(),
})
export type SeenTexts = z.infer<typeof SeenTexts>

const Review = z.object({
  at: z.iso.datetime(),
  act: z.enum(['asked', 'approved', 'returned']),
  /**
   * The name of the person who asked for approval, approved or returned the post; null after that account was deleted.
   */
  actor: z.string().nullable(),
  isOwn: z.boolean(),
  note: z.string(),
})

export const ReviewedPost = z.object({
  post: Post,
  /** Whether the post waits for an approver (`waiting`), or was sent back to its author (`returned`). */
  state: z.enum(['waiting', 'returned']),
  now: SeenTexts,
  /** The texts and options at the last decision; null before the first one. */
  seen: SeenTexts.nullable(),
  /** At most the last 20 reviews, oldest first. */
  reviews: z.array(Review),
  /** Whether the user may approve or return the post. Only owners may approve their own posts. */
  mayDecide: z.boolean(),
})
export type ReviewedPost = z.infer<typeof ReviewedPost>

/** The revision that the approver saw. A later revision is neither approved nor returned. */
const revision = z.int().min(0)

export const approvalEndpoints = {
  'GET /api/approvals': {
    summary:
      'Lists the posts of a workspace that wait for approval, then those that were returned, each by time. At most 100 of both.',
    access: 'user',
    scope: null,
    answer: z.array(ReviewedPost),
  },
  'POST /api/posts/{id}/approve': {
    summary:
      'Approves a revision of a post, which keeps its time unless another one is given. Only owners may approve their own posts.',
    access: 'user',
    scope: null,
    body: z.strictObject({
      revision,
      /** A new scheduled time, which the post needs if its own time has passed. */
      scheduledAt: Instant.optional(),
      timeZone: TimeZone.nullish(),
      wallTime: WallTime.nullish(),
      note: z.string().trim().max(NOTE_LIMIT).optional(),
    }),
    answer: Post,
    errors: ['not_found', 'not_in_review', 'changed_meanwhile', 'own_post', 'time_in_past'],
  },
  'POST /api/posts/{id}/return': {
    summary: 'Returns a revision of a post to its author with a note. The post becomes a draft planned for its time.',
    access: 'user',
    scope: null,
    body: z.strictObject({ revision, note: z.string().trim().min(1).max(NOTE_LIMIT) }),
    answer: Post,
    errors: ['not_found', 'not_in_review', 'changed_meanwhile', 'own_post'],
  },
} as const
