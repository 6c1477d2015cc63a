import type { SocialAccount } from '#core/accounts/contract.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { takenBy } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { limitedAccount } from '../../accounts/limited-account.ts'
import { documentOf, videoOf, type Media } from '../media/media-state.ts'
import { findBlockers, type Blocker } from '../../posts/editor/find-blockers.ts'
import { contentOf, openTargets, selectedVariant, type Card, type ThreadPart } from './draft.ts'
import { plainParts, threadOf } from './thread.ts'

/**
 * Returns the reasons why the draft's networks would refuse it. Ignores an empty text, which is reported on posting.
 */
export function findCardBlockers(
  card: Card,
  media: Media,
  cutOff: readonly Platform[],
  accounts: readonly SocialAccount[] = [],
): Blocker[] {
  const parts = threadOf(card)
  const isThread = parts !== null && parts.length > 1
  // Count pictures that are still uploading, because posting waits for them. Links to videos are part of the text.
  const post = {
    text: textOf(card, media),
    pictureCount: media.pictures.length,
    video: videoOf(media),
    document: documentOf(media),
  }
  const targets = openTargets(card)
  const limited = (platforms: readonly Platform[]) =>
    platforms.map((platform) => ({
      ...limitedAccount(accounts, platform, card.accountIds?.[platform]),
      ...(platform === card.platform && { taken: takenBy(card.options) }),
    }))
  const threaded = isThread ? limited(targets.filter((target) => rulesOf(target).threads)) : []
  const single = limited(targets.filter((target) => !isThread || !rulesOf(target).threads))
  return [
    ...findBlockers(single, post, cutOff).filter(({ issue }) => issue.kind !== 'empty'),
    ...(parts && threaded.length > 0 ? findThreadBlockers(card, threaded, parts, media, cutOff) : []),
    ...findCommentBlockers(card),
  ]
}

/**
 * Returns the reasons why the networks would refuse a part of a thread. Includes an empty part, which would stop the
 * thread.
 */
function findThreadBlockers(
  card: Card,
  accounts: readonly LimitedAccount[],
  parts: readonly ThreadPart[],
  { pictures, videos }: Media,
  cutOff: readonly Platform[],
): Blocker[] {
  const plain = plainParts(parts, card.isNumbered ?? false)
  const taken = new Set(parts.slice(1).flatMap(({ imageIds }) => imageIds))
  return parts.flatMap((part, index) => {
    const isFirst = index === 0
    const own = pictures.filter((picture) =>
      picture.state === 'ready' && taken.has(picture.image.id) ? part.imageIds.includes(picture.image.id) : isFirst,
    )
    const text = publishedText({
      // Count a part that contains only its number as empty.
      content: plain[index]?.content.trim() ? part.content : '',
      ...(isFirst && { hashtags: selectedVariant(card).hashtags, videos }),
    })
    const found = findBlockers(
      accounts,
      { text, pictureCount: own.length, video: videoOf({ pictures: own }), document: documentOf({ pictures: own }) },
      cutOff,
    )
    return found.map((blocker) => ({ ...blocker, part: index + 1 }))
  })
}

function findCommentBlockers({ platform, firstComment }: Card): Blocker[] {
  const { commentLimit: limit } = rulesOf(platform)
  const count = firstComment?.content.trim().length ?? 0
  if (!limit || count <= limit) return []
  return [{ platform, issue: { kind: 'too-long', count, limit, over: count - limit }, isComment: true }]
}

export function textOf(card: Card, { videos }: Media): string {
  return publishedText({ content: contentOf(card), hashtags: selectedVariant(card).hashtags, videos })
}
