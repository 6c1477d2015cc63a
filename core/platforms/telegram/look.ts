import type { PlatformLook } from '../platform-rules.ts'

export const telegram: PlatformLook = {
  aliases: ['تيليجرام', 'تيليغرام', 'تلغرام', 'تلجرام', 'قناة تيليجرام'],
  text: 'under',
  avatarSize: 36,
  author: 'name',
  hasPictureFirst: true,
  gallery: 'mosaic',
  linkCard: 'title',
  hasVideoCover: true,
  options: ['isSilent', 'hasLinkPreview'],
  showsAnimations: true,
  actions: [{ icon: 'share' }],
}
