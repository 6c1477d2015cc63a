import type { Platform } from '../platforms/platform.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Up to which age a post is asked about how often. */
type Pace = readonly { untilMs: number; everyMs: number }[]

const USUAL: Pace = [
  { untilMs: 3 * HOUR_MS, everyMs: 15 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: HOUR_MS },
  { untilMs: 7 * DAY_MS, everyMs: 6 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: DAY_MS },
  { untilMs: 90 * DAY_MS, everyMs: 7 * DAY_MS },
]

/** A member has 150 calls a day for everything, posting included. */
const FEW_CALLS: Pace = [
  { untilMs: 3 * HOUR_MS, everyMs: 30 * MINUTE_MS },
  { untilMs: DAY_MS, everyMs: 3 * HOUR_MS },
  { untilMs: 7 * DAY_MS, everyMs: 12 * HOUR_MS },
  { untilMs: 30 * DAY_MS, everyMs: 3 * DAY_MS },
  { untilMs: 90 * DAY_MS, everyMs: 15 * DAY_MS },
]

/** The ages at which a network is asked about a post, in ms. */
const AGES: Record<Platform, readonly number[]> = {
  linkedin: agesOf(FEW_CALLS),
  // Each costs money: six times are two posts' worth.
  twitter: [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS],
  facebook: agesOf(USUAL),
  instagram: agesOf(USUAL),
  threads: agesOf(USUAL),
}

function agesOf(pace: Pace): readonly number[] {
  const ages: number[] = []
  let age = 0
  for (const { untilMs, everyMs } of pace) while (age < untilMs) ages.push((age = Math.min(age + everyMs, untilMs)))
  return ages
}

/** When a network is first asked about a post: so many ms after it went out. */
export const firstReadingMs = (platform: Platform): number => AGES[platform][0] ?? 0

/** From this age on, in ms, a network is not asked about a post any more, also where it never was. */
export const neverReadAfterMs = (platform: Platform): number => (AGES[platform].at(-1) ?? 0) + DAY_MS

/**
 * When a network is asked about a post again.
 * @returns null where the post is too old for that
 */
export function nextReadingAt(platform: Platform, publishedAt: Date, now: Date): Date | null {
  const age = now.getTime() - publishedAt.getTime()
  const next = AGES[platform].find((one) => one > age)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}

/** From this age on a post counts as old: those that are not are asked about first. */
export const OLD_AFTER_MS = DAY_MS

/**
 * About how many posts a network is asked in a day (UTC), one account's and all together; of the old ones half as many.
 * Each stays below half of what the network allows an app that also has to post: docs/operating.md has the sums.
 */
export const READINGS_A_DAY: Record<Platform, { ofAccount: number; ofAll: number }> = {
  // 150 calls a member and 100,000 an app. One that has to be asked in two ways takes two calls.
  linkedin: { ofAccount: 50, ofAll: 25_000 },
  // 3 million posts a month; calls hold a hundred each.
  twitter: { ofAccount: 5_000, ofAll: 50_000 },
  // 4,800 calls for each person who did something with the Page; a post takes two.
  facebook: { ofAccount: 1_200, ofAll: Number.POSITIVE_INFINITY },
  // 4,800 calls for each time that something was seen. Where one figure is refused, a post takes up to six.
  instagram: { ofAccount: 800, ofAll: Number.POSITIVE_INFINITY },
  threads: { ofAccount: 800, ofAll: Number.POSITIVE_INFINITY },
}

/** How long an account is left alone that did not answer so often in a row: a minute, two, four … and at most an hour. */
export const readingPauseMs = (failures: number): number => Math.min(MINUTE_MS * 2 ** (failures - 1), HOUR_MS)

/** How long one is left alone that refuses to tell anything: until somebody may have changed that. */
export const REFUSED_PAUSE_MS = DAY_MS
