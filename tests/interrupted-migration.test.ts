import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import sql, { computed, isTrue, raw } from '#server/db/sql.ts'
import { restoreState, STATES } from './states/state.ts'
import { copyInstallation, SERVER_URL, testDatabase, type TestDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { exitWithParent } from './support/exit-with-parent.ts'
import { statementsOf } from './support/statements.ts'

const STARTED_AT = Date.now()

type Place = Pick<TestDatabase, 'databaseUrl' | 'dataDir'>

test('splits SQL into statements, but not inside texts, functions and comments', () => {
  expect(
    statementsOf(`
      select 'a;''b'; -- one; two
      create function f() returns int language sql as $x$ select 1; $x$;
      /* none; */ select 2`).map((text) => text.replaceAll(/\s+/g, ' ')),
  ).toEqual([`select 'a;''b'`, 'create function f() returns int language sql as $x$ select 1; $x$', 'select 2'])
})

// The embedded database takes a second to open, so the long migration of the oldest state is killed only at every tenth
// statement.
describe.each(STATES)('migration of %s', (name) => {
  const step = SERVER_URL || name !== 'b539a85' ? 1 : 10

  // Allow much time, because each of several hundred statements starts a process.
  test(
    'reaches the schema and data of an uninterrupted migration when processes are killed before each statement',
    {
      timeout: 1_800_000,
    },
    async () => {
      await using opened = new AsyncDisposableStack()
      const place = opened.use(await restored(name))
      const undisturbed = opened.use(await copyInstallation(place))
      await withDatabase(undisturbed, migrate)

      let kills = 0
      for (let statement = 1; ;) {
        const said = await outputOf(migrateIn(place, String(statement), 'kill'))
        if (said === 'done') break
        kills++
        // Completed migration files stay applied. The next process starts with the file in which this process died.
        statement = Number(said) + step
      }
      expect(kills).toBeGreaterThan(5)
      expect(await withDatabase(place, contentOf)).toEqual(await withDatabase(undisturbed, contentOf))
    },
  )
})

if (SERVER_URL) {
  test('completes a migration in a waiting second process when the first process is killed', async () => {
    await using opened = new AsyncDisposableStack()
    const place = opened.use(await restored('debd2ffc'))
    const undisturbed = opened.use(await copyInstallation(place))
    await withDatabase(undisturbed, migrate)

    const first = migrateIn(place, '4', 'wait')
    if (first.stdout) await once(first.stdout, 'data')
    const second = migrateIn(place)
    const output = outputOf(second)
    await withDatabase(place, (database) =>
      eventually(async () => {
        const [row] = await database.query(sql`
        select ${isTrue('waits', sql`exists (select from pg_locks where locktype = 'advisory' and not granted)`)}`)
        if (!row?.waits) throw new Error('The second process does not wait')
      }),
    )
    first.kill('SIGKILL')
    expect(await output).toBe('done')
    expect(await withDatabase(place, contentOf)).toEqual(await withDatabase(undisturbed, contentOf))
  })

  test('starts a migration only after older processes have ended, or gives up and changes nothing', async () => {
    await using opened = new AsyncDisposableStack()
    const place = opened.use(await restored('debd2ffc'))
    const countOf = (database: Database) =>
      database.query(sql`select ${computed('count', 'integer', sql`count(*)`, 0)} from migrations`)
    await using older = await openDatabase({ ...place, onError: console.error })
    const stop = await older.listen(
      'frogy',
      () => {},
      () => {},
    )
    await withDatabase(place, async (database) => {
      const before = await countOf(database)
      await expect(migrate(database, 0)).rejects.toThrow(/older Frogy still use/)
      expect(await countOf(database)).toEqual(before)
      const migrated = migrate(database)
      await stop()
      await migrated
      expect(await countOf(database)).not.toEqual(before)
    })
  })
}

async function restored(name: string): Promise<TestDatabase> {
  const place = await testDatabase()
  await withDatabase(place, (database) => restoreState(name, database, place.dataDir))
  return place
}

async function withDatabase<T>({ databaseUrl, dataDir }: Place, work: (database: Database) => Promise<T>): Promise<T> {
  await using database = await openDatabase({ databaseUrl, dataDir, onError: console.error })
  return await work(database)
}

function migrateIn({ databaseUrl, dataDir }: Place, ...args: string[]): ChildProcess {
  const program = join(import.meta.dirname, 'support', 'interrupted-migration.ts')
  return spawn(...exitWithParent(process.execPath, ['--liftoff-only', program, ...args]), {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return output
}

/** Returns the schema and all rows as lines of text, in which times of this test run are replaced. */
async function contentOf(database: Database): Promise<string[]> {
  const now = Date.now()
  const line = computed('line', 'text', sql`line`, '')
  const schema = await database.query(sql`
    select ${line} from (
      select concat_ws(' ', table_schema, table_name, column_name, data_type, is_nullable, column_default) as line
        from information_schema.columns where table_schema in ('public', 'frogy_jobs')
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace in ('public'::regnamespace, 'frogy_jobs'::regnamespace)
      union all select indexdef from pg_indexes where schemaname in ('public', 'frogy_jobs')
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc
        where prokind = 'f' and pronamespace in ('public'::regnamespace, 'frogy_jobs'::regnamespace)
    ) lines order by 1`)
  const tables = await database.query(sql`
    select ${computed('name', 'text', sql`format('%I.%I', schemaname, tablename)`, '')} from pg_tables
    where schemaname in ('public', 'frogy_jobs') order by 1`)
  const isRecent = (time: string) => Date.parse(time) >= STARTED_AT && Date.parse(time) <= now
  // Hide values that migrations generate: their own time, random numbers and random ids.
  const hideRandom = (text: string) =>
    text
      .replaceAll(/"(\d{4}-\d\d-\d\d[T ][\d:.+]+)"/g, (quoted, time: string) => (isRecent(time) ? '"now"' : quoted))
      .replace(/"version": \d+/, '"version": 0')
      .replace(/"id": "[^"]+", "slug"/, '"slug"')
  const rows: string[] = []
  for (const { name } of tables) {
    const found = await database.query(
      sql`select ${computed('line', 'text', sql`to_jsonb(t)::text`, '')} from ${raw(name)} t`,
    )
    rows.push(...found.map((row) => `${name} ${hideRandom(row.line)}`).toSorted())
  }
  return [...schema.map((row) => row.line), ...rows]
}
