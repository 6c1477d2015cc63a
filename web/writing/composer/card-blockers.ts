import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { limitedAccount } from '../../accounts/limited-account.ts'
import { videoOf, type Media } from '../media/media-state.ts'
import { findBlockers, type Blocker } from '../../posts/editor/find-blockers.ts'
import { contentOf, openTargets, selectedVariant, type Card } from './draft.ts'

/** Returns the reasons why the card's networks would refuse it. Ignores an empty text, which is reported on posting. */
export function findCardBlockers(
  card: Card,
  media: Media,
  cutOff: readonly Platform[],
  accounts: readonly SocialAccount[] = [],
): Blocker[] {
  // Count pictures that are still uploading, because posting waits for them. Links to videos are part of the text.
  const post = { text: textOf(card, media), pictureCount: media.pictures.length, video: videoOf(media) }
  const limited = openTargets(card).map((platform) => limitedAccount(accounts, platform, card.accountIds?.[platform]))
  return findBlockers(limited, post, cutOff).filter(({ issue }) => issue.kind !== 'empty')
}

export function textOf(card: Card, { videos }: Media): string {
  return publishedText({ content: contentOf(card), hashtags: selectedVariant(card).hashtags, videos })
}
