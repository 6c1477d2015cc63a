import type { AccountRow } from '../../accounts/store.ts'
import type { PlatformClient } from '../../adapters/platforms/platform-client.ts'
import sql, { columns } from '../../db/sql.ts'
import { claimPost } from '../schedule/claim-post.ts'
import type { PublishParts, WorkerTools } from '../send/publish-job.ts'
import { traced } from '../send/traced.ts'
import { findLostPost } from './find-lost-post.ts'

const IS_LOST = sql`next_step_at is not null
  and exists (select from publish_attempts where post_id = posts.id and state = 'unknown')`

/**
 * Looks up the account's lost posts now, in order. After an outage this comes before sending, so that a missing post
 * keeps its place. Bluesky can prove that a post is missing only while its account is unchanged. @throws LeaseLost
 */
export async function lookUpLostPosts(
  parts: PublishParts & WorkerTools,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = parts
  const lost = await database.query(sql`
    select ${columns('posts', 'id')} from posts where account_id = ${leased.id} and ${IS_LOST}
    order by coalesce(scheduled_at, created_at), created_at, id`)
  for (const { id } of lost) {
    if (signal.aborted) return
    const claimed = await database.transaction((tx) => claimPost(tx, worker, leased, client, id, IS_LOST, clock.now()))
    if (claimed?.kind !== 'attempt') continue
    const job = { ...parts, ...claimed, worker, client, signal }
    await traced(job, 'check', () => findLostPost(job))
  }
}
