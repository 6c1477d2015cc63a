import { z } from 'zod'
import { COMMENT_LIMIT, QUOTE_LIMIT } from './limits.ts'

/** The words of the post that a comment is about, and where they begin in `commentedText`. */
const Quote = z.strictObject({
  text: z.string().min(1).max(QUOTE_LIMIT),
  start: z.int().min(0).max(1_000_000),
})

export const NewComment = z.strictObject({
  text: z.string().trim().min(1).max(COMMENT_LIMIT),
  /** The words that the comment is about. Without them, it is about the whole post. */
  quote: Quote.nullish(),
  /** Whether guests of a review link see the comment. */
  isShared: z.boolean().default(false),
})

export const Comment = z.object({
  id: z.uuid(),
  /** The name of the author; null after a member's account was deleted. */
  author: z.string().nullable(),
  /** Whether a guest of a review link wrote the comment. */
  isGuest: z.boolean(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  text: z.string(),
  quote: Quote.nullable(),
  at: z.iso.datetime(),
  isResolved: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

export const commentEndpoints = {
  'GET /api/posts/{id}/comments': {
    summary:
      'Lists the comments on a post of a workspace, oldest first, and the guests who marked its present version as good.',
    access: 'user',
    scope: null,
    answer: z.object({
      comments: z.array(Comment),
      goodBy: z.array(z.object({ name: z.string(), at: z.iso.datetime() })),
    }),
    errors: ['not_found'],
  },
  'POST /api/posts/{id}/comments': {
    summary:
      'Comments on a post of a workspace, or on the words of `quote`. Members whose name follows an @ are notified in the app and by mail.',
    access: 'user',
    scope: null,
    perHour: 300,
    body: NewComment,
    bodyLimit: 32 * 1024,
    answer: Comment,
    status: 201,
    errors: ['not_found', 'too_many_comments'],
  },
  'PATCH /api/comments/{id}': {
    summary: 'Resolves or reopens a comment.',
    access: 'user',
    scope: null,
    body: z.strictObject({ isResolved: z.boolean() }),
    answer: Comment,
    errors: ['not_found'],
  },
  'DELETE /api/comments/{id}': {
    summary: 'Deletes a comment. Members delete their own, and owners any.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found', 'forbidden'],
  },
} as const
