import { USUAL_AGES } from '../reading-ages.ts'
import type { ServerRules } from '../server-rules-type.ts'

export const facebook: ServerRules = {
  // Facebook's newer documentation allows pictures of 10 MB, the older one 4 MB. Facebook blurs a PNG over 1 MB.
  pictures: { maxBytes: { 'image/jpeg': 4_000_000, 'image/png': 1_000_000 } },
  metrics: {
    switch: 'METRICS',
    readAt: USUAL_AGES,
    // Facebook allows 4,800 calls per engaged user of the Page. Reading a post's metrics takes two calls.
    readsPerDay: { ofAccount: 1_200, ofAll: Infinity },
  },
  writing: {
    length: [300, 800],
    shape:
      'Two or three short paragraphs, as told to people who know the author a little. The first paragraph holds the point.',
    asksWhenEducational: true,
    takesEmoji: true,
    hashtags: 'one to three',
    mostHashtags: 3,
    links:
      'A link makes a card of its page: at most one, on the last line, with a sentence before it that says what is behind it.',
    offline: { length: [300, 800], hashtags: 3 },
  },
}
