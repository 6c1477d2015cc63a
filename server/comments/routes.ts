import { AppError } from '#core/errors.ts'
import type { SignedIn } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import {
  addComment,
  deleteComment,
  listComments,
  resolveComment,
  type ActingMember,
  type CommentParts,
} from './comments.ts'

export function commentRoutes(handle: Handle, parts: CommentParts): void {
  handle('GET /api/posts/{id}/comments', ({ signedIn, params }) =>
    listComments(parts.database, actingMember(signedIn), params.id),
  )

  handle('POST /api/posts/{id}/comments', ({ signedIn, params, body }) =>
    addComment(parts, actingMember(signedIn), params.id, body),
  )

  handle('PATCH /api/comments/{id}', ({ signedIn, params, body }) =>
    resolveComment(parts, actingMember(signedIn), params.id, body.isResolved),
  )

  handle('DELETE /api/comments/{id}', async ({ signedIn, params }) => {
    await deleteComment(parts, actingMember(signedIn), params.id)
    return undefined
  })
}

/** The member who calls. Only posts of workspaces have comments. @throws AppError not_found outside a workspace */
export function actingMember({ user, member }: SignedIn): ActingMember {
  if (!member) throw new AppError('not_found')
  return { workspaceId: user.id, memberId: member.id, role: member.role, language: user.preferredLanguage }
}
