import { useQuery } from '@tanstack/react-query'
import type { ReviewedPost } from '#core/approval/contract.ts'
import { WORKSPACE_ID } from '../lib/base-path.ts'
import { reading } from '../lib/queries.ts'

const returnedIds = (all: ReviewedPost[]): ReadonlySet<string> =>
  new Set(all.filter(({ state }) => state === 'returned').map(({ post }) => post.id))

const NONE: ReadonlySet<string> = new Set()

/** The ids of drafts that an approver returned. Only workspaces have them. */
export function useReturnedPosts(): ReadonlySet<string> {
  const query = { ...reading('GET /api/approvals'), enabled: WORKSPACE_ID !== undefined, select: returnedIds }
  return useQuery(query).data ?? NONE
}
