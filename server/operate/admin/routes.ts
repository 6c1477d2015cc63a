import { readConnections } from '../../accounts/connection-log.ts'
import { readAudit } from '../audit.ts'
import type { Handle } from '../../http/router.ts'
import { listQueue, retryPost, stateOf, type QueueParts } from './queue.ts'
import { requireRecentAuthentication } from '../../people/auth/recent-authentication.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import {
  changeRole,
  endUserSessions,
  listPeople,
  removeLostSecondFactor,
  restore,
  suspend,
  type PeopleParts,
} from './people.ts'
import { publishingState, release, resolveRestored } from './publishing.ts'

export function adminRoutes(handle: Handle, parts: PeopleParts & QueueParts): void {
  handle('GET /api/admin/users', ({ query }) => listPeople(parts, query))
  handle('PATCH /api/admin/users/{id}', ({ signedIn, params, body }) =>
    changeRole(parts, signedIn.user, params.id, body.role),
  )
  handle('POST /api/admin/users/{id}/suspend', ({ signedIn, params, body }) =>
    suspend(parts, signedIn.user, params.id, body.reason),
  )
  handle('POST /api/admin/users/{id}/restore', ({ signedIn, params }) => restore(parts, signedIn.user, params.id))
  handle('DELETE /api/admin/users/{id}/sessions', ({ signedIn, params }) =>
    endUserSessions(parts, signedIn.user, params.id),
  )
  handle('DELETE /api/admin/users/{id}/two-factor', ({ signedIn, params }) => {
    requireRecentAuthentication(signedIn, parts.clock.now())
    return removeLostSecondFactor(parts, signedIn.user, params.id)
  })
  handle('GET /api/admin/invitations', () => listInvitations(parts))
  handle('POST /api/admin/invitations', ({ signedIn, body }) => invite(parts, signedIn.user, body.email ?? null))
  handle('DELETE /api/admin/invitations/{id}', async ({ signedIn, params }) => {
    await revokeInvitation(parts, signedIn.user, params.id)
    return undefined
  })
  handle('GET /api/admin/queue', () => stateOf(parts))
  handle('GET /api/admin/queue/posts', ({ query, language }) => listQueue(parts, query, language))
  handle('POST /api/admin/queue/posts/{id}/retry', async ({ signedIn, params, language }) => {
    await retryPost(parts, signedIn.user, params.id, language)
    return undefined
  })
  handle('GET /api/admin/publishing', () => publishingState(parts))
  handle('POST /api/admin/publishing/release', ({ signedIn }) => release(parts, signedIn.user))
  handle('POST /api/admin/publishing/resolve', ({ signedIn, body }) =>
    resolveRestored(parts, signedIn.user, body.outcome),
  )
  handle('GET /api/admin/connections', ({ query }) => readConnections(parts.database, query))
  handle('GET /api/admin/audit', ({ query }) => readAudit(parts.database, query))
}
