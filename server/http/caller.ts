import type { User } from '#core/people/auth-contract.ts'
import type { Language } from '#core/language.ts'
import type { Scope } from '#core/programs/scopes.ts'
import { AppError } from '#core/errors.ts'
import { isolate } from '#core/isolate.ts'
import { leastRole } from '#core/workspaces/access.ts'
import type { ApprovalRule } from '#core/workspaces/approval-rule.ts'
import { includesRole, type Role } from '#core/workspaces/role.ts'
import type { Queryable } from '../db/database.ts'

/** The owner of the content that a request reads or changes: the user of the session or key, or a workspace. */
export interface Caller {
  /** The id of the user or of the workspace. */
  userId: string
  role: User['role']
  language: Language
  /** The time zone of the user or workspace; null if none is chosen. */
  timeZone: string | null
  /** Whether the caller may publish posts. False for an API key without `posts:publish`. */
  mayPublish: boolean
  /** Whether the caller is a writer in a workspace, who may not send a post without approval. */
  draftsOnly: boolean
  /** The member of a workspace who acts, or who created the acting API key; absent for a user's own content. */
  member?: Member
}

export const callerOf = ({ signedIn, language }: { signedIn: Requester; language: Language }): Caller => ({
  userId: signedIn.user.id,
  role: signedIn.user.role,
  language,
  timeZone: signedIn.user.timeZone,
  mayPublish: signedIn.scopes?.includes('posts:publish') ?? true,
  draftsOnly: signedIn.member !== undefined && !includesRole(signedIn.member.role, 'editor'),
  ...(signedIn.member && { member: signedIn.member }),
})

/** A person in a workspace, and the workspace's rule for approval. */
export interface Member {
  id: string
  role: Role
  approval: ApprovalRule
}

/** The user on whose behalf a request is made, or the workspace whose content it concerns. */
export interface Requester {
  user: User
  /** The member who calls, if `user` is a workspace; undefined for the user's own content. */
  member?: Member
  /** Increases with each change of the user's post lists; null unless requested. */
  postsVersion: number | null
  /** Scopes of the API key; undefined for a session. */
  scopes?: readonly Scope[]
}

/** A user with a session. */
export interface SignedIn extends Requester {
  sessionId: string
  /** The workspace in the request's URL; null if the user is not one of its members. */
  workspace?: (Requester & { member: Member; suspensionReason: string | null }) | null
  /** When the user last authenticated in this session; null when unknown. */
  authenticatedAt: Date | null
}

/** A call that clients may repeat under its idempotency key. */
export interface RepeatableCall {
  /** The id of the item that an interrupted attempt of this call created; null when it created nothing. */
  readonly createdId: string | null
  /**
   * Records the id of the created item in the transaction that creates it, so that a retry finds the item.
   * @param dueAt when the item takes effect, such as a post's time, if that is later
   * @throws AppError call_under_way when another process has taken the call over
   */
  recordCreated(tx: Queryable, id: string, dueAt?: Date): Promise<void>
}

/**
 * Finds the user or workspace for which a call is made: the workspace in its URL, or otherwise the user.
 * @throws AppError not_found if the user is not a member, workspace_suspended, forbidden
 */
export function subjectOf(key: string, signedIn: SignedIn): SignedIn {
  const workspace = openWorkspaceOf(signedIn)
  if (!workspace || !leastRole(key)) return signedIn
  requireLeastRole(key, workspace)
  return { ...signedIn, ...workspace }
}

/**
 * The workspace in the request's URL; undefined if it names none.
 * @throws AppError not_found if the user is not a member, workspace_suspended
 */
export function openWorkspaceOf({ workspace }: SignedIn): Exclude<SignedIn['workspace'], null> {
  if (workspace === null) throw new AppError('not_found')
  const reason = workspace?.suspensionReason ?? null
  if (reason !== null) throw new AppError('workspace_suspended', { values: { reason: isolate(reason) } })
  return workspace
}

/** The only place that decides whether a member, or a member's API key, may make a call. @throws AppError forbidden */
export function requireLeastRole(key: string, { member }: Pick<Requester, 'member'>): void {
  const least = leastRole(key)
  if (member && least && !includesRole(member.role, least)) throw new AppError('forbidden')
}
