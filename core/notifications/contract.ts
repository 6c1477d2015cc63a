import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { Post } from '../posts/contract.ts'
import { NOTIFICATION_ACTIONS, NOTIFICATION_KINDS } from './action.ts'

export const Notification = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** Null for background jobs, which concern no network. */
  platform: z.enum(PLATFORMS).nullable(),
  accountId: z.uuid().nullable(),
  title: z.string(),
  text: z.string(),
  count: z.number().int(),
  /** The latest post that still waits for its author. */
  posts: z.array(z.object({ id: z.uuid(), revision: z.number().int(), excerpt: z.string() })),
  at: z.iso.datetime(),
  isRead: z.boolean(),
  action: z.enum(NOTIFICATION_ACTIONS).nullable(),
})
export type Notification = z.infer<typeof Notification>

export const Notifications = z.object({
  /** The number of unread and unresolved notifications. */
  unread: z.number().int(),
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
