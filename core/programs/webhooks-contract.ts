import { z } from 'zod'

/** Events that a webhook can subscribe to. Each is appended in the transaction that causes it. */
export const WEBHOOK_EVENTS = [
  'post.published',
  'post.failed',
  'post.missed',
  'post.unconfirmed',
  'account.lost',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const MOST_WEBHOOKS = 10
export const LISTED_DELIVERIES = 50

const EventName = z.enum(WEBHOOK_EVENTS)
const Events = z
  .array(EventName)
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .transform((given) => WEBHOOK_EVENTS.filter((event) => given.includes(event)))
const Url = z.string().trim().min(1).max(1_000)

export const NewWebhook = z.strictObject({ url: Url, events: Events })
export const WebhookChange = z.strictObject({
  url: Url.optional(),
  events: Events.optional(),
  /** Resumes a paused webhook: pending messages go out first. */
  rests: z.literal(false).optional(),
})

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(EventName),
  createdAt: z.iso.datetime(),
  waiting: z.int(),
  /** When deliveries started to fail; null while they succeed. */
  failingSince: z.iso.datetime().nullable(),
  /** When the first pending message is retried; null when no retry is due. */
  nextTryAt: z.iso.datetime().nullable(),
  /** When Frogy paused the webhook, after three days of failures; null while active. */
  restsSince: z.iso.datetime().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const Delivery = z.object({
  id: z.uuid(),
  event: z.enum([...WEBHOOK_EVENTS, 'webhook.test']),
  at: z.iso.datetime(),
  state: z.enum(['waiting', 'delivered']),
  tries: z.int(),
  lastTriedAt: z.iso.datetime().nullable(),
  /** HTTP status of the last attempt; null without a response. */
  status: z.int().nullable(),
  trouble: z.enum(['unreachable', 'timed_out', 'forbidden']).nullable(),
  tookMs: z.int().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

const Secret = z.string()

export const webhookEndpoints = {
  'GET /api/webhooks': {
    summary: 'The addresses that are told of what happens to the posts and accounts of the person signed in.',
    access: 'user',
    scope: null,
    answer: z.array(Webhook),
  },
  'POST /api/webhooks': {
    summary:
      'Adds one. Messages are signed as Standard Webhooks have it, with the secret that is told in this answer and never again; they come in order, and each with the same `webhook-id` on every try.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    perHour: 60,
    body: NewWebhook,
    answer: z.object({ webhook: Webhook, secret: Secret }),
    status: 201,
    errors: ['url_invalid', 'url_forbidden', 'too_many_webhooks'],
  },
  'PATCH /api/webhooks/{id}': {
    summary: 'Changes its address or what it is told of, or wakes it where it rests.',
    access: 'user',
    scope: null,
    body: WebhookChange,
    answer: Webhook,
    errors: ['url_invalid', 'url_forbidden'],
  },
  'DELETE /api/webhooks/{id}': {
    summary: 'Takes one away, with what waits for it.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
  'POST /api/webhooks/{id}/secret': {
    summary: 'Gives it another secret, with which everything is signed from then on.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    perHour: 60,
    answer: z.object({ secret: Secret }),
  },
  'POST /api/webhooks/{id}/test': {
    summary: 'Sends it a message of its own, `webhook.test`.',
    access: 'user',
    scope: null,
    perHour: 60,
    answer: null,
    status: 202,
  },
  'GET /api/webhooks/{id}/deliveries': {
    summary: `What it was told, newest first: the last ${LISTED_DELIVERIES} of thirty days.`,
    access: 'user',
    scope: null,
    answer: z.array(Delivery),
  },
  'POST /api/webhooks/{id}/deliveries/{delivery}/resend': {
    summary: 'Sends a message again, with the same id and body, or now instead of at its next try.',
    access: 'user',
    scope: null,
    perHour: 300,
    answer: null,
    status: 202,
  },
} as const
