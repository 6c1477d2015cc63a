import type { DocumentFacts } from '#core/documents/document-facts.ts'
import type { VideoFacts } from '#core/video/video-facts.ts'
import { documentIssues } from '#core/platforms/document-issues.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import { videoIssues } from '#core/platforms/video-issues.ts'
import type { PostIssue } from '../issue-text.ts'

/** `part` is the number of a thread's part, counted from 1. */
export type Blocker = { platform: Platform; issue: PostIssue; part?: number; isComment?: boolean }

/**
 * Returns the reasons why the networks would refuse posts.
 * @param accounts the accounts that would publish the posts
 * @param cutOff networks that fetch pictures from this server but cannot reach it
 */
export function findBlockers(
  accounts: readonly LimitedAccount[],
  post: {
    text: string
    pictureCount: number
    video?: { facts: VideoFacts; sizeBytes: number } | null
    document?: { facts: DocumentFacts; sizeBytes: number } | null
  },
  cutOff: readonly Platform[],
): Blocker[] {
  return accounts.flatMap((account) => {
    const { platform } = account
    const issues: PostIssue[] = textIssues(account, post.text, post.pictureCount)
    if (post.video) issues.push(...videoIssues(platform, post.video.facts, post.video.sizeBytes))
    if (post.document) issues.push(...documentIssues(platform, post.document.facts, post.document.sizeBytes))
    if (post.pictureCount > 0 && cutOff.includes(platform)) issues.push({ kind: 'cut-off' })
    return issues.map((issue) => ({ platform, issue }))
  })
}
