import type { Post } from '#core/posts/contract.ts'
import { mayAs } from '../lib/role.ts'

/**
 * Whether the user may change a post. Writers may change drafts and posts that need approval, and editors all posts.
 */
export function mayChangePost({ status, failure }: Pick<Post, 'status'> & Partial<Pick<Post, 'failure'>>): boolean {
  const isWriters = status === 'draft' || status === 'in_review' || failure?.code === 'not_approved'
  return mayAs(isWriters ? 'writer' : 'editor')
}
