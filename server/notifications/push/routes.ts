import type { Handle } from '../../http/router.ts'
import { addSubscription, changeTopics, endSubscription, pushState, type PushParts } from './subscriptions.ts'

/** Routes for push subscriptions. The session identifies the browser. */
export function pushRoutes(handle: Handle, parts: PushParts): void {
  handle('GET /api/push', ({ signedIn }) => pushState(parts, signedIn.sessionId))
  handle('POST /api/push', async ({ signedIn, body }) => {
    await addSubscription(parts, signedIn, body)
    return undefined
  })
  handle('PATCH /api/push', ({ signedIn, body }) => changeTopics(parts, signedIn.sessionId, body.topics))
  handle('DELETE /api/push', async ({ signedIn }) => {
    await endSubscription(parts.database, signedIn.sessionId)
    return undefined
  })
}
