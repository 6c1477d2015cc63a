import type { PlatformLook } from '../platform-rules.ts'

export const twitter: PlatformLook = {
  aliases: ['x twitter', 'twitter x', 'تويتر', 'إكس', 'منصة إكس'],
  text: 'beside',
  isCompact: true,
  avatarSize: 40,
  author: 'name-and-handle',
  hasPictureFirst: false,
  gallery: 'mosaic',
  linkCard: null,
  showsAnimations: true,
  maxCaptionBytes: 200_000,
  actions: [{ icon: 'bubble' }, { icon: 'repost' }, { icon: 'heart' }, { icon: 'chart' }, { icon: 'bookmark' }],
}
