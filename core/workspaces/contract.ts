import { z } from 'zod'
import { Email, LateAfterMinutes, Name } from '../people/auth-contract.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { WORKSPACE_ACTS } from './acts.ts'
import { APPROVAL_MODES } from './approval-rule.ts'
import { ROLES } from './role.ts'

const RoleName = z.enum(ROLES)

const Approval = z.strictObject({
  /** The members whose posts need approval. `all` means writers and editors. */
  of: z.enum(APPROVAL_MODES),
  /** The networks that the rule is limited to; empty for all. */
  platforms: z.array(z.enum(PLATFORMS)).max(PLATFORMS.length),
})

export const Workspace = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The calling user's role in the workspace. */
  role: RoleName,
  approval: Approval,
  /** How many minutes late a scheduled post of the workspace may still be published. */
  lateAfterMinutes: z.int(),
  /** Why an administrator suspended the workspace; otherwise null. Members cannot open it, and its posts are not published. */
  suspensionReason: z.string().nullable(),
})
export type Workspace = z.infer<typeof Workspace>

export const WorkspaceChange = z.strictObject({
  name: Name.optional(),
  approval: Approval.optional(),
  lateAfterMinutes: LateAfterMinutes.optional(),
})
export type WorkspaceChange = z.infer<typeof WorkspaceChange>

export const Member = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: RoleName,
  since: z.iso.datetime(),
})
export type Member = z.infer<typeof Member>

export const WorkspaceInvitation = z.object({
  id: z.uuid(),
  /** The address that the invitation is for; null if any account may use it. */
  email: z.string().nullable(),
  role: RoleName,
  expiresAt: z.iso.datetime(),
})
export type WorkspaceInvitation = z.infer<typeof WorkspaceInvitation>

export const Team = z.object({
  ...Workspace.shape,
  members: z.array(Member),
  /** Pending invitations; empty for members who are not owners. */
  invitations: z.array(WorkspaceInvitation),
  sendsMail: z.boolean(),
})
export type Team = z.infer<typeof Team>

export const WorkspaceEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  act: z.enum(WORKSPACE_ACTS),
  /** The name of the person who acted, also of a guest of a review link; null after that account was deleted. */
  actor: z.string().nullable(),
  /** The object of the act: a person, an address, a network, or the name of a key, assistant or shared report. */
  subject: z.string(),
  role: RoleName.nullable(),
})
export type WorkspaceEvent = z.infer<typeof WorkspaceEvent>

const Token = z.strictObject({ token: z.string().min(1).max(200) })

export const workspaceEndpoints = {
  'GET /api/workspaces': {
    summary: "Lists the workspaces that the user belongs to, without the user's own, by name.",
    access: 'user',
    scope: null,
    answer: z.array(Workspace),
  },
  'POST /api/workspaces': {
    summary: 'Creates a workspace, whose owner the user becomes.',
    access: 'user',
    scope: null,
    perHour: 30,
    body: z.strictObject({ name: Name }),
    answer: Workspace,
    status: 201,
    errors: ['too_many_workspaces'],
  },
  'GET /api/workspaces/{id}': {
    summary: 'Returns a workspace with its members. Owners also get its pending invitations.',
    access: 'user',
    scope: null,
    answer: Team,
    errors: ['not_found'],
  },
  'PATCH /api/workspaces/{id}': {
    summary:
      'Renames a workspace, or changes whose posts need approval or how late posts may be published. Only owners may.',
    access: 'user',
    scope: null,
    body: WorkspaceChange,
    answer: Workspace,
    errors: ['not_found', 'forbidden'],
  },
  'DELETE /api/workspaces/{id}': {
    summary:
      'Deletes a workspace with its posts, accounts and pictures in 14 days, and ends access for all members at once. Needs the name of the workspace as confirmation. Only owners may.',
    access: 'user',
    scope: null,
    query: z.strictObject({ name: z.string().max(200).default('') }),
    answer: null,
    status: 204,
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/workspaces/{id}/events': {
    summary:
      'Lists the latest 200 changes of members, accounts, keys, assistants, webhooks and shared links, and requests and decisions about posts, newest first. Only owners may.',
    access: 'user',
    scope: null,
    answer: z.array(WorkspaceEvent),
    errors: ['not_found', 'forbidden'],
  },
  'PATCH /api/workspaces/{id}/members/{userId}': {
    summary: 'Changes the role of a member. Only owners may, and the last owner stays one.',
    access: 'user',
    scope: null,
    body: z.strictObject({ role: RoleName }),
    answer: Member,
    errors: ['not_found', 'forbidden', 'last_owner'],
  },
  'DELETE /api/workspaces/{id}/members/{userId}': {
    summary: 'Removes a member, or lets the user leave. The posts stay in the workspace. The last owner cannot leave.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found', 'forbidden', 'last_owner'],
  },
  'POST /api/workspaces/{id}/invitations': {
    summary:
      'Creates an invitation link, which works once, for seven days, and only while its creator is an owner. With an address, only the account of that address can use the link, and Frogy mails it. Only owners may.',
    access: 'user',
    scope: null,
    perHour: 100,
    // Accepts no idempotency key, because the response contains the link.
    takesNoKey: true,
    body: z.strictObject({ email: Email.nullable(), role: RoleName }),
    answer: z.object({ invitation: WorkspaceInvitation, link: z.string(), isMailed: z.boolean() }),
    status: 201,
    errors: ['not_found', 'forbidden', 'too_many_invitations', 'already_member'],
  },
  'DELETE /api/workspaces/{id}/invitations/{invitationId}': {
    summary: 'Revokes a pending invitation. Only owners may.',
    access: 'user',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/workspace-invitations/read': {
    summary: 'Returns what the link of an invitation offers.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    perHour: 100,
    body: Token,
    answer: z.object({ name: z.string(), role: RoleName, invitedBy: z.string() }),
    errors: ['invalid_token', 'invitation_for_another'],
  },
  'POST /api/workspace-invitations/accept': {
    summary: 'Makes the user a member of the workspace that the link invites to.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    perHour: 100,
    body: Token,
    answer: Workspace,
    errors: ['invalid_token', 'invitation_for_another', 'too_many_workspaces', 'too_many_invitations'],
  },
} as const
