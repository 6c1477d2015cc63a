import pg from 'pg'

/** How many rows a second the database itself lets be taken and closed, by as many takers as the worker serves accounts. */
export async function bareQueueRate(databaseUrl: string, rows: number, takers: number): Promise<number> {
  // As many connections as Frogy has.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  try {
    await pool.query('create table bare_queue (id int primary key, due timestamptz not null, state text not null)')
    await pool.query(`insert into bare_queue select n, now(), 'due' from generate_series(1, $1::int) n`, [rows])
    await pool.query(`create index on bare_queue (due) where state = 'due'`)
    const from = performance.now()
    await Promise.all(
      Array.from({ length: takers }, async () => {
        for (;;) {
          const taken = await pool.query<{ id: number }>(
            `update bare_queue set state = 'taken' where id = (
               select id from bare_queue where state = 'due' order by due limit 1 for update skip locked) returning id`,
          )
          const [row] = taken.rows
          if (!row) return
          await pool.query(`update bare_queue set state = 'done' where id = $1`, [row.id])
        }
      }),
    )
    return rows / ((performance.now() - from) / 1000)
  } finally {
    await pool.query('drop table if exists bare_queue')
    await pool.end()
  }
}
