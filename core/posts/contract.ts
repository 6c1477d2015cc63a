import { z } from 'zod'
import { PLATFORMS } from '../platforms/platform.ts'
import { MOMENTS } from './timeline.ts'
import { isTimeZone } from '../time-zone.ts'
import { parseHashtags } from './hashtags.ts'
import { POST_STATUSES } from './lifecycle.ts'
import { CONTENT_TYPES, TONES } from '../writing/options/basic.ts'
import { PROFESSIONAL_OPTIONS } from '../writing/options/professional.ts'

/** The longest post with its pictures and videos, also when each letter is written as an escape of six bytes. */
const POST_BODY_BYTES = 512 * 1024
/** The longest source in letters of three bytes each. */
const DRAFT_SOURCE_BYTES = 1024 * 1024

export const PlatformName = z.enum(PLATFORMS)

/** The longest text that any network takes (Facebook's). Each network's own limit is `textIssues`. */
const Content = z.string().max(63_206)

/** As the Basic generator sends them (one string with commas) or as the Professional one does (a list). */
const Hashtags = z
  .union([z.string().max(2_000), z.array(z.string().max(200)).max(60)])
  .transform((given) => parseHashtags(given))

/** An instant with its offset, in years that every clock and database can hold and count on from. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => !(yearOf(text) < 1900 || yearOf(text) > 9998), { params: { text: 'date' } })

const yearOf = (instant: string): number => new Date(instant).getUTCFullYear()

/** An instant, or a date picker's empty string, which means none. */
const When = z.union([Instant, z.literal('').transform(() => null)]).nullable()

/** Where the clock hangs that a time was chosen on: a name like `Africa/Cairo`. Said only beside `scheduledAt`. */
export const TimeZone = z.string().max(64).refine(isTimeZone)

/** What that clock shows at the time. */
const WallTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)

export const Video = z.strictObject({
  id: z.string().max(100),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  platform: z.string().max(100).optional(),
  title: z.string().max(300).optional(),
})
export type Video = z.infer<typeof Video>

const Images = z.array(z.string().max(100)).max(4)
const Videos = z.array(Video).max(3)

// Both generators: Basic's content types and tones, Professional's intents and voices.
const POST_CONTENT_TYPES = [...CONTENT_TYPES, ...PROFESSIONAL_OPTIONS.contentIntent] as const
const POST_TONES = [...new Set([...TONES, ...PROFESSIONAL_OPTIONS.voiceTone])]

const PostBody = z.strictObject({
  content: Content,
  platform: PlatformName,
  /** A draft may be unfinished, and has no time: what its network asks for is judged once it is scheduled or published. */
  status: z.enum(['draft', 'scheduled', 'published']),
  scheduledAt: When.optional(),
  /** With it the post keeps to the clock of that zone, also when its country changes the rule; else to the instant. */
  timeZone: TimeZone.nullish(),
  /** What that clock showed its owner; without it, it is what the server's rules make of the instant. */
  wallTime: WallTime.nullish(),
  /** Clients may send it; the server's clock decides. */
  publishedAt: When.optional(),
  accountId: z.uuid().nullish(),
  /** The same idea in the other language: each of the two is the other's sibling from then on. */
  siblingId: z.uuid().nullish(),
  contentLanguage: z.enum(['ar', 'en']).optional(),
  contentType: z.enum(POST_CONTENT_TYPES).nullish(),
  tone: z.enum(POST_TONES).nullish(),
  hashtags: Hashtags.nullish(),
  media: z.strictObject({ images: Images.nullish(), videos: Videos.nullish() }).nullish(),
  images: Images.nullish(),
  videos: Videos.nullish(),
})

export const NewPost = PostBody.refine(({ status, content }) => status === 'draft' || !isBlank(content), {
  path: ['content'],
  params: { text: 'required' },
})
export type NewPost = z.infer<typeof NewPost>

/** Whether nobody has written anything: only a draft may be so. */
export function isBlank(content: string): boolean {
  return content.trim() === ''
}

export const PostChange = z.strictObject({
  content: Content.optional(),
  platform: PlatformName.optional(),
  /** Null takes a scheduled post off the calendar: it becomes a draft. */
  scheduledAt: When.optional(),
  /** As of a new post. A time without it clears it; without a time it says nothing. */
  timeZone: TimeZone.nullish(),
  wallTime: WallTime.nullish(),
  accountId: z.uuid().nullable().optional(),
  siblingId: z.uuid().nullable().optional(),
  contentLanguage: PostBody.shape.contentLanguage,
  contentType: PostBody.shape.contentType,
  tone: PostBody.shape.tone,
  hashtags: Hashtags.optional(),
  media: z.strictObject({ images: Images, videos: Videos }).optional(),
})
export type PostChange = z.infer<typeof PostChange>

export const Failure = z.object({
  code: z.string(),
  /** What happened and what to do next, in the reader's language. */
  message: z.string(),
  /** The network's own words, where it gave any. */
  detail: z.string().nullable(),
  at: z.iso.datetime(),
})

export const Post = z.object({
  id: z.uuid(),
  content: z.string(),
  platform: PlatformName,
  status: z.enum(POST_STATUSES),
  scheduledAt: z.iso.datetime().nullable(),
  /** The zone whose clock its time keeps to; null where the instant alone was meant. */
  timeZone: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  contentLanguage: z.enum(['ar', 'en']),
  contentType: z.string().nullable(),
  tone: z.string().nullable(),
  hashtags: z.array(z.string()),
  images: z.array(z.string()).nullable(),
  media: z.object({ images: z.array(z.string()), videos: z.array(Video) }),
  accountId: z.uuid().nullable(),
  /** The name of the account that it was written for, where that is disconnected: it waits for the same one. */
  formerAccount: z.string().nullable(),
  /** The same idea in the other language, where there is one. */
  siblingId: z.uuid().nullable(),
  /** The sum of what the network reported; 0 until it has. */
  engagement: z.number().int(),
  permalink: z.string().nullable(),
  /** Raised by each change, so that nothing older than it goes out. */
  revision: z.number().int(),
  /**
   * What its owner wants to become of it although it may be out: it is deleted or made a draft once the network shows
   * that it is not. Of a published one: it went out before it could be taken back.
   */
  wish: z.enum(['delete', 'draft']).nullable(),
  /** Why it did not go out, or the passing trouble it will be tried again after; null when all is well. */
  failure: Failure.nullable(),
})
export type Post = z.infer<typeof Post>

/** What a draft was written from and asked for with, as its marks and its next version need it. */
export const DraftSource = z.strictObject({
  source: z
    .strictObject({
      id: z.string().max(100),
      from: z.enum(['url', 'document']),
      title: z.string().max(1_000),
      content: z.string().max(200_000),
      wordCount: z.number().int(),
      language: z.string().max(100).nullable(),
      direction: z.enum(['ltr', 'rtl']),
      pageCount: z.number().int().nullable(),
      author: z.string().max(500).nullable(),
      siteName: z.string().max(500).nullable(),
      url: z.string().max(4_000).nullable(),
    })
    .nullable(),
  topic: z.string().max(5_000),
  facts: z.string().max(2_000),
  /** What the Professional generator was asked for, by name: `contentLength: comprehensive`. */
  choices: z.record(z.string().max(40), z.string().max(40)).optional(),
  /** What nothing was found for and its author keeps. */
  keptClaims: z.array(z.string().max(1_000)).max(200),
})
export type DraftSource = z.infer<typeof DraftSource>

const ONE_STATUS = `(?:${POST_STATUSES.join('|')})`
const SEVERAL = new RegExp(`^${ONE_STATUS}(?:,${ONE_STATUS}){1,6}$`)

/** One, or several with commas between them. */
const Statuses = z
  .union([z.enum(POST_STATUSES), z.string().regex(SEVERAL)])
  .transform((names) => POST_STATUSES.filter((status) => names.split(',').includes(status)))

export const PostFilter = z.strictObject({
  status: Statuses.optional(),
  platform: PlatformName.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  q: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  cursor: z.string().max(200).optional(),
})
export type PostFilter = z.output<typeof PostFilter>

const Count = z.number().int()

type CountByStatus = Record<(typeof POST_STATUSES)[number], typeof Count>

/** A day of the calendar: `2025-12-03`. */
const Day = z.iso.date().refine((text) => !(yearOf(text) < 1900 || yearOf(text) > 9997), { params: { text: 'date' } })

/** The weeks that a calendar shows of two months. */
const MOST_DAYS = 62

export const SummaryFilter = z
  .strictObject({
    weekFrom: Instant.optional(),
    /** The first and the last day to be counted. */
    daysFrom: Day.optional(),
    daysTo: Day.optional(),
    /** Where these days begin, where the person has not said it in their account. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ daysFrom, daysTo }) => (daysFrom === undefined) === (daysTo === undefined), {
    path: ['daysTo'],
    params: { text: 'required' },
  })
  .refine(
    ({ daysFrom = '', daysTo = '' }) =>
      !(daysBetween(daysFrom, daysTo) < 0) && !(daysBetween(daysFrom, daysTo) >= MOST_DAYS),
    {
      path: ['daysTo'],
      params: { text: 'invalid' },
    },
  )
export type SummaryFilter = z.output<typeof SummaryFilter>

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

const AnyPostFilter = {
  platform: PlatformName.optional(),
  status: Statuses.optional(),
  q: z.string().max(200).optional(),
}

export const CalendarFilter = z
  .strictObject({
    daysFrom: Day,
    daysTo: Day,
    /** Where these days begin, where the person has not said it in their account. */
    timeZone: TimeZone.optional(),
    ...AnyPostFilter,
  })
  .refine(({ daysFrom, daysTo }) => daysBetween(daysFrom, daysTo) >= 0 && daysBetween(daysFrom, daysTo) < MOST_DAYS, {
    path: ['daysTo'],
    params: { text: 'invalid' },
  })
export type CalendarFilter = z.output<typeof CalendarFilter>

/** A post as a cell of the calendar shows it. */
export const CalendarPost = z.object({
  id: z.uuid(),
  platform: PlatformName,
  status: z.enum(POST_STATUSES),
  /** When it went out, else when it is or was due. */
  at: z.iso.datetime(),
  /** Its first words. */
  opening: z.string(),
  /** Whether a passing trouble has put it off. */
  isDelayed: z.boolean(),
  revision: z.number().int(),
})
export type CalendarPost = z.infer<typeof CalendarPost>

/** Those of the days asked for on which something stands: how many in each state, and the first of them by time. */
export const CalendarDays = z.array(
  z.object({
    date: z.iso.date(),
    byStatus: z.partialRecord(z.enum(POST_STATUSES), Count),
    posts: z.array(CalendarPost),
  }),
)
export type CalendarDays = z.infer<typeof CalendarDays>

export const PostSummary = z.object({
  byStatus: z.object(Object.fromEntries(POST_STATUSES.map((status) => [status, Count])) as CountByStatus),
  byPlatform: z.array(
    z.object({
      platform: PlatformName,
      published: Count,
      /** Reactions, comments and shares as networks reported them; 0 until one has. */
      engagement: Count,
      isReported: z.boolean(),
    }),
  ),
  /** The seven days that begin at `weekFrom` of the request. */
  week: z.object({ published: Count, engagement: Count, isReported: z.boolean(), scheduled: Count }),
  /** What goes out first; its account, so that one sees whether it can. */
  next: Post.pick({ id: true, platform: true, accountId: true, formerAccount: true })
    .extend({ scheduledAt: z.iso.datetime() })
    .nullable(),
  /** Those of the days asked for on which something goes or went out, or should have: how many in each state. */
  days: z.array(z.object({ date: z.iso.date(), byStatus: z.partialRecord(z.enum(POST_STATUSES), Count) })),
  /** The three that went out last. */
  recent: z.array(Post),
  /** What failed, was missed or is unconfirmed, the last written first; twenty at most, of as many as `byStatus` tells. */
  troubled: z.array(Post),
  /** What is being sent, likewise. */
  underWay: z.array(Post),
})
export type PostSummary = z.infer<typeof PostSummary>

/** What became of a published post. */
export const PostResult = z.object({
  id: z.uuid(),
  platform: PlatformName,
  publishedAt: z.iso.datetime().nullable(),
  permalink: z.string().nullable(),
  /** Its first words. */
  opening: z.string(),
  /** The sum of what its network reported; 0 until it has. */
  engagement: z.number().int(),
})
export type PostResult = z.infer<typeof PostResult>

export const ResultFilter = z.strictObject({
  ...PostFilter.pick({ platform: true, from: true, to: true }).shape,
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** One try at publishing, for the owner to read. */
export const Attempt = z.object({
  number: Count,
  state: z.enum(['prepared', 'sending', 'accepted', 'rejected', 'unknown']),
  startedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  failure: Failure.nullable(),
})

/** One thing that happened to a post on its way out, or is about to. */
export const TimelineMoment = z.object({
  at: z.iso.datetime(),
  what: z.enum(MOMENTS),
  /** The attempt that it belongs to; null for what is about the post itself. */
  attempt: Count.nullable(),
  /** In the reader's language, as is the text. */
  title: z.string(),
  text: z.string().nullable(),
  /** The network's own words, or what the connection to it ended with. */
  detail: z.string().nullable(),
  detailFrom: z.enum(['network', 'connection']).nullable(),
  /** When it is tried again. */
  until: z.iso.datetime().nullable(),
  /** Still to come. */
  isAhead: z.boolean(),
})
export type TimelineMoment = z.infer<typeof TimelineMoment>

/** Entity tags, of which the posts' are revisions; proxies that pack an answer make weak ones of them. */
const IF_MATCH = /^\s*(?:\*|(?:W\/)?"\d{1,9}"(?:\s*,\s*(?:W\/)?"\d{1,9}")*)\s*$/

/** Which states of the post a change is meant for. */
export const Meant = {
  headers: z.object({
    'If-Match': z
      .string()
      .max(200)
      .regex(IF_MATCH)
      .transform((tags) => (tags.trim() === '*' ? undefined : (tags.match(/\d+/g) ?? []).map(Number)))
      .optional(),
  }),
}

const STATE = { ETag: 'Its revision, for `If-Match`: a change is then refused after another one.' }

const NEXT_PAGE = { Link: 'The next page, as `<address>; rel="next"`; absent from the last one.' }

export const postEndpoints = {
  'GET /api/posts': {
    summary:
      'The posts of the person signed in, newest first: by when they went out with `status=published`, else by when they were written. A `Link` header leads to the next page.',
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: PostFilter,
    answer: z.array(Post),
    answerHeaders: NEXT_PAGE,
  },
  'GET /api/posts/scheduled': {
    summary: 'The scheduled ones, soonest first. A `Link` header leads to the next page.',
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: PostFilter.pick({ from: true, to: true, limit: true, cursor: true }),
    answer: z.array(Post),
    answerHeaders: NEXT_PAGE,
  },
  'GET /api/posts/summary': {
    summary:
      'Counts for the dashboard and the calendar, what went out last, and what waits for the person or is under way. `weekFrom` is when the week begins where the person is; `daysFrom` and `daysTo` are days in their time zone, 62 at most.',
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: SummaryFilter,
    answer: PostSummary,
  },
  'GET /api/posts/results': {
    summary: 'What networks reported of the published posts, the last published first.',
    access: 'user',
    scope: 'results:read',
    query: ResultFilter,
    answer: z.array(PostResult),
  },
  'GET /api/posts/calendar': {
    summary:
      'What the cells of a calendar show: of each day from `daysFrom` to `daysTo` (62 at most, in the time zone of the person) its counts and its first eight posts by time. Days without any are left out.',
    access: 'user',
    scope: 'posts:read',
    isVersioned: true,
    query: CalendarFilter,
    answer: CalendarDays,
  },
  'GET /api/posts/{id}': {
    summary: 'One post.',
    access: 'user',
    scope: 'posts:read',
    answer: Post,
    answerHeaders: STATE,
  },
  'GET /api/posts/{id}/attempts': {
    summary: 'Each try at publishing it, oldest first.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(Attempt),
  },
  'GET /api/posts/{id}/timeline': {
    summary: 'Everything that happened to it on its way out, oldest first, in words for its owner.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(TimelineMoment),
  },
  'POST /api/posts': {
    summary:
      'Keeps a draft, schedules a post, or publishes it now: 201 when decided, 202 when the network has not answered within 25 s.',
    access: 'user',
    scope: 'posts:write',
    alsoNeeds: { scope: 'posts:publish', of: 'body', member: 'status', being: 'published' },
    body: NewPost,
    bodyLimit: POST_BODY_BYTES,
    answer: Post,
    answerHeaders: STATE,
    pendingStatus: 202,
    status: 201,
    errors: ['time_in_past', 'account_not_connected', 'too_many_drafts', 'not_found'],
  },
  'GET /api/posts/{id}/source': {
    summary: 'What a draft was written from; null where that was not stored.',
    access: 'user',
    scope: 'posts:read',
    answer: z.object({ given: DraftSource.nullable() }),
    errors: ['not_found'],
  },
  'PUT /api/posts/{id}/source': {
    summary: 'Stores what a draft was written from, instead of what was stored before. It goes with its draft.',
    access: 'user',
    scope: 'posts:write',
    body: DraftSource,
    bodyLimit: DRAFT_SOURCE_BYTES,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'PATCH /api/posts/{id}': {
    summary:
      'Changes or moves a post that has not been sent. A draft with a time is scheduled. With no time at all, of one that was sent and never answered for, that is noted (202): it becomes a draft once its network shows that it is not out.',
    access: 'user',
    scope: 'posts:write',
    ...Meant,
    body: PostChange,
    bodyLimit: POST_BODY_BYTES,
    answer: Post,
    answerHeaders: STATE,
    pendingStatus: 202,
    errors: ['already_publishing', 'already_published', 'changed_meanwhile', 'time_in_past'],
  },
  'POST /api/posts/{id}/publish': {
    summary: 'Publishes a draft, scheduled, failed or missed post now.',
    access: 'user',
    scope: 'posts:publish',
    ...Meant,
    answer: Post,
    answerHeaders: STATE,
    pendingStatus: 202,
    errors: [
      'already_publishing',
      'already_published',
      'changed_meanwhile',
      'account_not_connected',
      'validation_failed',
    ],
  },
  'POST /api/posts/{id}/resolve': {
    summary:
      "The owner's word on an unconfirmed post: it is live, or it is not and is sent again; null where it was to be deleted then.",
    access: 'user',
    scope: 'posts:publish',
    ...Meant,
    body: z.strictObject({ outcome: z.enum(['live', 'not_live']) }),
    answer: Post.nullable(),
    answerHeaders: STATE,
    errors: ['not_unconfirmed', 'changed_meanwhile'],
  },
  'DELETE /api/posts/{id}': {
    summary:
      'Removes a post. One that is out is removed only when the call says that it knows: from its network too with `network=true`, from Frogy alone with `network=false`. Of one that was sent and never answered for, that is noted (202): nothing of it is sent again, and it is removed once the network shows that it is not out.',
    access: 'user',
    scope: 'posts:write',
    alsoNeeds: { scope: 'posts:publish', of: 'query', member: 'network', being: 'true' },
    ...Meant,
    query: z.strictObject({ network: z.enum(['true', 'false']).optional() }),
    answer: null,
    status: 204,
    pendingStatus: 202,
    pendingAnswer: Post,
    errors: [
      'already_publishing',
      'already_published',
      'changed_meanwhile',
      'removal_by_hand',
      'platform_failed',
      'needs_reconnect',
      'account_busy',
    ],
  },
} as const
