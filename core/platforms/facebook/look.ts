import type { PlatformLook } from '../platform-rules.ts'

export const facebook: PlatformLook = {
  aliases: ['fb', 'فيسبوك', 'فيس بوك'],
  text: 'under',
  avatarSize: 40,
  author: 'name',
  hasPictureFirst: false,
  gallery: 'below',
  linkCard: 'host',
  actions: [
    { icon: 'thumb', label: 'like' },
    { icon: 'bubble', label: 'comment' },
    { icon: 'share', label: 'share' },
  ],
}
