import { PLATFORMS, type Platform } from '../platforms/platform.ts'
import { dayAfter } from '../posts/calendar.ts'
import { wallClock, weekdayOf } from '../time-zone.ts'
import type { Analytics, HourBand } from './contract.ts'
import { ENOUGH } from './enough.ts'
import { engagementOf, FIGURES, type Figure, type Figures } from './figures.ts'

/** What a post's network counted, and when the post went out. */
export interface Counted extends Figures {
  id: string
  platform: Platform
  publishedAt: Date
  refused: readonly Figure[]
}

/** A post that did not go out, or may not have. */
export interface Troubled {
  status: 'failed' | 'unconfirmed'
  at: Date
}

/** Of more posts than this none stands alone. */
export const MOST_STICKS = 150
const MOST_DOTS = 40
const TOP = 5
const MOST_BANDS = 6

export type Analysis = Omit<Analytics, 'posts' | 'top' | 'platforms' | 'next'> & {
  /** Ids. */
  posts: string[] | null
  top: string[]
  platforms: Omit<Analytics['platforms'][number], 'isAsked'>[]
}

/**
 * What there is to say of the posts that went out from one day to another.
 * @param posts by time
 */
export function analyse(
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  posts: readonly Counted[],
  troubled: readonly Troubled[],
): Analysis {
  const told = posts.map((post) => {
    const { date, time } = wallClock(post.publishedAt, timeZone)
    return { ...post, date, hour: Number(time.slice(0, 2)), engagement: engagementOf(post) }
  })
  const reported = told.filter(isReported)
  const columns = columnsOf(from, to)
  const hours = hoursOf(reported)
  const isEachShown = columns.daysAColumn === 1 && posts.length <= MOST_STICKS
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
      const own = told.filter(isIn)
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
      const own = told.filter((post) => post.platform === platform)
      const known = (of: 'impressions' | 'engagement') => own.flatMap((post) => post[of] ?? [])
      const totalOf = (numbers: number[]) => (numbers.length > 0 ? sum(numbers) : null)
      return {
        platform,
        published: own.length,
        impressions: totalOf(known('impressions')),
        engagement: totalOf(known('engagement')),
        refused: FIGURES.filter((name) => own.some(({ refused }) => refused.includes(name))),
      }
    }),
    top: reported
      .filter(({ engagement }) => engagement > 0)
      .toSorted((a, b) => b.engagement - a.engagement)
      .slice(0, TOP)
      .map(({ id }) => id),
    hours: hours.map(({ posts: own, ...band }) => ({ ...band, engagements: dotsOf(own) })),
    weekdays: [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => {
      const own = reported.filter(({ date }) => weekdayOf(date) === weekday)
      return own.length >= ENOUGH ? [{ weekday, ...sampleOf(own) }] : []
    }),
    hint: hintOf(hours),
  }
}

type Reported = Counted & { hour: number; date: string; engagement: number }
type Band = Omit<HourBand, 'engagements'> & { posts: Reported[] }

const isReported = <Post extends { engagement: number | null }>(post: Post): post is Post & { engagement: number } =>
  post.engagement !== null

/** A day each; where they are many, a week or four, the last of which ends with the last day. */
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

/** Those parts of the day in which something went out: three hours each, or four where they would be too many. */
function hoursOf(posts: readonly Reported[]): Band[] {
  const bandsOf = (hours: number) =>
    Array.from({ length: 24 / hours }, (_, index) => {
      const [from, to] = [index * hours, (index + 1) * hours]
      const own = posts.filter(({ hour }) => hour >= from && hour < to)
      return { from, to, ...sampleOf(own), posts: own }
    }).filter(({ count }) => count > 0)
  const narrow = bandsOf(3)
  return narrow.length <= MOST_BANDS ? narrow : bandsOf(4)
}

function sampleOf(posts: readonly Reported[]): { count: number; median: number | null } {
  const engagements = posts.map(({ engagement }) => engagement)
  return { count: posts.length, median: posts.length >= ENOUGH ? medianOf(engagements) : null }
}

/** Compares the best hours with those that come next, where both have enough posts. */
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

/** Of many posts some, evenly: the smallest and the largest are among them. */
function dotsOf(posts: readonly Reported[]): number[] {
  const all = posts.map(({ engagement }) => engagement).toSorted((a, b) => a - b)
  if (all.length <= MOST_DOTS) return all
  return Array.from(
    { length: MOST_DOTS },
    (_, index) => all[Math.round((index * (all.length - 1)) / (MOST_DOTS - 1))] ?? 0,
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The number in the middle; between two, the middle of both. @param numbers one at least */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
