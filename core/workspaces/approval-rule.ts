import type { Platform } from '../platforms/platform.ts'
import type { Role } from './role.ts'

/** The members whose posts need approval before they are sent. `all` leaves out only owners. */
export const APPROVAL_MODES = ['none', 'writers', 'all'] as const

/** The rule of a workspace. Without platforms it applies to every network. */
export interface ApprovalRule {
  of: (typeof APPROVAL_MODES)[number]
  platforms: readonly Platform[]
}

/** Whether a member with this role asks for approval of posts to this network. */
export function asksForApproval({ of, platforms }: ApprovalRule, role: Role, platform: Platform): boolean {
  if (platforms.length > 0 && !platforms.includes(platform)) return false
  return role === 'writer' ? of !== 'none' : role === 'editor' && of === 'all'
}
