import { z } from 'zod'
import { LONGEST_TEXT } from '../platforms/limits.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { LONGEST_WARNING, VISIBILITIES } from '../platforms/post-options.ts'
import { MOMENTS } from './timeline.ts'
import { isTimeZone } from '../time-zone.ts'
import { parseHashtags } from './hashtags.ts'
import { LATEST_COMMENT_MINUTES, MOST_PARTS, PART_STATES, wholeThread, type GivenPart } from './follow-ups.ts'
import { POST_STATUSES } from './lifecycle.ts'
import { MAX_TAGS_PER_POST } from './tags.ts'
import { CONTENT_TYPES, TONES, WISHES_LIMIT } from '../writing/options/basic.ts'
import { PROFESSIONAL_OPTIONS } from '../writing/options/professional.ts'

/** The maximum size of a request: the longest thread with media, even if JSON escapes every letter in six bytes. */
const POST_BODY_BYTES = 1024 * 1024
/** The maximum size of a request: the longest source with three bytes per letter. */
const DRAFT_SOURCE_BYTES = 1024 * 1024

export const PlatformName = z.enum(PLATFORMS)

/** Allows the longest text of any network. `textIssues` checks the limit of the post's own network. */
const Content = z.string().max(LONGEST_TEXT)

/** Hashtags as text with commas, or as a list. */
const Hashtags = z
  .union([z.string().max(2_000), z.array(z.string().max(200)).max(60)])
  .transform((given) => parseHashtags(given))

/** An instant with its offset, limited to years that every client and database supports. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => !(yearOf(text) < 1900 || yearOf(text) > 9998), { params: { text: 'date' } })

export const yearOf = (instant: string): number => new Date(instant).getUTCFullYear()

/** An instant; null or an empty string for none. */
const When = z.union([Instant, z.literal('').transform(() => null)]).nullable()

/** An IANA zone such as `Africa/Cairo`. Only valid with a time. */
export const TimeZone = z.string().max(64).refine(isTimeZone)

/** Local time in `timeZone`. */
export const WallTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  .refine(isCalendarTime, { params: { text: 'date' } })

/** Whether a local time exists in the calendar, within the years of `Instant`. */
function isCalendarTime(text: string): boolean {
  const instant = `${text}:00.000Z`
  return Instant.safeParse(instant).success && new Date(instant).toISOString() === instant
}

export const Video = z.strictObject({
  id: z.string().max(100),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  platform: z.string().max(100).optional(),
  title: z.string().max(300).optional(),
})
export type Video = z.infer<typeof Video>

const Images = z.array(z.string().max(100)).max(4)
const Videos = z.array(Video).max(3)

/** The longest text of a thread's part at any network that has threads, and of a first comment. */
const LONGEST_PART = 3_000
const LONGEST_COMMENT = 8_000

const GivenParts = z
  .array(z.strictObject({ content: z.string().max(LONGEST_PART), imageIds: Images.optional() }))
  .max(MOST_PARTS)

const TOO_MANY_PARTS = { path: ['parts'], params: { text: 'invalid' } }

const GivenComment = z.strictObject({
  content: z.string().max(LONGEST_COMMENT),
  /** How many minutes after the post its first comment is published. */
  afterMinutes: z.int().min(0).max(LATEST_COMMENT_MINUTES).optional(),
})

/** The author's choices about the post on its network, which must have the chosen options. */
export const Options = z.strictObject({
  /** Mastodon: who sees the post. Default: the account's own default, as its server named it when it was connected. */
  visibility: z.enum(VISIBILITIES).optional(),
  /** Mastodon: the warning that readers see first. It counts towards the text limit. */
  contentWarning: z.string().max(LONGEST_WARNING).optional(),
  /** Telegram: subscribers get the post without a sound. */
  isSilent: z.boolean().optional(),
  /** Telegram: whether the post shows a preview of its first link. Default: true. */
  hasLinkPreview: z.boolean().optional(),
})

// Content types of both generators: the Basic generator's own types, and the Professional generator's intents. The
// tones include the Professional generator's voices.
const POST_CONTENT_TYPES = [...CONTENT_TYPES, ...PROFESSIONAL_OPTIONS.contentIntent] as const
const POST_TONES = [...new Set([...TONES, ...PROFESSIONAL_OPTIONS.voiceTone])]

const PostBody = z.strictObject({
  /** The text. In a thread, the text of the first part. It may be empty if `parts` has it. */
  content: Content,
  platform: PlatformName,
  /** A draft may break the network's rules. Frogy checks them when a post is scheduled or published. */
  status: z.enum(['draft', 'scheduled', 'published']),
  scheduledAt: When.optional(),
  /**
   * The post keeps its local time in this zone, even if the zone's rules change. Without a zone it keeps the instant.
   */
  timeZone: TimeZone.nullish(),
  /**
   * The local time that the author saw. Default: the server converts `scheduledAt`. A local time alone is enough. Its
   * zone is `timeZone`, by default the zone of the account.
   */
  wallTime: WallTime.nullish(),
  /** Only for a draft: the time that its author plans for it. The draft is not scheduled. */
  plannedAt: When.optional(),
  /** Frogy accepts this time from older clients and ignores it. The server's clock decides. */
  publishedAt: When.optional(),
  accountId: z.uuid().nullish(),
  /** The post with the same content in the other language. The two posts refer to each other. */
  siblingId: z.uuid().nullish(),
  contentLanguage: z.enum(['ar', 'en']).optional(),
  contentType: z.enum(POST_CONTENT_TYPES).nullish(),
  tone: z.enum(POST_TONES).nullish(),
  hashtags: Hashtags.nullish(),
  media: z.strictObject({ images: Images.nullish(), videos: Videos.nullish() }).nullish(),
  images: Images.nullish(),
  videos: Videos.nullish(),
  /** A thread: further parts are published as replies, in order, each after the one before is public. */
  parts: GivenParts.nullish(),
  /** A comment that Frogy publishes after the post and all its parts. */
  firstComment: GivenComment.nullish(),
  options: Options.nullish(),
  tagIds: z.array(z.uuid()).max(MAX_TAGS_PER_POST).optional(),
})

export const NewPost = PostBody.refine(
  ({ status, content, parts }) => status === 'draft' || !isBlank(content || (parts?.[0]?.content ?? '')),
  {
    path: ['content'],
    params: { text: 'required' },
  },
).refine(isThreadShort, TOO_MANY_PARTS)
export type NewPost = z.infer<typeof NewPost>

/** Whether a thread has at most `MOST_PARTS` parts. The first part counts, even if `parts` leaves it out. */
function isThreadShort({ content, parts }: { content?: string | undefined; parts?: GivenPart[] | null | undefined }) {
  return wholeThread(content ?? '', parts ?? []).length <= MOST_PARTS
}

/** Whether a text is empty or consists of spaces. Only a draft may be blank. */
export function isBlank(content: string): boolean {
  return content.trim() === ''
}

export const PostChange = z
  .strictObject({
    content: Content.optional(),
    platform: PlatformName.optional(),
    /** The new scheduled time. Null unschedules the post: it becomes a draft. */
    scheduledAt: When.optional(),
    /**
     * The zone of the new scheduled time. A new `scheduledAt` without a zone clears the stored zone. A zone without a
     * time is ignored.
     */
    timeZone: TimeZone.nullish(),
    wallTime: WallTime.nullish(),
    /** A new planned time, only for a draft. Null removes the planned time. */
    plannedAt: When.optional(),
    accountId: z.uuid().nullable().optional(),
    siblingId: z.uuid().nullable().optional(),
    contentLanguage: PostBody.shape.contentLanguage,
    contentType: PostBody.shape.contentType,
    tone: PostBody.shape.tone,
    hashtags: Hashtags.optional(),
    media: z.strictObject({ images: Images, videos: Videos }).optional(),
    /** Replaces all parts; null makes the thread one post again. Without it, `content` changes the first part alone. */
    parts: GivenParts.nullish(),
    firstComment: GivenComment.nullish(),
    /** Replaces all options; null for the defaults. Without it, the options of the post's network stay. */
    options: Options.nullish(),
  })
  .refine(isThreadShort, TOO_MANY_PARTS)
export type PostChange = z.infer<typeof PostChange>

export const Failure = z.object({
  code: z.string(),
  /** Explains the failure and the next step, in the reader's language. */
  message: z.string(),
  /** The network's own message. */
  detail: z.string().nullable(),
  at: z.iso.datetime(),
})

/** A part of a thread, or a first comment. */
const Part = z.object({
  content: z.string(),
  images: z.array(z.string()),
  state: z.enum(PART_STATES),
  permalink: z.string().nullable(),
  failure: Failure.nullable(),
})
export type Part = z.infer<typeof Part>

export const Post = z.object({
  id: z.uuid(),
  content: z.string(),
  platform: PlatformName,
  status: z.enum(POST_STATUSES),
  scheduledAt: z.iso.datetime().nullable(),
  /** The time that the author plans for a draft; null for other posts. Frogy publishes nothing at this time. */
  plannedAt: z.iso.datetime().nullable(),
  /** The post keeps its local time in this zone; null if it keeps the instant. */
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
  /**
   * The name of the disconnected account that this post was written for. The post waits until the user reconnects the
   * account.
   */
  formerAccount: z.string().nullable(),
  /** The post with the same content in the other language. */
  siblingId: z.uuid().nullable(),
  /** The ids of the post's tags. Absent if it has none. */
  tagIds: z.array(z.uuid()).optional(),
  /** The options that differ from their defaults. Absent if none does. */
  options: Options.optional(),
  /** Posts with the same id repeat each other. Absent if the post does not repeat. */
  recurrenceId: z.uuid().optional(),
  /** The followed feed from whose item Frogy wrote this draft; null for other posts. */
  feed: z.object({ title: z.string(), url: z.string().nullable() }).nullable(),
  /** Reactions, comments and shares that the network reported; 0 before the first report. */
  engagement: z.number().int(),
  permalink: z.string().nullable(),
  /** Incremented by each change. A worker compares it before sending, so that it never publishes an older version. */
  revision: z.number().int(),
  /**
   * The author's request to delete or unschedule a post that may already be public. It is fulfilled once the network
   * shows that the post is not public. On a published post, it came too late.
   */
  wish: z.enum(['delete', 'draft']).nullable(),
  /** Why the post is not published, or the temporary failure before the next retry. Null without a failure. */
  failure: Failure.nullable(),
  /** All parts of a thread, the post itself first. Absent if the post is not a thread. */
  parts: z.array(Part).optional(),
  firstComment: Part.omit({ images: true }).extend({ afterMinutes: z.number().int() }).optional(),
})
export type Post = z.infer<typeof Post>

const StoredSource = z.strictObject({
  id: z.string().max(100),
  from: z.enum(['url', 'document']),
  title: z.string().max(1_000),
  content: z.string().max(200_000),
  isCut: z.literal(true).optional(),
  wordCount: z.number().int(),
  language: z.string().max(100).nullable(),
  direction: z.enum(['ltr', 'rtl']),
  pageCount: z.number().int().nullable(),
  author: z.string().max(500).nullable(),
  siteName: z.string().max(500).nullable(),
  url: z.string().max(4_000).nullable(),
  /** Whether the user says that they wrote the source. */
  isOwn: z.boolean().optional(),
})

/** The inputs from which a draft was generated. The source check and the next generation use them. */
export const DraftSource = z.strictObject({
  source: StoredSource.nullable(),
  topic: z.string().max(5_000),
  facts: z.string().max(2_000),
  /** The author's own requests for the draft and for its later changes. */
  wish: z.string().max(WISHES_LIMIT).optional(),
  /** Whether a model wrote the draft. A draft from only a topic is checked only if a model wrote it. */
  isByModel: z.literal(true).optional(),
  /** Chosen options of the Professional generator, by name: `contentLength: comprehensive`. */
  choices: z.record(z.string().max(40), z.string().max(40)).optional(),
  /** Claims that the source does not support, but that the author decided to keep. */
  keptClaims: z.array(z.string().max(1_000)).max(200),
})
export type DraftSource = z.infer<typeof DraftSource>

/** A stored source without `content` means the text that Frogy already keeps under the source's `id`. */
export const DraftSourceChange = DraftSource.extend({ source: StoredSource.partial({ content: true }).nullable() })
export type DraftSourceChange = z.infer<typeof DraftSourceChange>

export const Count = z.number().int()

/** An attempt to publish a post, as the author sees it. */
export const Attempt = z.object({
  number: Count,
  state: z.enum(['prepared', 'sending', 'accepted', 'rejected', 'unknown']),
  startedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  failure: Failure.nullable(),
})

/** A past or expected event in the publication of a post. */
export const TimelineMoment = z.object({
  at: z.iso.datetime(),
  what: z.enum(MOMENTS),
  /** The number of the attempt that the event belongs to; null for events of the post itself. */
  attempt: Count.nullable(),
  /** `title` and `text` are in the reader's language. */
  title: z.string(),
  text: z.string().nullable(),
  /** The network's message, or the connection error. */
  detail: z.string().nullable(),
  detailFrom: z.enum(['network', 'connection']).nullable(),
  /** When the worker will retry the attempt. */
  until: z.iso.datetime().nullable(),
  isAhead: z.boolean(),
})
export type TimelineMoment = z.infer<typeof TimelineMoment>

/**
 * `If-Match`: a list of entity tags. Accepts weak ones (`W/`), because proxies that compress a response weaken its tag.
 */
const IF_MATCH = /^\s*(?:\*|(?:W\/)?"\d{1,9}"(?:\s*,\s*(?:W\/)?"\d{1,9}")*)\s*$/

/** The revisions that the client's change is based on. */
export const IfMatch = {
  headers: z.object({
    'If-Match': z
      .string()
      .max(200)
      .regex(IF_MATCH)
      .transform((tags) => (tags.trim() === '*' ? undefined : (tags.match(/\d+/g) ?? []).map(Number)))
      .optional(),
  }),
}

const STATE = { ETag: 'Its revision, for `If-Match`. A change based on an older revision is rejected.' }

export const postEndpoints = {
  'GET /api/posts/{id}': {
    summary: 'Returns a post.',
    access: 'user',
    scope: 'posts:read',
    answer: Post,
    answerHeaders: STATE,
  },
  'GET /api/posts/{id}/attempts': {
    summary: 'Lists the attempts to publish a post, oldest first.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(Attempt),
  },
  'GET /api/posts/{id}/timeline': {
    summary: 'Lists all publishing events of a post, oldest first, worded for its author.',
    access: 'user',
    scope: 'posts:read',
    answer: z.array(TimelineMoment),
  },
  'POST /api/posts': {
    summary:
      'Saves a draft, schedules a post, or publishes it now. In a workspace that asks the member for approval, a scheduled post is `in_review` until it is approved. Responds 201 once decided, or 202 if the network has not answered within 25 s.',
    access: 'user',
    scope: 'posts:write',
    alsoNeeds: { scope: 'posts:publish', of: 'body', member: 'status', being: 'published' },
    judgesTime: true,
    body: NewPost,
    bodyLimit: POST_BODY_BYTES,
    answer: Post,
    answerHeaders: STATE,
    pendingStatus: 202,
    status: 201,
    errors: [
      'publishing_held',
      'time_in_past',
      'account_not_connected',
      'too_many_drafts',
      'not_found',
      'approval_required',
    ],
  },
  'GET /api/posts/{id}/source': {
    summary: 'Returns the inputs that a draft was written from, or null if none are stored.',
    access: 'user',
    scope: 'posts:read',
    answer: z.object({ given: DraftSource.nullable() }),
    errors: ['not_found'],
  },
  'PUT /api/posts/{id}/source': {
    summary:
      'Stores the inputs that a draft was written from, and replaces earlier ones. They are deleted with the draft. A source without `content` keeps its text: the one stored with the draft, or the one of its `sourceId`.',
    access: 'user',
    scope: 'posts:write',
    body: DraftSourceChange,
    bodyLimit: DRAFT_SOURCE_BYTES,
    answer: null,
    status: 204,
    errors: ['not_found', 'source_expired'],
  },
  'PATCH /api/posts/{id}': {
    summary:
      'Changes or reschedules a post that has not been sent. A draft with a time is scheduled. A change by a member who needs approval makes the post `in_review`. For a sent post that its network never confirmed, removing the time responds 202. It becomes a draft once the network shows that it is not public.',
    access: 'user',
    scope: 'posts:write',
    judgesTime: true,
    ...IfMatch,
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
    ...IfMatch,
    answer: Post,
    answerHeaders: STATE,
    pendingStatus: 202,
    errors: [
      'publishing_held',
      'already_publishing',
      'already_published',
      'changed_meanwhile',
      'account_not_connected',
      'validation_failed',
      'approval_required',
      'awaits_approval',
    ],
  },
  'POST /api/posts/{id}/resolve': {
    summary:
      "Resolves an unconfirmed post by its author's answer. With `not_live`, Frogy sends it again, or deletes it and returns null if its deletion was requested.",
    access: 'user',
    scope: 'posts:publish',
    ...IfMatch,
    body: z.strictObject({ outcome: z.enum(['live', 'not_live']) }),
    answer: Post.nullable(),
    answerHeaders: STATE,
    errors: ['publishing_held', 'not_unconfirmed', 'changed_meanwhile'],
  },
  'POST /api/posts/{id}/continue': {
    summary:
      "Continues a published post whose thread or first comment stopped. `retry` sends the rest. `live` and `not_live` are its author's answer about an unconfirmed part. `stop` gives up what is not published.",
    access: 'user',
    scope: 'posts:publish',
    body: z.strictObject({ action: z.enum(['retry', 'live', 'not_live', 'stop']) }),
    answer: Post,
    answerHeaders: STATE,
    errors: ['publishing_held', 'nothing_to_continue'],
  },
  'DELETE /api/posts/{id}': {
    summary:
      'Deletes a post. A published post needs `network=true` to delete it from its network too, or `network=false` to delete it from Frogy only. For a sent post that its network never confirmed, responds 202. Frogy never sends it again, and deletes it once the network shows that it is not public.',
    access: 'user',
    scope: 'posts:write',
    alsoNeeds: { scope: 'posts:publish', of: 'query', member: 'network', being: 'true' },
    ...IfMatch,
    query: z.strictObject({ network: z.enum(['true', 'false']).optional() }),
    answer: null,
    status: 204,
    pendingStatus: 202,
    pendingAnswer: Post,
    errors: [
      'publishing_held',
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
