import { PLATFORMS, type Platform } from '../platforms/platform.ts'
import { dayAfter } from '../posts/calendar.ts'
import { wallClock, weekdayOf } from '../time-zone.ts'
import type { Analytics, HourBand } from './contract.ts'
import { MIN_SAMPLE } from './min-sample.ts'
import { engagementOf, METRICS, type Metric, type MetricValues } from './metrics.ts'

export interface Counted extends MetricValues {
  id: string
  platform: Platform
  publishedAt: Date
  refused: readonly Metric[]
  /** Metrics that a member entered, because the network reports none. */
  entered: readonly Metric[]
}

export interface Troubled {
  status: 'failed' | 'unconfirmed'
  at: Date
}

export const MAX_SINGLE_POSTS = 150
const MAX_DOTS = 40
const TOP_POSTS = 5
const MAX_BANDS = 6

type Analysis = Omit<Analytics, 'posts' | 'top' | 'platforms' | 'next'> & {
  posts: string[] | null
  top: string[]
  platforms: Omit<Analytics['platforms'][number], 'isAsked' | 'canReport'>[]
}

export function analyse(
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  posts: readonly Counted[],
  troubled: readonly Troubled[],
): Analysis {
  const dated = posts.map((post) => {
    const { date, time } = wallClock(post.publishedAt, timeZone)
    return { ...post, date, hour: Number(time.slice(0, 2)), engagement: engagementOf(post) }
  })
  const reported = dated.filter(isReported)
  const columns = columnsOf(from, to)
  const hours = bandsOfDay(reported)
  const isEachShown = columns.daysAColumn === 1 && posts.length <= MAX_SINGLE_POSTS
  return {
    from,
    to,
    timeZone,
    published: posts.length,
    reported: reported.length,
    engagement: sum(reported.map(({ engagement }) => engagement)),
    daysAColumn: columns.daysAColumn,
    columns: columns.days.map((column) => {
      const isIn = ({ date }: { date: string }) => date >= column.from && date <= column.to
      const own = dated.filter(isIn)
      const inTrouble = troubled.filter(({ at }) => isIn(wallClock(at, timeZone)))
      const engagements = own.filter(isReported).map(({ engagement }) => engagement)
      return {
        ...column,
        published: own.length,
        failed: inTrouble.filter(({ status }) => status === 'failed').length,
        unconfirmed: inTrouble.filter(({ status }) => status === 'unconfirmed').length,
        reported: engagements.length,
        median: engagements.length > 0 ? medianOf(engagements) : null,
      }
    }),
    posts: isEachShown ? posts.map(({ id }) => id) : null,
    platforms: PLATFORMS.map((platform) => {
      const own = dated.filter((post) => post.platform === platform)
      const known = (of: 'impressions' | 'engagement') => own.flatMap((post) => post[of] ?? [])
      const totalOf = (numbers: number[]) => (numbers.length > 0 ? sum(numbers) : null)
      return {
        platform,
        published: own.length,
        impressions: totalOf(known('impressions')),
        engagement: totalOf(known('engagement')),
        refused: METRICS.filter((name) => own.some(({ refused }) => refused.includes(name))),
        entered: METRICS.filter((name) => own.some(({ entered }) => entered.includes(name))),
      }
    }),
    top: reported
      .filter(({ engagement }) => engagement > 0)
      .toSorted((a, b) => b.engagement - a.engagement)
      .slice(0, TOP_POSTS)
      .map(({ id }) => id),
    hours: hours.map(({ posts: own, ...band }) => ({ ...band, engagements: sampleDots(own) })),
    weekdays: [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => {
      const own = reported.filter(({ date }) => weekdayOf(date) === weekday)
      return own.length >= MIN_SAMPLE ? [{ weekday, ...sampleOf(own) }] : []
    }),
    hint: hintOf(hours),
  }
}

type Reported = Counted & { hour: number; date: string; engagement: number }
type Band = Omit<HourBand, 'engagements'> & { posts: Reported[] }

const isReported = <Post extends { engagement: number | null }>(post: Post): post is Post & { engagement: number } =>
  post.engagement !== null

/**
 * Divides a date range into chart columns of 1, 7 or 28 days, depending on its length. The last column ends on the last
 * day of the range.
 */
function columnsOf(
  from: string,
  to: string,
): {
  daysAColumn: Analytics['daysAColumn']
  days: { from: string; to: string }[]
} {
  const count = 1 + (Date.parse(to) - Date.parse(from)) / 86_400_000
  const daysAColumn = count <= 31 ? 1 : count <= 186 ? 7 : 28
  const days = []
  for (let last = to; last >= from; last = dayAfter(last, -daysAColumn)) {
    const first = dayAfter(last, 1 - daysAColumn)
    days.unshift({ from: first < from ? from : first, to: last })
  }
  return { daysAColumn, days }
}

/** Groups posts by hour of the day, in bands of three hours. Uses four hours if three would give too many bands. */
function bandsOfDay(posts: readonly Reported[]): Band[] {
  const bandsOf = (hours: number) =>
    Array.from({ length: 24 / hours }, (_, index) => {
      const [from, to] = [index * hours, (index + 1) * hours]
      const own = posts.filter(({ hour }) => hour >= from && hour < to)
      return { from, to, ...sampleOf(own), posts: own }
    }).filter(({ count }) => count > 0)
  const narrow = bandsOf(3)
  return narrow.length <= MAX_BANDS ? narrow : bandsOf(4)
}

function sampleOf(posts: readonly Reported[]): { count: number; median: number | null } {
  const engagements = posts.map(({ engagement }) => engagement)
  return { count: posts.length, median: posts.length >= MIN_SAMPLE ? medianOf(engagements) : null }
}

/** Compares the two bands of hours with the highest median engagement. Null unless both have enough posts. */
function hintOf(bands: readonly Band[]): Analysis['hint'] {
  const [better, other] = bands
    .flatMap((band) => (band.median === null ? [] : [{ ...band, median: band.median }]))
    .toSorted((a, b) => b.median - a.median)
  if (!better || !other || better.median === other.median) return null
  const network = onlyNetworkOf(better)
  const { posts: _, ...best } = better
  const { posts: __, ...next } = other
  return { better: best, other: next, network: network === onlyNetworkOf(other) ? null : network }
}

function onlyNetworkOf({ posts }: Band): Platform | null {
  const [first] = posts
  return first && posts.every(({ platform }) => platform === first.platform) ? first.platform : null
}

function sampleDots(posts: readonly Reported[]): number[] {
  const all = posts.map(({ engagement }) => engagement).toSorted((a, b) => a - b)
  if (all.length <= MAX_DOTS) return all
  return Array.from(
    { length: MAX_DOTS },
    (_, index) => all[Math.round((index * (all.length - 1)) / (MAX_DOTS - 1))] ?? 0,
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The median of at least one number. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
