import { USUAL_AGES } from '../reading-ages.ts'
import type { ServerRules } from '../server-rules-type.ts'

export const instagram: ServerRules = {
  pictures: { maxBytes: { 'image/jpeg': 8_000_000 }, maxWidth: 1_440, ratio: { least: 4 / 5, most: 1.91 } },
  metrics: {
    switch: 'METRICS',
    readAt: USUAL_AGES,
    // Instagram allows 4,800 calls per impression. Reading a post's metrics takes up to six calls, if Instagram refuses
    // one metric.
    readsPerDay: { ofAccount: 800, ofAll: Infinity },
  },
  writing: {
    length: [300, 900],
    shape:
      'A caption that is understood without its picture. The feed shows the first line alone: one sentence, its own paragraph. Then paragraphs of two or three short sentences with a blank line between them.',
    asksWhenEducational: false,
    takesEmoji: true,
    hashtags: 'three to five',
    mostHashtags: 5,
    links: 'Links cannot be pressed in a caption: none, and no “link in bio” unless the facts say that there is one.',
    offline: { length: [300, 1_200], hashtags: 5 },
  },
}
