/** The acts that the log of a workspace records. */
export const WORKSPACE_ACTS = [
  'created',
  'renamed',
  'invited',
  'invitation_revoked',
  'joined',
  'role_changed',
  'removed',
  'left',
  'approval_changed',
  'late_limit_changed',
  'asked',
  'approved',
  'returned',
  'review_opened',
  'review_closed',
] as const
export type WorkspaceAct = (typeof WORKSPACE_ACTS)[number]
