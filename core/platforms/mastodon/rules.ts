import type { PlatformRules } from '../platform-rules.ts'

export const mastodon: PlatformRules = {
  name: 'Mastodon',
  icon: 'faMastodon',
  colour: '#563ACC',
  connecting: { fields: [{ name: 'server', kind: 'text', isUsername: true, example: 'mastodon.social' }] },
  // The limit of most servers. Each account has the limit of its server.
  limits: { textLimit: 500, countedIn: 'graphemes-and-short-links', previewLimit: 500 },
  needsMedia: false,
  fetchesPictures: false,
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: true,
  showsHeadline: false,
  tellsOwnPosts: true,
  removal: 'as-posting',
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  hasManyServers: true,
  outlineSections: 3,
  fold: null,
}
