import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import { markReady } from './attempts.ts'
import { claimPost } from './claim-due-post.ts'
import { toPrepareAt } from './due-posts.ts'
import sql, { columns } from '../db/sql.ts'
import { accessOf, type Job, type PublishParts, type WorkerTools } from './publish-job.ts'
import { makeReadyWith } from './publish-post.ts'

/** How many posts of an account are prepared at once, before it is given back. */
const POSTS_OF_AN_ACCOUNT = 4

/**
 * Prepares the next posts of an account that are not due yet: their attempts with their text, and what their network wants
 * beforehand. So at their time one short request is left. Nothing that goes wrong here is anybody's trouble yet: it is
 * tried again when they are due. Called by the holder of the account's lease only.
 * @param signal aborts when the account is wanted for something that is due
 */
export async function prepareAhead(
  parts: PublishParts & WorkerTools,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = parts
  const now = clock.now()
  const posts = await database.query(sql`
    select ${columns('posts', 'id')} from posts where account_id = ${leased.id} and ${toPrepareAt(now)} order by next_step_at, created_at, id limit ${POSTS_OF_AN_ACCOUNT}`)
  const jobs: Job[] = []
  for (const { id } of posts) {
    const claimed = await database.transaction((tx) => claimPost(tx, worker, leased, client, id, toPrepareAt(now), now))
    if (claimed?.kind === 'attempt') jobs.push({ ...parts, ...claimed, worker, client, signal })
  }
  // Entered once for all of them: a refresh token may be good for one renewal only.
  const access = jobs[0] && (await accessOf(jobs[0]))
  if (!access?.ok) return
  await Promise.all(
    jobs.map(async (job) => {
      try {
        const ready = await makeReadyWith(job, access.value)
        if (ready.ok) await markReady(database, job.attempt, clock.now())
      } catch (error) {
        job.log.warn({ err: error, postId: job.post.id }, 'a post could not be prepared ahead')
      }
    }),
  )
}
