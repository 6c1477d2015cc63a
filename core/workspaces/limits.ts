export const NAME_LIMIT = 80
/** The maximum number of workspaces that one person can be a member of. */
export const MAX_WORKSPACES = 100
/** The maximum number of members and pending invitations of a workspace. */
export const MAX_MEMBERS = 500
export const INVITATION_DAYS = 7
