import type { PlatformLook } from '../platform-rules.ts'

export const instagram: PlatformLook = {
  aliases: ['ig', 'insta', 'إنستغرام', 'إنستقرام', 'إنستجرام'],
  text: 'under',
  avatarSize: 32,
  author: 'handle',
  hasNameInText: true,
  hasPictureFirst: true,
  gallery: 'carousel',
  linkCard: null,
  hasVideoCover: true,
  actions: [{ icon: 'heart' }, { icon: 'bubble' }, { icon: 'send' }],
}
