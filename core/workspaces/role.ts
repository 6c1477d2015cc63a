/** The roles of a workspace's members, highest first. Each role includes the rights of all lower ones. */
export const ROLES = ['owner', 'editor', 'writer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const includesRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least)
