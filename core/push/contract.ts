import { z } from 'zod'

export const PushState = z.object({
  /** By which push services know this Frogy (VAPID), in base64url: what a browser subscribes with. */
  publicKey: z.string(),
  /** Where the browser of this session is told; null where it is not. */
  endpoint: z.string().nullable(),
})
export type PushState = z.infer<typeof PushState>

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`))

/** As a browser's `PushSubscription` says of itself (Push API, RFC 8291). */
export const PushSubscription = z.strictObject({
  endpoint: z.string().max(1_000),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})

export type PushSubscription = z.infer<typeof PushSubscription>

export const pushEndpoints = {
  'GET /api/push': {
    summary:
      'Whether the browser of this session is told when a post is published or needs its owner, and when an account has to be connected again.',
    access: 'user',
    scope: null,
    answer: PushState,
  },
  'POST /api/push': {
    summary:
      'Tells it from now on, until the session ends. Its push service has to be on the public internet, at https.',
    access: 'user',
    scope: null,
    body: PushSubscription.extend({
      /**
       * Where this session's browser was told until now, if its push service renewed the subscription: nothing happens
       * where it is no longer told there, for it may have been turned off meanwhile.
       */
      former: z.string().max(1_000).optional(),
    }),
    perHour: 60,
    answer: null,
    status: 204,
    errors: ['url_invalid', 'url_forbidden'],
  },
  'DELETE /api/push': {
    summary: 'Tells it no more.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
