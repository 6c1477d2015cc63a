/** The roles of a workspace's members, from the most to the least. Each may do all that the later ones may. */
export const ROLES = ['owner', 'editor', 'writer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const includesRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least)
