import type { PlatformRules } from '../platform-rules.ts'

export const threads: PlatformRules = {
  name: 'Threads',
  icon: 'faThreads',
  colour: '#0F1419',
  connecting: 'consent',
  limits: { textLimit: 500, countedIn: 'characters-and-emoji-bytes', previewLimit: 3000, linkLimit: 5 },
  needsMedia: false,
  fetchesPictures: true,
  isGivenCards: false,
  hasLinksInText: true,
  takesSourceLink: true,
  showsHeadline: false,
  tellsOwnPosts: true,
  removal: { scope: 'threads_delete' },
  forbiddenCharacters: '',
  offeredWhenEditing: false,
  ownPostsUrl: null,
  outlineSections: 3,
  fold: { characters: 250, lines: 8, charactersPerLine: 50 },
}
