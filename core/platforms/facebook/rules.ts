import type { PlatformRules } from '../platform-rules.ts'

export const facebook: PlatformRules = {
  name: 'Facebook',
  icon: 'faFacebookF',
  colour: '#0866FF',
  connecting: 'consent',
  // Facebook does not define "character". UTF-16 units give the highest count.
  limits: { textLimit: 63_206, countedIn: 'utf16-units', previewLimit: 3000 },
  needsMedia: false,
  fetchesPictures: false,
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: true,
  showsHeadline: false,
  tellsOwnPosts: true,
  pageScope: 'pages_manage_posts',
  removal: 'as-posting',
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  fold: { characters: 480, lines: 5, charactersPerLine: 80 },
}
