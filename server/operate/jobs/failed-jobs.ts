import type { FailedJob, FailedJobQuery } from '#core/operate/jobs-contract.ts'
import { searchPattern } from '#core/search-pattern.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { computed, count, isTrue, list } from '../../db/sql.ts'
import { eventsOf } from '../../events/events.ts'

/** The dead-letter queue: jobs that failed on their last attempt wait here for an administrator. */
export const FAILED = 'failed-jobs'

/** Replaces an id that is null according to its type. In fact, every row has an id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
export const isFailedJob = sql`name = ${FAILED} and state = 'created'`

/** The kind of a failed job. When a running job reported the failure, the column `data` contains the kind. */
const KIND = sql`coalesce(source_name, data->>'kind')`
const ERROR = sql`coalesce(source_output->>'message', source_output->'value'->>'message', data->>'error')`

export async function failedJobs(
  on: Queryable,
  { search, order, limit, skip }: FailedJobQuery,
): Promise<{ jobs: FailedJob[]; found: number }> {
  const pattern = search ? searchPattern(search) : null
  const which = sql`${isFailedJob} and (${pattern}::text is null or ${KIND} ~* ${pattern} or ${ERROR} ~* ${pattern})`
  const rows = await on.query(sql`
    select ${list(
      computed('id', 'uuid', sql`id`, NO_ID),
      computed('kind', 'text', KIND, ''),
      computed('at', 'timestamptz', sql`created_on`, new Date(0)),
      computed('error', 'text', ERROR, ''),
    )}
    from frogy_jobs.job where ${which}
    order by created_on ${order === 'asc' ? sql`asc` : sql`desc`}, id limit ${limit} offset ${skip}`)
  const [total] = await on.query(sql`select ${count('found')} from frogy_jobs.job where ${which}`)
  return { jobs: rows.map((row) => ({ ...row, at: row.at.toISOString() })), found: total?.found ?? 0 }
}

export async function removeFailedJob(
  tx: Queryable,
  id: string,
): Promise<{ kind: string; data: object | null } | undefined> {
  const [row] = await tx.query(sql`
    delete from frogy_jobs.job where ${isFailedJob} and id = ${id} returning ${computed('kind', 'text', KIND, '')}, ${computed('data', 'jsonb', sql`data`)}`)
  return row && { kind: row.kind, data: typeof row.data === 'object' ? row.data : null }
}

export async function hasFailedJobs(on: Queryable): Promise<boolean> {
  const [row] = await on.query(sql`
    select ${isTrue('areSome', sql`exists (select from frogy_jobs.job where ${isFailedJob})`)}`)
  return row?.areSome ?? false
}

/**
 * Notifies all administrators of new failed jobs, in one notification that counts them. A failing recurring job is
 * reported once until it succeeds again, and only its latest failure is kept.
 */
export async function notifyOfFailedJobs(on: Queryable, recurring: string[], now: Date): Promise<void> {
  await on.query(sql`
    with superseded as (
      delete from frogy_jobs.job where ${isFailedJob} and source_name = any(${recurring}) and exists (
        select from frogy_jobs.job later where later.name = ${FAILED} and later.source_name = job.source_name
          and later.created_on > job.created_on)),
    failed as (
      select distinct case when source_name = any(${recurring}) then source_name else id::text end as key from frogy_jobs.job where ${isFailedJob}),
    over as (delete from told_job_failures where key not in (select key from failed)),
    news as (insert into told_job_failures (key) select key from failed on conflict do nothing returning 1),
    noted as (
      insert into notifications (user_id, kind, subject, created_at, updated_at)
      select id, 'jobs', 'jobs', ${now}, ${now} from users where role = 'admin' and exists (select from news)
      on conflict (user_id, subject) where read_at is null or kind in ('reconnect', 'ending') do update set updated_at = excluded.updated_at
      returning id, user_id)
    ${eventsOf(sql`noted`, 'notification.changed', now)}`)
}
