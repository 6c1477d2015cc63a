export const PUSHED_KINDS = [
  'post.published',
  'post.failed',
  'post.missed',
  'post.unconfirmed',
  'account.lost',
] as const
export type PushedKind = (typeof PUSHED_KINDS)[number]
