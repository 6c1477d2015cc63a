import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { migrateQueue } from './queue-schema.ts'
import sql, { columns, isTrue } from './sql.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Brings the database to the newest shape: each file of `migrations/` once, in the order of their numbers, each in a
 * transaction, and then the queue's own tables. Safe when several processes start at once: they take turns and the later
 * ones find nothing to do.
 */
export async function migrate(database: Pick<Database, 'migrateWith'>): Promise<void> {
  await database.migrateWith(async (session) => {
    // Asked first: on the embedded database a question takes a hundredth of what a definition does.
    const [row] = await session.query(sql`select ${isTrue('there', sql`to_regclass('migrations') is not null`)}`)
    if (!row?.there)
      await session.run(
        'create table migrations (name text primary key, applied_at timestamptz not null default now())',
      )
    const applied = new Set(
      (await session.query(sql`select ${columns('migrations', 'name')} from migrations`)).map((row) => row.name),
    )
    for (const name of readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .toSorted()) {
      if (applied.has(name)) continue
      const text = readFileSync(join(FOLDER, name), 'utf8')
      await session.run(`begin;\n${text}\n;insert into migrations (name) values ('${name}');\ncommit;`)
    }
    await migrateQueue(session)
  })
}
