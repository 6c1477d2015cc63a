import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import sql, { columns } from '../db/sql.ts'
import { askFirst } from './check/find-lost-post.ts'
import { claimPost } from './schedule/claim-post.ts'
import { upcomingAt } from './schedule/due-posts.ts'
import { markReady } from './send/attempts.ts'
import { preparePostWith } from './send/prepare-post.ts'
import { accessFor, type PublishJob, type PublishParts, type WorkerTools } from './send/publish-job.ts'

/** How many posts of an account to prepare before the worker releases the account. */
const POSTS_PER_ACCOUNT = 4

/**
 * Prepares posts, so that only one short request remains when they are due. Errors are not recorded, because the worker
 * tries again when the post is due.
 * @param signal aborts when the account has a due post
 */
export async function prepareUpcomingPosts(
  parts: PublishParts & WorkerTools,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = parts
  const now = clock.now()
  const posts = await database.query(sql`
    select ${columns('posts', 'id')} from posts where account_id = ${leased.id} and ${upcomingAt(now)} order by next_step_at, created_at, id limit ${POSTS_PER_ACCOUNT}`)
  const jobs: PublishJob[] = []
  for (const { id } of posts) {
    const claimed = await database.transaction((tx) => claimPost(tx, worker, leased, client, id, upcomingAt(now), now))
    if (claimed?.kind === 'attempt') jobs.push({ ...parts, ...claimed, worker, client, signal })
  }
  // Get access once for all jobs, because a refresh token may be single-use.
  const access = jobs[0] && (await accessFor(jobs[0]))
  if (!access?.ok) return
  const unsent: PublishJob[] = []
  // Look up the posts in order, so that two posts with the same text do not find the same live post.
  for (const job of jobs) if (await askFirst(job)) unsent.push(job)
  await Promise.all(
    unsent.map(async (job) => {
      try {
        const prepared = await preparePostWith(job, access.value)
        if (prepared.ok) await markReady(database, job.attempt, clock.now())
      } catch (error) {
        job.log.warn({ err: error, postId: job.post.id }, 'a post could not be prepared ahead')
      }
    }),
  )
}
