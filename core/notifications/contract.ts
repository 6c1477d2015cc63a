import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { Post } from '../posts/contract.ts'
import { NOTIFICATION_ACTIONS, NOTIFICATION_KINDS } from './action.ts'

export const Notification = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** Null for what is about no network: jobs in the background, which administrators are told of. */
  platform: z.enum(PLATFORMS).nullable(),
  accountId: z.uuid().nullable(),
  /** What happened, counted, in the reader's language, as is the text. */
  title: z.string(),
  text: z.string(),
  /** How many posts, or jobs, it is about. */
  count: z.number().int(),
  /** The latest of those that still wait for their owner. */
  posts: z.array(z.object({ id: z.uuid(), revision: z.number().int(), excerpt: z.string() })),
  /** When there was last something new in it. */
  at: z.iso.datetime(),
  isRead: z.boolean(),
  /** The one thing to do; null when everything is taken care of. */
  action: z.enum(NOTIFICATION_ACTIONS).nullable(),
})
export type Notification = z.infer<typeof Notification>

export const Notifications = z.object({
  /** How many are neither read nor taken care of. */
  unread: z.number().int(),
  /** The latest, newest first. */
  items: z.array(Notification),
})
export type Notifications = z.infer<typeof Notifications>

export const notificationEndpoints = {
  'GET /api/notifications': {
    summary: 'What the person should know of: posts that did not go out, accounts that need reconnecting.',
    access: 'user',
    scope: 'posts:read',
    answer: Notifications,
  },
  'GET /api/notifications/{id}/posts': {
    summary: 'All the posts of one that still wait for their owner, in the order in which they were due.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(Post),
  },
  'POST /api/notifications/read': {
    summary: 'Marks notifications as read, all of them without `ids`.',
    access: 'user',
    scope: null,
    body: z.strictObject({ ids: z.array(z.uuid()).max(200).optional() }),
    answer: null,
    status: 204,
  },
} as const
