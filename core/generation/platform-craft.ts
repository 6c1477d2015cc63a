import type { Platform } from '../platforms/platform.ts'

/** What works on a network, as a writer is told it. */
export interface Craft {
  /** How long a draft usually is, in characters; the network's own limit still holds. */
  length: [from: number, to: number]
  shape: string
  hashtags: string
}

export const CRAFT: Record<Platform, Craft> = {
  linkedin: {
    length: [700, 1_300],
    shape:
      'Paragraphs of two or three sentences with a blank line between them, never one line a sentence. Only the first two lines show before the fold: they carry the point.',
    hashtags: 'two or three',
  },
  twitter: {
    length: [140, 250],
    shape:
      'One point, its cost or its limit included. Whoever said something is named in the same sentence. No thread.',
    hashtags: 'one or none',
  },
  facebook: {
    length: [300, 800],
    shape:
      'Two or three short paragraphs, as told to people who know the author a little. The point stands in the first.',
    hashtags: 'one to three',
  },
  instagram: {
    length: [300, 900],
    shape:
      'A caption that stands on its own beneath a picture: its first line is read alone. Short paragraphs with a blank line.',
    hashtags: 'three to five',
  },
  threads: {
    length: [200, 450],
    shape: 'One thought in two to four sentences, as said in a conversation. No list.',
    hashtags: 'one or none',
  },
}
