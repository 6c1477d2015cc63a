import { z } from 'zod'
import { Count, Instant, PlatformName, Post, TimeZone, yearOf } from './contract.ts'
import { POST_STATUSES } from './lifecycle.ts'

const ONE_STATUS = `(?:${POST_STATUSES.join('|')})`
const STATUS_LIST = new RegExp(`^${ONE_STATUS}(?:,${ONE_STATUS}){1,6}$`)

/** One status or several, comma-separated. */
const Statuses = z
  .union([z.enum(POST_STATUSES), z.string().regex(STATUS_LIST)])
  .transform((names) => POST_STATUSES.filter((status) => names.split(',').includes(status)))

export const PostFilter = z.strictObject({
  status: Statuses.optional(),
  platform: PlatformName.optional(),
  tag: z.uuid().optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  q: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  cursor: z.string().max(200).optional(),
})
export type PostFilter = z.output<typeof PostFilter>

const ScheduledExport = z.strictObject({
  format: z.enum(['csv', 'json']).default('csv'),
  /** The time zone of the local times in an exported CSV file. Default: the time zone of the user's account. */
  timeZone: TimeZone.optional(),
})

type CountByStatus = Record<(typeof POST_STATUSES)[number], typeof Count>

/** A day, such as `2025-12-03`. */
export const Day = z.iso
  .date()
  .refine((text) => !(yearOf(text) < 1900 || yearOf(text) > 9997), { params: { text: 'date' } })

/** The maximum number of days in one request, enough for two months in whole weeks. */
const MAX_DAYS = 62

export const SummaryFilter = z
  .strictObject({
    weekFrom: Instant.optional(),
    /** First and last day of the range. */
    daysFrom: Day.optional(),
    daysTo: Day.optional(),
    /** The time zone in which the days of the range are counted. Default: the time zone of the user's account. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ daysFrom, daysTo }) => (daysFrom === undefined) === (daysTo === undefined), {
    path: ['daysTo'],
    params: { text: 'required' },
  })
  .refine(
    ({ daysFrom = '', daysTo = '' }) =>
      !(daysBetween(daysFrom, daysTo) < 0) && !(daysBetween(daysFrom, daysTo) >= MAX_DAYS),
    {
      path: ['daysTo'],
      params: { text: 'invalid' },
    },
  )
export type SummaryFilter = z.output<typeof SummaryFilter>

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

const AnyPostFilter = {
  platform: PlatformName.optional(),
  tag: z.uuid().optional(),
  status: Statuses.optional(),
  q: z.string().max(200).optional(),
}

export const CalendarFilter = z
  .strictObject({
    daysFrom: Day,
    daysTo: Day,
    /** The time zone of the requested days. Default: the time zone of the user's account. */
    timeZone: TimeZone.optional(),
    /** Whether to include the free weekly times of the requested days. */
    free: z.enum(['true', 'false']).optional(),
    ...AnyPostFilter,
  })
  .refine(({ daysFrom, daysTo }) => daysBetween(daysFrom, daysTo) >= 0 && daysBetween(daysFrom, daysTo) < MAX_DAYS, {
    path: ['daysTo'],
    params: { text: 'invalid' },
  })
export type CalendarFilter = z.output<typeof CalendarFilter>

export const CalendarPost = z.object({
  id: z.uuid(),
  platform: PlatformName,
  status: z.enum(POST_STATUSES),
  /** The publication time, or else the scheduled time. */
  at: z.iso.datetime(),
  /** The first words of the post. */
  opening: z.string(),
  /** The id of the post's first picture. */
  picture: z.string().nullable(),
  /** Whether the post is late because of a temporary failure. */
  isDelayed: z.boolean(),
  /** The post's account, from which the calendar knows whether the post is at risk. */
  accountId: z.uuid().nullable(),
  formerAccount: z.string().nullable(),
  revision: z.number().int(),
  /** The ids of the post's tags. Absent if it has none. */
  tagIds: z.array(z.uuid()).optional(),
})
export type CalendarPost = z.infer<typeof CalendarPost>

/** A weekly time without a post. */
export const FreeTime = z.object({
  at: z.iso.datetime(),
  /** The network whose posts may use the time; null for any network. */
  platform: PlatformName.nullable(),
})
export type FreeTime = z.infer<typeof FreeTime>

/** The days that have posts: the number of posts by status, and the first posts by time. */
export const CalendarDays = z.array(
  z.object({
    date: z.iso.date(),
    byStatus: z.partialRecord(z.enum(POST_STATUSES), Count),
    posts: z.array(CalendarPost),
    /** Only if requested: the free weekly times, including those that have passed. */
    free: z.array(FreeTime).optional(),
  }),
)
export type CalendarDays = z.infer<typeof CalendarDays>

export const PostSummary = z.object({
  byStatus: z.object(Object.fromEntries(POST_STATUSES.map((status) => [status, Count])) as CountByStatus),
  byPlatform: z.array(
    z.object({
      platform: PlatformName,
      published: Count,
      /** Reactions, comments and shares; 0 before the first report. */
      engagement: Count,
      isReported: z.boolean(),
    }),
  ),
  /** Totals of the seven days from `weekFrom`. */
  week: z.object({ published: Count, engagement: Count, isReported: z.boolean(), scheduled: Count }),
  /**
   * Views of the posts published on each of the last seven days (today last), and of the seven days before together.
   * Null until a network reports views.
   */
  views: z.object({ days: z.array(Count), before: Count.nullable() }).nullable(),
  /** The next scheduled post. It includes its account, so that the app can warn if the account is not usable. */
  next: Post.pick({ id: true, platform: true, accountId: true, formerAccount: true })
    .extend({ scheduledAt: z.iso.datetime() })
    .nullable(),
  /** The days with published, due or scheduled posts: the number of posts by status. */
  days: z.array(z.object({ date: z.iso.date(), byStatus: z.partialRecord(z.enum(POST_STATUSES), Count) })),
  /** The three most recently published posts. */
  recent: z.array(Post),
  /** At most 20 failed, missed and unconfirmed posts, newest first. `byStatus` has the totals. */
  troubled: z.array(Post),
  /** At most 20 posts that are being sent, newest first. */
  underWay: z.array(Post),
})
export type PostSummary = z.infer<typeof PostSummary>

export const PostResult = z.object({
  id: z.uuid(),
  platform: PlatformName,
  publishedAt: z.iso.datetime().nullable(),
  permalink: z.string().nullable(),
  /** The first words of the post. */
  opening: z.string(),
  /** Reactions, comments and shares that the network reported; 0 before the first report. */
  engagement: z.number().int(),
})
export type PostResult = z.infer<typeof PostResult>

const ResultFilter = z.strictObject({
  ...PostFilter.pick({ platform: true, from: true, to: true }).shape,
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

const NEXT_PAGE = { Link: 'The next page, as `<url>; rel="next"`. Absent on the last page.' }

/** The calls that list and count posts. */
export const listEndpoints = {
  'GET /api/posts': {
    summary:
      "Lists the user's posts, newest first. They are sorted by publication time with `status=published`, otherwise by creation time. The `Link` header has the next page.",
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: PostFilter,
    answer: z.array(Post),
    answerHeaders: NEXT_PAGE,
  },
  'GET /api/posts/scheduled': {
    summary:
      "Lists the user's scheduled posts, soonest first. Members of a workspace also get its posts in review. The `Link` header has the next page.",
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: PostFilter.pick({ from: true, to: true, limit: true, cursor: true }),
    answer: z.array(Post),
    answerHeaders: NEXT_PAGE,
  },
  'GET /api/posts/scheduled/export': {
    summary:
      'Downloads the scheduled posts as CSV, which the import reads again, or as JSON. Times in the CSV are in the given zone.',
    access: 'user',
    scope: 'posts:read',
    query: ScheduledExport,
    answer: null,
    fileTypes: ['text/csv', 'application/json'],
  },
  'GET /api/posts/summary': {
    summary:
      "Returns counts for the dashboard and calendar, recent posts, and posts that are in progress or wait for the user. `weekFrom` is the start of the user's week. `daysFrom` and `daysTo` are days in the user's time zone, at most 62.",
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: SummaryFilter,
    answer: PostSummary,
  },
  'GET /api/posts/results': {
    summary: 'Lists published posts with the engagement that networks reported, most recently published first.',
    access: 'user',
    scope: 'results:read',
    query: ResultFilter,
    answer: z.array(PostResult),
  },
  'GET /api/posts/calendar': {
    summary:
      "Lists the days from `daysFrom` to `daysTo`, each with its counts and its first eight posts by time. The range is at most 62 days, in the user's time zone. With `free=true`, days also list their free weekly times. Empty days are omitted.",
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: CalendarFilter,
    answer: CalendarDays,
  },
} as const
