import type { Platform } from '../platforms/platform.ts'
import type { BasicRequest } from './contract.ts'

export interface PlatformAdvice {
  /** Usual length of a post in characters, within the network's limit. */
  length: [from: number, to: number]
  shape: string
  /** The content types that end with a question. */
  asks: readonly BasicRequest['contentType'][]
  /** Whether a casual post may have an emoji. */
  takesEmoji: boolean
  hashtags: string
  /** How links work on the network. Forbids the model to invent a link. */
  links: string
}

export const PLATFORM_ADVICE: Record<Platform, PlatformAdvice> = {
  linkedin: {
    length: [700, 1_300],
    shape:
      'Paragraphs of two or three sentences with a blank line between them. Readers see two lines before they open the post: these hold the point.',
    asks: ['educational', 'engagement'],
    takesEmoji: false,
    hashtags: 'two or three',
    links:
      'A link makes a card of its page: at most one, alone on the last line, and what matters stands in the post, not behind it.',
  },
  twitter: {
    length: [140, 250],
    shape:
      'One point with its cost or limit, in sentences that are clear at first sight. At most two figures. The first words carry the point. A speaker is named in the sentence that reports them. No thread.',
    asks: ['engagement'],
    takesEmoji: false,
    hashtags: 'one or none',
    links:
      'A link counts 23 characters whatever its length, and fewer people are shown a post with one: at most one, at the end, never instead of the point.',
  },
  facebook: {
    length: [300, 800],
    shape:
      'Two or three short paragraphs, as told to people who know the author a little. The first paragraph holds the point.',
    asks: ['educational', 'engagement'],
    takesEmoji: true,
    hashtags: 'one to three',
    links:
      'A link makes a card of its page: at most one, on the last line, with a sentence before it that says what is behind it.',
  },
  instagram: {
    length: [300, 900],
    shape:
      'A caption that is understood without its picture. The feed shows the first line alone. Short paragraphs with a blank line between them.',
    asks: ['engagement'],
    takesEmoji: true,
    hashtags: 'three to five',
    links: 'Links cannot be pressed in a caption: none, and no “link in bio” unless the facts say that there is one.',
  },
  threads: {
    length: [200, 450],
    shape: 'One thought in two to four sentences, as said aloud in a conversation. No list.',
    asks: ['engagement'],
    takesEmoji: true,
    hashtags: 'one or none',
    links: 'At most one, alone on the last line, where it makes a card; most posts have none.',
  },
}
