import { z } from 'zod'
import { TOPICS } from './push-topics.ts'

const Topics = z.array(z.enum(TOPICS)).max(TOPICS.length)

export const PushState = z.object({
  /** The public VAPID key of this installation in base64url. Browsers subscribe with it. */
  publicKey: z.string(),
  /** The push endpoint of this session's browser; null if the browser is not subscribed. */
  endpoint: z.string().nullable(),
  topics: z.array(z.enum(TOPICS)),
})
export type PushState = z.infer<typeof PushState>

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`))

/** A browser's `PushSubscription` (Push API, RFC 8291). */
export const PushSubscription = z.strictObject({
  endpoint: z.string().max(1_000),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})

export type PushSubscription = z.infer<typeof PushSubscription>

export const pushEndpoints = {
  'GET /api/push': {
    summary:
      "Returns the push subscription of this session's browser. Notifications cover published posts, posts that need their author, and accounts to reconnect.",
    access: 'user',
    scope: null,
    answer: PushState,
  },
  'POST /api/push': {
    summary:
      "Turns on push notifications for this session's browser until the session ends. The push service must be on the public internet and use https.",
    access: 'user',
    scope: null,
    body: PushSubscription.extend({
      /**
       * The previous endpoint when a browser renews its subscription. If Frogy no longer has it, the user turned push
       * off, and nothing changes.
       */
      former: z.string().max(1_000).optional(),
      /** Topics to push; all when omitted. */
      topics: Topics.optional(),
    }),
    perHour: 60,
    answer: null,
    status: 204,
    errors: ['url_invalid', 'url_forbidden'],
  },
  'PATCH /api/push': {
    summary: "Changes the push topics of this session's browser. Without a subscription, nothing changes.",
    access: 'user',
    scope: null,
    body: z.strictObject({ topics: Topics }),
    answer: PushState,
  },
  'DELETE /api/push': {
    summary: "Turns off push notifications for this session's browser.",
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
