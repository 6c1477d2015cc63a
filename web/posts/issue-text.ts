import { useTranslations } from 'use-intl'
import type { DocumentIssue } from '#core/platforms/document-issues.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { TextIssue } from '#core/platforms/text-issues.ts'
import type { VideoIssue } from '#core/platforms/video-issues.ts'
import { unreachable } from '#core/unreachable.ts'
import { isolate } from '../lib/isolate.ts'

/** A reason why a post cannot be published. `cut-off`: the network cannot fetch pictures from this server. */
export type PostIssue = TextIssue | VideoIssue | DocumentIssue | { kind: 'cut-off' }

export function useIssueText(): (platform: Platform, issue: PostIssue) => string {
  const t = useTranslations('posts.issues')
  return (platform, issue) => {
    const name = isolate(rulesOf(platform).name)
    switch (issue.kind) {
      case 'empty':
        return t('empty')
      case 'too-long':
        return t('tooLong', { over: issue.over })
      case 'too-many-hashtags':
        return t('tooManyHashtags', { platform: name, limit: issue.limit, count: issue.count })
      case 'too-many-mentions':
        return t('tooManyMentions', { platform: name, limit: issue.limit, count: issue.count })
      case 'too-many-links':
        return t('tooManyLinks', { platform: name, limit: issue.limit, count: issue.count })
      case 'open-places':
        return t('openPlaces', { count: issue.count })
      case 'forbidden-character':
        return t('forbiddenCharacter', {
          platform: name,
          code: `U+${issue.codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
        })
      case 'cut-off':
        return t('cutOff', { platform: name })
      case 'needs-media':
        return t('needsMedia', { platform: issue.software ?? name })
      case 'video-type':
        return t('videoType', { platform: name })
      case 'video-codec':
        return t('videoCodec', { platform: name })
      case 'video-audio':
        return t('videoAudio', { platform: name })
      case 'video-too-short':
        return t('videoTooShort', { platform: name, limit: issue.limit })
      case 'video-too-long':
        return t('videoTooLong', { platform: name, limit: issue.limit })
      case 'video-too-small':
        return t('videoTooSmall', { platform: name, limit: issue.limit })
      case 'video-too-large':
        return t('videoTooLarge', { platform: name, limit: issue.limit })
      case 'video-ratio':
        return t('videoRatio', { platform: name })
      case 'video-too-wide':
        return t('videoTooWide', { platform: name, limit: issue.limit })
      case 'video-frames':
        return t('videoFrames', { platform: name, least: issue.least, most: issue.most })
      case 'no-documents':
        return t('noDocuments', { platform: name })
      case 'document-too-large':
        return t('documentTooLarge', { platform: name, limit: issue.limit })
      case 'document-too-long':
        return t('documentTooLong', { platform: name, limit: issue.limit })
      default:
        return unreachable(issue)
    }
  }
}
