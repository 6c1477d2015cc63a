import type { PlatformRules } from '../platform-rules.ts'

export const telegram: PlatformRules = {
  name: 'Telegram',
  icon: 'faTelegram',
  colour: '#229ED9',
  markSize: 0.82,
  connecting: 'form',
  limits: { textLimit: 4_096, captionLimit: 1_024, countedIn: 'utf16-units', previewLimit: 3000 },
  needsMedia: false,
  fetchesPictures: false,
  // Telegram shows videos of other types as files without a player. It accepts 50 MB, but the upload publishes the post
  // and must therefore end within `REQUEST_TIMEOUT_MS`.
  video: { types: ['video/mp4'], codecs: ['h264'], audio: ['aac'], seconds: [0, 14_400], maxBytes: 20_000_000 },
  document: { maxBytes: 20_000_000 },
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: true,
  showsHeadline: false,
  tellsOwnPosts: false,
  removal: 'as-posting',
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  fold: null,
}
