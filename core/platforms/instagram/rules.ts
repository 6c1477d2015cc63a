import type { PlatformRules } from '../platform-rules.ts'

export const instagram: PlatformRules = {
  name: 'Instagram',
  icon: 'faInstagram',
  colour: '#D62976',
  connecting: 'consent',
  // Instagram does not define "character", and lowered its hashtag limit from 30 in December 2025.
  limits: { textLimit: 2200, countedIn: 'utf16-units', previewLimit: 3000, hashtagLimit: 5, mentionLimit: 20 },
  needsMedia: true,
  fetchesPictures: true,
  isGivenCards: false,
  hasLinksInText: false,
  takesSourceLink: false,
  showsHeadline: false,
  tellsOwnPosts: true,
  removal: 'by-hand', // Instagram's login cannot grant the permission to delete posts.
  forbiddenCharacters: '',
  offeredWhenEditing: true,
  ownPostsUrl: null,
  fold: { characters: 125, lines: 2, charactersPerLine: 60 },
}
