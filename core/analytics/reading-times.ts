import type { Platform } from '../platforms/platform.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Up to each age, how often Frogy asks for a post's metrics. */
type ReadIntervals = readonly { untilMs: number; everyMs: number }[]

const DEFAULT_INTERVALS: ReadIntervals = [
  { untilMs: 3 * HOUR_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: HOUR_MS },
  { untilMs: 7 * DAY_MS, everyMs: 6 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: DAY_MS },
  { untilMs: 90 * DAY_MS, everyMs: 7 * DAY_MS },
]

/** LinkedIn allows a member 150 calls a day, publishing included. */
const LINKEDIN_INTERVALS: ReadIntervals = [
  { untilMs: 3 * HOUR_MS, everyMs: 30 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: 3 * HOUR_MS },
  { untilMs: 7 * DAY_MS, everyMs: 12 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: 3 * DAY_MS },
  { untilMs: 90 * DAY_MS, everyMs: 15 * DAY_MS },
]

const AGES: Record<Platform, readonly number[]> = {
  linkedin: agesOf(LINKEDIN_INTERVALS),
  // X charges for each read: six reads cost as much as two posts.
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

/** Posts older than this, in ms, are never read, even if no read succeeded. */
export const neverReadAfterMs = (platform: Platform): number => (AGES[platform].at(-1) ?? 0) + DAY_MS

/** @returns null when the post is too old for another read */
export function nextReadAfter(platform: Platform, publishedAt: Date, now: Date): Date | null {
  const age = now.getTime() - publishedAt.getTime()
  const next = AGES[platform].find((limit) => limit > age)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}

export const OLD_AFTER_MS = DAY_MS

/**
 * Daily read budgets (UTC) per account and in total; at most half goes to old posts. Each budget stays below half of
 * the network's limit, because publishing uses the same limit. The sums are in docs/operating.md.
 */
export const READS_PER_DAY: Record<Platform, { ofAccount: number; ofAll: number }> = {
  // LinkedIn: 150 calls per member, 100,000 per app. Some posts need two calls.
  linkedin: { ofAccount: 50, ofAll: 25_000 },
  // X: 3 million posts a month, up to 100 posts per call.
  twitter: { ofAccount: 5_000, ofAll: 50_000 },
  // Facebook: 4,800 calls per engaged user of the Page, two calls per post.
  facebook: { ofAccount: 1_200, ofAll: Number.POSITIVE_INFINITY },
  // Instagram: 4,800 calls per impression. A post needs up to six calls when one metric is refused.
  instagram: { ofAccount: 800, ofAll: Number.POSITIVE_INFINITY },
  threads: { ofAccount: 800, ofAll: Number.POSITIVE_INFINITY },
}

export const readBackoffMs = (failures: number): number => Math.min(MINUTE_MS * 2 ** (failures - 1), HOUR_MS)

/** Only an administrator can restore a refused permission. */
export const REFUSED_PAUSE_MS = DAY_MS
