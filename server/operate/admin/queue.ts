import type { QueuedPost, QueueQuery, QueueState } from '#core/operate/admin-contract.ts'
import type { QueueGroup } from '#core/operate/admin-lists.ts'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { searchPattern } from '#core/search-pattern.ts'
import { writeAudit, type AdminAct } from '../audit.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import sql, { columns, computed, count, isTrue, list, type Sql } from '../../db/sql.ts'
import { refuseWhileHeld } from '../../installation/installation-row.ts'
import { isFailedJob } from '../jobs/failed-jobs.ts'
import { awaitsApproval, notConnected } from '../../posts/checks.ts'
import { limitsOf } from '../../accounts/store.ts'
import { ownImages } from '../../media/store.ts'
import { followUpsIn } from '../../posts/follow-ups.ts'
import { refuseUnpublishable } from '../../posts/refuse-unpublishable.ts'
import { causeText } from '../../posts/failure-text.ts'
import { POST_COLUMNS } from '../../posts/store.ts'
import { sendPostNow } from '../../posts/transitions/send.ts'
import { SILENT_AFTER_MS } from '../../publishing/heartbeats.ts'

export type QueueParts = {
  database: Database
  clock: Clock
  config: Pick<Config, 'videoCopies'>
  cutOff: ReadonlySet<Platform>
}

const HOUR_MS = 3_600_000

const GROUPS = (now: Date): Record<QueueGroup, Sql> => ({
  needing: sql`p.status in ('failed', 'missed', 'unconfirmed')`,
  retrying: sql`(p.status = 'scheduled' and p.failure is not null or p.status = 'publishing')`,
  due: sql`p.status = 'scheduled' and p.failure is null and p.next_step_at <= ${new Date(now.getTime() + HOUR_MS)}`,
})

export async function stateOf({ database, clock, config }: QueueParts): Promise<QueueState> {
  const now = clock.now()
  const { needing, retrying, due } = GROUPS(now)
  const isOverdue = sql`p.status in ('scheduled', 'publishing') and p.next_step_at <= ${now}`
  const [posts] = await database.query(sql`
    select ${list(count('needing', needing), count('retrying', retrying), count('due', due), count('overdue', isOverdue))}
    from posts p where p.status in ('scheduled', 'publishing', 'failed', 'missed', 'unconfirmed')`)
  const workers = await database.query(sql`
    select ${columns('workers', 'worked_at', 'makes_copies')},
      ${computed('silentMs', 'integer', sql`greatest(0, extract(epoch from clock_timestamp() - worked_at) * 1000)`, 0)}
    from workers where worked_at > clock_timestamp() - ${SILENT_AFTER_MS} * interval '1 millisecond' order by worked_at desc`)
  // Start from the latest `post.published` event, because an index finds it quickly among millions of posts.
  const [last] = await database.query(sql`
    select ${computed('ms', 'integer', sql`extract(epoch from p.published_at - p.scheduled_at) * 1000`)}
    from (select subject_id from events where kind = 'post.published' order by id desc limit 1) newest
    join posts p on p.id = newest.subject_id where p.status = 'published'`)
  const [jobs] = await database.query(sql`select ${count('failed')} from frogy_jobs.job where ${isFailedJob}`)
  return {
    workers: workers.map((one) => ({ at: one.worked_at.toISOString(), silentMs: one.silentMs })),
    isServed: workers.length > 0,
    groups: { needing: posts?.needing ?? 0, retrying: posts?.retrying ?? 0, due: posts?.due ?? 0 },
    overdue: posts?.overdue ?? 0,
    lastLatenessMs: last?.ms == null ? null : Math.max(0, last.ms),
    failedJobs: jobs?.failed ?? 0,
    videoCopies: !config.videoCopies ? 'off' : workers.some((one) => one.makes_copies) ? 'ready' : 'without-ffmpeg',
  }
}

export async function listQueue(
  { database, clock }: QueueParts,
  { group, search, order, limit, skip }: QueueQuery,
  language: Language,
): Promise<{ posts: QueuedPost[]; found: number }> {
  const pattern = search ? searchPattern(search) : null
  const which = sql`${GROUPS(clock.now())[group]}
    and (${pattern}::text is null or first_name || ' ' || last_name ~* ${pattern} or email ~* ${pattern})`
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const rows = await database.query(sql`
    select ${list(
      columns('posts p', 'id', 'platform', 'status', 'failure', 'scheduled_at', 'next_step_at'),
      columns('users', 'id as authorId', 'first_name', 'last_name', 'email'),
      isTrue('isAuthorHere', isActiveUser),
      computed('attempts', 'integer', sql`select count(*) from publish_attempts a where a.post_id = p.id`, 0),
    )}
    from posts p join users on users.id = p.user_id where ${which}
    order by coalesce(p.scheduled_at, p.created_at) ${direction}, p.id limit ${limit} offset ${skip}`)
  const [total] = await database.query(sql`
    select ${count('found')} from posts p join users on users.id = p.user_id where ${which}`)
  return {
    posts: rows.map((row) => ({
      id: row.id,
      author: { id: row.authorId, name: `${row.first_name} ${row.last_name}`.trim() || row.email },
      platform: row.platform,
      status: row.status,
      // Omit the network's own error text, which may quote the post.
      failure: row.failure && {
        code: row.failure.code,
        message: causeText(row.failure, row.platform, language),
      },
      scheduledAt: row.scheduled_at?.toISOString() ?? null,
      nextStepAt: row.next_step_at?.toISOString() ?? null,
      attempts: row.attempts,
      canRetry: row.status === 'failed' && row.isAuthorHere,
    })),
    found: total?.found ?? 0,
  }
}

/**
 * Retries a failed post, as its author could. The worker's checks against duplicates still apply.
 * @throws AppError not_found, not_failed, awaits_approval, account_not_connected, validation_failed, publishing_held
 */
export async function retryPost(
  { database, clock, cutOff }: QueueParts,
  by: AdminAct['by'],
  id: string,
  language: Language,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [post] = await tx.query(sql`select ${POST_COLUMNS} from posts where id = ${id} for update`)
    if (!post) throw new AppError('not_found')
    const [author] = await tx.query(sql`
      select ${columns('users', 'email')} from users where id = ${post.user_id} and ${isActiveUser}`)
    if (post.status !== 'failed' || !author) throw new AppError('not_failed')
    const uploads = await ownImages(tx, post.images, post.user_id)
    const followUps = followUpsIn(post.follow_ups)
    refuseUnpublishable({ ...post, followUps }, language, cutOff, await limitsOf(tx, post.account_id), uploads)
    await refuseWhileHeld(tx)
    const now = clock.now()
    // Without its account, the post stays failed, because only the author may choose another account.
    if (!post.account_id) throw notConnected(post.platform)
    if (awaitsApproval(post)) throw new AppError('awaits_approval')
    await sendPostNow(tx, post, 'publish-now', post.account_id, now)
    const subject = { id, name: `${rulesOf(post.platform).name}, ${author.email}` }
    const before = { status: post.status, reason: post.failure?.code ?? null }
    const after = { status: 'publishing', reason: null }
    await writeAudit(tx, { by, act: 'post_retried', subject, before, after }, now)
  })
}
