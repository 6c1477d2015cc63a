import type { Receipt } from '../../adapters/platforms/platform-client.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { PostRow } from '../../posts/store.ts'
import { lockFreePosts, lockPost } from '../../posts/transitions/lock.ts'
import { recordPublished } from '../../posts/transitions/publish.ts'
import { closeAccepted, type Attempt } from './attempts.ts'

export interface Success {
  post: Pick<PostRow, 'id'>
  attempt: Pick<Attempt, 'id'>
  receipt: { [Key in keyof Receipt]: Receipt[Key] | null }
  since: Date
}

/** Records a batch of published posts. Posts that another transaction has locked are recorded one by one afterwards. */
export async function recordSuccesses(database: Database, successes: Success[], now: Date): Promise<undefined[]> {
  const recorded = await database.transaction(async (tx) => {
    const posts = successes.map(({ post }) => post)
    const free = new Set(await lockFreePosts(tx, posts))
    const recordable = successes.filter(({ post }) => free.has(post.id))
    await record(tx, recordable, now)
    return free
  })
  for (const success of successes.filter(({ post }) => !recorded.has(post.id))) {
    await database.transaction(async (tx) => {
      await lockPost(tx, success.post)
      await record(tx, [success], now)
    })
  }
  return successes.map(() => undefined)
}

async function record(tx: Queryable, successes: Success[], now: Date): Promise<void> {
  const attempts = successes.map(({ attempt }) => attempt)
  await closeAccepted(tx, attempts, now)
  const published = successes.map(({ post, receipt, since }) => ({ id: post.id, ...receipt, since }))
  await recordPublished(tx, published, now)
}
