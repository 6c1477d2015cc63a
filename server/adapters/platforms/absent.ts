import type { ListedPost, LookResult } from '#core/publishing/next-step.ts'
import type { LostPost } from './platform-client.ts'

/** The result for a post that is not listed. @param others the listed posts that Frogy does not know */
export function absent(
  { isFromElsewhere }: Pick<LostPost, 'isFromElsewhere'>,
  others: readonly ListedPost[],
): Extract<LookResult, { found: 'nothing' }> {
  return isFromElsewhere && others.length > 0 ? { found: 'nothing', others } : { found: 'nothing' }
}
