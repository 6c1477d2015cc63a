import { agesOf, DAY_MS, HOUR_MS, MINUTE_MS } from '../reading-ages.ts'
import type { ServerRules } from '../server-rules-type.ts'

export const linkedin: ServerRules = {
  pictures: {
    // LinkedIn documents no limit for the bytes of a picture. Other publishing tools limit pictures to 5 to 8 MB.
    maxBytes: { 'image/jpeg': 5_000_000, 'image/png': 5_000_000 },
    maxPixels: 36_152_319,
  },
  metrics: {
    switch: 'METRICS',
    // Read metrics rarely, because LinkedIn allows a member 150 calls a day, publishing included.
    readAt: agesOf([
      { untilMs: 3 * HOUR_MS, everyMs: 30 * MINUTE_MS },
      { untilMs: DAY_MS, everyMs: 3 * HOUR_MS },
      { untilMs: 7 * DAY_MS, everyMs: 12 * HOUR_MS },
      { untilMs: 30 * DAY_MS, everyMs: 3 * DAY_MS },
      { untilMs: 90 * DAY_MS, everyMs: 15 * DAY_MS },
    ]),
    // LinkedIn allows 150 calls per member and 100,000 per app. Reading some posts' metrics takes two calls.
    readsPerDay: { ofAccount: 50, ofAll: 25_000 },
  },
  writing: {
    length: [700, 1_300],
    shape:
      'Paragraphs of two or three sentences with a blank line between them. Readers see two lines before they open the post: these hold the point.',
    asksWhenEducational: true,
    takesEmoji: false,
    hashtags: 'two or three',
    mostHashtags: 3,
    links:
      'A link makes a card of its page: at most one, alone on the last line, and what matters stands in the post, not behind it.',
    offline: { length: [600, 1_300], hashtags: 3 },
  },
}
