import { z } from 'zod'
import { TimeZone } from '../posts/contract.ts'
import { Day } from '../posts/lists-contract.ts'
import { POST_STATUSES } from '../posts/lifecycle.ts'
import { LocalTime } from './contract.ts'
import { MAX_INTERVAL, MAX_OCCURRENCES, RECURRENCE_UNITS } from './recurrence.ts'

export const NewRecurrence = z
  .strictObject({
    unit: z.enum(RECURRENCE_UNITS),
    interval: z.int().min(1).max(MAX_INTERVAL).default(1),
    /** How many repetitions of the post to add. */
    count: z.int().min(1).max(MAX_OCCURRENCES).optional(),
    /** The last date on which a post may be scheduled. */
    until: Day.optional(),
    /** The local time of the posts during Ramadan (Umm al-Qura calendar), if it differs. */
    ramadanTime: LocalTime.nullish(),
    /** The time zone of the local time, for a post that has none. Default: the time zone of the user's account. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ count, until }) => count !== undefined || until !== undefined, {
    path: ['count'],
    params: { text: 'required' },
  })
export type NewRecurrence = z.infer<typeof NewRecurrence>

/** A post that a rule for repetition added. */
export const RepeatedPost = z.object({
  id: z.uuid(),
  /** The date that the rule gave the post. It stays when the post is moved. */
  date: z.iso.date(),
  /** The scheduled time of the post, or the planned time of a draft. */
  at: z.iso.datetime().nullable(),
  status: z.enum(POST_STATUSES),
})
export type RepeatedPost = z.infer<typeof RepeatedPost>

export const recurrenceEndpoints = {
  'GET /api/posts/{id}/repeats': {
    summary: 'Lists the unpublished posts that repeat a post after its date, soonest first.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(RepeatedPost),
  },
  'POST /api/posts/{id}/repeats': {
    summary: `Repeats a scheduled or published post. Adds separate posts with the same text, media and local time, each of which can be changed, moved or deleted. A rule ends with \`count\` or \`until\`, whichever comes first. It adds at most ${MAX_OCCURRENCES} posts, within two years. A month without the day uses its last day. On networks that reject repeated texts, the posts are drafts planned for their times. In a workspace that asks the member for approval, they are \`in_review\`. The account may be connected later.`,
    access: 'user',
    scope: 'posts:write',
    judgesTime: true,
    body: NewRecurrence,
    answer: z.array(RepeatedPost),
    status: 201,
    errors: ['not_found', 'not_repeatable', 'already_repeats', 'too_many_drafts'],
  },
  'DELETE /api/posts/{id}/repeats': {
    summary: 'Deletes the unpublished posts that repeat a post after its date.',
    access: 'user',
    scope: 'posts:write',
    answer: null,
    status: 204,
    errors: ['not_found', 'already_publishing'],
  },
} as const
