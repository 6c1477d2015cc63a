import type { PlatformRules } from '../platform-rules.ts'

export const instagram: PlatformRules = {
  name: 'Instagram',
  icon: 'faInstagram',
  colour: '#D62976',
  connecting: 'consent',
  // Instagram does not define "character", so count UTF-16 units. It lowered its hashtag limit from 30 in December
  // 2025.
  limits: { textLimit: 2200, countedIn: 'utf16-units', previewLimit: 3000, hashtagLimit: 5, mentionLimit: 20 },
  needsMedia: true,
  fetchesPictures: true,
  // Instagram publishes a single video as a reel.
  video: {
    types: ['video/mp4', 'video/quicktime'],
    codecs: ['h264', 'hevc'],
    audio: ['aac'],
    seconds: [3, 900],
    maxBytes: 300_000_000,
    ratio: [0.01, 10],
    frames: [23, 60],
    maxWidth: 1_920,
  },
  isGivenCards: false,
  hasLinksInText: false,
  takesSourceLink: false,
  showsHeadline: false,
  tellsOwnPosts: true,
  commentLimit: 2_200,
  removal: 'by-hand', // Instagram's login cannot grant apps the permission to delete posts.
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  fold: { characters: 125, lines: 2, charactersPerLine: 60 },
}
