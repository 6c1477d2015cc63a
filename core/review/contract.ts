import { z } from 'zod'
import { Comment, NewComment } from '../comments/contract.ts'
import { COMMENT_LIMIT } from '../comments/limits.ts'
import { Image } from '../media/contract.ts'
import { RENDITION_TYPES } from '../media/renditions.ts'
import { Name } from '../people/auth-contract.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { Instant, PlatformName, Post } from '../posts/contract.ts'
import { VIDEO_TYPES } from '../video/video-facts.ts'
import { MAX_PERIOD_DAYS, MAX_REVIEW_DAYS, MIN_PASSPHRASE, REVIEW_DAYS } from './limits.ts'

const DAY_MS = 86_400_000

export const ReviewLink = z.object({
  id: z.uuid(),
  /** The link shows the posts between these instants. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The only networks and accounts whose posts the link shows; empty for all. */
  platforms: z.array(PlatformName),
  accountIds: z.array(z.uuid()),
  hasPassphrase: z.boolean(),
  /** Whether guests approve and return posts that wait for approval. */
  mayDecide: z.boolean(),
  expiresAt: z.iso.datetime(),
  /** The member who created the link. */
  createdBy: z.string(),
})
export type ReviewLink = z.infer<typeof ReviewLink>

export const NewReviewLink = z
  .strictObject({
    from: Instant,
    to: Instant,
    platforms: z.array(PlatformName).max(PLATFORMS.length).default([]),
    accountIds: z.array(z.uuid().toLowerCase()).max(50).default([]),
    mayDecide: z.boolean().default(false),
    passphrase: z.string().min(MIN_PASSPHRASE).max(200).nullish(),
    /** How many days the link works. */
    days: z.int().min(1).max(MAX_REVIEW_DAYS).default(REVIEW_DAYS),
  })
  .refine(({ from, to }) => isPeriod(Date.parse(to) - Date.parse(from)), { path: ['to'], params: { text: 'invalid' } })
export type NewReviewLink = z.infer<typeof NewReviewLink>

const isPeriod = (lengthMs: number): boolean => !(lengthMs <= 0) && !(lengthMs > MAX_PERIOD_DAYS * DAY_MS)

/** The fields in the body of every guest call. */
const Access = {
  /** The token of the review link: the part after its #. */
  token: z.string().min(1).max(200),
  /** The response of `POST /api/review/unlock`, which proves that the guest knows the passphrase. */
  pass: z.string().max(200).nullish(),
  /** A random text that the browser keeps, so that the guest can delete their own comments. */
  guest: z.string().min(20).max(100),
}

export const PostToReview = z.object({
  id: z.uuid(),
  platform: PlatformName,
  /** When the post was or will be published. */
  at: z.iso.datetime(),
  isPublished: z.boolean(),
  /** Whether the post waits for approval, and the link lets guests decide. */
  mayDecide: z.boolean(),
  /** Whether this revision was approved. Always false on links that let guests decide nothing. */
  isApproved: z.boolean(),
  revision: z.int(),
  author: z.object({ name: z.string(), handle: z.string().nullable(), headline: z.string().nullable() }),
  /** The post's text and media. A thread has an entry for each part. */
  parts: z.array(z.object({ text: z.string(), images: z.array(Image) })),
  firstComment: z.string().nullable(),
  options: Post.shape.options,
  /** Whether this guest marked the current version as good. */
  isGood: z.boolean(),
  /** The comments of guests, and the members' comments that guests may see. */
  comments: z.array(Comment),
})
export type PostToReview = z.infer<typeof PostToReview>

export const Review = z.object({ workspace: z.string(), expiresAt: z.iso.datetime(), posts: z.array(PostToReview) })
export type Review = z.infer<typeof Review>

/** The revision that the guest saw. */
const Revision = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)

const ERRORS = ['review_ended', 'passphrase_needed'] as const

export const reviewEndpoints = {
  'GET /api/review-links': {
    summary: 'Lists the review links of a workspace that still work, newest first.',
    access: 'user',
    scope: null,
    answer: z.array(ReviewLink),
    errors: ['not_found'],
  },
  'POST /api/review-links': {
    summary:
      'Creates a link that shows the posts of a period to people without an account. They can comment on the posts. The link works for seven days unless `days` is given.',
    access: 'user',
    scope: null,
    perHour: 100,
    // Accepts no idempotency key, because the response contains the link, and the body a passphrase.
    takesNoKey: true,
    body: NewReviewLink,
    answer: z.object({ reviewLink: ReviewLink, link: z.string() }),
    status: 201,
    errors: ['not_found', 'too_many_review_links'],
  },
  'DELETE /api/review-links/{id}': {
    summary: 'Closes a review link. Comments of its guests stay.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'POST /api/review/unlock': {
    summary: 'Exchanges the passphrase of a review link for a `pass` that the other calls need.',
    access: 'public',
    perHour: 600,
    body: z.strictObject({ token: Access.token, passphrase: z.string().max(200) }),
    answer: z.object({ pass: z.string() }),
    errors: ['review_ended', 'wrong_passphrase'],
  },
  'POST /api/review/read': {
    summary: 'Returns the posts of a review link, in the order of their times, with their comments.',
    access: 'public',
    perHour: 30_000,
    perGuestHour: 1_200,
    body: z.strictObject(Access),
    answer: Review,
    errors: ERRORS,
  },
  'POST /api/review/comment': {
    summary: 'Comments on a post of a review link, or on the words of `quote`.',
    access: 'public',
    perHour: 1_200,
    perGuestHour: 120,
    body: z.strictObject({
      ...Access,
      name: Name,
      postId: z.uuid(),
      ...NewComment.pick({ text: true, quote: true }).shape,
    }),
    bodyLimit: 32 * 1024,
    answer: Comment,
    status: 201,
    errors: [...ERRORS, 'not_found', 'too_many_comments'],
  },
  'POST /api/review/delete-comment': {
    summary: "Deletes a guest's own comment.",
    access: 'public',
    perHour: 3_000,
    perGuestHour: 300,
    body: z.strictObject({ ...Access, commentId: z.uuid() }),
    answer: null,
    status: 204,
    errors: [...ERRORS, 'not_found'],
  },
  'POST /api/review/mark': {
    summary:
      'Marks a version of a post as good in the eyes of a guest, or removes the mark. The mark changes nothing about the post.',
    access: 'public',
    perHour: 6_000,
    perGuestHour: 600,
    body: z.strictObject({
      ...Access,
      name: Name,
      postId: z.uuid(),
      revision: Revision,
      isGood: z.boolean(),
    }),
    answer: null,
    status: 204,
    errors: [...ERRORS, 'not_found', 'changed_meanwhile', 'too_many_requests'],
  },
  'POST /api/review/decide': {
    summary:
      'Approves a revision of a post that waits for approval, or returns it with a note. Only links that allow it accept this call.',
    access: 'public',
    perHour: 3_000,
    perGuestHour: 300,
    body: z
      .strictObject({
        ...Access,
        name: Name,
        postId: z.uuid(),
        revision: Revision,
        decision: z.enum(['approve', 'return']),
        note: z.string().trim().max(COMMENT_LIMIT).default(''),
      })
      .refine(({ decision, note }) => decision === 'approve' || note !== '', {
        path: ['note'],
        params: { text: 'required' },
      }),
    bodyLimit: 32 * 1024,
    answer: null,
    status: 204,
    errors: [...ERRORS, 'not_found', 'forbidden', 'not_in_review', 'changed_meanwhile', 'time_in_past'],
  },
  'GET /media/review/{link}/{id}/{signature}': {
    summary:
      'Returns a photo, video or PDF document of a post that a review link shows. The response of `POST /api/review/read` has its address.',
    access: 'public',
    params: z.object({ signature: z.string().max(100) }),
    answer: null,
    fileTypes: [...RENDITION_TYPES, ...VIDEO_TYPES, 'application/pdf'],
    errors: ['not_found', 'storage_away'],
  },
} as const
