import { z } from 'zod'

export const FEED_KINDS = ['calendar', 'published'] as const
export const FeedKind = z.enum(FEED_KINDS)
export type FeedKind = z.infer<typeof FeedKind>

export const Feeds = z.object({
  /** URL of the iCalendar feed of planned and published posts; null when disabled. */
  calendar: z.string().nullable(),
  /** URL of the RSS 2.0 feed of published posts; null when disabled. */
  published: z.string().nullable(),
  /** Feeds of a workspace that stopped working, because the member who created their URL no longer has access. */
  ended: z.array(FeedKind),
})
export type Feeds = z.infer<typeof Feeds>

const Key = z.strictObject({ key: z.string().min(1).max(100) })

export const feedEndpoints = {
  'GET /api/feeds': {
    summary: "Returns the secret URLs at which calendar apps and feed readers find the user's posts.",
    access: 'user',
    scope: null,
    answer: Feeds,
  },
  'POST /api/feeds/{kind}': {
    summary: 'Creates a feed URL, or replaces the existing one, which then stops working.',
    access: 'user',
    scope: null,
    params: z.object({ kind: FeedKind }),
    takesNoKey: true,
    answer: Feeds,
  },
  'DELETE /api/feeds/{kind}': {
    summary: 'Deletes a feed URL.',
    access: 'user',
    scope: null,
    params: z.object({ kind: FeedKind }),
    answer: Feeds,
  },
  'GET /feeds/calendar.ics': {
    summary: 'Returns a calendar of the last sixty days and of all planned posts.',
    access: 'public',
    query: Key,
    answer: null,
    fileTypes: ['text/calendar'],
    errors: ['not_found'],
  },
  'GET /feeds/published.rss': {
    summary: 'Returns the fifty most recently published posts.',
    access: 'public',
    query: Key,
    answer: null,
    fileTypes: ['application/rss+xml'],
    errors: ['not_found'],
  },
} as const
