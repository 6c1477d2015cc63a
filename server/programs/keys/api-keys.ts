import { AppError } from '#core/errors.ts'
import { MOST_KEYS, type ApiKey, type NewKey } from '#core/programs/keys-contract.ts'
import { KEY_PREFIX, SCOPES, type Scope } from '#core/programs/scopes.ts'
import { toUser, USER_COLUMNS } from '../../people/auth/sessions.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'
import { deleteKeys } from '../delete-keys.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, count, list, outer, type RowOf } from '../../db/sql.ts'
import { writeLog } from '../../events/workspace-log.ts'
import type { Requester } from '../../http/caller.ts'
import { postsVersion } from '../../posts/counts.ts'
import { newToken, type Secrets } from '../../secrets.ts'

const DAY_MS = 86_400_000
/** Records a key's last use at most this often, to avoid a write per call. */
const NOTED_AFTER_MS = 60_000
const CALLS_A_MINUTE = 120
const MINUTE_MS = 60_000

/** The user or workspace for which a program makes a call, with the id and scopes of its API key. */
export interface KeyRequester extends Requester {
  keyId: string
  scopes: readonly Scope[]
}

/**
 * Finds the user of a key. A key of a workspace acts as the member who created it, with that member's current role.
 * @throws AppError key_refused for an unknown, revoked or expired key, or one of a former member; too_many_requests
 */
export type FindKey = (token: string, wanted?: { asksVersion: boolean }) => Promise<KeyRequester>

interface KeyParts {
  database: Database
  clock: Clock
  secrets: Secrets
}

export function keyFinder(
  { database, clock, secrets }: KeyParts,
  throttle: { spend(key: string, limit: number, windowMs: number): Promise<void> },
): FindKey {
  return async (token, wanted) => {
    const now = clock.now()
    // Pass the hashes by a subquery. PostgreSQL then does not know their number, and reuses its plan.
    const [row] = await database.query(sql`
      select ${USER_COLUMNS}, ${columns('api_keys', 'id as key_id', 'scopes', 'last_used_at', 'renewed_at')},
        ${outer(columns('members', 'user_id as member_id', 'role as member_role'))},
        ${outer(columns('workspaces', 'approval', 'approval_platforms'))},
        ${computed('posts_version', 'bigint', sql`case when ${wanted?.asksVersion ?? false} then ${postsVersion(sql`users.id`)} end`)}
      from api_keys join users on users.id = api_keys.user_id
        left join workspaces on workspaces.id = users.id
        left join (members join users maker on maker.id = members.user_id and maker.suspended_at is null and maker.deletion_due_at is null)
          on members.workspace_id = users.id and members.user_id = api_keys.created_by
      where (workspaces.id is null or members.user_id is not null) and token_hash = any((select ${secrets.tokenHashes(token)}::text[])::text[]) and (expires_at is null or expires_at > ${now}) and ${isActiveUser}`)
    if (!row) throw new AppError('key_refused')
    await throttle.spend(`api-key ${row.key_id}`, CALLS_A_MINUTE, MINUTE_MS)
    const lastUsed = row.last_used_at?.getTime() ?? 0
    // Always record the first use after a renewal, because it shows that the client received the new tokens.
    if (now.getTime() - lastUsed > NOTED_AFTER_MS || lastUsed <= (row.renewed_at?.getTime() ?? 0))
      await database.query(sql`update api_keys set last_used_at = ${now} where id = ${row.key_id}`)
    const { member_id: id, member_role: role, approval: of, approval_platforms: platforms } = row
    return {
      user: toUser(row),
      ...(id && role && of && platforms && { member: { id, role, approval: { of, platforms } } }),
      postsVersion: row.posts_version,
      keyId: row.key_id,
      scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    }
  }
}

const COLUMNS = list(
  columns(
    'api_keys',
    'id',
    'name',
    'scopes',
    'created_at',
    'expires_at',
    'last_used_at',
    'client_id',
    'renewable_until',
  ),
  computed(
    'creator',
    'text',
    sql`(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = api_keys.created_by)`,
  ),
  computed(
    'workspace',
    'text',
    sql`(select u.first_name from workspaces w join users u on u.id = w.id where w.id = api_keys.user_id)`,
  ),
)

const toKey = (row: RowOf<typeof COLUMNS>): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
  createdAt: row.created_at.toISOString(),
  endsAt: (row.renewable_until ?? row.expires_at)?.toISOString() ?? null,
  isConnection: row.client_id !== null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdBy: row.creator,
  workspace: row.workspace,
})

/** SQL condition: the key is valid, or can be renewed. */
const isGood = (now: Date) =>
  sql`(expires_at is null or expires_at > ${now} or coalesce(renewable_until > ${now}, false))`

/** SQL condition: a key for the content of this owner, or an assistant that this person signed in to a workspace. */
const isListedFor = (userId: string) => sql`(user_id = ${userId} or (created_by = ${userId} and client_id is not null))`

export async function listKeys(on: Queryable, userId: string, now: Date): Promise<ApiKey[]> {
  const rows = await on.query(sql`
    select ${COLUMNS} from api_keys where ${isListedFor(userId)} and ${isGood(now)}
    order by created_at desc, id`)
  return rows.map(toKey)
}

/**
 * @param member the member of a workspace who creates the key
 * @throws AppError too_many_keys
 */
export async function makeKey(
  { database, clock, secrets }: KeyParts,
  { user: { id: userId }, member }: Pick<Requester, 'user' | 'member'>,
  { name, scopes, endsInDays }: NewKey,
): Promise<{ key: ApiKey; token: string }> {
  const [token, now] = [`${KEY_PREFIX}${newToken()}`, clock.now()]
  const endsAt = endsInDays === null ? null : new Date(now.getTime() + endsInDays * DAY_MS)
  const row = await database.transaction(async (tx) => {
    // Lock the user's row, so that concurrent calls cannot exceed the limit.
    await tx.query(sql`select from users where id = ${userId} for update`)
    const [had] = await tx.query(sql`
      select ${count('keys')} from api_keys where user_id = ${userId} and client_id is null and ${isGood(now)}`)
    if ((had?.keys ?? 0) >= MOST_KEYS) throw new AppError('too_many_keys', { values: { limit: MOST_KEYS } })
    const [made] = await tx.query(sql`
      insert into api_keys (user_id, created_by, name, scopes, token_hash, created_at, expires_at)
      values (${userId}, ${member?.id ?? null}, ${name}, ${scopes}, ${secrets.tokenHash(token)}, ${now}, ${endsAt})
      returning ${COLUMNS}`)
    await writeLog(tx, userId, { act: 'key_created', actorId: member?.id ?? null, subject: name }, now)
    return made
  })
  if (!row) throw new Error('A key was not made')
  return { key: toKey(row), token }
}

/** @throws AppError not_found */
export async function revokeKey(
  { database, clock }: Pick<KeyParts, 'database' | 'clock'>,
  { user: { id: userId }, member }: Pick<Requester, 'user' | 'member'>,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const deleted = await deleteKeys(tx, sql`id = ${id} and ${isListedFor(userId)}`, clock.now(), {
      actorId: member?.id ?? userId,
    })
    if (deleted.length === 0) throw new AppError('not_found')
  })
}

export async function deleteEndedKeys(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from api_keys where not ${isGood(now)}`)
}
