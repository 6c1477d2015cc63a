import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '#server/db/database.ts'

/** The APP_SECRET of every dumped installation. */
export const STATE_SECRET = 'the secret of the states, long enough'

/** Everything of a saved installation except its database. */
export interface State {
  takenAt: string
  /** The migrations that the database has applied. */
  migrations: string[]
  /** Each user's cookies. */
  sessions: Record<string, string>
  /** An API key of the user Layla; null for releases without API keys. */
  apiKey: string | null
  /** The file in which the simulated networks keep their posts and tokens. */
  simulator: string
  /** Files of the data folder, in base64. */
  media: Record<string, string>
}

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'server', 'db', 'migrations')

/** The names of the saved installations from which an upgrade is tested, oldest first. */
export const STATES: string[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -4))
  .toSorted((a, b) => readState(a).takenAt.localeCompare(readState(b).takenAt))

export function readState(name: string): State {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as State
}

/**
 * Replaces the content of a database and a data folder by a saved installation, as if the older release had stopped a
 * minute ago. `place: 'copy'` makes it look copied from another machine, if the release recorded where its data was.
 */
export async function restoreState(
  name: string,
  database: Database,
  dataDir: string,
  place: 'here' | 'copy' = 'here',
): Promise<State> {
  const { takenAt } = readState(name)
  const secondsAgo = Math.floor((Date.now() - Date.parse(takenAt)) / 1000) - 60
  const state = JSON.parse(moveTimes(JSON.stringify(readState(name)), secondsAgo)) as State
  await database.migrateWith(async ({ run }) => {
    await run('drop schema if exists frogy_jobs cascade; drop schema public cascade; create schema public')
    await run('create table migrations (name text primary key, applied_at timestamptz not null default now())')
    const rows = moveTimes(readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8'), secondsAgo)
    // Releases since 0.2.0 also record which migrations let older processes run.
    if (rows.includes('keeps_older'))
      await run('alter table migrations add column keeps_older boolean not null default false')
    for (const file of state.migrations) await run(readFileSync(join(MIGRATIONS, file), 'utf8'))
    // Turn triggers and foreign keys off, so that the rows are inserted exactly as dumped.
    await run(`set session_replication_role = replica; ${TRUNCATE_ALL}`)
    await run(rows)
    if (place === 'here' && state.migrations.includes('0066_installation.sql'))
      await run(`update public.installation set place = '{}'`)
    await run('set session_replication_role = origin')
  })
  for (const [path, bytes] of Object.entries(state.media)) {
    const file = join(dataDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes, 'base64')
  }
  writeFileSync(join(dataDir, 'simulator.json'), state.simulator)
  return state
}

/** Empties all tables, because some migrations insert rows. */
const TRUNCATE_ALL = `do $$ declare names text; begin
  select string_agg(format('public.%I', tablename), ', ') into names from pg_tables where schemaname = 'public';
  execute 'truncate ' || names;
end $$;`

/** Shifts every time in a text towards the present, in each format that the dumps use. */
function moveTimes(text: string, seconds: number): string {
  return text
    .replaceAll(/\b(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)/g, (_, day: string, between: string, time: string) => {
      const moved = new Date(Date.parse(`${day}T${time}Z`) + seconds * 1000).toISOString()
      return `${moved.slice(0, 10)}${between}${moved.slice(11, 19)}`
    })
    .replaceAll(/(?<=At\\*": ?)\d{13}\b/g, (ms) => String(Number(ms) + seconds * 1000))
}
