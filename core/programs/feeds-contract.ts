import { z } from 'zod'

export const FEED_KINDS = ['calendar', 'published'] as const
export const FeedKind = z.enum(FEED_KINDS)
export type FeedKind = z.infer<typeof FeedKind>

export const Feeds = z.object({
  /** URL of the iCalendar feed of planned and published posts; null when disabled. */
  calendar: z.string().nullable(),
  /** URL of the RSS 2.0 feed of published posts; null when disabled. */
  published: z.string().nullable(),
})
export type Feeds = z.infer<typeof Feeds>

const Key = z.strictObject({ key: z.string().min(1).max(100) })

export const feedEndpoints = {
  'GET /api/feeds': {
    summary: 'The secret addresses at which calendars and readers find the posts of the person signed in.',
    access: 'user',
    scope: null,
    answer: Feeds,
  },
  'POST /api/feeds/{kind}': {
    summary: 'Makes such an address, or another one in the place of the one before, which leads nowhere from then on.',
    access: 'user',
    scope: null,
    params: z.object({ kind: FeedKind }),
    takesNoKey: true,
    answer: Feeds,
  },
  'DELETE /api/feeds/{kind}': {
    summary: 'Takes such an address away.',
    access: 'user',
    scope: null,
    params: z.object({ kind: FeedKind }),
    answer: Feeds,
  },
  'GET /feeds/calendar.ics': {
    summary: 'A calendar of the last sixty days and of everything that is planned.',
    access: 'public',
    query: Key,
    answer: null,
    fileTypes: ['text/calendar'],
    errors: ['not_found'],
  },
  'GET /feeds/published.rss': {
    summary: 'The fifty posts that were published last.',
    access: 'public',
    query: Key,
    answer: null,
    fileTypes: ['application/rss+xml'],
    errors: ['not_found'],
  },
} as const
