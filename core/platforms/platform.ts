export const PLATFORMS = ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'] as const

export type Platform = (typeof PLATFORMS)[number]

/**
 * The properties in which networks differ. Shared code reads these properties and never branches on a network's name.
 */
export type PlatformRules = {
  name: string
  needsMedia: boolean
  /** The network downloads pictures from a URL, so it must be able to reach this installation. */
  fetchesPictures: boolean
  /** Frogy sends a link card with the post, because the network does not generate a preview of the linked page. */
  isGivenCards: boolean
  /** Whether a draft from a web page ends with the page's address by default. */
  takesSourceLink: boolean
  /**
   * The network lets an ordinary app list an account's posts, so that Frogy can look up a post after a lost response.
   */
  tellsOwnPosts: boolean
  /** How a post is deleted: with the permission to post, with the extra `scope`, or by hand on the network. */
  removal: 'as-posting' | { scope: string } | 'by-hand'
  /**
   * Characters that only this network refuses, such as a byte order mark. No network accepts U+0000 or unpaired
   * surrogates.
   */
  forbiddenCharacters: string
  /**
   * Whether the editor offers this network as a target. An existing post keeps its network, even if the editor does not
   * offer it.
   */
  offeredWhenEditing: boolean
  /** The page on which users see their own posts, for a network without profile URLs. */
  ownPostsUrl: string | null
  /** Where the feed cuts a long post with "… more". Null if the feed shows the whole text. */
  fold: Fold | null
}

/** The feed cuts a text at the limit that it reaches first. No network documents these limits: see preview-fold.ts. */
export type Fold = { characters: number; lines: number; charactersPerLine: number }

const RULES: Record<Platform, PlatformRules> = {
  linkedin: {
    name: 'LinkedIn',
    needsMedia: false,
    fetchesPictures: false,
    takesSourceLink: true,
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
    needsMedia: false,
    fetchesPictures: false,
    takesSourceLink: false,
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
    needsMedia: false,
    fetchesPictures: false,
    takesSourceLink: true,
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
    needsMedia: true,
    fetchesPictures: true,
    takesSourceLink: false,
    isGivenCards: false,
    tellsOwnPosts: true,
    removal: 'by-hand', // Instagram's login grants no such right
    forbiddenCharacters: '',
    offeredWhenEditing: true,
    ownPostsUrl: null,
    fold: { characters: 125, lines: 2, charactersPerLine: 60 },
  },
  threads: {
    name: 'Threads',
    needsMedia: false,
    fetchesPictures: true,
    takesSourceLink: true,
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

export function canRemove(platform: Platform, scopes: readonly string[]): boolean {
  const { removal } = rulesOf(platform)
  return typeof removal === 'string' ? removal === 'as-posting' : scopes.includes(removal.scope)
}
