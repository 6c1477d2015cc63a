import type { PgBoss } from 'pg-boss'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { inTransaction } from './queue-transaction.ts'

const AT_ONCE = 100

export async function holdJob(tx: Queryable, kind: string, data: object | null): Promise<void> {
  await tx.query(sql`insert into held_jobs (kind, data) values (${kind}, ${JSON.stringify(data)})`)
}

/** Moves jobs from `held_jobs` into the queue, oldest first. Skips jobs that another process has locked. */
export async function releaseHeldJobs(database: Database, queue: Pick<PgBoss, 'send'>): Promise<void> {
  let moved = AT_ONCE
  while (moved === AT_ONCE)
    moved = await database.transaction(async (tx) => {
      const held = await tx.query(sql`
        delete from held_jobs where id in (select id from held_jobs order by id limit ${AT_ONCE} for update skip locked)
        returning ${columns('held_jobs', 'id', 'kind', 'data')}`)
      for (const { kind, data } of held.toSorted((one, other) => one.id - other.id))
        await queue.send(kind, data as object | null, { db: inTransaction(tx) })
      return held.length
    })
}
