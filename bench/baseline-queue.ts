import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** The number of concurrent consumers, equal to Frogy's number of connections. */
const CONSUMERS = 10

interface Connection {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/**
 * Measures how many queue rows per second the database alone can hand out and mark as done, with a PostgreSQL server or
 * embedded.
 */
export async function baselineQueueRate(databaseUrl: string | undefined, rows: number): Promise<number> {
  if (databaseUrl) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: CONSUMERS })
    try {
      return await rateOf({ query: async (text, values) => (await pool.query(text, values)) as never }, rows)
    } finally {
      await pool.query('drop table if exists baseline_queue')
      await pool.end()
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'frogy-baseline-'))
  const lite = await PGlite.create({ dataDir: folder })
  try {
    return await rateOf({ query: async (text, values) => (await lite.query(text, values)) as never }, rows)
  } finally {
    await lite.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function rateOf(connection: Connection, rows: number): Promise<number> {
  await connection.query(
    'create table baseline_queue (id int primary key, due timestamptz not null, state text not null)',
  )
  await connection.query(`insert into baseline_queue select n, now(), 'due' from generate_series(1, $1::int) n`, [rows])
  await connection.query(`create index on baseline_queue (due) where state = 'due'`)
  const from = performance.now()
  await Promise.all(
    Array.from({ length: CONSUMERS }, async () => {
      for (;;) {
        const taken = await connection.query<{ id: number }>(
          `update baseline_queue set state = 'taken' where id = (
             select id from baseline_queue where state = 'due' order by due limit 1 for update skip locked) returning id`,
        )
        const [row] = taken.rows
        if (!row) return
        await connection.query(`update baseline_queue set state = 'done' where id = $1`, [row.id])
      }
    }),
  )
  return rows / ((performance.now() - from) / 1000)
}
