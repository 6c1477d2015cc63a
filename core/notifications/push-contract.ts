import { z } from 'zod'
import { TOPICS } from './push-topics.ts'

const Topics = z.array(z.enum(TOPICS)).max(TOPICS.length)

export const PushState = z.object({
  /** By which push services know this Frogy (VAPID), in base64url: what a browser subscribes with. */
  publicKey: z.string(),
  /** Where the browser of this session is told; null where it is not. */
  endpoint: z.string().nullable(),
  /** Of what it is told there. */
  topics: z.array(z.enum(TOPICS)),
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
      /** Of what it is told; everything, where that is not said. */
      topics: Topics.optional(),
    }),
    perHour: 60,
    answer: null,
    status: 204,
    errors: ['url_invalid', 'url_forbidden'],
  },
  'PATCH /api/push': {
    summary: 'Changes of what the browser of this session is told; nothing, where it is told of nothing.',
    access: 'user',
    scope: null,
    body: z.strictObject({ topics: Topics }),
    answer: PushState,
  },
  'DELETE /api/push': {
    summary: 'Tells it no more.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
