import type { Platform } from '../platforms/platform.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How often Frogy reads a post's metrics (`everyMs`) until the post has a certain age (`untilMs`). */
type ReadIntervals = readonly { untilMs: number; everyMs: number }[]

const DEFAULT_INTERVALS: ReadIntervals = [
  { untilMs: 3 * HOUR_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: HOUR_MS },
  { untilMs: 7 * DAY_MS, everyMs: 6 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: DAY_MS },
  { untilMs: 90 * DAY_MS, everyMs: 7 * DAY_MS },
]

/** Few reads, because LinkedIn allows a member 150 calls a day, publishing included. */
const LINKEDIN_INTERVALS: ReadIntervals = [
  { untilMs: 3 * HOUR_MS, everyMs: 30 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: 3 * HOUR_MS },
  { untilMs: 7 * DAY_MS, everyMs: 12 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: 3 * DAY_MS },
  { untilMs: 90 * DAY_MS, everyMs: 15 * DAY_MS },
]

const AGES: Record<Platform, readonly number[]> = {
  linkedin: agesOf(LINKEDIN_INTERVALS),
  // The ages of a post at which Frogy reads its metrics. X charges for each read: six reads cost as much as two posts.
  twitter: [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS],
  facebook: agesOf(DEFAULT_INTERVALS),
  instagram: agesOf(DEFAULT_INTERVALS),
  threads: agesOf(DEFAULT_INTERVALS),
}

function agesOf(pace: ReadIntervals): readonly number[] {
  const ages: number[] = []
  let age = 0
  for (const { untilMs, everyMs } of pace) while (age < untilMs) ages.push((age = Math.min(age + everyMs, untilMs)))
  return ages
}

export const firstReadMs = (platform: Platform): number => AGES[platform][0] ?? 0

/** The age in ms after which Frogy stops reading a post's metrics, even if no read succeeded. */
export const neverReadAfterMs = (platform: Platform): number => (AGES[platform].at(-1) ?? 0) + DAY_MS

/** @returns the time of the next metric read; null when the post is too old for another */
export function nextReadAfter(platform: Platform, publishedAt: Date, now: Date): Date | null {
  const age = now.getTime() - publishedAt.getTime()
  const next = AGES[platform].find((limit) => limit > age)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}

export const OLD_AFTER_MS = DAY_MS

/**
 * Daily budgets (UTC) of metric reads per account and for all accounts; at most half goes to old posts. Each stays
 * below half of the network's limit, because publishing uses the same limit. See docs/operating.md.
 */
export const READS_PER_DAY: Record<Platform, { ofAccount: number; ofAll: number }> = {
  // LinkedIn allows 150 calls per member and 100,000 per app. Some posts need two calls.
  linkedin: { ofAccount: 50, ofAll: 25_000 },
  // X allows 3 million post reads a month, with up to 100 posts per call.
  twitter: { ofAccount: 5_000, ofAll: 50_000 },
  // Facebook allows 4,800 calls per engaged user of the Page. A post needs two calls.
  facebook: { ofAccount: 1_200, ofAll: Number.POSITIVE_INFINITY },
  // Instagram allows 4,800 calls per impression. A post needs up to six calls if Instagram refuses one metric.
  instagram: { ofAccount: 800, ofAll: Number.POSITIVE_INFINITY },
  threads: { ofAccount: 800, ofAll: Number.POSITIVE_INFINITY },
}

export const readBackoffMs = (failures: number): number => Math.min(MINUTE_MS * 2 ** (failures - 1), HOUR_MS)

/**
 * The pause after the network denies Frogy permission to read metrics. Long, because only an administrator can restore
 * the permission.
 */
export const REFUSED_PAUSE_MS = DAY_MS
