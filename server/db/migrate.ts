import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { Database } from './database.ts'
import { migrateQueue } from './queue-schema.ts'
import sql, { columns, isTrue } from './sql.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Applies each file of `migrations/` once, in order and in a transaction, then the job queue's schema. Several
 * processes may start at once: they take turns.
 * @throws ConfigError when a newer release has migrated this database
 */
export async function migrate(database: Pick<Database, 'migrateWith'>): Promise<void> {
  await database.migrateWith(async (session) => {
    // A query first: `create table if not exists` takes a hundred times as long on the embedded database.
    const [row] = await session.query(sql`select ${isTrue('exists', sql`to_regclass('migrations') is not null`)}`)
    if (!row?.exists)
      await session.run(
        'create table migrations (name text primary key, applied_at timestamptz not null default now())',
      )
    const applied = new Set(
      (await session.query(sql`select ${columns('migrations', 'name')} from migrations`)).map((row) => row.name),
    )
    const known = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))
    refuseNewer(applied, known)
    for (const name of known.toSorted()) {
      if (applied.has(name)) continue
      const text = readFileSync(join(FOLDER, name), 'utf8')
      await session.run(`begin;\n${text}\n;insert into migrations (name) values ('${name}');\ncommit;`)
    }
    await migrateQueue(session)
  })
}

/**
 * Refuses data of a newer release. An older release does not know what the new columns mean: it could send twice or
 * lose texts.
 */
function refuseNewer(applied: ReadonlySet<string>, known: readonly string[]): void {
  const [unknown] = [...applied].filter((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new ConfigError([
    `The database belongs to a newer Frogy: it has the migration ${unknown}, which this release does not know. Start that release, or restore the backup from before the upgrade.`,
  ])
}
