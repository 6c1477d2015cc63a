import { readConnections } from '../../accounts/connection-log.ts'
import { readAudit } from '../audit.ts'
import type { Handle } from '../../http/router.ts'
import { listQueue, retryPost, stateOf, type QueueParts } from './queue.ts'
import { changeRole, listPeople, restore, suspend, type PeopleParts } from './people.ts'

export function adminRoutes(handle: Handle, parts: PeopleParts & QueueParts): void {
  handle('GET /api/admin/users', ({ query }) => listPeople(parts, query))
  handle('PATCH /api/admin/users/{id}', ({ signedIn, params, body }) =>
    changeRole(parts, signedIn.user, params.id, body.role),
  )
  handle('POST /api/admin/users/{id}/suspend', ({ signedIn, params, body }) =>
    suspend(parts, signedIn.user, params.id, body.reason),
  )
  handle('POST /api/admin/users/{id}/restore', ({ signedIn, params }) => restore(parts, signedIn.user, params.id))
  handle('GET /api/admin/queue', () => stateOf(parts))
  handle('GET /api/admin/queue/posts', ({ query, language }) => listQueue(parts, query, language))
  handle('POST /api/admin/queue/posts/{id}/retry', async ({ signedIn, params, language }) => {
    await retryPost(parts, signedIn.user, params.id, language)
    return undefined
  })
  handle('GET /api/admin/connections', ({ query }) => readConnections(parts.database, query))
  handle('GET /api/admin/audit', ({ query }) => readAudit(parts.database, query))
}
