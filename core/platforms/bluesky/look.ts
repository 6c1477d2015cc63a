import type { PlatformLook } from '../platform-rules.ts'

export const bluesky: PlatformLook = {
  aliases: ['bsky', 'blue sky', 'بلوسكاي', 'بلو سكاي'],
  text: 'beside',
  isCompact: true,
  avatarSize: 40,
  author: 'name-and-handle',
  hasPictureFirst: false,
  gallery: 'mosaic',
  linkCard: 'title',
  maxCaptionBytes: 20_000,
  actions: [{ icon: 'bubble' }, { icon: 'repost' }, { icon: 'heart' }, { icon: 'bookmark' }, { icon: 'share' }],
}
