import type { Platform } from '#core/platforms/platform.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { Media } from '../media/media-state.ts'
import { stopsOf, type Stop } from '../../posts/editor/stops-of.ts'
import { contentOf, openTargets, selectedVariant, type Card } from './draft.ts'

/** What the chosen networks would refuse. That there is no text yet is told when someone tries to post it. */
export function stoppingIssues(card: Card, media: Media, cutOff: readonly Platform[]): Stop[] {
  // A picture on its way counts: posting waits for it by itself. Videos are links, and so a part of the text.
  const post = { text: textOf(card, media), pictureCount: media.pictures.length }
  return stopsOf(openTargets(card), post, cutOff).filter(({ issue }) => issue.kind !== 'empty')
}

/** The text of a card as its networks are sent it. */
export function textOf(card: Card, { videos }: Media): string {
  return publishedText({ content: contentOf(card), hashtags: selectedVariant(card).hashtags, videos })
}
