import { POST_STATUSES } from '#core/posts/lifecycle.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Queryable } from '../db/database.ts'
import sql, { computed, list } from '../db/sql.ts'
import { combinations, gauge, type Family, type Labels } from './meter.ts'

/** A worker without a heartbeat for this long counts as dead, as in `/healthz`. */
const WORKER_SILENT_MS = 30_000
const PAUSE_KINDS = ['limit', 'outage']
const ATTEMPT_STATES = ['prepared', 'sending', 'unknown']
const JOB_STATES = ['created', 'retry', 'active', 'failed']

/**
 * Reads the metrics that all processes share. The statement uses only counters, indexes and small tables, to stay fast
 * with a million posts.
 * @param jobKinds the kinds of jobs that get series
 */
export async function readInstallationState(on: Queryable, now: Date, jobKinds: readonly string[]): Promise<Family[]> {
  const rows = await on.query(sql`
    select ${list(
      computed('what', 'text', sql`what`, ''),
      computed('one', 'text', sql`one`, ''),
      computed('two', 'text', sql`two`, ''),
      computed('value', 'bigint', sql`value`, 0),
    )} from (
      select 'posts' as what, platform as one, status as two, sum(posts) as value
        from post_counts where platform is not null and quarter = '-infinity' group by platform, status
      union all select 'due', null, null, count(*) from posts where next_step_at <= ${now}
      union all select 'oldest', null, null, extract(epoch from ${now}::timestamptz - min(next_step_at)) from posts where next_step_at <= ${now}
      union all select 'attempts', platform, state, count(*)
        from publish_attempts where state in ('prepared', 'sending', 'unknown') group by platform, state
      union all select 'pauses', platform, kind, count(*) from pauses group by platform, kind
      union all select 'sessions', null, null, count(*) from sessions where expires_at > ${now}
      union all select 'workers', null, null, count(*)
        from workers where worked_at > clock_timestamp() - ${WORKER_SILENT_MS} * interval '1 millisecond'
      union all select 'held', null, null, case when exists (select from installation where held_since is null) then 0 else 1 end
      union all (select 'backup', extract(epoch from ${now}::timestamptz - made_at)::bigint::text, null, size_bytes
        from backups where state = 'checked' order by made_at desc limit 1)
    ) as state`)
  const jobs = await on
    .query(sql`
      select ${computed('kind', 'text', sql`name`, '')}, ${computed('state', 'text', sql`state`, '')},
        ${computed('value', 'bigint', sql`count(*)`, 0)}
      from frogy_jobs.job where state <> 'completed' and state <> 'cancelled' group by name, state`)
    // If this query fails, report no jobs: the job queue's schema does not exist before the queue is first opened.
    .catch(() => [])

  const valueOf = (what: string, one = '', two = ''): number =>
    rows.find((row) => row.what === what && row.one === one && row.two === two)?.value ?? 0
  /** Gives every combination of labels a value, so that no series appears or disappears between scrapes. */
  const values = (
    what: string,
    [first, ones]: readonly [string, readonly string[]],
    [second, twos]: readonly [string, readonly string[]],
  ): [number, Labels][] =>
    combinations({ [first]: ones, [second]: twos }).map((labels) => [
      valueOf(what, labels[first], labels[second]),
      labels,
    ])
  const jobValues = combinations({ kind: jobKinds, state: JOB_STATES }).map(
    (labels) =>
      [jobs.find((job) => job.kind === labels.kind && job.state === labels.state)?.value ?? 0, labels] as const,
  )
  const backup = rows.find(({ what }) => what === 'backup')

  return [
    gauge(
      'frogy_posts',
      'Posts by network and state.',
      values('posts', ['platform', PLATFORMS], ['status', POST_STATUSES]),
    ),
    gauge('frogy_due_posts', 'Posts whose next step is due and not done.', [[valueOf('due')]]),
    gauge('frogy_oldest_due_post_age_seconds', 'How long the oldest due post has waited; 0 without one.', [
      [valueOf('oldest')],
    ]),
    gauge(
      'frogy_open_attempts',
      'Attempts without an end, by network and state. `unknown`: the response was lost.',
      values('attempts', ['platform', PLATFORMS], ['state', ATTEMPT_STATES]),
    ),
    gauge(
      'frogy_pauses',
      'Pauses of accounts and networks, by network and kind.',
      values('pauses', ['platform', PLATFORMS], ['kind', PAUSE_KINDS]),
    ),
    gauge('frogy_jobs', 'Background jobs by kind and state. `failed-jobs` wait for an administrator.', jobValues),
    gauge('frogy_sessions', 'Sessions that have not expired.', [[valueOf('sessions')]]),
    gauge('frogy_workers', 'Workers with a heartbeat in the last 30 seconds.', [[valueOf('workers')]]),
    gauge('frogy_publishing_held', 'Whether publishing waits for an administrator.', [[valueOf('held')]]),
    gauge(
      'frogy_backup_age_seconds',
      'Age of the newest checked backup; absent without one.',
      backup ? [[Number(backup.one)]] : [],
    ),
    gauge(
      'frogy_backup_size_bytes',
      'Size of the newest checked backup; absent without one.',
      backup ? [[backup.value]] : [],
    ),
  ]
}
