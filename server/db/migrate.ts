import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../config-error.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { migrateQueue } from './queue-schema.ts'
import sql, { columns, isTrue } from './sql.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * The first line of a migration that does not break running processes of older releases, because they can ignore what
 * it adds. See ADR 059.
 */
export const KEEPS_OLDER = '-- Older processes may keep running.'

/** How long a migration that breaks older processes waits until they have ended. */
const WAIT_FOR_OLDER_MS = 60_000
const RETRY_MS = 500

type Session = Parameters<Parameters<Database['migrateWith']>[0]>[0]
interface Applied {
  name: string
  keeps_older: boolean
}

/**
 * Applies each file of `migrations/` once, in order and in a transaction, then the job queue's schema. Starting
 * processes take turns.
 * @param only for a restore: the migrations of the backup
 * @throws ConfigError when a newer release has migrated this database, or processes of an older one do not end
 */
export async function migrate(
  database: Pick<Database, 'migrateWith'>,
  waitForOlderMs = WAIT_FOR_OLDER_MS,
  only = knownMigrations(),
): Promise<void> {
  await database.migrateWith(async (session) => {
    const applied = await readApplied(session)
    refuseNewer(applied, knownMigrations())
    const names = new Set(applied.map(({ name }) => name))
    const pending = only
      .filter((name) => !names.has(name))
      .toSorted()
      .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
    const breaking = pending.find(({ text }) => !text.startsWith(KEEPS_OLDER))
    if (breaking && applied.length > 0) await waitForOlder(session, breaking.name, waitForOlderMs)
    for (const { name, text } of pending) await apply(session, name, text)
    await migrateQueue(session)
  })
}

async function readApplied(session: Session): Promise<Applied[]> {
  const statement = sql`select ${columns('migrations', 'name', 'keeps_older')} from migrations`
  try {
    return await session.query(statement)
  } catch (error) {
    // Create the table only when it is missing: `create table if not exists` is slow on the embedded database.
    if (!isMissing(error)) throw error
  }
  await session.run(`
    create table if not exists migrations (name text primary key, applied_at timestamptz not null default now());
    alter table migrations add column if not exists keeps_older boolean not null default false`)
  return await session.query(statement)
}

/** Whether the table `migrations` or its newer column is missing. */
function isMissing(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN
}

async function apply(session: Session, name: string, text: string): Promise<void> {
  const keepsOlder = text.startsWith(KEEPS_OLDER)
  // Give up after a short wait and retry: an `alter table` that waits for a lock blocks all later statements on its
  // table.
  const limit = keepsOlder ? `set local lock_timeout = '2s';` : ''
  const insert = `insert into migrations (name, keeps_older) values ('${name}', ${keepsOlder})`
  for (;;) {
    try {
      return await session.run(`begin;\n${limit}\n${text}\n;${insert};\ncommit;`)
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      await session.run('rollback')
      await pause(RETRY_MS)
    }
  }
}

/**
 * Waits until no other process runs on this database, and keeps new ones out until this session ends.
 * @throws ConfigError
 */
async function waitForOlder(session: Session, name: string, forMs: number): Promise<void> {
  const endsAt = performance.now() + forMs
  for (;;) {
    const [row] = await session.query(
      sql`select ${isTrue('alone', sql`pg_try_advisory_lock(${ADVISORY_LOCKS.running})`)}`,
    )
    if (row?.alone) return
    if (performance.now() > endsAt) break
    await pause(RETRY_MS)
  }
  throw new ConfigError([
    `Processes of an older Frogy still use the database, and the migration ${name} does not let them continue. Stop them all, then start this one again.`,
  ])
}

/**
 * Refuses a database that a newer release has migrated, unless its migrations let older processes run. An older release
 * ignores the new columns, so it could send posts twice or lose texts.
 */
function refuseNewer(applied: readonly Applied[], known: readonly string[]): void {
  const unknown = applied.find(({ name, keeps_older }) => !keeps_older && !known.includes(name))
  if (unknown === undefined) return
  throw new ConfigError([
    `The database belongs to a newer Frogy: it has the migration ${unknown.name}, which this release does not know. Start that release, or restore the backup from before the upgrade.`,
  ])
}

const LOCK_NOT_AVAILABLE = '55P03'
const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/** The migrations of this release, in order. */
export const knownMigrations = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
