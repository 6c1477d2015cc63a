import { z } from 'zod'
import { LANGUAGES } from '../language.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { OUTPUT_LANGUAGES, TONES } from '../writing/options/basic.ts'
import { PAGE_ERRORS } from './contract.ts'
import { ITEMS_A_DAY, MOST_FEEDS } from './feed-limits.ts'

const Url = z.string().trim().min(1).max(4_000)

const CHOICES = {
  /** The networks for which each new item becomes a draft. */
  platforms: z
    .array(z.enum(PLATFORMS))
    .min(1)
    .max(PLATFORMS.length)
    .transform((given) => PLATFORMS.filter((platform) => given.includes(platform))),
  language: z.enum(OUTPUT_LANGUAGES),
  tone: z.enum(TONES),
}

export const NewFeed = z.strictObject({ url: Url, ...CHOICES })
export type NewFeed = z.infer<typeof NewFeed>

export const FeedChange = z.strictObject({
  platforms: CHOICES.platforms.optional(),
  language: CHOICES.language.optional(),
  tone: CHOICES.tone.optional(),
  isPaused: z.boolean().optional(),
  /** `false` restores a feed that was removed within the last day. */
  isRemoved: z.literal(false).optional(),
})
export type FeedChange = z.infer<typeof FeedChange>

const FEED_ITEM_STATES = ['known', 'waiting', 'drafted', 'skipped', 'failed'] as const

const Failure = z.object({ code: z.string(), message: z.string() })

const FollowedFeedItem = z.object({
  id: z.uuid(),
  title: z.string(),
  url: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  /**
   * `known` items are older than the subscription. `waiting` ones become drafts next. `skipped` ones exceeded the daily
   * limit.
   */
  state: z.enum(FEED_ITEM_STATES),
  /** The draft to open; null if there is none or it was deleted. */
  draftId: z.uuid().nullable(),
  failure: Failure.nullable(),
})

export const FollowedFeed = z.object({
  id: z.uuid(),
  url: z.string(),
  title: z.string(),
  platforms: z.array(z.enum(PLATFORMS)),
  language: z.enum(OUTPUT_LANGUAGES),
  tone: z.enum(TONES),
  createdAt: z.iso.datetime(),
  isPaused: z.boolean(),
  /** Whether Frogy is reading the feed or will read it next. */
  isChecking: z.boolean(),
  /** When Frogy last read the feed without an error. */
  checkedAt: z.iso.datetime(),
  /** The error of the last attempt to read the feed; null after a success. */
  failure: Failure.nullable(),
  /** The three newest items. */
  items: z.array(FollowedFeedItem),
})
export type FollowedFeed = z.infer<typeof FollowedFeed>

const SCOPED = { access: 'user', scope: 'generate' } as const

export const followedFeedEndpoints = {
  'GET /api/followed-feeds': {
    summary: `Lists the feeds of other sites that the user follows. Up to ${ITEMS_A_DAY} new items a day of each feed become drafts.`,
    ...SCOPED,
    answer: z.array(FollowedFeed),
  },
  'POST /api/followed-feeds/preview': {
    summary: 'Returns the feed at a URL with its three newest items. The URL may be that of a page with a feed.',
    ...SCOPED,
    takesNoKey: true,
    perHour: 120,
    isHeavy: true,
    body: z.strictObject({ url: Url }),
    answer: z.object({
      url: z.string(),
      title: z.string(),
      /** The language of the newest items; null if unknown. */
      language: z.enum(LANGUAGES).nullable(),
      items: z.array(FollowedFeedItem.pick({ title: true, url: true, publishedAt: true })),
    }),
    errors: [...PAGE_ERRORS, 'feed_not_found', 'feed_unreadable', 'parser_busy'],
  },
  'POST /api/followed-feeds': {
    summary: `Follows an RSS, Atom or JSON feed, at most ${MOST_FEEDS} per user. Items that the feed has now become no drafts.`,
    ...SCOPED,
    perHour: 60,
    isHeavy: true,
    body: NewFeed,
    answer: FollowedFeed,
    status: 201,
    errors: [...PAGE_ERRORS, 'feed_not_found', 'feed_unreadable', 'feed_followed', 'too_many_feeds', 'parser_busy'],
  },
  'PATCH /api/followed-feeds/{id}': {
    summary: "Changes, pauses or resumes a feed, or restores a removed one. Drafts that exist don't change.",
    ...SCOPED,
    body: FeedChange,
    answer: FollowedFeed,
    errors: ['not_found', 'feed_followed', 'too_many_feeds'],
  },
  'DELETE /api/followed-feeds/{id}': {
    summary: 'Removes a feed. Its drafts stay. `PATCH` with `isRemoved: false` restores it for a day.',
    ...SCOPED,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'POST /api/followed-feeds/{id}/check': {
    summary: 'Makes a feed due now. The background job reads it within seconds.',
    ...SCOPED,
    perHour: 120,
    answer: FollowedFeed,
    status: 202,
    errors: ['not_found'],
  },
} as const
