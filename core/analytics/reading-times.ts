import type { Platform } from '../platforms/platform.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platforms/reading-ages.ts'
import { serverRulesOf } from '../platforms/server-rules.ts'

const agesFor = (platform: Platform): readonly number[] => serverRulesOf(platform).metrics.readAt

export const firstReadMs = (platform: Platform): number => agesFor(platform)[0] ?? 0

/** The age in ms after which Frogy stops reading a post's metrics, even if no read succeeded. */
export const neverReadAfterMs = (platform: Platform): number => (agesFor(platform).at(-1) ?? 0) + DAY_MS

/** The time of the next read of a post's metrics. Null when the post is too old for another read. */
export function nextReadAfter(platform: Platform, publishedAt: Date, now: Date): Date | null {
  const age = now.getTime() - publishedAt.getTime()
  const next = agesFor(platform).find((limit) => limit > age)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}

export const OLD_AFTER_MS = DAY_MS

export const readBackoffMs = (failures: number): number => Math.min(MINUTE_MS * 2 ** (failures - 1), HOUR_MS)

/**
 * The pause after the network refuses to let Frogy read metrics. It is long, because only an administrator can change
 * that.
 */
export const REFUSED_PAUSE_MS = DAY_MS
