import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOPICS } from '#core/notifications/push-topics.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { AppError } from '#core/errors.ts'
import { isolate } from '#core/isolate.ts'
import { WEEK_STARTS } from '#core/posts/week-start.ts'
import type { User, UserChange } from '#core/people/auth-contract.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, isTrue, list, type RowOf, type Sql } from '../../db/sql.ts'
import { withEvents } from '../../events/events.ts'
import { batchCalls } from '../../batch-calls.ts'
import type { SignedIn } from '../../http/caller.ts'
import { SESSION_COOKIE, type Cookies } from '../../http/cookies.ts'
import type { FindSession } from '../../http/router.ts'
import { postsVersion } from '../../posts/counts.ts'
import { newToken, type Secrets } from '../../secrets.ts'
import { SETTINGS } from './setting-columns.ts'
import { cancelDeletion } from './cancel-deletion.ts'

/** How long a session lasts after its last use. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000
/** Extends a session at most this often, to avoid a write per request. */
const TOUCH_AFTER_MS = 3_600_000

export const USER_COLUMNS = list(
  columns(
    'users',
    'id',
    'email',
    'profile_image_url',
    'role',
    'email_confirmed_at',
    ...SETTINGS.map(({ column }) => column),
  ),
  isTrue('hasWorkspaces', sql`exists (select from members m where m.user_id = users.id)`),
  isTrue('isPublishingHeld', sql`exists (select from installation where held_since is not null)`),
)
export type UserRow = RowOf<typeof USER_COLUMNS>

export function toUser(row: UserRow): User {
  const settings = Object.fromEntries(SETTINGS.map(({ name, column }) => [name, row[column]])) as Settings
  return {
    id: row.id,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    profileImageUrl: row.profile_image_url,
    role: row.role,
    ...settings,
    // Drop stored settings with values that the API contract no longer lists. The database does not check them.
    weekStartsOn: WEEK_STARTS.find((day) => day === row.week_starts_on) ?? null,
    defaultPlatforms: PLATFORMS.filter((platform) => row.default_platforms.includes(platform)),
    mailed: TOPICS.filter((topic) => row.mailed.includes(topic)),
    isPublishingHeld: row.isPublishingHeld,
    hasWorkspaces: row.hasWorkspaces,
  }
}

type Settings = Pick<User, keyof UserChange>

export interface Sessions {
  find: FindSession
  /**
   * Starts a session in this browser and ends its previous one. Cancels a pending account deletion.
   * @param verifiedHash stored hash of the verified password, if any; fails when the password has changed since
   * @throws AppError invalid_credentials, suspended
   */
  start(userId: string, request: FastifyRequest, reply: FastifyReply, verifiedHash?: string | null): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function sessions(database: Database, clock: Clock, secrets: Secrets, cookies: Cookies): Sessions {
  /** Ends the browser's session, also one in a cookie from the time before the server switched to HTTPS. */
  async function endIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokens = [cookies.read(request, SESSION_COOKIE), cookies.readOld(request, SESSION_COOKIE)].filter(
      (token) => token !== undefined,
    )
    if (tokens.length > 0)
      await endSessions(database, sql`token_hash = any(${tokens.flatMap(secrets.tokenHashes)})`, clock.now())
    cookies.dropOld(request, reply, SESSION_COOKIE)
  }

  /** Batches the session lookups of concurrent requests into one query. */
  const findSessions = batchCalls(async (asked: { hashes: string[]; asksVersion: boolean }[]) => {
    const now = clock.now()
    const asksVersion = asked.some((lookup) => lookup.asksVersion)
    // Pass the hashes by a subquery. PostgreSQL then does not know their number, and reuses its plan.
    const rows = await database.query(sql`
      select ${USER_COLUMNS}, ${columns('sessions', 'id as session_id', 'last_seen_at', 'authenticated_at', 'token_hash')},
        ${computed('posts_version', 'bigint', asksVersion ? postsVersion(sql`users.id`) : sql`null`)}
      from sessions join users on users.id = sessions.user_id
      where sessions.token_hash = any((select ${asked.flatMap(({ hashes }) => hashes)}::text[])::text[]) and sessions.expires_at > ${now}
        and users.suspended_at is null`)
    return asked.map(({ hashes }) => ({ row: rows.find((candidate) => hashes.includes(candidate.token_hash)), now }))
  })

  async function touch(sessionId: string, lastSeenAt: Date, now: Date): Promise<void> {
    if (now.getTime() - lastSeenAt.getTime() <= TOUCH_AFTER_MS) return
    const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS)
    await database.query(sql`
      with touched as (
        update sessions set last_seen_at = ${now}, expires_at = ${expiresAt} where id = ${sessionId} returning user_id)
      update users set last_seen_at = ${now} from touched where users.id = touched.user_id`)
  }

  /** Finds the workspace in a request's URL; null if the person is not one of its members. */
  async function findWorkspace(id: string, person: User, asksVersion: boolean): Promise<SignedIn['workspace']> {
    const [row] = await database.query(sql`
      select ${USER_COLUMNS}, ${columns('users', 'suspension_reason')}, ${columns('members', 'role as member_role')},
        ${columns('workspaces', 'approval', 'approval_platforms')},
        ${computed('posts_version', 'bigint', sql`case when ${asksVersion} then ${postsVersion(sql`users.id`)} end`)}
      from members join users on users.id = members.workspace_id join workspaces on workspaces.id = members.workspace_id
      where members.workspace_id = ${id} and members.user_id = ${person.id} and users.deletion_due_at is null`)
    if (!row) return null
    // Even in a workspace, pages and messages use the person's language, numbers and calendar.
    const { preferredLanguage, weekStartsOn, numerals, hijriDates, timeZone } = person
    const user = { ...toUser(row), preferredLanguage, weekStartsOn, numerals, hijriDates, timeZone }
    const approval = { of: row.approval, platforms: row.approval_platforms }
    const member = { id: person.id, role: row.member_role, approval }
    return { user, member, postsVersion: row.posts_version, suspensionReason: row.suspension_reason }
  }

  return {
    async find(request, wanted) {
      const token = cookies.read(request, SESSION_COOKIE)
      if (!token) return undefined
      const { row, now } = await findSessions({
        hashes: secrets.tokenHashes(token),
        asksVersion: wanted?.asksVersion ?? false,
      })
      if (!row) return undefined
      await touch(row.session_id, row.last_seen_at, now)
      const user = toUser(row)
      const { workspaceId } = request
      return {
        user,
        ...(workspaceId !== undefined && {
          workspace: await findWorkspace(workspaceId, user, wanted?.asksVersion ?? false),
        }),
        sessionId: row.session_id,
        authenticatedAt: row.authenticated_at,
        postsVersion: row.posts_version,
      }
    },

    async start(userId, request, reply, verifiedHash) {
      const [token, now] = [newToken(), clock.now()]
      const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
      await database.transaction(async (tx) => {
        // Lock the user's row. A concurrent suspension or account deletion then either runs before this sign-in, or
        // ends the new session too.
        const [owner] = await tx.query(sql`
          select ${columns('users', 'suspension_reason', 'password_hash')} from users
          where id = ${userId} and not exists (select from workspaces w where w.id = users.id) for update`)
        // Workspaces have rows in `users` too, but only people may sign in.
        if (!owner) throw new AppError('invalid_credentials')
        if (verifiedHash !== undefined && owner.password_hash !== verifiedHash)
          throw new AppError('invalid_credentials')
        refuseSuspended(owner.suspension_reason)
        await cancelDeletion(tx, userId, now)
        await tx.query(sql`
          insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, authenticated_at, expires_at)
          values (${userId}, ${secrets.tokenHash(token)}, ${userAgent}, ${now}, ${now}, ${now}, ${new Date(now.getTime() + SESSION_LIFE_MS)})`)
        await tx.query(sql`update users set last_seen_at = ${now} where id = ${userId}`)
      })
      await endIn(request, reply)
      cookies.write(reply, SESSION_COOKIE, token, SESSION_LIFE_MS)
    },

    async end(request, reply) {
      await endIn(request, reply)
      cookies.write(reply, SESSION_COOKIE, '', 0)
    },
  }
}

/** Rejects a suspended user. Call it only after authentication. @throws AppError suspended, with the reason */
export function refuseSuspended(reason: string | null): void {
  if (reason !== null) throw new AppError('suspended', { values: { reason: isolate(reason) } })
}

export async function deleteExpiredSessions(on: Queryable, now: Date): Promise<void> {
  await endSessions(on, sql`expires_at <= ${now}`, now)
}

/** Ends sessions and closes their event streams. @returns the number of ended sessions */
export async function endSessions(on: Queryable, which: Sql, now: Date): Promise<number> {
  const end = sql`delete from sessions where ${which} returning ${columns('sessions', 'id', 'user_id')}`
  return (await on.query(withEvents(end, 'session.ended', now))).length
}
