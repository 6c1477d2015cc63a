import type { Platform } from '#core/platforms/platform.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import type { PostIssue } from '../issue-text.ts'

/** What a network would refuse. */
export type Stop = { platform: Platform; issue: PostIssue }

/**
 * What the networks would refuse of a post, and whether its pictures get there at all.
 * @param cutOff the networks that fetch pictures by themselves and cannot get here
 */
export function stopsOf(
  platforms: readonly Platform[],
  post: { text: string; pictureCount: number },
  cutOff: readonly Platform[],
): Stop[] {
  return platforms.flatMap((platform) => {
    const issues: PostIssue[] = textIssues(platform, post.text, post.pictureCount)
    if (post.pictureCount > 0 && cutOff.includes(platform)) issues.push({ kind: 'cut-off' })
    return issues.map((issue) => ({ platform, issue }))
  })
}
