import { AppError } from '#core/errors.ts'
import type { Clock } from '../clock/clock.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, list, type RowOf, type Sql } from '../db/sql.ts'
import type { Passwords } from '../people/auth/passwords.ts'
import type { Throttle } from '../people/auth/throttle.ts'
import type { Secrets } from '../secrets.ts'

export interface OpenLinkParts {
  database: Queryable
  clock: Clock
  secrets: Secrets
  passwords: Passwords
  throttle: Throttle
}

/** Identifies a guest by the secrets of the link and of the guest's browser. */
export interface GuestAccess {
  token: string
  pass?: string | null | undefined
  guest: string
}

const OPEN_LINK = list(
  columns(
    'review_links l',
    'id',
    'user_id as workspace_id',
    'passphrase_hash',
    'from_at',
    'to_at',
    'platforms',
    'account_ids',
    'may_decide',
    'expires_at',
  ),
  computed('workspace', 'text', sql`w.first_name`, ''),
)
export type OpenLink = RowOf<typeof OPEN_LINK>

/**
 * SQL condition: link `l` has not expired, and the member who created it may still create links. Otherwise a removed
 * member could keep using it.
 */
export const isOpen = (now: Date): Sql => sql`(
  l.expires_at > ${now} and exists (
    select from members m join users u on u.id = m.user_id
    where m.workspace_id = l.user_id and m.user_id = l.created_by and m.role in ('owner', 'editor') and u.suspended_at is null))`

async function findLink(on: Queryable, which: Sql, now: Date): Promise<OpenLink> {
  const [link] = await on.query(sql`
    select ${OPEN_LINK} from review_links l join users w on w.id = l.user_id
    where ${which} and ${isOpen(now)} and w.deletion_due_at is null and w.suspended_at is null`)
  if (!link) throw new AppError('review_ended')
  return link
}

/**
 * A guest's pass is the signature of this text. The text contains the passphrase's hash, so the pass is valid only for
 * this passphrase.
 */
const passText = (link: OpenLink): string => `review ${link.id} ${link.passphrase_hash}`

/** The review link that a guest's call names. @throws AppError review_ended, passphrase_needed */
export async function requireLink(
  on: Queryable,
  { secrets, clock }: Pick<OpenLinkParts, 'secrets' | 'clock'>,
  { token, pass }: Pick<GuestAccess, 'token' | 'pass'>,
): Promise<OpenLink> {
  const link = await findLink(on, sql`l.token_hash = any(${secrets.tokenHashes(token)})`, clock.now())
  if (link.passphrase_hash !== null && !(pass && secrets.isSigned(passText(link), pass)))
    throw new AppError('passphrase_needed')
  return link
}

const HOUR_MS = 3_600_000

/**
 * Counts a guest's call.
 * @throws AppError review_ended, passphrase_needed, too_many_requests
 */
export async function spendGuestCall(
  { database, clock, secrets, throttle }: Pick<OpenLinkParts, 'database' | 'clock' | 'secrets' | 'throttle'>,
  access: GuestAccess,
  { key, perHour }: { key: string; perHour: number },
): Promise<void> {
  const link = await requireLink(database, { secrets, clock }, access)
  const guest = secrets.tokenHash(access.guest)
  await throttle.spend(`review ${link.workspace_id} ${link.id} ${guest} ${key}`, perHour, HOUR_MS)
}

/** Finds the review link of a media address. The address is signed and needs no token. @throws AppError review_ended */
export const requireLinkById = (on: Queryable, id: string, now: Date): Promise<OpenLink> =>
  findLink(on, sql`l.id = ${id}`, now)

/** After five wrong passphrases, a wait that doubles up to a quarter of an hour. */
const ATTEMPTS = { free: 5, longestWaitS: 900 }

/**
 * Checks the passphrase of a review link. Returns a pass that the guest's later calls must contain.
 * @throws AppError review_ended, wrong_passphrase, too_many_requests
 */
export async function unlock(
  { database, clock, secrets, passwords, throttle }: OpenLinkParts,
  { token, passphrase }: { token: string; passphrase: string },
): Promise<{ pass: string }> {
  const link = await findLink(database, sql`l.token_hash = any(${secrets.tokenHashes(token)})`, clock.now())
  if (link.passphrase_hash !== null) {
    // The key of the count of passphrase attempts contains the workspace's id, so that the deletion of the workspace
    // finds and deletes the count.
    const key = `review ${link.workspace_id} ${link.id}`
    await throttle.countAttempt(key, ATTEMPTS)
    if (!(await passwords.verify(passphrase, link.passphrase_hash))) throw new AppError('wrong_passphrase')
    await throttle.forgive(key, 'one')
  }
  return { pass: secrets.sign(passText(link)) }
}

/** SQL condition: the review link shows this row of `posts`. */
export const isShownBy = (link: OpenLink): Sql => sql`(
  posts.user_id = ${link.workspace_id} and posts.status in ('in_review', 'scheduled', 'publishing', 'published') and posts.wish is null
  and coalesce(posts.published_at, posts.scheduled_at) >= ${link.from_at}
  and coalesce(posts.published_at, posts.scheduled_at) < ${link.to_at}
  and (${link.platforms}::text[] = '{}' or posts.platform = any(${link.platforms}::text[]))
  and (${link.account_ids}::text[] = '{}' or posts.account_id::text = any(${link.account_ids}::text[])))`
