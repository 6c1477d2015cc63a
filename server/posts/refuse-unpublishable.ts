import { AppError, type Issue, type Values } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { documentIssues } from '#core/platforms/document-issues.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { unknownOptions } from '#core/platforms/options-of-network.ts'
import { takenBy } from '#core/platforms/text-count.ts'
import { type PostOptions } from '#core/platforms/post-options.ts'
import { textIssues, type TextIssue } from '#core/platforms/text-issues.ts'
import { videoIssues } from '#core/platforms/video-issues.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { unreachable } from '#core/unreachable.ts'
import type { ImageRow } from '../media/store.ts'
import { issueOf } from '../messages.ts'
import type { StoredFollowUp } from './follow-ups.ts'

/**
 * Rejects what the network would reject.
 * @param cutOff networks that cannot fetch pictures from this server
 * @param limits the limits of the account's own server
 * @param uploads the post's photos, or its video or document
 * @throws AppError validation_failed with the network's rule
 */
export function refuseUnpublishable(
  post: {
    platform: Platform
    content: string
    hashtags: string[]
    videos: readonly { url: string }[]
    images: readonly string[]
    options: PostOptions | null
    followUps: readonly Pick<StoredFollowUp, 'kind' | 'content' | 'images'>[]
  },
  language: Language,
  cutOff: ReadonlySet<Platform>,
  limits: Pick<LimitedAccount, 'textLimit' | 'needsMedia'>,
  uploads: readonly Pick<ImageRow, 'video' | 'document' | 'size_bytes'>[],
): void {
  const account = { ...limits, platform: post.platform, taken: takenBy(post.options) }
  const issues = textIssues(account, publishedText(post), post.images.length).map((issue) =>
    toIssue(issue, post.platform, language),
  )
  issues.push(...followUpIssues(post, account, language))
  for (const name of unknownOptions(post.platform, post.options))
    issues.push(issueOf(language, `options.${name}`, 'no_option', { platform: rulesOf(post.platform).name }))
  if ([post, ...post.followUps].some(({ images }) => images.length > 0) && cutOff.has(post.platform)) {
    issues.push(issueOf(language, 'media.images', 'cut_off', { platform: rulesOf(post.platform).name }))
  }
  for (const { video, document, size_bytes: size } of uploads) {
    const found = [
      ...(video ? videoIssues(post.platform, video, size) : []),
      ...(document ? documentIssues(post.platform, document, size) : []),
    ]
    for (const { kind, ...values } of found) {
      const platform = rulesOf(post.platform).name
      issues.push(issueOf(language, 'media.images', kind.replaceAll('-', '_'), { platform, ...values }))
    }
  }
  if (issues.length > 0) throw new AppError('validation_failed', { issues })
}

/** Lists what the network would reject in a thread's further parts and in the first comment. */
function followUpIssues(
  {
    platform,
    content,
    followUps,
  }: Pick<Parameters<typeof refuseUnpublishable>[0], 'platform' | 'content' | 'followUps'>,
  account: LimitedAccount,
  language: Language,
): Issue[] {
  const { name, threads, commentLimit } = rulesOf(platform)
  const seen = new Set([content.trim()])
  return followUps.flatMap((followUp, index) => {
    const path = followUp.kind === 'part' ? `parts.${index + 1}.content` : 'firstComment.content'
    const text = publishedText(followUp)
    if (followUp.kind === 'part' && !threads) return [issueOf(language, path, 'no_threads', { platform: name })]
    if (followUp.kind === 'comment' && !threads) {
      if (commentLimit === undefined) return [issueOf(language, path, 'no_comments', { platform: name })]
      if (text === '') return [issueOf(language, path, 'text_empty', { platform: name })]
      const over = text.length - commentLimit
      return over > 0 ? [issueOf(language, path, 'text_too_long', { platform: name, over, limit: commentLimit })] : []
    }
    // Reject a part that repeats an earlier one, because the network would refuse it as a repeated post.
    const isRepeated = followUp.images.length === 0 && seen.has(text)
    seen.add(text)
    if (isRepeated) return [issueOf(language, path, 'repeated_part', { platform: name })]
    return textIssues(account, text, followUp.images.length).map((issue) => ({
      ...toIssue(issue, platform, language),
      path,
    }))
  })
}

function toIssue(issue: TextIssue, platform: Platform, language: Language): Issue {
  const issueAt = (path: string, code: string, values: Values = {}): Issue =>
    issueOf(language, path, code, { platform: rulesOf(platform).name, ...values })
  switch (issue.kind) {
    case 'empty':
      return issueAt('content', 'text_empty')
    case 'too-long':
      return issueAt('content', 'text_too_long', { over: issue.over, limit: issue.limit })
    case 'too-many-hashtags':
      return issueAt('hashtags', 'too_many_hashtags', { limit: issue.limit })
    case 'too-many-mentions':
      return issueAt('content', 'too_many_mentions', { limit: issue.limit })
    case 'too-many-links':
      return issueAt('content', 'too_many_links', { limit: issue.limit })
    case 'needs-media':
      return issueAt('media', 'needs_media', issue.software ? { platform: issue.software } : {})
    case 'open-places':
      return issueAt('content', 'open_places', { count: issue.count })
    case 'forbidden-character':
      return issueAt('content', 'forbidden_character')
    default:
      return unreachable(issue)
  }
}
