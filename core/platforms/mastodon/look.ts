import type { PlatformLook } from '../platform-rules.ts'

export const mastodon: PlatformLook = {
  aliases: ['ماستودون', 'ماستدون'],
  text: 'under',
  avatarSize: 44,
  author: 'name-and-handle',
  hasPictureFirst: false,
  gallery: 'mosaic',
  linkCard: 'host',
  hasVideoCover: true,
  options: ['visibility', 'contentWarning'],
  showsAnimations: true,
  actions: [{ icon: 'bubble' }, { icon: 'repost' }, { icon: 'heart' }, { icon: 'bookmark' }, { icon: 'share' }],
}
