import { z } from 'zod'

/**
 * Events that a webhook can subscribe to. Frogy stores each in the transaction that causes it, so that none is lost.
 */
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

const NewWebhook = z.strictObject({ url: Url, events: Events })
const WebhookChange = z.strictObject({
  url: Url.optional(),
  events: Events.optional(),
  /** `false` resumes a paused webhook, now in the caller's name. Frogy sends the pending messages first. */
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
  /** When Frogy retries the first pending message; null when no retry is due. */
  nextTryAt: z.iso.datetime().nullable(),
  /** When Frogy paused the webhook after three days of failures; null while it is active. */
  restsSince: z.iso.datetime().nullable(),
  /** Whether a webhook of a workspace is paused because the member who set its address no longer has access. */
  isOrphaned: z.boolean(),
})
export type Webhook = z.infer<typeof Webhook>

export const Delivery = z.object({
  id: z.uuid(),
  event: z.enum([...WEBHOOK_EVENTS, 'webhook.test']),
  at: z.iso.datetime(),
  state: z.enum(['waiting', 'delivered']),
  tries: z.int(),
  lastTriedAt: z.iso.datetime().nullable(),
  /** HTTP status of the last delivery; null if there was no response. */
  status: z.int().nullable(),
  trouble: z.enum(['unreachable', 'timed_out', 'forbidden']).nullable(),
  tookMs: z.int().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

const Secret = z.string()

export const webhookEndpoints = {
  'GET /api/webhooks': {
    summary: "Lists the user's webhooks, which receive events of the user's posts and accounts.",
    access: 'user',
    scope: null,
    answer: z.array(Webhook),
  },
  'POST /api/webhooks': {
    summary:
      'Adds a webhook. Messages follow Standard Webhooks, signed with the secret shown only in this response. They arrive in order, and each keeps its `webhook-id` on every retry.',
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
    summary: "Changes a webhook's URL or events, or resumes it if it is paused.",
    access: 'user',
    scope: null,
    body: WebhookChange,
    answer: Webhook,
    errors: ['url_invalid', 'url_forbidden'],
  },
  'DELETE /api/webhooks/{id}': {
    summary: 'Deletes a webhook and its pending messages.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
  },
  'POST /api/webhooks/{id}/secret': {
    summary: "Replaces a webhook's secret. All messages are signed with the new secret from then on.",
    access: 'user',
    scope: null,
    takesNoKey: true,
    perHour: 60,
    answer: z.object({ secret: Secret }),
  },
  'POST /api/webhooks/{id}/test': {
    summary: 'Sends a test message, `webhook.test`, to a webhook.',
    access: 'user',
    scope: null,
    perHour: 60,
    answer: null,
    status: 202,
  },
  'GET /api/webhooks/{id}/deliveries': {
    summary: `Lists the last ${LISTED_DELIVERIES} messages to a webhook within thirty days, newest first.`,
    access: 'user',
    scope: null,
    answer: z.array(Delivery),
  },
  'POST /api/webhooks/{id}/deliveries/{delivery}/resend': {
    summary:
      'Sends a message again with the same id and body. A pending message is sent now instead of at its next retry.',
    access: 'user',
    scope: null,
    perHour: 300,
    answer: null,
    status: 202,
  },
} as const
