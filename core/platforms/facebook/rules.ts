import type { PlatformRules } from '../platform-rules.ts'

export const facebook: PlatformRules = {
  name: 'Facebook',
  icon: 'faFacebookF',
  colour: '#0866FF',
  connecting: 'consent',
  // Facebook does not define "character". Frogy counts UTF-16 units, because this count is the highest.
  limits: { textLimit: 63_206, countedIn: 'utf16-units', previewLimit: 3000 },
  needsMedia: false,
  fetchesPictures: false,
  // Frogy sends videos as reels. It knows the id of a reel before publication, so it can look up whether the reel was
  // published.
  video: {
    types: ['video/mp4'],
    seconds: [3, 90],
    maxBytes: 1_000_000_000,
    ratio: [0.5, 0.6],
    frames: [24, 60],
  },
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: true,
  showsHeadline: false,
  tellsOwnPosts: true,
  pageScope: 'pages_manage_posts',
  commentLimit: 8_000,
  removal: 'as-posting',
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  fold: { characters: 480, lines: 5, charactersPerLine: 80 },
}
