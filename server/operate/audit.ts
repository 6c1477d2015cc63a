import type { AuditedFacts, AuditEntry, AuditQuery } from '#core/operate/admin-contract.ts'
import type { AuditedAct } from '#core/operate/admin-lists.ts'
import { searchPattern } from '#core/search-pattern.ts'
import { requireTransaction, type Queryable } from '../db/database.ts'
import sql, { columns, count, type Sql } from '../db/sql.ts'

export interface AdminAct {
  /** The administrator who acted, or `machine` for the command `npm run admin`. */
  by: { id: string; email: string } | 'machine'
  act: AuditedAct
  subject: { id: string | null; name: string }
  before: AuditedFacts | null
  after: AuditedFacts | null
}

/** Adds an entry to the audit log. Call it in the action's transaction, so that both commit or neither. */
export async function writeAudit(
  tx: Queryable,
  { by, act, subject, before, after }: AdminAct,
  now: Date,
): Promise<void> {
  requireTransaction()
  const actor = by === 'machine' ? null : by
  await tx.query(sql`
    insert into audit_log (at, actor_id, actor_email, act, subject_id, subject, before, after)
    values (${now}, ${actor?.id ?? null}, ${actor?.email ?? null}, ${act}, ${subject.id}, ${subject.name}, ${json(before)}, ${json(after)})`)
}

const json = (facts: AuditedFacts | null): string | null => facts && JSON.stringify(facts)

export async function readAudit(
  on: Queryable,
  { search, act, order, limit, skip }: AuditQuery,
): Promise<{ entries: AuditEntry[]; found: number }> {
  const pattern = search ? searchPattern(search) : null
  const which = sql`(${act ?? null}::text is null or act = ${act ?? null})
    and (${pattern}::text is null or subject ~* ${pattern} or actor_email ~* ${pattern})`
  const direction: Sql = order === 'asc' ? sql`asc` : sql`desc`
  const rows = await on.query(sql`
    select ${columns('audit_log', 'id', 'at', 'actor_id', 'actor_email', 'act', 'subject', 'before', 'after')} from audit_log
    where ${which} order by id ${direction} limit ${limit} offset ${skip}`)
  const [total] = await on.query(sql`select ${count('found')} from audit_log where ${which}`)
  return {
    entries: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor_id === null || row.actor_email === null ? null : { id: row.actor_id, email: row.actor_email },
      act: row.act as AuditedAct,
      subject: row.subject,
      before: row.before as AuditedFacts | null,
      after: row.after as AuditedFacts | null,
    })),
    found: total?.found ?? 0,
  }
}
