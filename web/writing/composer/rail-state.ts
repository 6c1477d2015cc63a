import type { Platform } from '#core/platforms/platform.ts'
import type { Media } from '../media/media-state.ts'
import { isBeingSent, isSettled, type Card } from './draft.ts'
import { lacking } from './missing-field.ts'
import { stoppingIssues } from './card-blockers.ts'

/** A draft's state in the rail. */
export type RailState = 'ready' | 'toFill' | 'unfinished' | 'needsPhoto' | 'stopped' | 'sending' | 'settled'

/**
 * A draft's state in the rail. Missing input is not an error; only what a network would refuse blocks the draft.
 * @param desk the composer's media, for drafts without separate media
 * @param cutOff networks that fetch pictures themselves and cannot reach this server
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
