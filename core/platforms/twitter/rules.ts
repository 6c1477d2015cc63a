import type { PlatformRules } from '../platform-rules.ts'

export const twitter: PlatformRules = {
  name: 'X',
  icon: 'faXTwitter',
  colour: '#0F1419',
  connecting: 'consent',
  // X allows Premium accounts 25,000 characters, but its API does not tell reliably which accounts are
  // Premium.
  limits: { textLimit: 280, countedIn: 'weighted', previewLimit: 280 },
  needsMedia: false,
  fetchesPictures: false,
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: false,
  showsHeadline: false,
  tellsOwnPosts: true,
  removal: 'as-posting',
  forbiddenCharacters: '\uFFFE\uFEFF\uFFFF',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  outlineSections: 2,
  fold: null,
}
