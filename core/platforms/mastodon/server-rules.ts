import { USUAL_AGES } from '../reading-ages.ts'
import type { ServerRules } from '../server-rules-type.ts'

export const mastodon: ServerRules = {
  pictures: {
    // Servers set their own limits for pictures, usually 16 MB. A server with a smaller limit refuses the picture.
    maxBytes: { 'image/jpeg': 5_000_000, 'image/png': 5_000_000 },
    // Mastodon shrinks pictures to 8.3 megapixels and refuses them above 33.
    maxPixels: 8_294_400,
  },
  // A server allows an account 300 calls in 5 minutes, publishing included.
  metrics: { switch: 'METRICS', readAt: USUAL_AGES, readsPerDay: { ofAccount: 2_000, ofAll: Infinity } },
  writing: {
    length: [200, 450],
    shape:
      'Two to four plain sentences, as among people who know the field. No slogan and no call to share: both read as advertising here.',
    asksWhenEducational: false,
    takesEmoji: false,
    hashtags: 'two or three',
    mostHashtags: 3,
    links: 'A link counts 23 characters whatever its length, and makes a card: at most one, alone on the last line.',
    offline: { length: [0, 450], hashtags: 3 },
  },
}
