import { DAY_MS, HOUR_MS } from '../reading-ages.ts'
import type { ServerRules } from '../server-rules-type.ts'

export const twitter: ServerRules = {
  pictures: { maxBytes: { 'image/jpeg': 5_000_000, 'image/png': 5_000_000 } },
  metrics: {
    // X charges for each metrics response, so its metrics are off unless X_METRICS is `on`.
    switch: 'X_METRICS',
    // Read the metrics of a post only six times, because six reads cost as much as two posts.
    readAt: [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS],
    // X allows 3 million post reads a month, with up to 100 posts per call.
    readsPerDay: { ofAccount: 5_000, ofAll: 50_000 },
  },
  writing: {
    length: [140, 250],
    shape:
      'One point with its base of comparison, cost or limit, in whole sentences that are clear at first sight. At most two figures ("four of nine" is one). The first words carry the point. A speaker is named in the sentence that reports them. No thread.',
    asksWhenEducational: false,
    takesEmoji: false,
    hashtags: 'none, unless the material has one',
    mostHashtags: 1,
    links:
      'A link counts 23 characters whatever its length, and fewer people are shown a post with one: at most one, at the end, never instead of the point.',
    offline: { length: [0, 280], hashtags: 2 },
  },
}
