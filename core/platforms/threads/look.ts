import type { PlatformLook } from '../platform-rules.ts'

export const threads: PlatformLook = {
  aliases: ['ثريدز'],
  text: 'beside',
  isCompact: true,
  avatarSize: 36,
  author: 'handle',
  hasPictureFirst: false,
  gallery: 'strip',
  linkCard: null,
  actions: [{ icon: 'heart' }, { icon: 'bubble' }, { icon: 'repost' }, { icon: 'send' }],
}
