import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { Post } from '../posts/contract.ts'
import { NOTIFICATION_ACTIONS, NOTIFICATION_KINDS } from './action.ts'

export const Notification = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The network of the event. Null for failed background jobs, which concern no network. */
  platform: z.enum(PLATFORMS).nullable(),
  accountId: z.uuid().nullable(),
  title: z.string(),
  text: z.string(),
  count: z.number().int(),
  /** At most one post: the latest one of this notification that the author must still act on. */
  posts: z.array(z.object({ id: z.uuid(), revision: z.number().int(), excerpt: z.string() })),
  at: z.iso.datetime(),
  isRead: z.boolean(),
  action: z.enum(NOTIFICATION_ACTIONS).nullable(),
  /** The comment that mentions the user or is from a guest, and its workspace. Absent from other notifications. */
  comment: z.object({ workspaceId: z.uuid(), postId: z.uuid(), excerpt: z.string() }).optional(),
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
    summary: "Lists the user's notifications: posts that were not published, and accounts to reconnect.",
    access: 'user',
    scope: 'posts:read',
    answer: Notifications,
  },
  'GET /api/notifications/{id}/posts': {
    summary: 'Lists all posts of a notification that still wait for their author, in the order of their due times.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(Post),
  },
  'POST /api/notifications/read': {
    summary: 'Marks notifications as read. Without `ids`, marks all of them.',
    access: 'user',
    scope: null,
    body: z.strictObject({ ids: z.array(z.uuid()).max(200).optional() }),
    answer: null,
    status: 204,
  },
} as const
