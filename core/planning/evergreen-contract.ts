import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { TimeZone } from '../posts/contract.ts'
import { POST_STATUSES } from '../posts/lifecycle.ts'
import { FILL_DAYS, MAX_EVERGREEN, MAX_PAUSE_DAYS } from './evergreen.ts'

/** A post that may be published again and again, with a pause between. */
export const EvergreenPost = z.object({
  postId: z.uuid(),
  platform: z.enum(PLATFORMS),
  /** The first words of the post. */
  opening: z.string(),
  pauseDays: z.int(),
  /** When a post with the text of this evergreen post was or will last be published. */
  lastAt: z.iso.datetime().nullable(),
})
export type EvergreenPost = z.infer<typeof EvergreenPost>

const AddedPost = z.object({
  id: z.uuid(),
  /** The evergreen post whose text this post repeats. */
  postId: z.uuid(),
  at: z.iso.datetime(),
  status: z.enum(POST_STATUSES),
})
export type AddedPost = z.infer<typeof AddedPost>

export const evergreenEndpoints = {
  'GET /api/evergreen': {
    summary: 'Lists the evergreen posts, the one that has rested longest first.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(EvergreenPost),
  },
  'PUT /api/posts/{id}/evergreen': {
    summary: `Makes a scheduled or published post evergreen, or changes its pause. At most ${MAX_EVERGREEN} per user, and none on networks that reject repeated texts.`,
    access: 'user',
    scope: 'posts:write',
    body: z.strictObject({ pauseDays: z.int().min(1).max(MAX_PAUSE_DAYS) }),
    answer: null,
    status: 204,
    errors: ['not_found', 'not_repeatable', 'too_many_evergreen'],
  },
  'DELETE /api/posts/{id}/evergreen': {
    summary: 'Takes a post from the evergreen list. All posts stay.',
    access: 'user',
    scope: 'posts:write',
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'POST /api/evergreen/fill': {
    summary: `Fills the free weekly times of the next ${FILL_DAYS} days, from tomorrow, with evergreen posts that have had their pause. Each is a separate post, which can be changed, moved or deleted. Posts whose account is not connected are left out. In a workspace that asks the member for approval, the posts are \`in_review\`.`,
    access: 'user',
    scope: 'posts:write',
    body: z.strictObject({
      /** The time zone of the weekly times. Default: the time zone of the user's account. */
      timeZone: TimeZone.optional(),
    }),
    answer: z.array(AddedPost),
    status: 201,
  },
} as const
