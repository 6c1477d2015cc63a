import type { PlatformRules } from '../platform-rules.ts'

export const bluesky: PlatformRules = {
  name: 'Bluesky',
  icon: 'faBluesky',
  colour: '#1185FE',
  connecting: 'form',
  limits: { textLimit: 300, countedIn: 'graphemes-and-bytes', previewLimit: 3000 },
  needsMedia: false,
  fetchesPictures: false,
  // Bluesky's servers accept uploads of up to 50 MB. All of them accept videos of up to 180 seconds.
  video: { types: ['video/mp4'], seconds: [0, 180], maxBytes: 50_000_000 },
  isGivenCards: true,
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
  outlineSections: 2,
  fold: null,
}
