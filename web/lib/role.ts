import type { Platform } from '#core/platforms/platform.ts'
import { includesRole, type Role } from '#core/workspaces/role.ts'

// The server writes the member's role and approval rule into the pages of a workspace. Every call checks both again.
const data = globalThis.document?.documentElement.dataset

/** The member's role in the workspace of this page; undefined for the user's own content. */
export const ROLE = data?.role as Role | undefined

/** Whether the user may do what needs this role. True for the user's own content. */
export const mayAs = (least: Role = 'viewer'): boolean => !ROLE || includesRole(ROLE, least)

/** The networks on which the user's posts need approval before they are sent. */
export const ASKING: ReadonlySet<string> = new Set(data?.asks ? data.asks.split(' ') : [])

/** Whether the user may publish a post to these networks now, without approval. */
export const mayPublish = (platforms: readonly Platform[]): boolean =>
  mayAs('editor') && !platforms.some((one) => ASKING.has(one))

/** Whether the user may schedule posts on at least one network. */
export const mayAddPosts = (): boolean => mayAs('editor') || ASKING.size > 0

/** Whether the user may schedule a post on this network. The post may still need approval. */
export const maySchedule = (platform: Platform): boolean => mayAs('editor') || ASKING.has(platform)
