import type { PushedKind } from './pushed-kinds.ts'
import type { NotificationKind } from './action.ts'

export const TOPICS = ['trouble', 'account', 'published'] as const
export type Topic = (typeof TOPICS)[number]

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
