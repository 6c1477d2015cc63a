import { byName } from '#core/by-name.ts'
import { callerOf } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import { workspacesOf } from './access.ts'
import { acceptInvitation, invite, readInvitation, revokeInvitation } from './invitations.ts'
import { changeRole, removeMember } from './members.ts'
import type { WorkspaceParts } from './parts.ts'
import { changeWorkspace, createWorkspace, deleteWorkspace, readLog, readTeam } from './workspaces.ts'

export function workspaceRoutes(handle: Handle, parts: WorkspaceParts): void {
  handle('GET /api/workspaces', async ({ signedIn, language }) =>
    byName(await workspacesOf(parts.database, signedIn.user.id), language),
  )

  handle('POST /api/workspaces', ({ signedIn, body }) => createWorkspace(parts, signedIn.user, body.name))

  handle('GET /api/workspaces/{id}', ({ signedIn, params }) => readTeam(parts, signedIn.user.id, params.id))

  handle('PATCH /api/workspaces/{id}', ({ signedIn, params, body }) =>
    changeWorkspace(parts, signedIn.user, params.id, body),
  )

  handle('DELETE /api/workspaces/{id}', async ({ signedIn, params, query, ...context }) => {
    await deleteWorkspace(parts, signedIn.user.id, params.id, query.name, callerOf({ signedIn, ...context }).language)
    return undefined
  })

  handle('GET /api/workspaces/{id}/events', ({ signedIn, params }) =>
    readLog(parts.database, signedIn.user.id, params.id),
  )

  handle('PATCH /api/workspaces/{id}/members/{userId}', ({ signedIn, params, body }) =>
    changeRole(parts, signedIn.user, params, body.role),
  )

  handle('DELETE /api/workspaces/{id}/members/{userId}', async ({ signedIn, params }) => {
    await removeMember(parts, signedIn.user, params)
    return undefined
  })

  handle('POST /api/workspaces/{id}/invitations', ({ signedIn, params, body }) =>
    invite(parts, signedIn.user, params.id, body),
  )

  handle('DELETE /api/workspaces/{id}/invitations/{invitationId}', async ({ signedIn, params }) => {
    await revokeInvitation(parts, signedIn.user, params.id, params.invitationId)
    return undefined
  })

  handle('POST /api/workspace-invitations/read', ({ signedIn, body }) =>
    readInvitation(parts, signedIn.user, body.token),
  )

  handle('POST /api/workspace-invitations/accept', ({ signedIn, body }) =>
    acceptInvitation(parts, signedIn.user, body.token),
  )
}
