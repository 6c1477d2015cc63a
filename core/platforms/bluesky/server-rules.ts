import { USUAL_AGES } from '../reading-ages.ts'
import type { ServerRules } from '../server-rules-type.ts'

export const bluesky: ServerRules = {
  pictures: {
    // Bluesky's older servers refuse pictures of more than 1,000,000 bytes.
    maxBytes: { 'image/jpeg': 976_000, 'image/png': 976_000 },
    maxWidth: 4_000,
  },
  // Bluesky allows 3,000 calls in 5 minutes per IP address, with up to 25 posts per call.
  metrics: { switch: 'METRICS', readAt: USUAL_AGES, readsPerDay: { ofAccount: 2_000, ofAll: 100_000 } },
  writing: {
    length: [140, 280],
    shape: 'One thought in two or three plain sentences, as said in a conversation. The first words carry the point.',
    asksWhenEducational: false,
    takesEmoji: true,
    hashtags: 'one or none',
    mostHashtags: 2,
    links: 'At most one, alone on the last line, where it makes a card; most posts have none.',
    offline: { length: [0, 300], hashtags: 2 },
  },
}
