export const OFFICIAL_NETWORKS = [
  'linkedin',
  'twitter',
  'facebook',
  'instagram',
  'threads',
  'whatsapp',
  'telegram',
] as const
export const MOST_OFFICIAL = 50
