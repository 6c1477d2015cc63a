export const PLATFORMS = [
  'linkedin',
  'twitter',
  'facebook',
  'instagram',
  'threads',
  'bluesky',
  'mastodon',
  'telegram',
] as const
export type Platform = (typeof PLATFORMS)[number]

export const OPERATIONS = [
  'publish',
  'upload',
  'token',
  'refresh',
  'list',
  'metrics',
  'comment',
  'instance',
  'register',
] as const
export type Operation = (typeof OPERATIONS)[number]
