import type { Platform } from '../platforms/platform.ts'
import type { PostStatus } from '../posts/lifecycle.ts'
import type { FailureCode } from '../publishing/failure.ts'
import type { NotificationKind } from './action.ts'

/** What follows the mail of a notification is gathered for so long. */
export const GATHER_MS = 10 * 60_000
/** How long a delay lasts before it is mailed, too: most are over by then. */
const DELAY_MAILED_AFTER_MS = 2 * 60_000

/** What a post is when its owner has to do something about it. */
export type TroubledStatus = Extract<PostStatus, 'failed' | 'missed' | 'unconfirmed'>

export function isTroubled(status: PostStatus): status is TroubledStatus {
  return status === 'failed' || status === 'missed' || status === 'unconfirmed'
}

/** What keeps a post from being out, from being known to be, or from going out at the time that it had. */
export interface PostNews {
  about: 'post'
  /**
   * Moved, or not, because its zone has other rules: it goes out all the same. `went_out`: although its owner wanted it
   * back.
   */
  trouble: TroubledStatus | 'delayed' | 'moved' | 'unmoved' | 'went_out'
  reason: FailureCode | null
  platform: Platform
  accountId: string | null
  /** Whether its account has to be connected again. */
  isAccountLost: boolean
}

/** Something that a person is told of: a post, or an account that has to be connected again. */
export type News = PostNews | { about: 'account'; platform: Platform; accountId: string }

/** What is told in one notification: everything of one subject, as long as its owner has not read of it. */
export interface Topic {
  kind: NotificationKind
  reason: FailureCode | null
  subject: string
}

/**
 * To which notification a piece of news belongs. Posts in trouble for one reason on one account are one; an account that
 * has to be connected again is one, however many posts it holds up.
 */
export function topicOf(news: News): Topic {
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
 * When the next mail of a notification is due, now that there is something new in it; null for none. The first is mailed
 * at once, or once a delay lasts; what follows a mail is gathered for ten minutes.
 * @param found.isNew whether the notification is begun with this news
 * @param found.mailAt when its mail was due before; null where everything in it was mailed
 * @param found.lastMailedAt when its subject was last mailed of, in an earlier notification too
 */
export function mailDue(
  news: News,
  found: { isNew: boolean; mailAt: Date | null; lastMailedAt: Date | null },
  now: Date,
): Date | null {
  // That the account is lost has been told: one more post that it holds up is no news.
  const isMoreOfTheSame = news.about === 'post' && topicOf(news).kind === 'reconnect' && !found.isNew
  if (found.mailAt || isMoreOfTheSame) return found.mailAt
  const patienceMs = news.about === 'post' && news.trouble === 'delayed' ? DELAY_MAILED_AFTER_MS : 0
  return new Date(Math.max(now.getTime() + patienceMs, (found.lastMailedAt?.getTime() ?? 0) + GATHER_MS))
}
