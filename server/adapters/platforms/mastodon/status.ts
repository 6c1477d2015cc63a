import type { Visibility } from '#core/platforms/post-options.ts'
import type { PlatformAnswer, PlatformRequest } from '../http.ts'
import { at, numberAt, textAt, webAddressAt } from '../json.ts'
import type { Metrics, OutgoingPost } from '../platform-client.ts'

export function publishRequest(
  { text, language, replyTo, options }: OutgoingPost,
  mediaIds: string[],
  key: string,
): Partial<PlatformRequest> {
  return {
    method: 'POST',
    headers: key ? { 'idempotency-key': key } : {},
    json: {
      status: text,
      visibility: visibilityOf(options?.visibility, replyTo !== undefined),
      ...(options?.contentWarning && {
        spoiler_text: options.contentWarning.trim(),
        // Hide the media of a post with a content warning. Mastodon does this itself, but other software may not.
        ...(mediaIds.length > 0 && { sensitive: true }),
      }),
      ...(replyTo && { in_reply_to_id: replyTo.parentId }),
      ...(language && { language }),
      ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    },
  }
}

/**
 * Mastodon's name of a visibility. It is always sent, because an account's default may have changed at its server.
 * Further parts of a public thread are `unlisted`: public, but outside the public timelines.
 */
function visibilityOf(chosen: Visibility = 'public', isReply: boolean): string {
  if (chosen === 'followers') return 'private'
  return isReply ? 'unlisted' : chosen
}

export function readStatus({ json }: PlatformAnswer): { remoteId: string; permalink: string | null } | undefined {
  const remoteId = textAt(json, 'id')
  return remoteId ? { remoteId, permalink: webAddressAt(json, 'url') ?? webAddressAt(json, 'uri') ?? null } : undefined
}

export function readCounts({ json }: PlatformAnswer): Metrics | undefined {
  if (at(json, 'id') === undefined) return undefined
  const count = (name: string) => numberAt(json, `${name}_count`) ?? null
  return { impressions: null, likes: count('favourites'), comments: count('replies'), shares: count('reblogs') }
}
