import type { ListedPost, LookResult } from '#core/publishing/next-step.ts'
import type { LostPost } from './platform-client.ts'

/**
 * The look-up's result if the network does not list the lost post.
 * @param others listed posts that Frogy does not know. After a restore, one of them may be the lost post with another
 * text
 */
export function absent(
  { isFromElsewhere }: Pick<LostPost, 'isFromElsewhere'>,
  others: readonly ListedPost[],
): Extract<LookResult, { found: 'nothing' }> {
  return isFromElsewhere && others.length > 0 ? { found: 'nothing', others } : { found: 'nothing' }
}
