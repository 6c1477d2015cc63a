import { PLATFORMS, type Platform } from './platform.ts'

/** How a network measures the length of a text. `countFor` implements each unit. */
export type CountingUnit = 'utf16-units' | 'weighted' | 'characters-and-emoji-bytes'

export type LimitedAccount = { platform: Platform }

export type Limits = {
  textLimit: number
  countedIn: CountingUnit
  /** The limit that the editor's counter shows, in UTF-16 units. */
  previewLimit: number
  hashtagLimit: number | null
  mentionLimit: number | null
  linkLimit: number | null
}

const UNLIMITED = { hashtagLimit: null, mentionLimit: null, linkLimit: null }

// LinkedIn, Facebook and Instagram do not define "character". UTF-16 units give the highest count, so Frogy
// uses them.
const LIMITS: Record<Platform, Limits> = {
  linkedin: { ...UNLIMITED, textLimit: 3000, countedIn: 'utf16-units', previewLimit: 3000 },
  // X allows Premium accounts 25,000 characters, but its API does not tell reliably which accounts are
  // Premium.
  twitter: { ...UNLIMITED, textLimit: 280, countedIn: 'weighted', previewLimit: 280 },
  facebook: { ...UNLIMITED, textLimit: 63_206, countedIn: 'utf16-units', previewLimit: 3000 },
  // Instagram lowered its hashtag limit from 30 in December 2025.
  instagram: {
    ...UNLIMITED,
    textLimit: 2200,
    countedIn: 'utf16-units',
    previewLimit: 3000,
    hashtagLimit: 5,
    mentionLimit: 20,
  },
  threads: { ...UNLIMITED, textLimit: 500, countedIn: 'characters-and-emoji-bytes', previewLimit: 3000, linkLimit: 5 },
}

export function limitsFor({ platform }: LimitedAccount): Limits {
  return LIMITS[platform]
}

/** The longest text that any network accepts, in UTF-16 units. */
export const LONGEST_TEXT = Math.max(...PLATFORMS.map((platform) => limitsFor({ platform }).textLimit))
