import type { Platform } from '../platforms/platform.ts'

export interface PlatformAdvice {
  /** Usual length of a post in characters, within the network's limit. */
  length: [from: number, to: number]
  shape: string
  hashtags: string
  /** How links work on the network. Forbids the model to invent a link. */
  links: string
}

export const PLATFORM_ADVICE: Record<Platform, PlatformAdvice> = {
  linkedin: {
    length: [700, 1_300],
    shape:
      'Paragraphs of two or three sentences with a blank line between them, never one line a sentence. Only the first two lines show before the fold: they carry the point.',
    hashtags: 'two or three',
    links:
      'A link makes a card of its page: at most one, alone on the last line, and what matters stands in the post, not behind it.',
  },
  twitter: {
    length: [140, 250],
    shape:
      'One point, its cost or its limit included; the first words carry it, since they are read in a row of others. Whoever said something is named in the same sentence. No thread.',
    hashtags: 'one or none',
    links:
      'A link counts 23 characters whatever its length, and fewer people are shown a post with one: at most one, at the end, never instead of the point.',
  },
  facebook: {
    length: [300, 800],
    shape:
      'Two or three short paragraphs, as told to people who know the author a little. The point stands in the first.',
    hashtags: 'one to three',
    links:
      'A link makes a card of its page: at most one, on the last line, with a sentence before it that says what is behind it.',
  },
  instagram: {
    length: [300, 900],
    shape:
      'A caption that stands on its own beneath a picture: its first line is read alone. Short paragraphs with a blank line.',
    hashtags: 'three to five',
    links: 'Links cannot be pressed in a caption: none, and no “link in bio” unless the facts say that there is one.',
  },
  threads: {
    length: [200, 450],
    shape: 'One thought in two to four sentences, as said in a conversation: the first could be said aloud. No list.',
    hashtags: 'one or none',
    links: 'At most one, alone on the last line, where it makes a card; most posts have none.',
  },
}
