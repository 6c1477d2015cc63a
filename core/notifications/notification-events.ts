import type { Platform } from '../platforms/platform.ts'
import type { PostStatus } from '../posts/lifecycle.ts'
import type { FailureCode } from '../publishing/failure.ts'
import type { NotificationKind } from './action.ts'

export const GATHER_MS = 10 * 60_000
/** The shortest delay about which Frogy sends a mail, because most delays end soon. */
const DELAY_MAILED_AFTER_MS = 2 * 60_000

type TroubledStatus = Extract<PostStatus, 'failed' | 'missed' | 'unconfirmed'>

export function isTroubled(status: PostStatus): status is TroubledStatus {
  return status === 'failed' || status === 'missed' || status === 'unconfirmed'
}

export interface PostNotificationEvent {
  about: 'post'
  /**
   * `moved`, `unmoved`: the rules of the post's time zone changed, and Frogy adjusted or kept its instant. `went_out`:
   * the post was published although its author had withdrawn it. `incomplete`: it is published, but its thread or its
   * first comment stopped. `review_ending`: the scheduled time of a post in review is near.
   */
  trouble:
    | TroubledStatus
    | 'delayed'
    | 'moved'
    | 'unmoved'
    | 'went_out'
    | 'incomplete'
    | 'in_review'
    | 'review_ending'
    | 'approved'
    | 'returned'
  reason: FailureCode | null
  platform: Platform
  accountId: string | null
  isAccountLost: boolean
}

export type NotificationEvent = PostNotificationEvent | { about: 'account'; platform: Platform; accountId: string }

/**
 * The subject of a notification. One notification collects all unread events about the same problem of a post or
 * account.
 */
interface Topic {
  kind: NotificationKind
  reason: FailureCode | null
  subject: string
}

/**
 * Posts that fail on the same account for the same reason share a notification. So do all posts blocked by an account
 * that needs a reconnect.
 */
export function topicOf(news: NotificationEvent): Topic {
  if (news.about === 'account') return lost(news.accountId)
  const { trouble, reason, platform, accountId } = news
  if (trouble !== 'delayed' && reason === 'reconnect' && news.isAccountLost && accountId) return lost(accountId)
  const parts = [trouble, reason, accountId ?? platform]
  return { kind: trouble, reason, subject: parts.filter((part) => part !== null).join(':') }
}

const lost = (accountId: string): Topic => ({
  kind: 'reconnect',
  reason: 'reconnect',
  subject: `reconnect:${accountId}`,
})

/**
 * Returns when the next mail of a notification is due after a new event; null for none. The first mail is due
 * immediately, or after two minutes if the event is a delay. Later events are collected for ten minutes.
 * @param found.isNew whether this event starts the notification
 * @param found.mailAt when the notification's pending mail is due; null if no mail is pending
 * @param found.lastMailedAt the last mail about its subject, in earlier notifications too
 */
export function nextMailDueAt(
  news: NotificationEvent,
  found: { isNew: boolean; mailAt: Date | null; lastMailedAt: Date | null },
  now: Date,
): Date | null {
  // The user already received a mail about the lost account. It explains every further post that the account blocks.
  const isKnownLoss = news.about === 'post' && topicOf(news).kind === 'reconnect' && !found.isNew
  if (found.mailAt || isKnownLoss) return found.mailAt
  const delayMs = news.about === 'post' && news.trouble === 'delayed' ? DELAY_MAILED_AFTER_MS : 0
  return new Date(Math.max(now.getTime() + delayMs, (found.lastMailedAt?.getTime() ?? 0) + GATHER_MS))
}
