import { AppError } from '#core/errors.ts'
import type { NewReviewLink, ReviewLink } from '#core/review/contract.ts'
import { MAX_REVIEW_LINKS } from '#core/review/limits.ts'
import type { Clock } from '../clock/clock.ts'
import type { ActingMember } from '../comments/comments.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, count, list, type RowOf } from '../db/sql.ts'
import type { Passwords } from '../people/auth/passwords.ts'
import { newToken, type Secrets } from '../secrets.ts'
import { writeLog } from '../events/workspace-log.ts'
import { lockWorkspace } from '../workspaces/access.ts'
import { isOpen } from './open-link.ts'

export interface ReviewLinkParts {
  database: Database
  clock: Clock
  secrets: Secrets
  passwords: Passwords
  publicUrl: () => string
}

const DAY_MS = 86_400_000

const LINK = list(
  columns(
    'review_links l',
    'id',
    'from_at',
    'to_at',
    'platforms',
    'account_ids',
    'passphrase_hash',
    'may_decide',
    'expires_at',
  ),
  computed(
    'creator',
    'text',
    sql`(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = l.created_by)`,
    '',
  ),
)

const toReviewLink = (row: RowOf<typeof LINK>): ReviewLink => ({
  id: row.id,
  from: row.from_at.toISOString(),
  to: row.to_at.toISOString(),
  platforms: row.platforms,
  accountIds: row.account_ids,
  hasPassphrase: row.passphrase_hash !== null,
  mayDecide: row.may_decide,
  expiresAt: row.expires_at.toISOString(),
  createdBy: row.creator,
})

export async function listReviewLinks(on: Queryable, workspaceId: string, now: Date): Promise<ReviewLink[]> {
  const rows = await on.query(sql`
    select ${LINK} from review_links l where l.user_id = ${workspaceId} and ${isOpen(now)}
    order by l.created_at desc, l.id`)
  return rows.map(toReviewLink)
}

/** @throws AppError too_many_review_links */
export async function createReviewLink(
  { database, clock, secrets, passwords, publicUrl }: ReviewLinkParts,
  { workspaceId, memberId }: ActingMember,
  given: NewReviewLink,
): Promise<{ reviewLink: ReviewLink; link: string }> {
  const [token, now] = [newToken(), clock.now()]
  const expiresAt = new Date(now.getTime() + given.days * DAY_MS)
  const passphraseHash = given.passphrase ? await passwords.hash(given.passphrase) : null
  const made = await database.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const [open] = await tx.query(sql`
      select ${count('all')} from review_links l where l.user_id = ${workspaceId} and ${isOpen(now)}`)
    if ((open?.all ?? 0) >= MAX_REVIEW_LINKS)
      throw new AppError('too_many_review_links', { values: { limit: MAX_REVIEW_LINKS } })
    const [row] = await tx.query(sql`
      insert into review_links as l
        (user_id, token_hash, passphrase_hash, from_at, to_at, platforms, account_ids, may_decide, created_by, created_at, expires_at)
      values (${workspaceId}, ${secrets.tokenHash(token)}, ${passphraseHash}, ${new Date(given.from)}, ${new Date(given.to)},
        ${given.platforms}, ${given.accountIds}, ${given.mayDecide}, ${memberId}, ${now}, ${expiresAt})
      returning ${LINK}`)
    if (!row) throw new Error('The link was not returned')
    await writeLog(tx, workspaceId, { act: 'review_opened', actorId: memberId, subject: '' }, now)
    return row
  })
  // Browsers send the part after # to no server, so no log contains the token.
  return { reviewLink: toReviewLink(made), link: `${publicUrl()}/review#${token}` }
}

/** @throws AppError not_found */
export async function closeReviewLink(
  { database, clock }: ReviewLinkParts,
  { workspaceId, memberId }: ActingMember,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const closed = await tx.query(sql`
      delete from review_links where id = ${id} and user_id = ${workspaceId} returning ${columns('review_links', 'id')}`)
    if (closed.length === 0) throw new AppError('not_found')
    await writeLog(tx, workspaceId, { act: 'review_closed', actorId: memberId, subject: '' }, clock.now())
  })
}

export async function deleteExpiredReviewLinks(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from review_links where expires_at <= ${now}`)
}
