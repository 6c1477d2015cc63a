import type { Receipt } from '../adapters/platforms/platform-client.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { PostRow } from '../posts/store.ts'
import { lockFreePosts, lockPost } from '../posts/transitions/lock.ts'
import { recordPublished } from '../posts/transitions/publish.ts'
import { closeAccepted, type Attempt } from './attempts.ts'

/** A post that its network has, by what it calls it, and since when. */
export interface Out {
  post: Pick<PostRow, 'id'>
  attempt: Pick<Attempt, 'id'>
  receipt: { [Key in keyof Receipt]: Receipt[Key] | null }
  since: Date
}

/** Records what the network has, for many posts at once. One that somebody else has in hands is waited for alone. */
export async function recordAllOut(database: Database, outs: Out[], now: Date): Promise<undefined[]> {
  const recorded = await database.transaction(async (tx) => {
    const free = new Set(
      await lockFreePosts(
        tx,
        outs.map(({ post }) => post),
      ),
    )
    await record(
      tx,
      outs.filter(({ post }) => free.has(post.id)),
      now,
    )
    return free
  })
  for (const out of outs.filter(({ post }) => !recorded.has(post.id))) {
    await database.transaction(async (tx) => {
      await lockPost(tx, out.post)
      await record(tx, [out], now)
    })
  }
  return outs.map(() => undefined)
}

async function record(tx: Queryable, outs: Out[], now: Date): Promise<void> {
  await closeAccepted(
    tx,
    outs.map(({ attempt }) => attempt),
    now,
  )
  await recordPublished(
    tx,
    outs.map(({ post, receipt, since }) => ({ id: post.id, ...receipt, since })),
    now,
  )
}
