import type { People, PeopleQuery, Person } from '#core/operate/admin-contract.ts'
import { AppError } from '#core/errors.ts'
import type { User } from '#core/people/auth-contract.ts'
import { normalizedEmail } from '#core/people/email.ts'
import { searchPattern } from '#core/search-pattern.ts'
import { writeAudit } from '../audit.ts'
import { lockRoles } from '../../people/auth/roles-lock.ts'
import { endSessions, USER_COLUMNS } from '../../people/auth/sessions.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, count, isTrue, list, type RowOf, type Sql } from '../../db/sql.ts'
import { settingsChanged } from '../../events/events.ts'
import type { MailQueue } from '../../notifications/mail/mail-queue.ts'
import type { Secrets } from '../../secrets.ts'
import { storedBytesOf } from '../../media/storage-quota.ts'
import { reinstatePosts, suspendPosts } from '../../posts/transitions/postpone.ts'
import { removeSecondFactor } from '../../people/security/remove-second-factor.ts'
import { deleteSecondSteps } from '../../people/two-factor/store.ts'

export interface PeopleParts {
  database: Database
  clock: Clock
  secrets: Secrets
  mails: MailQueue
  config: Pick<
    Config,
    'adminEmails' | 'registration' | 'publicUrl' | 'google' | 'oidc' | 'smtpUrl' | 'storageLimitBytes'
  >
}

const IS_WORKSPACE = sql`exists (select from workspaces w where w.id = users.id)`
const OWNER = sql`
  select u.email from members m join users u on u.id = m.user_id
  where m.workspace_id = users.id and m.role = 'owner' order by m.since, u.id limit 1`
const POSTS = sql`select sum(posts) from post_counts c where c.user_id = users.id and c.quarter = '-infinity'`
const PERSON = list(
  columns(
    'users',
    'id',
    'email',
    'first_name',
    'last_name',
    'role',
    'created_at',
    'last_seen_at',
    'email_confirmed_at',
    'suspended_at',
    'suspension_reason',
  ),
  computed('posts', 'integer', POSTS, 0),
  computed('stored_bytes', 'bigint', storedBytesOf(sql`users.id`), 0),
  isTrue(
    'has_two_factor',
    sql`exists (select from two_factors f where f.user_id = users.id and f.confirmed_at is not null)`,
  ),
  computed('passkeys', 'bigint', sql`(select count(*) from passkeys k where k.user_id = users.id)`, 0),
  isTrue('is_workspace', IS_WORKSPACE),
  computed('members', 'bigint', sql`(select count(*) from members m where m.workspace_id = users.id)`, 0),
  computed('owner', 'text', OWNER),
)
type PersonRow = RowOf<typeof PERSON>

export async function listPeople({ database, config }: PeopleParts, query: PeopleQuery): Promise<People> {
  const pattern = query.search ? searchPattern(query.search) : null
  const email = query.search ? searchPattern(normalizedEmail(query.search)) : null
  const fits = sql`(${pattern}::text is null or first_name || ' ' || last_name ~* ${pattern} or email ~* ${email})`
  const rows = await database.query(sql`
    select ${PERSON} from users where ${fits} and ${GROUPS[query.group]}
    order by ${ORDERS[query.sort]} ${query.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}, id
    limit ${query.limit} offset ${query.skip}`)
  const [groups] = await database.query(sql`
    select ${list(
      count('all', GROUPS.all),
      count('admins', GROUPS.admins),
      count('workspaces', GROUPS.workspaces),
      count('suspended', GROUPS.suspended),
    )} from users where ${fits}`)
  const { all = 0, admins = 0, workspaces = 0, suspended = 0 } = groups ?? {}
  const counts = { all, admins, workspaces, suspended }
  return {
    people: rows.map((row) => toPerson(row, config)),
    found: counts[query.group],
    groups: counts,
    isRegistrationOpen: config.registration === 'open',
    storageLimitBytes: config.storageLimitBytes ?? null,
  }
}

// The groups of people that an administrator can list. Workspaces have rows in `users` too, so `all` excludes them.
const GROUPS: Record<PeopleQuery['group'], Sql> = {
  all: sql`not ${IS_WORKSPACE}`,
  admins: sql`role = 'admin'`,
  workspaces: IS_WORKSPACE,
  suspended: sql`suspended_at is not null`,
}

const ORDERS: Record<PeopleQuery['sort'], Sql> = {
  name: sql`lower(first_name || ' ' || last_name)`,
  since: sql`created_at`,
  seen: sql`last_seen_at`,
  posts: sql`posts`,
}

/** Changes a user's role. @throws AppError not_found, own_account, role_named */
export async function changeRole(
  { database, clock, config }: PeopleParts,
  by: User,
  id: string,
  role: User['role'],
): Promise<Person> {
  return await database.transaction(async (tx) => {
    const person = await lockPerson(tx, by, id)
    if (person.role === role) return toPerson(person, config)
    if (role === 'user' && isNamed(person, config)) throw new AppError('role_named')
    const now = clock.now()
    await tx.query(sql`update users set role = ${role} where id = ${id}`)
    await tx.query(settingsChanged(id, now))
    const facts = { before: { role: person.role }, after: { role } }
    await writeAudit(tx, { by, act: 'role_changed', subject: { id, name: person.email }, ...facts }, now)
    return toPerson({ ...person, role }, config)
  })
}

/**
 * Suspends a user or workspace: ends the sessions or closes its pages, and holds back the posts.
 * @throws AppError not_found, own_account
 */
export async function suspend(
  { database, clock, config }: PeopleParts,
  by: User,
  id: string,
  reason: string,
): Promise<Person> {
  return await database.transaction(async (tx) => {
    const person = await lockUser(tx, by, id)
    if (person.suspended_at) return toPerson(person, config)
    const now = clock.now()
    // End sessions before locking the user's row. Other transactions lock in this order too, which prevents deadlocks.
    await endSessions(tx, sql`user_id = ${id}`, now)
    await tx.query(sql`update users set suspended_at = ${now}, suspension_reason = ${reason} where id = ${id}`)
    // End sessions again, because a sign-in may have added one before the row was locked.
    await endSessions(tx, sql`user_id = ${id}`, now)
    // Make members' open pages leave a suspended workspace.
    if (person.is_workspace) await tx.query(settingsChanged(id, now))
    await deleteSecondSteps(tx, id)
    await tx.query(sql`delete from password_resets where user_id = ${id}`)
    await suspendPosts(tx, id, now)
    const facts = { before: { reason: null }, after: { reason } }
    await writeAudit(tx, { by, act: 'suspended', subject: { id, name: auditedName(person) }, ...facts }, now)
    return toPerson({ ...person, suspended_at: now, suspension_reason: reason }, config)
  })
}

/** Ends the suspension of a user or workspace. @throws AppError not_found */
export async function restore({ database, clock, config }: PeopleParts, by: User, id: string): Promise<Person> {
  return await database.transaction(async (tx) => {
    const person = await lockUser(tx, by, id)
    if (!person.suspended_at) return toPerson(person, config)
    const now = clock.now()
    await tx.query(sql`update users set suspended_at = null, suspension_reason = null where id = ${id}`)
    await reinstatePosts(tx, id, now)
    const facts = { before: { reason: person.suspension_reason }, after: { reason: null } }
    await writeAudit(tx, { by, act: 'restored', subject: { id, name: auditedName(person) }, ...facts }, now)
    return toPerson({ ...person, suspended_at: null, suspension_reason: null }, config)
  })
}

/**
 * Ends all sessions of a user, for example after the loss of a device. @throws AppError not_found, own_account
 */
export async function endUserSessions(
  { database, clock }: PeopleParts,
  by: User,
  id: string,
): Promise<{ ended: number }> {
  return await database.transaction(async (tx) => {
    const person = await lockPerson(tx, by, id)
    const now = clock.now()
    const ended = await endSessions(tx, sql`user_id = ${id}`, now)
    await deleteSecondSteps(tx, id)
    const facts = { before: { sessions: ended }, after: { sessions: 0 } }
    if (ended > 0)
      await writeAudit(tx, { by, act: 'sessions_ended', subject: { id, name: person.email }, ...facts }, now)
    return { ended }
  })
}

/**
 * Removes two-factor sign-in and passkeys of a user who lost them. @throws AppError not_found, own_account,
 * two_factor_off
 */
export async function removeLostSecondFactor(parts: PeopleParts, by: User, id: string): Promise<Person> {
  const { database, clock, config, mails } = parts
  await mails.open()
  return await database.transaction(async (tx) => {
    const person = await lockPerson(tx, by, id)
    const [owner] = await tx.query(sql`select ${USER_COLUMNS} from users where id = ${id}`)
    const now = clock.now()
    const removed = owner && (await removeSecondFactor(tx, parts, owner, 'administrator', now))
    if (!removed) throw new AppError('two_factor_off')
    const facts = { before: { ...removed }, after: { twoFactor: false, passkeys: 0 } }
    await writeAudit(tx, { by, act: 'second_factor_removed', subject: { id, name: person.email }, ...facts }, now)
    return toPerson({ ...person, has_two_factor: false, passkeys: 0 }, config)
  })
}

const auditedName = (row: PersonRow): string => (row.is_workspace ? row.first_name : row.email)

/** Like `lockUser`, but only for users. @throws AppError not_found also for a workspace */
async function lockPerson(tx: Queryable, by: User, id: string): Promise<PersonRow> {
  const found = await lockUser(tx, by, id)
  if (found.is_workspace) throw new AppError('not_found')
  return found
}

/**
 * Reads the user or workspace that an administrator changes. Serializes such changes and rejects a former
 * administrator, so that at least one administrator remains.
 */
async function lockUser(tx: Queryable, by: User, id: string): Promise<PersonRow> {
  await lockRoles(tx)
  const [still] = await tx.query(sql`
    select ${columns('users', 'id')} from users where id = ${by.id} and role = 'admin' and ${isActiveUser}`)
  if (!still) throw new AppError('forbidden')
  if (id === by.id) throw new AppError('own_account')
  const [person] = await tx.query(sql`select ${PERSON} from users where id = ${id}`)
  if (!person) throw new AppError('not_found')
  return person
}

/** Whether this user is an admin because `ADMIN_EMAILS` lists the user's confirmed address. */
function isNamed(row: PersonRow, { adminEmails }: Pick<Config, 'adminEmails'>): boolean {
  return row.email_confirmed_at !== null && adminEmails.includes(row.email)
}

function toPerson(row: PersonRow, { adminEmails }: Pick<Config, 'adminEmails'>): Person {
  const { suspended_at: at, suspension_reason: reason } = row
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    role: row.role,
    isNamed: isNamed(row, { adminEmails }),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    posts: row.posts,
    storedBytes: row.stored_bytes,
    hasTwoFactor: row.has_two_factor,
    passkeys: row.passkeys,
    suspension: at && reason !== null ? { at: at.toISOString(), reason } : null,
    workspace: row.is_workspace ? { members: row.members, owner: row.owner ?? '' } : null,
  }
}
