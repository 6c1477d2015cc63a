import type { PushedKind } from './pushed-kinds.ts'
import type { NotificationKind } from './action.ts'

/**
 * What a person chooses to be told of: a post that is not out or may not be, an account that has to be connected again,
 * a post that is out.
 */
export const TOPICS = ['trouble', 'account', 'published'] as const
export type Topic = (typeof TOPICS)[number]

/** Whether to mail, push, or not, is said by these; what the app itself shows is everything. */
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
