import { z } from 'zod'
import { PlatformName, TimeZone } from '../posts/contract.ts'
import { METRICS } from './metrics.ts'
import { MAX_RANGE_DAYS } from './range.ts'

const Day = z.iso.date().refine((date) => date >= '1900-01-01' && date <= '9998-12-31', { params: { text: 'date' } })
const Count = z.number().int().min(0)
/** Null when the network did not report it. */
const Reported = z.number().int().min(0).nullable()

export const AnalyticsFilter = z
  .strictObject({
    /** First and last day; default: the last 30 days. */
    from: Day.optional(),
    to: Day.optional(),
    platform: PlatformName.optional(),
    /** Defaults to the zone of the user's account. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    params: { text: 'required' },
  })
  .refine(({ from, to }) => !from || !to || (from <= to && daysBetween(from, to) < MAX_RANGE_DAYS), {
    path: ['to'],
    params: { text: 'invalid' },
  })
export type AnalyticsFilter = z.output<typeof AnalyticsFilter>

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

const Refused = z.array(z.enum(METRICS))

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
  refused: Refused,
})
export type PostWithMetrics = z.infer<typeof PostWithMetrics>

const Sample = {
  /** How many of them have reported engagement. */
  count: Count,
  /** Null below five posts. */
  median: z.number().nullable(),
}

export const HourBand = z.object({
  /** Hours of the day: 6 and 9 mean 06:00 to 09:00. */
  from: Count,
  to: Count,
  ...Sample,
  /** Sorted; a sample when there are too many to tell apart on the chart. */
  engagements: z.array(Count),
})
export type HourBand = z.infer<typeof HourBand>

export const Analytics = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  published: Count,
  /** How many of them have reported engagement, and its sum. */
  reported: Count,
  engagement: Count,
  daysAColumn: z.union([z.literal(1), z.literal(7), z.literal(28)]),
  columns: z.array(
    z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      published: Count,
      /** Posts that should have been published. */
      failed: Count,
      unconfirmed: Count,
      reported: Count,
      /** Median engagement of the posts in this column; null without any. */
      median: z.number().nullable(),
    }),
  ),
  /** Single posts by time; null when there are too many or a column covers several days. */
  posts: z.array(PostWithMetrics).nullable(),
  platforms: z.array(
    z.object({
      platform: PlatformName,
      published: Count,
      impressions: Reported,
      engagement: Reported,
      refused: Refused,
      /** Whether this installation asks the network for metrics. */
      isAsked: z.boolean(),
    }),
  ),
  top: z.array(PostWithMetrics),
  hours: z.array(HourBand),
  /** Weekdays with five or more reported posts; 0 is Sunday. */
  weekdays: z.array(z.object({ weekday: Count, ...Sample })),
  /** Compares two bands of hours, when both have enough posts. */
  hint: z
    .object({
      better: HourBand.omit({ engagements: true }),
      other: HourBand.omit({ engagements: true }),
      /** Set when all better posts were on this network and the others were not: it may explain the difference. */
      network: PlatformName.nullable(),
    })
    .nullable(),
  next: z.object({ platform: PlatformName, scheduledAt: z.iso.datetime() }).nullable(),
})
export type Analytics = z.infer<typeof Analytics>

export const analyticsEndpoints = {
  'GET /api/analytics': {
    summary: `Returns the results that networks reported for posts published between two days in the user's time zone. The range is at most ${MAX_RANGE_DAYS} days.`,
    access: 'user',
    scope: null,
    query: AnalyticsFilter,
    answer: Analytics,
  },
  'GET /api/analytics/export': {
    summary: 'Exports these posts and their metrics as CSV. A cell is empty if the network did not report the metric.',
    access: 'user',
    scope: null,
    query: AnalyticsFilter,
    answer: null,
    fileTypes: ['text/csv'],
  },
} as const
