import { USUAL_AGES } from '../reading-ages.ts'
import type { ServerRules } from '../server-rules-type.ts'

export const threads: ServerRules = {
  pictures: {
    maxBytes: { 'image/jpeg': 8_000_000, 'image/png': 8_000_000 },
    maxWidth: 1_440,
    ratio: { least: 1 / 10, most: 10 },
  },
  metrics: { switch: 'METRICS', readAt: USUAL_AGES, readsPerDay: { ofAccount: 800, ofAll: Infinity } },
  writing: {
    length: [200, 450],
    shape:
      'One thought in two to four sentences, as said aloud in a conversation. At most two figures ("four of nine" is one). No list.',
    asksWhenEducational: false,
    takesEmoji: true,
    hashtags: 'one or none',
    mostHashtags: 1,
    links: 'At most one, alone on the last line, where it makes a card; most posts have none.',
    offline: { length: [0, 450], hashtags: 2 },
  },
}
