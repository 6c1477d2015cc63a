import { openingOf } from '#core/cut-text.ts'
import { numeralsOf, type Numerals } from '#core/language.ts'
import { actionPath, type NotificationKind } from '#core/notifications/action.ts'
import { topicOfNotification } from '#core/notifications/push-topics.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { workspacePath } from '#core/workspaces/path.ts'
import type { Mail } from '../adapters/mail/mailer.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, isTrue, list, type RowOf } from '../db/sql.ts'
import { translator } from '../messages.ts'
import { failureText } from '../posts/failure-text.ts'
import { guestCommentsMail } from './guest-comment-mails.ts'
import { moveTimes, moveText, type Move } from './moves.ts'
import { recipientsOf, type Recipients } from './recipients.ts'
import { actionOf, isStillOpen, notificationRow, notificationText, type NotificationRow } from './store.ts'

const NAMED_POSTS = 5
/** Length of a quoted post in characters. A mail about a single post shows it in full. */
const EXCERPT = 200
const SHORT_EXCERPT = 80

// `failure` may be null, because a delayed post has none.
const POST = columns('posts p', 'id', 'platform', 'content', 'failure', 'moved_from', 'scheduled_at', 'time_zone')
type TroubledPost = RowOf<typeof POST>

/** A mail with the posts, or the comments of guests, that it is about. */
export type NotificationMail = { mail: Mail; postIds: string[]; commentIds?: string[] }

/** The mail that a notification needs now; undefined if its user has read or resolved it. */
export async function mailOf(
  on: Queryable,
  id: string,
  publicUrl: string,
  now: Date,
): Promise<NotificationMail | undefined> {
  const row = await notificationRow(on, id)
  const action = row && actionOf(row, now)
  if (!row || !action) return undefined
  const [owner] = await on.query(sql`select ${OWNER} from users where id = ${row.user_id}`)
  // Send no mail to an unconfirmed address, which may belong to another person.
  if (!owner?.email_confirmed_at) return undefined
  // Administrators get mails about background jobs regardless of their settings.
  if (row.kind !== 'jobs' && !owner.mailed.includes(topicOfNotification(row.kind))) return undefined
  const hasWaited = owner.email_confirmed_at > row.updated_at
  if (row.read_at && (row.mailed_at || hasWaited || row.kind === 'commented')) return undefined
  if (row.kind === 'commented') {
    const to = await recipientsOf(on, row.user_id)
    const workspace = { workspaceId: row.user_id, name: owner.first_name, language: owner.preferred_language }
    const found = to && (await guestCommentsMail(on, workspace, publicUrl))
    if (!found) return undefined
    const messageId = `${row.id}.${row.updated_at.getTime()}`
    return { mail: { to, messageId, ...found.content }, postIds: [], commentIds: found.commentIds }
  }
  const posts = await on.query(sql`
    select ${POST} from notifications n
    join notification_posts np on np.notification_id = n.id join posts p on p.id = np.post_id
    where n.id = ${row.id} and np.mailed_at is null and ${isStillOpen} order by np.at, p.id`)
  const isAboutAccount = row.kind === 'reconnect' || row.kind === 'ending'
  // An account that the user has connected again needs no mail.
  if (isAboutAccount ? action !== 'reconnect' : posts.length === 0) return undefined

  const postIds = posts.map((post) => post.id)
  const to = await recipientsOf(on, row.user_id, recipientsFor(row, postIds))
  if (!to) return undefined
  const link = publicUrl + (owner.isWorkspace ? workspacePath(row.user_id) : '') + actionPath(action, posts[0]?.id)
  const content = isAboutAccount ? accountMail(row, owner, link, now) : postsMail(row, posts, owner, link, now)
  return { mail: { to, link, messageId: messageIdOf(row), ...content }, postIds }
}

const messageIdOf = (row: NotificationRow): string => `${row.id}.${row.mailed_at?.getTime() ?? 0}`

/** Kinds of notifications whose mails have the notification's title as their subject line. */
const HAS_OWN_TITLE: ReadonlySet<NotificationKind> = new Set([
  'went_out',
  'incomplete',
  'in_review',
  'review_ending',
  'approved',
  'returned',
])

/**
 * A decision about a post is mailed to the members who asked for approval. A warning that approval is missing is mailed
 * to them and to the approvers.
 */
function recipientsFor({ kind, reason }: NotificationRow, postIds: readonly string[]): Recipients {
  if (kind === 'approved' || kind === 'returned') return { approvers: false, askersOf: postIds }
  const isEnding = kind === 'review_ending' || reason === 'not_approved'
  return { approvers: true, askersOf: isEnding ? postIds : [] }
}

const OWNER = list(
  columns('users', 'first_name', 'preferred_language', 'time_zone', 'numerals', 'mailed', 'email_confirmed_at'),
  isTrue('isWorkspace', sql`exists (select from workspaces w where w.id = users.id)`),
)
type Owner = RowOf<typeof OWNER>

const numeralsOfOwner = ({ numerals, time_zone: timeZone }: Owner): Numerals => numeralsOf({ numerals, timeZone })

function accountMail(row: NotificationRow, owner: Owner, link: string, now: Date): Pick<Mail, 'subject' | 'text'> {
  const { title, text } = notificationText(row, owner.preferred_language, numeralsOfOwner(owner), now)
  const t = translator(owner.preferred_language, numeralsOfOwner(owner))
  // Remove bidi isolates, which mail programs show as boxes in a subject line.
  const subject = title.replaceAll(/[\u2068\u2069]/g, '')
  return { subject, text: t('mail.account.text', { name: owner.first_name, title, text, link }) }
}

function postsMail(
  row: NotificationRow,
  posts: TroubledPost[],
  owner: Owner,
  link: string,
  now: Date,
): Pick<Mail, 'subject' | 'text'> {
  const t = translator(owner.preferred_language, numeralsOfOwner(owner))
  const [first] = posts
  if (!first) throw new Error('A mail about no post')
  const platform = rulesOf(first.platform).name
  const isDelayed = row.kind === 'delayed'
  const move = row.kind === 'moved' || row.kind === 'unmoved' ? movedPostsText(row.kind, posts, owner) : undefined
  const title = HAS_OWN_TITLE.has(row.kind)
    ? notificationText(row, owner.preferred_language, numeralsOfOwner(owner), now).title
    : move?.title
  const { message, detail } =
    first.failure && !isDelayed && !move
      ? failureText(first.failure, first.platform, owner.preferred_language)
      : {
          message: move?.text ?? notificationText(row, owner.preferred_language, numeralsOfOwner(owner), now).text,
          detail: null,
        }
  const count = posts.length
  if (count === 1) {
    const reason = detail ? `${message}\n${detail}` : message
    const excerpt = openingOf(first.content, EXCERPT)
    return {
      subject: title ?? t(isDelayed ? 'mail.delayed.subject' : 'mail.trouble.subject', { platform, count }),
      text: t('mail.trouble.text', { name: owner.first_name, reason, excerpt, link }),
    }
  }
  const named = posts.slice(0, NAMED_POSTS).map((post) => postLine(post, owner))
  if (count > NAMED_POSTS) named.push(t('mail.troubles.more', { count: count - NAMED_POSTS }))
  return {
    subject: title ?? t(isDelayed ? 'mail.delayed.subject' : 'mail.troubles.subject', { platform, count }),
    text: t('mail.troubles.text', { name: owner.first_name, reason: message, posts: named.join('\n'), link }),
  }
}

function movedPostsText(kind: 'moved' | 'unmoved', posts: TroubledPost[], owner: Owner): ReturnType<typeof moveText> {
  const latest = posts.at(-1)
  if (!latest) throw new Error('A mail about no post')
  const about = { platform: latest.platform, count: posts.length }
  return moveText(kind, moveOf(latest), about, owner.preferred_language, numeralsOfOwner(owner))
}

function moveOf({ moved_from: from, scheduled_at: to, time_zone: timeZone }: TroubledPost): Move | undefined {
  return from && to && timeZone ? { from, to, timeZone } : undefined
}

function postLine(post: TroubledPost, owner: Owner): string {
  const { preferred_language: language } = owner
  const numerals = numeralsOfOwner(owner)
  const move = moveOf(post)
  const values = { excerpt: firstLine(post.content), ...(move && moveTimes(move, language, numerals)) }
  return translator(language, numerals)(move ? 'mail.troubles.movedPost' : 'mail.troubles.post', values)
}

export const firstLine = (content: string): string => openingOf(content.trim().split('\n')[0] ?? '', SHORT_EXCERPT)
