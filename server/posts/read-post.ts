import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Attempt, Post, TimelineMoment } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { attemptFailureText } from './failure-text.ts'
import { ownPost, toPost } from './store.ts'
import { readTimeline } from './timeline.ts'

/** @throws AppError not_found, also for other users' posts; this applies to the functions below too */
export async function readPost(on: Queryable, { userId, language }: Caller, id: string): Promise<Post> {
  return toPost(await ownPost(on, id, userId), language)
}

/** Reads a post. @returns undefined when the post is gone */
export async function findPost(on: Queryable, caller: Caller, id: string): Promise<Post | undefined> {
  try {
    return await readPost(on, caller, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

/** The attempts to publish a post, oldest first. */
export async function readAttempts(
  on: Queryable,
  { userId, language }: Caller,
  id: string,
): Promise<z.infer<typeof Attempt>[]> {
  const post = await ownPost(on, id, userId)
  const rows = await on.query(sql`
    select ${columns('publish_attempts', 'number', 'state', 'started_at', 'sent_at', 'finished_at', 'failure')}
    from publish_attempts where post_id = ${post.id} order by number`)
  return rows.map((row) => ({
    number: row.number,
    state: row.state,
    startedAt: row.started_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    failure: row.failure && attemptFailureText({ ...row, failure: row.failure }, post.platform, language),
  }))
}

/** The history of a post from creation to publication, in the author's language. */
export async function readPostTimeline(
  { database, clock }: { database: Database; clock: Clock },
  { userId, language }: Caller,
  id: string,
): Promise<TimelineMoment[]> {
  return await readTimeline(database, await ownPost(database, id, userId), language, clock.now())
}
