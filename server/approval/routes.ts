import { callerOf, type Caller } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import { approvePost, returnPost, type ApprovalParts, type Approver } from './decide.ts'
import { listReviews } from './list.ts'

export function approvalRoutes(handle: Handle, parts: ApprovalParts): void {
  handle('GET /api/approvals', (context) => listReviews(parts.database, callerOf(context)))

  handle('POST /api/posts/{id}/approve', ({ params, body, ...context }) =>
    approvePost(parts, approverOf(callerOf(context)), params.id, body),
  )

  handle('POST /api/posts/{id}/return', ({ params, body, ...context }) =>
    returnPost(parts, approverOf(callerOf(context)), params.id, body),
  )
}

/** The person who approves or returns a post. A user's own content never waits for approval. */
function approverOf({ userId, member, language }: Caller): Approver {
  return { workspaceId: userId, language, ...(member && { member }) }
}
