import type { PlatformRules } from '../platform-rules.ts'

export const mastodon: PlatformRules = {
  name: 'Mastodon',
  icon: 'faMastodon',
  colour: '#563ACC',
  connecting: 'form',
  // The text limit of most servers. Each account has the limit of its server.
  limits: { textLimit: 500, countedIn: 'graphemes-and-short-links', previewLimit: 500 },
  needsMedia: false,
  fetchesPictures: false,
  // Servers set their own limits for videos. These are Mastodon's defaults.
  video: {
    types: ['video/mp4', 'video/quicktime'],
    seconds: [0, 14_400],
    maxBytes: 99_000_000,
    frames: [0, 120],
  },
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: true,
  showsHeadline: false,
  tellsOwnPosts: true,
  threads: true,
  findsPeople: true,
  removal: 'as-posting',
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  hasManyServers: true,
  outlineSections: 3,
  fold: null,
}
