import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'

/** A post that may already be live after a restore. Administrators see no text of other users' posts. */
export const HeldPost = z.object({
  id: z.uuid(),
  platform: z.enum(PLATFORMS),
  dueAt: z.iso.datetime(),
  author: z.object({ id: z.uuid(), name: z.string() }),
})
export type HeldPost = z.infer<typeof HeldPost>

export const PublishingState = z.object({
  isHeld: z.boolean(),
  heldSince: z.iso.datetime().nullable(),
  /**
   * Why Frogy currently publishes nothing. `copy`: the data was restored or copied. `environment`: `PUBLISHING=held`.
   */
  reason: z.enum(['copy', 'environment']).nullable(),
  /** The last time a process used this data before publishing was held. If publishing is not held, the current time. */
  lastSignOfLife: z.iso.datetime(),
  /**
   * Number of posts per network that became due since `lastSignOfLife`. When publishing continues, Frogy first looks
   * these posts up on their networks.
   */
  due: z.array(z.object({ platform: z.enum(PLATFORMS), posts: z.int() })),
  /** For each author, the number of posts of which the network could not tell whether they are live. */
  waiting: z.array(z.object({ author: z.object({ id: z.uuid(), name: z.string() }), posts: z.int() })),
  /** At most 100 of the posts in `waiting`, oldest first. */
  posts: z.array(HeldPost),
})
export type PublishingState = z.infer<typeof PublishingState>

export const publishingEndpoints = {
  'GET /api/admin/publishing': {
    summary: 'Returns whether publishing is held and why, and the posts that need a decision after a restore or copy.',
    access: 'admin',
    scope: null,
    answer: PublishingState,
  },
  'POST /api/admin/publishing/release': {
    summary:
      'Continues publishing with this installation, until the next start with `PUBLISHING=held`. Posts that fell due meanwhile are looked up at their networks before anything is sent.',
    access: 'admin',
    scope: null,
    answer: PublishingState,
  },
  'POST /api/admin/publishing/resolve': {
    summary:
      'Answers for all posts that may already be live after a restore: `live` counts them as published, `not_live` sends them now.',
    access: 'admin',
    scope: null,
    body: z.strictObject({ outcome: z.enum(['live', 'not_live']) }),
    answer: z.object({ resolved: z.int() }),
    errors: ['publishing_held'],
  },
} as const
