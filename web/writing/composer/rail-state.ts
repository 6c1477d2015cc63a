import type { Platform } from '#core/platforms/platform.ts'
import type { Media } from '../media/media-state.ts'
import { isBeingSent, isSettled, type Card } from './draft.ts'
import { lacking } from './lacking.ts'
import { stoppingIssues } from './stopping-issues.ts'

/** How a draft stands, in one word. */
export type RailState = 'ready' | 'toFill' | 'unfinished' | 'needsPhoto' | 'stopped' | 'sending' | 'settled'

/**
 * How a draft stands among the others. What it still waits for from its owner is not a fault: only what its network would
 * refuse stops it.
 * @param desk what the drafts have of media that have none of their own
 * @param cutOff the networks that fetch pictures by themselves and cannot get here
 */
export function railState(card: Card, desk: Media, cutOff: readonly Platform[]): RailState {
  if (isSettled(card)) return 'settled'
  if (isBeingSent(card)) return 'sending'
  const media = card.media ?? desk
  const issues = stoppingIssues(card, media, cutOff)
  if (issues.some(({ issue }) => issue.kind !== 'needs-media' && issue.kind !== 'open-places')) return 'stopped'
  if (issues.some(({ issue }) => issue.kind === 'open-places')) return 'toFill'
  const lack = lacking(card, media)
  if (lack === 'noContent' || lack === 'noPlatforms') return 'unfinished'
  return issues.length > 0 ? 'needsPhoto' : 'ready'
}
