import type { PlatformLook } from '../platform-rules.ts'

export const linkedin: PlatformLook = {
  aliases: ['لينكدإن', 'لينكد إن', 'لنكدإن'],
  text: 'under',
  avatarSize: 44,
  author: 'name',
  hasPictureFirst: false,
  gallery: 'beside',
  linkCard: 'title',
  hasVideoCover: true,
  maxCaptionBytes: 200_000,
  actions: [
    { icon: 'thumb', label: 'like' },
    { icon: 'text-bubble', label: 'comment' },
    { icon: 'repost', label: 'repost' },
    { icon: 'send', label: 'send' },
  ],
}
