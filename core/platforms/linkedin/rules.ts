import type { PlatformRules } from '../platform-rules.ts'

export const linkedin: PlatformRules = {
  name: 'LinkedIn',
  icon: 'faLinkedinIn',
  colour: '#0A66C2',
  connecting: 'consent',
  // LinkedIn does not define "character". Frogy counts UTF-16 units, because this count is the highest.
  limits: { textLimit: 3000, countedIn: 'utf16-units', previewLimit: 3000 },
  needsMedia: false,
  fetchesPictures: false,
  video: {
    types: ['video/mp4'],
    seconds: [3, 1_800],
    minBytes: 75_000,
    maxBytes: 500_000_000,
    ratio: [1 / 2.4, 2.4],
  },
  document: { maxBytes: 100_000_000, maxPages: 300 },
  isGivenCards: true,
  hasLinksInText: true,
  takesSourceLink: true,
  showsHeadline: true,
  tellsOwnPosts: false,
  pageScope: 'w_organization_social',
  commentLimit: 1_250,
  removal: 'as-posting',
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: 'https://www.linkedin.com/in/me/recent-activity/all/',
  fold: { characters: 210, lines: 3, charactersPerLine: 75 },
}
