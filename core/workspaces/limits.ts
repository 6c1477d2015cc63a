export const NAME_LIMIT = 80
/** Workspaces that one person can be a member of. */
export const MAX_WORKSPACES = 100
/** Members and pending invitations of a workspace. */
export const MAX_MEMBERS = 500
export const INVITATION_DAYS = 7
