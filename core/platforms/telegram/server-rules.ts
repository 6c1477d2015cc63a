import type { ServerRules } from '../server-rules-type.ts'

export const telegram: ServerRules = {
  pictures: {
    // Telegram accepts 10 MB and recompresses pictures to at most 2560 px. Smaller files mean fewer timeouts.
    maxBytes: { 'image/jpeg': 5_000_000 },
    maxWidth: 2_560,
    ratio: { least: 1 / 20, most: 20 },
    // Telegram limits the sum of a picture's width and height to 10,000 pixels.
    maxPixels: 9_000_000,
  },
  // Bots get no metrics. Frogy reads once, finds nothing, and reads no more.
  metrics: { switch: 'METRICS', readAt: [], readsPerDay: { ofAccount: 1_000, ofAll: Infinity } },
  writing: {
    length: [300, 900],
    shape:
      'A short title line, then paragraphs of one to three sentences with a blank line between them, as a channel writes to its readers.',
    asksWhenEducational: false,
    takesEmoji: true,
    hashtags: 'one or two',
    mostHashtags: 2,
    links: 'A link makes a card of its page: at most one, alone on the last line.',
    offline: { length: [250, 1_000], hashtags: 2 },
  },
}
