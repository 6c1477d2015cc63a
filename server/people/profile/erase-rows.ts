import type { Queryable } from '../../db/database.ts'
import sql, { columns, computed, raw } from '../../db/sql.ts'
import type { Secrets } from '../../secrets.ts'
import { recipientOf } from '../../notifications/mail/mail-queue.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A user whose data is being deleted. */
interface Leaver {
  id: string
  /** The user's email addresses, including one that is not confirmed yet. */
  emails: readonly string[]
  /** The user's social accounts: Frogy's ids, and the networks' ids of those that no other user has connected. */
  accountIds: readonly string[]
  remoteIds: readonly string[]
}

/**
 * Deletes rows that the database does not delete together with the `users` row. Finds tables with a `user_id` in the
 * database's catalogue, so that no new table is forgotten.
 */
export async function eraseOtherRows(tx: Queryable, secrets: Secrets, leaver: Leaver): Promise<void> {
  const { id, emails, accountIds, remoteIds } = leaver
  for (const { name } of await tablesWithUserId(tx)) await tx.query(sql`delete from ${raw(name)} where user_id = ${id}`)
  await tx.query(sql`delete from account_leases where account_id = any(${accountIds}::uuid[])`)
  await tx.query(sql`delete from metrics_pauses where remote_id = any(${remoteIds})`)
  await tx.query(sql`delete from metrics_spent where remote_id = any(${remoteIds})`)
  await tx.query(sql`delete from pauses where remote_id = any(${remoteIds})`)
  // Delete Frogy's app registrations on servers that no other user has connected, because a server's name can identify
  // its only user. The ids of accounts on such networks begin with the server's host.
  await tx.query(sql`
    delete from registered_apps r where not exists (
      select from social_accounts a where a.user_id <> ${id} and a.platform = r.platform
        and split_part(a.remote_id, '/', 1) = regexp_replace(r.server, '^.*/', ''))`)
  await tx.query(sql`
    delete from throttles where exists (select from unnest(${[id, ...emails]}::text[]) part where position(part in key) > 0)`)
  await tx.query(sql`delete from invitations where used_by = ${id} or email = any(${emails})`)
  await tx.query(sql`delete from workspace_invitations where email = any(${emails})`)
  await tx.query(sql`update workspace_log set subject = '–' where subject = any(${emails})`)
  // The audit log keeps what happened, but not the person.
  await tx.query(sql`update audit_log set actor_id = ${NOBODY}, actor_email = '–' where actor_id = ${id}`)
  await tx.query(sql`
    update audit_log set subject_id = null, subject = '–' where subject_id = ${id} or subject = any(${emails})`)
  await eraseMailJobs(tx, secrets, emails)
}

/** Base tables with a `user_id` whose rows the database does not delete together with the user. */
async function tablesWithUserId(tx: Queryable): Promise<{ name: string }[]> {
  return await tx.query(sql`
    select ${computed('name', 'text', sql`format('%I', t.relname)`, '')} from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'user_id' and not a.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname <> 'posts' and not exists (
      select from pg_constraint c where c.conrelid = t.oid and c.contype = 'f' and c.confrelid = 'public.users'::regclass
        and c.conkey = array[a.attnum])`)
}

/** Jobs for pending and failed mails are encrypted, so decrypt each to find its recipient. */
async function eraseMailJobs(tx: Queryable, secrets: Secrets, emails: readonly string[]): Promise<void> {
  const jobs = await tx.query(sql`
    select ${computed('id', 'text', sql`id::text`, '')}, ${computed('sealed', 'text', sql`data ->> 'sealed'`, '')}
    from frogy_jobs.job where data ->> 'sealed' is not null`)
  const ids = jobs.filter(({ sealed }) => isTo(secrets, sealed, emails)).map(({ id }) => id)
  if (ids.length > 0) await tx.query(sql`delete from frogy_jobs.job where id = any(${ids}::uuid[])`)
  const held = await tx.query(sql`select ${columns('held_jobs', 'id', 'data')} from held_jobs`)
  for (const { id, data } of held) {
    const { sealed } = (data ?? {}) as { sealed?: string }
    if (sealed && isTo(secrets, sealed, emails)) await tx.query(sql`delete from held_jobs where id = ${id}`)
  }
}

function isTo(secrets: Secrets, sealed: string, emails: readonly string[]): boolean {
  try {
    return emails.includes(recipientOf(secrets, sealed))
  } catch {
    // This mail's job is unreadable, because it is sealed with a secret that Frogy no longer has.
    return false
  }
}
