import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Media } from '../media/media-state.ts'
import { isBeingSent, isDelivered, type Card } from './draft.ts'
import { findMissingField } from './missing-field.ts'
import { findCardBlockers } from './card-blockers.ts'

type RailState = 'ready' | 'toFill' | 'unfinished' | 'needsPhoto' | 'stopped' | 'sending' | 'settled'

/**
 * The state of a draft for its network's tab. Only content that the network would refuse blocks a draft. Missing input
 * does not.
 */
export function railState(
  card: Card,
  composerMedia: Media,
  cutOff: readonly Platform[],
  accounts: readonly SocialAccount[] = [],
): RailState {
  if (isDelivered(card)) return 'settled'
  if (isBeingSent(card)) return 'sending'
  const media = card.media ?? composerMedia
  const issues = findCardBlockers(card, media, cutOff, accounts)
  if (issues.some(({ issue }) => issue.kind !== 'needs-media' && issue.kind !== 'open-places')) return 'stopped'
  if (issues.some(({ issue }) => issue.kind === 'open-places')) return 'toFill'
  const missingField = findMissingField(card, media)
  if (missingField === 'noContent' || missingField === 'noPlatforms') return 'unfinished'
  return issues.length > 0 ? 'needsPhoto' : 'ready'
}
