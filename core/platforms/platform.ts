/** The networks that Frogy writes for and publishes to, in the order in which they are offered. */
export const PLATFORMS = ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'] as const

export type Platform = (typeof PLATFORMS)[number]

/** How a network measures a text; `countText` knows each of them. */
export type CountingUnit = 'utf16-units' | 'weighted' | 'characters-and-emoji-bytes'

/** What differs between the networks as far as a post's text is concerned. Shared code asks here, never for a name. */
export type PlatformRules = {
  /** What people call it. A proper name, the same in both languages. */
  name: string
  /** What the counter beside the editor counts against, in UTF-16 units; `textLimit` is what the network enforces. */
  previewLimit: number
  /** The longest text that the network takes, in `countedIn`. */
  textLimit: number
  countedIn: CountingUnit
  /** At most so many hashtags, mentions and links in a post; null where the network names no limit. */
  hashtagLimit: number | null
  mentionLimit: number | null
  linkLimit: number | null
  /** Refuses a post without a picture. */
  needsMedia: boolean
  /** Is given addresses of pictures instead of the pictures: it must be able to reach this installation. */
  fetchesPictures: boolean
  /** Is given the card of a post's link: it does not read the page itself. */
  isGivenCards: boolean
  /** Tells an ordinary app which posts an account has, so that a lost one can be looked for. */
  tellsOwnPosts: boolean
  /** What taking a post off it needs: no more than posting, a right of its own, or its owner's hand. */
  removal: 'as-posting' | { scope: string } | 'by-hand'
  /** Characters that the network refuses besides those that no network can be sent, e.g. a byte order mark. */
  forbiddenCharacters: string
  /** Offered as the target when a post is edited. A post that is already there keeps its platform all the same. */
  offeredWhenEditing: boolean
  /** Where people who are signed in see what they posted, for a network that does not tell the address of a profile. */
  ownPostsUrl: string | null
  /** Where the feed hides the rest behind "… more"; null where it shows everything that `textLimit` allows. */
  fold: Fold | null
}

/** Whichever is reached first. The networks publish none of it: see preview-fold.ts. */
export type Fold = { characters: number; lines: number; charactersPerLine: number }

// LinkedIn, Facebook and Instagram don't say what a character is. UTF-16 units are the largest reading in use, so that
// a text that fits here fits whichever way they count.
const RULES: Record<Platform, PlatformRules> = {
  linkedin: {
    name: 'LinkedIn',
    previewLimit: 3000,
    textLimit: 3000,
    countedIn: 'utf16-units',
    hashtagLimit: null,
    mentionLimit: null,
    linkLimit: null,
    needsMedia: false,
    fetchesPictures: false,
    isGivenCards: true,
    tellsOwnPosts: false,
    removal: 'as-posting',
    forbiddenCharacters: '',
    offeredWhenEditing: true,
    ownPostsUrl: 'https://www.linkedin.com/in/me/recent-activity/all/',
    fold: { characters: 210, lines: 3, charactersPerLine: 75 },
  },
  twitter: {
    name: 'X',
    previewLimit: 280,
    textLimit: 280, // a subscriber may write more, but the API does not tell reliably who is one
    countedIn: 'weighted',
    hashtagLimit: null,
    mentionLimit: null,
    linkLimit: null,
    needsMedia: false,
    fetchesPictures: false,
    isGivenCards: false,
    tellsOwnPosts: true,
    removal: 'as-posting',
    forbiddenCharacters: '\uFFFE\uFEFF\uFFFF',
    offeredWhenEditing: true,
    ownPostsUrl: null,
    fold: null,
  },
  facebook: {
    name: 'Facebook',
    previewLimit: 3000,
    textLimit: 63_206,
    countedIn: 'utf16-units',
    hashtagLimit: null,
    mentionLimit: null,
    linkLimit: null,
    needsMedia: false,
    fetchesPictures: false,
    isGivenCards: false,
    tellsOwnPosts: true,
    removal: 'as-posting',
    forbiddenCharacters: '',
    offeredWhenEditing: true,
    ownPostsUrl: null,
    fold: { characters: 480, lines: 5, charactersPerLine: 80 },
  },
  instagram: {
    name: 'Instagram',
    previewLimit: 3000,
    textLimit: 2200,
    countedIn: 'utf16-units',
    hashtagLimit: 5, // since December 2025; 30 before
    mentionLimit: 20,
    linkLimit: null,
    needsMedia: true,
    fetchesPictures: true,
    isGivenCards: false,
    tellsOwnPosts: true,
    removal: 'by-hand', // its login for apps gives no right to it
    forbiddenCharacters: '',
    offeredWhenEditing: true,
    ownPostsUrl: null,
    fold: { characters: 125, lines: 2, charactersPerLine: 60 },
  },
  threads: {
    name: 'Threads',
    previewLimit: 3000,
    textLimit: 500,
    countedIn: 'characters-and-emoji-bytes',
    hashtagLimit: null,
    mentionLimit: null,
    linkLimit: 5,
    needsMedia: false,
    fetchesPictures: true,
    isGivenCards: false,
    tellsOwnPosts: true,
    removal: { scope: 'threads_delete' },
    forbiddenCharacters: '',
    offeredWhenEditing: false,
    ownPostsUrl: null,
    fold: { characters: 250, lines: 8, charactersPerLine: 50 },
  },
}

export function rulesOf(platform: Platform): PlatformRules {
  return RULES[platform]
}

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value)
}

/** Whether Frogy can take a post off its network for an account that gave these rights. */
export function canRemove(platform: Platform, scopes: readonly string[]): boolean {
  const { removal } = rulesOf(platform)
  return typeof removal === 'string' ? removal === 'as-posting' : scopes.includes(removal.scope)
}
