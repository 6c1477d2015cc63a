import type { PushedKind } from './pushed-kinds.ts'
import type { NotificationKind } from './action.ts'

/**
 * The topics that a user chooses: a post that failed or is late, an account that must be connected again, a published
 * post.
 */
export const TOPICS = ['trouble', 'account', 'published'] as const
export type Topic = (typeof TOPICS)[number]

/** The channels that a user can turn on and off per topic. The app itself shows everything. */
export function topicOfNotification(kind: NotificationKind): Topic {
  return kind === 'reconnect' || kind === 'ending' ? 'account' : 'trouble'
}

export const TOPIC_OF_PUSH = {
  'post.published': 'published',
  'post.failed': 'trouble',
  'post.missed': 'trouble',
  'post.unconfirmed': 'trouble',
  'account.lost': 'account',
} as const satisfies Record<PushedKind, Topic>
