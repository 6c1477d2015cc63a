import { z } from 'zod'
import { PlatformName, TimeZone } from '../posts/contract.ts'
import { FIGURES } from './figures.ts'
import { MOST_DAYS } from './range.ts'

const Day = z.iso.date().refine((date) => date >= '1900-01-01' && date <= '9998-12-31', { params: { text: 'date' } })
const Count = z.number().int().min(0)
/** Null where no network reported it. */
const Reported = z.number().int().min(0).nullable()

export const AnalyticsFilter = z
  .strictObject({
    /** The first and the last day: the last thirty unless told. */
    from: Day.optional(),
    to: Day.optional(),
    platform: PlatformName.optional(),
    /** Where these days begin, where the person has not said it in their account. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    params: { text: 'required' },
  })
  .refine(({ from, to }) => !from || !to || (from <= to && daysBetween(from, to) < MOST_DAYS), {
    path: ['to'],
    params: { text: 'invalid' },
  })
export type AnalyticsFilter = z.output<typeof AnalyticsFilter>

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

const Refused = z.array(z.enum(FIGURES))

/** A published post and what its network counted. */
export const PostFigures = z.object({
  id: z.uuid(),
  platform: PlatformName,
  /** Its first words. */
  opening: z.string(),
  publishedAt: z.iso.datetime(),
  permalink: z.string().nullable(),
  impressions: Reported,
  likes: Reported,
  comments: Reported,
  shares: Reported,
  /** Reactions, comments and shares together. */
  engagement: Reported,
  /** What the network refuses to tell this installation. */
  refused: Refused,
})
export type PostFigures = z.infer<typeof PostFigures>

/** Of these posts: what their engagement was, of some at least, and in the middle. */
const Sample = {
  /** How many of them a network reported on. */
  count: Count,
  /** Null below five. */
  median: z.number().nullable(),
}

export const HourBand = z.object({
  /** Whole hours of the day: 6 and 9 are from 06:00 until 09:00. */
  from: Count,
  to: Count,
  ...Sample,
  /** Of each post, the smallest first; of many, as many as can be told apart. */
  engagements: z.array(Count),
})
export type HourBand = z.infer<typeof HourBand>

export const Analytics = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  /** How many posts went out. */
  published: Count,
  /** Of how many of them a network reported engagement, and its sum. */
  reported: Count,
  engagement: Count,
  /** How many days a column holds. */
  daysAColumn: z.union([z.literal(1), z.literal(7), z.literal(28)]),
  columns: z.array(
    z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      published: Count,
      /** Those that were not published although they should have been. */
      failed: Count,
      unconfirmed: Count,
      reported: Count,
      /** Of the engagement of its posts; null without any. */
      median: z.number().nullable(),
    }),
  ),
  /** Each post where columns hold a day and there are not too many, by time. */
  posts: z.array(PostFigures).nullable(),
  platforms: z.array(
    z.object({
      platform: PlatformName,
      published: Count,
      impressions: Reported,
      engagement: Reported,
      refused: Refused,
      /** Whether this installation asks it for figures at all. */
      isAsked: z.boolean(),
    }),
  ),
  /** The five with the most engagement. */
  top: z.array(PostFigures),
  hours: z.array(HourBand),
  /** The days of the week with five reported posts or more; 0 is Sunday. */
  weekdays: z.array(z.object({ weekday: Count, ...Sample })),
  /** What the hours hint at, where two of them have enough posts. */
  hint: z
    .object({
      better: HourBand.omit({ engagements: true }),
      other: HourBand.omit({ engagements: true }),
      /** The network that all of the better ones were on, where the others were not: it may be that. */
      network: PlatformName.nullable(),
    })
    .nullable(),
  /** What goes out next. */
  next: z.object({ platform: PlatformName, scheduledAt: z.iso.datetime() }).nullable(),
})
export type Analytics = z.infer<typeof Analytics>

export const analyticsEndpoints = {
  'GET /api/analytics': {
    summary: `What became of the posts that went out from one day to another (${MOST_DAYS} at most), in the person’s time zone, as far as networks report it.`,
    access: 'user',
    scope: null,
    query: AnalyticsFilter,
    answer: Analytics,
  },
  'GET /api/analytics/export': {
    summary: 'These posts and their figures as CSV. A figure that no network reported is an empty cell.',
    access: 'user',
    scope: null,
    query: AnalyticsFilter,
    answer: null,
    fileTypes: ['text/csv'],
  },
} as const
