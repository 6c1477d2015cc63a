import { z } from 'zod'
import { PlatformName, TimeZone } from '../posts/contract.ts'
import { METRICS } from './metrics.ts'
import { MAX_RANGE_DAYS } from './range.ts'

export const Day = z.iso
  .date()
  .refine((date) => date >= '1900-01-01' && date <= '9998-12-31', { params: { text: 'date' } })
const Count = z.number().int().min(0)
/** A metric of a post. Null when the network did not report it, and no member entered it. */
const Reported = z.number().int().min(0).nullable()

export const AnalyticsFilter = z
  .strictObject({
    /** First and last day of the range, both or neither. Default: the last 30 days. */
    from: Day.optional(),
    to: Day.optional(),
    platform: PlatformName.optional(),
    /** The time zone in which days and hours are counted. Default: the time zone of the user's account. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    params: { text: 'required' },
  })
  .refine(({ from, to }) => !from || !to || isRange(from, to), {
    path: ['to'],
    params: { text: 'invalid' },
  })
export type AnalyticsFilter = z.output<typeof AnalyticsFilter>

/** Whether the first day is not after the last, and the range not too long. */
export const isRange = (from: string, to: string): boolean => from <= to && daysBetween(from, to) < MAX_RANGE_DAYS

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

const MetricNames = z.array(z.enum(METRICS))

export const PostWithMetrics = z.object({
  id: z.uuid(),
  platform: PlatformName,
  opening: z.string(),
  publishedAt: z.iso.datetime(),
  permalink: z.string().nullable(),
  impressions: Reported,
  likes: Reported,
  comments: Reported,
  shares: Reported,
  /** The sum of reactions, comments and shares. */
  engagement: Reported,
  /** Metrics that the network refuses to this installation. */
  refused: MetricNames,
  /** The metrics that a member entered, because the network reports none. Null if there are none. */
  entered: z
    .object({
      metrics: MetricNames,
      /** The name of the member who entered the metrics; null after that account was deleted. */
      by: z.string().nullable(),
      at: z.iso.datetime(),
    })
    .nullable(),
})
export type PostWithMetrics = z.infer<typeof PostWithMetrics>

const Sample = {
  /** The number of posts in this sample with reported engagement. */
  count: Count,
  /** The median of the reported engagement. Null if fewer than five posts have any. */
  median: z.number().nullable(),
}

export const HourBand = z.object({
  /** A band of hours of the day: `from` 6 and `to` 9 mean 06:00 to 09:00. */
  from: Count,
  to: Count,
  ...Sample,
  /** The engagement of each post, sorted. Contains only a sample if the chart could not show them all. */
  engagements: z.array(Count),
})
export type HourBand = z.infer<typeof HourBand>

export const Analytics = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  published: Count,
  /** The number of published posts whose engagement is known, and the sum of their engagement. */
  reported: Count,
  engagement: Count,
  daysAColumn: z.union([z.literal(1), z.literal(7), z.literal(28)]),
  columns: z.array(
    z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      published: Count,
      /** The number of posts that were due in this chart column, but failed. */
      failed: Count,
      unconfirmed: Count,
      reported: Count,
      /** Median engagement of the posts in one column of the chart. Null if none of them has reported engagement. */
      median: z.number().nullable(),
    }),
  ),
  /** Individual posts, ordered by time. Null when there are too many, or when a column covers several days. */
  posts: z.array(PostWithMetrics).nullable(),
  platforms: z.array(
    z.object({
      platform: PlatformName,
      published: Count,
      impressions: Reported,
      engagement: Reported,
      refused: MetricNames,
      /** Metrics whose sum includes values that a member entered. */
      entered: MetricNames,
      /** Whether this installation reads metrics from the network. */
      isAsked: z.boolean(),
      /** Whether the network reports metrics to apps at all. Telegram does not. */
      canReport: z.boolean(),
    }),
  ),
  top: z.array(PostWithMetrics),
  hours: z.array(HourBand),
  /** The weekdays with at least five posts whose engagement is known. 0 is Sunday. */
  weekdays: z.array(z.object({ weekday: Count, ...Sample })),
  /** Compares the two best bands of hours. Null unless both have enough posts. */
  hint: z
    .object({
      better: HourBand.omit({ engagements: true }),
      other: HourBand.omit({ engagements: true }),
      /**
       * The network of all posts in the better band of hours, if the other band has no post from it. It may then
       * explain the difference.
       */
      network: PlatformName.nullable(),
    })
    .nullable(),
  next: z.object({ platform: PlatformName, scheduledAt: z.iso.datetime() }).nullable(),
})
export type Analytics = z.infer<typeof Analytics>

export const analyticsEndpoints = {
  'GET /api/analytics': {
    summary: `Returns the results of posts published between two days in the user's time zone, reported by networks or entered by hand. The range is at most ${MAX_RANGE_DAYS} days.`,
    access: 'user',
    scope: null,
    query: AnalyticsFilter,
    answer: Analytics,
  },
  'GET /api/analytics/export': {
    summary:
      'Exports these posts and their metrics as CSV. A cell is empty if a metric was neither reported nor entered.',
    access: 'user',
    scope: null,
    query: AnalyticsFilter,
    answer: null,
    fileTypes: ['text/csv'],
  },
} as const
