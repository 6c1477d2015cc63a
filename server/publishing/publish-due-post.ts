import { LeaseLost } from '../accounts/leases.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import { askFirst, findLostPost } from './check/find-lost-post.ts'
import { claimPost } from './schedule/claim-post.ts'
import { claimableAt } from './schedule/due-posts.ts'
import type { PublishParts, WorkerTools } from './send/publish-job.ts'
import { traced } from './send/traced.ts'
import { publishPost } from './send/publish-post.ts'

/**
 * Publishes the first due post, or looks it up if an earlier response was lost. Returns whether there was one.
 * @throws LeaseLost
 */
export async function publishDuePost(
  parts: PublishParts & WorkerTools,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock, statements, pauses } = parts
  await pauses.postponeDuePosts(leased)
  const due = await statements.findDuePost(leased)
  if (due === null) throw new LeaseLost()
  if (!due) return false
  const now = clock.now()
  const claimed =
    due.claimed ??
    (await parts.tracer.during(due.post.id, { name: 'claim', attributes: { 'frogy.platform': leased.platform } }, () =>
      database.transaction((tx) => claimPost(tx, worker, leased, client, due.post.id, claimableAt(now), now)),
    ))
  if (claimed?.kind !== 'attempt') return true

  const job = { ...parts, ...claimed, worker, client, signal }
  if (!(await askFirst(job))) return true
  if (claimed.attempt.state === 'prepared') await publishPost(job)
  else await traced(job, 'check', () => findLostPost(job))
  return true
}
