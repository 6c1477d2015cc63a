import type { PlatformRules } from '../platform-rules.ts'

export const twitter: PlatformRules = {
  name: 'X',
  icon: 'faXTwitter',
  colour: '#0F1419',
  connecting: 'consent',
  // X allows subscribers 25,000 characters. `limitsFor` uses the limit that Frogy reads when an account connects.
  limits: { textLimit: 280, countedIn: 'weighted', previewLimit: 280 },
  needsMedia: false,
  fetchesPictures: false,
  // Subscribers may post longer videos, but X does not say which length it would accept.
  video: {
    types: ['video/mp4', 'video/quicktime'],
    codecs: ['h264'],
    audio: ['aac'],
    seconds: [0.5, 140],
    maxBytes: 512_000_000,
    ratio: [1 / 3, 3],
    frames: [0, 60],
  },
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: false,
  showsHeadline: false,
  tellsOwnPosts: true,
  // X forbids automated duplicates, and does not say for how long it rejects one.
  rejectsRepeats: true,
  threads: true,
  removal: 'as-posting',
  forbiddenCharacters: '\uFFFE\uFEFF\uFFFF',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  outlineSections: 2,
  fold: null,
}
