import type { Handle } from '../../http/router.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewSecret,
  resend,
  testWebhook,
  type WebhookParts,
} from './webhooks.ts'

export function webhookRoutes(handle: Handle, parts: WebhookParts): void {
  const { database } = parts

  handle('GET /api/webhooks', ({ signedIn }) => listWebhooks(database, signedIn.user.id))

  handle('POST /api/webhooks', ({ signedIn, body }) => addWebhook(parts, signedIn, body))

  handle('PATCH /api/webhooks/{id}', ({ signedIn, params, body }) => changeWebhook(parts, signedIn, params.id, body))

  handle('DELETE /api/webhooks/{id}', async ({ signedIn, params }) => {
    await removeWebhook(parts, signedIn, params.id)
    return undefined
  })

  handle('POST /api/webhooks/{id}/secret', async ({ signedIn, params }) => ({
    secret: await renewSecret(parts, signedIn, params.id),
  }))

  handle('POST /api/webhooks/{id}/test', async ({ signedIn, params }) => {
    await testWebhook(parts, signedIn, params.id)
    return undefined
  })

  handle('GET /api/webhooks/{id}/deliveries', ({ signedIn, params }) =>
    listDeliveries(database, signedIn.user.id, params.id),
  )

  handle('POST /api/webhooks/{id}/deliveries/{delivery}/resend', async ({ signedIn, params }) => {
    await resend(parts, signedIn, params.id, params.delivery)
    return undefined
  })
}
