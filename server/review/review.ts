import { commentedTexts } from '#core/comments/commented-text.ts'
import type { Comment } from '#core/comments/contract.ts'
import type { Image } from '#core/media/contract.ts'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Review, PostToReview } from '#core/review/contract.ts'
import {
  MAX_GUEST_COMMENTS,
  MAX_MARKS,
  MAX_REVIEW_COMMENTS,
  MAX_REVIEWED_IMAGES,
  MAX_REVIEWED_POSTS,
} from '#core/review/limits.ts'
import { approvePost, returnPost, type ApprovalParts } from '../approval/decide.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, count } from '../db/sql.ts'
import { withEvents } from '../events/events.ts'
import {
  findComments,
  refuseStrangeQuote,
  reloadComments,
  reloadNotifications,
  requireComment,
  requireRoom,
  toComment,
  type GivenComment,
} from '../comments/store.ts'
import { ownImages, toImage } from '../media/store.ts'
import { guestMailDue } from '../notifications/guest-comment-mails.ts'
import { POST_COLUMNS, toPost, type PostRow } from '../posts/store.ts'
import { isShownBy, requireLink, type GuestAccess, type OpenLink, type OpenLinkParts } from './open-link.ts'

export interface ReviewParts extends OpenLinkParts {
  database: Database
  approval: ApprovalParts
  /** The address of a photo, video or document for guests with a review link. */
  mediaUrl: (link: OpenLink, image: Image) => string
}

/** @throws AppError review_ended, passphrase_needed */
export async function readReview(parts: ReviewParts, access: GuestAccess, language: Language): Promise<Review> {
  const { database } = parts
  const link = await requireLink(database, parts, access)
  const rows = await database.query(sql`
    select ${POST_COLUMNS} from posts where ${isShownBy(link)}
    order by coalesce(published_at, scheduled_at), created_at, id limit ${MAX_REVIEWED_POSTS}`)
  const ids = rows.map(({ id }) => id)
  const guestHashes = parts.secrets.tokenHashes(access.guest)
  const comments = await findComments(
    database,
    sql`c.post_id = any(${ids}::uuid[]) and c.is_shared`,
    MAX_REVIEW_COMMENTS,
  )
  const commentsOf = Map.groupBy(comments, (comment) => comment.post_id)
  const marks = await database.query(sql`
    select ${columns('review_marks', 'post_id', 'revision')} from review_marks
    where post_id = any(${ids}::uuid[]) and guest_hash = any(${guestHashes})`)
  const isGood = ({ id, revision }: PostRow) => marks.some((mark) => mark.post_id === id && mark.revision === revision)
  const accounts = await database.query(sql`
    select ${columns('social_accounts', 'id', 'username', 'display_name', 'headline')} from social_accounts
    where user_id = ${link.workspace_id} and id = any(${rows.flatMap(({ account_id: id }) => id ?? [])}::uuid[])`)
  const images = await imagesOf(parts, link, rows)

  const posts = rows.map((row): PostToReview => {
    const post = toPost(row, language)
    const account = accounts.find(({ id }) => id === row.account_id)
    const texts = commentedTexts({ ...post, videos: post.media.videos })
    const used = post.parts?.map((part) => part.images) ?? [post.media.images]
    return {
      id: post.id,
      platform: post.platform,
      at: post.publishedAt ?? post.scheduledAt ?? post.createdAt,
      isPublished: post.status === 'published',
      mayDecide: link.may_decide && post.status === 'in_review',
      isApproved: link.may_decide && row.approved_revision === post.revision,
      revision: post.revision,
      author: {
        name: (account?.display_name || account?.username) ?? link.workspace,
        handle: account?.username ?? null,
        headline: account?.headline ?? null,
      },
      parts: texts.map((text, at) => ({ text, images: (used[at] ?? []).flatMap((id) => images.get(id) ?? []) })),
      firstComment: post.firstComment?.content ?? null,
      ...(post.options && { options: post.options }),
      isGood: isGood(row),
      comments: (commentsOf.get(post.id) ?? []).map((comment) => toComment(comment, { guestHashes })),
    }
  })
  return { workspace: link.workspace, expiresAt: link.expires_at.toISOString(), posts }
}

async function imagesOf(
  { database, mediaUrl }: ReviewParts,
  link: OpenLink,
  rows: PostRow[],
): Promise<Map<string, Image>> {
  const posts = rows.map((row) => toPost(row, 'en'))
  const ids = posts.flatMap((post) => [...post.media.images, ...(post.parts ?? []).flatMap(({ images }) => images)])
  const found = await ownImages(database, [...new Set(ids)].slice(0, MAX_REVIEWED_IMAGES), link.workspace_id)
  return new Map(
    found.map((row) => {
      const image = toImage(row)
      // Leave out the file name, because it may reveal more than the post.
      return [row.id, { ...image, originalName: '', url: mediaUrl(link, image) }]
    }),
  )
}

/** @throws AppError not_found for a post that the link does not show */
async function requireShownPost(on: Queryable, link: OpenLink, postId: string): Promise<PostRow> {
  const [row] = await on.query(sql`select ${POST_COLUMNS} from posts where posts.id = ${postId} and ${isShownBy(link)}`)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws AppError review_ended, passphrase_needed, not_found, validation_failed, too_many_comments */
export async function addGuestComment(
  parts: ReviewParts,
  { name, postId, ...given }: GuestAccess & GivenComment & { name: string; postId: string },
  language: Language,
): Promise<Comment> {
  const { database, clock, secrets } = parts
  const now = clock.now()
  return await database.transaction(async (tx) => {
    const link = await requireLink(tx, parts, given)
    const { workspace_id: workspaceId } = link
    refuseStrangeQuote(toPost(await requireShownPost(tx, link, postId), language), given, language)
    await requireRoom(tx, workspaceId, postId)
    const [byGuests] = await tx.query(sql`
      select ${count('all')} from post_comments where post_id = ${postId} and guest_hash is not null`)
    if ((byGuests?.all ?? 0) >= MAX_GUEST_COMMENTS)
      throw new AppError('too_many_comments', { values: { limit: MAX_GUEST_COMMENTS } })
    const [made] = await tx.query(sql`
      insert into post_comments (user_id, post_id, guest_name, guest_hash, is_shared, text, quote, quote_start, created_at)
      values (${workspaceId}, ${postId}, ${name}, ${secrets.tokenHash(given.guest)}, true, ${given.text},
        ${given.quote?.text ?? null}, ${given.quote?.start ?? null}, ${now})
      returning ${columns('post_comments', 'id')}`)
    const comment = await requireComment(tx, workspaceId, made?.id ?? '')
    await notifyTeam(tx, { workspaceId, postId, commentId: comment.id }, now)
    await reloadComments(tx, workspaceId, postId, now)
    return toComment(comment, { guestHashes: secrets.tokenHashes(given.guest) })
  })
}

/** One notification for all unread comments of guests on a post. */
async function notifyTeam(
  tx: Queryable,
  { workspaceId, postId, commentId }: { workspaceId: string; postId: string; commentId: string },
  now: Date,
): Promise<void> {
  const insertion = sql`
    insert into notifications as n (user_id, kind, subject, comment_id, created_at, updated_at, mail_at)
    values (${workspaceId}, 'commented', ${`commented:${postId}`}, ${commentId}, ${now}, ${now}, ${guestMailDue(workspaceId, now)})
    on conflict (user_id, subject) where read_at is null or kind in ('reconnect', 'ending')
      do update set comment_id = excluded.comment_id, updated_at = excluded.updated_at, mail_at = coalesce(n.mail_at, excluded.mail_at)
    returning ${columns('notifications n', 'id', 'user_id')}`
  await tx.query(withEvents(insertion, 'notification.changed', now))
}

/** @throws AppError review_ended, passphrase_needed, not_found */
export async function deleteGuestComment(
  parts: ReviewParts,
  { commentId, ...access }: GuestAccess & { commentId: string },
): Promise<void> {
  const { database, clock, secrets } = parts
  const [hashes, now] = [secrets.tokenHashes(access.guest), clock.now()]
  await database.transaction(async (tx) => {
    const { workspace_id: workspaceId } = await requireLink(tx, parts, access)
    const comment = await requireComment(tx, workspaceId, commentId)
    if (!hashes.includes(comment.guest_hash ?? '')) throw new AppError('not_found')
    await reloadNotifications(tx, commentId, now)
    await tx.query(sql`delete from post_comments where id = ${commentId}`)
    await reloadComments(tx, workspaceId, comment.post_id, now)
  })
}

/** @throws AppError review_ended, passphrase_needed, not_found, changed_meanwhile, too_many_requests */
export async function markPost(
  parts: ReviewParts,
  given: GuestAccess & { name: string; postId: string; revision: number; isGood: boolean },
): Promise<void> {
  const { database, clock, secrets } = parts
  const { postId, revision } = given
  const [guestHash, now] = [secrets.tokenHash(given.guest), clock.now()]
  await database.transaction(async (tx) => {
    const link = await requireLink(tx, parts, given)
    const post = await requireShownPost(tx, link, postId)
    if (post.revision !== revision) throw new AppError('changed_meanwhile')
    await tx.query(sql`
      delete from review_marks where post_id = ${postId} and guest_hash = any(${secrets.tokenHashes(given.guest)})`)
    if (given.isGood) {
      const [all] = await tx.query(sql`select ${count('all')} from review_marks where post_id = ${postId}`)
      if ((all?.all ?? 0) >= MAX_MARKS) throw new AppError('too_many_requests', { retryAfterMs: 3_600_000 })
      await tx.query(sql`
        insert into review_marks (post_id, guest_hash, guest_name, revision, at)
        values (${postId}, ${guestHash}, ${given.name}, ${revision}, ${now})
        on conflict (post_id, guest_hash) do update set guest_name = excluded.guest_name, revision = excluded.revision, at = excluded.at`)
    }
    await reloadComments(tx, link.workspace_id, postId, now)
  })
}

/**
 * Approves or returns a post on behalf of a guest.
 * @throws AppError review_ended, passphrase_needed, not_found, forbidden, not_in_review, changed_meanwhile,
 * time_in_past
 */
export async function decidePost(
  parts: ReviewParts,
  given: GuestAccess & { name: string; postId: string; revision: number; decision: 'approve' | 'return'; note: string },
  language: Language,
): Promise<void> {
  const link = await requireLink(parts.database, parts, given)
  if (!link.may_decide) throw new AppError('forbidden')
  await requireShownPost(parts.database, link, given.postId)
  const by = { workspaceId: link.workspace_id, name: given.name, language }
  const { revision, note } = given
  if (given.decision === 'approve') await approvePost(parts.approval, by, given.postId, { revision, note })
  else await returnPost(parts.approval, by, given.postId, { revision, note })
}
