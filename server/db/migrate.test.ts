import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import sql, { columns } from '#server/db/sql.ts'
import { SERVER_URL, testDatabase } from '#tests/support/databases.ts'
import { ConfigError } from '../config-error.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { KEEPS_OLDER, migrate } from './migrate.ts'

const FILES = readdirSync(join(import.meta.dirname, 'migrations')).toSorted()

const applied = async (database: Database) =>
  (await database.query(sql`select ${columns('migrations', 'name')} from migrations order by applied_at, name`)).map(
    ({ name }) => name,
  )

test('numbers migrations without gaps and gives each its own name', () => {
  expect(FILES.map((file) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(file)?.[1]))).toEqual(
    FILES.map((_, index) => index + 1),
  )
})

test('applies no migration a second time', async () => {
  await using place = await testDatabase()
  await using database = await openDatabase({ ...place, onError: console.error })
  expect(await applied(database)).toEqual(FILES)
  await migrate(database)
  expect(await applied(database)).toEqual(FILES)
})

test('refuses a database that a newer release has migrated, with an error of one line', async () => {
  await using place = await testDatabase()
  await using database = await openDatabase({ ...place, onError: console.error })
  await database.query(sql`insert into migrations (name) values ('9999_from_the_future.sql')`)
  const refused = await migrate(database).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  const [line, ...more] = (refused as ConfigError).message.split('\n').filter((text) => text.includes('newer'))
  expect(line).toContain('belongs to a newer Frogy')
  expect(more).toEqual([])
})

test('starts on a database whose newer migrations let older processes run', async () => {
  await using place = await testDatabase()
  await using database = await openDatabase({ ...place, onError: console.error })
  await database.query(sql`insert into migrations (name, keeps_older) values ('9998_expanded.sql', true)`)
  await migrate(database)
  await database.query(sql`insert into migrations (name, keeps_older) values ('9999_contracted.sql', false)`)
  await expect(migrate(database)).rejects.toThrow(/9999_contracted/)
})

test('lets older processes run only with migrations that add tables, indexes and optional columns, or change nothing that older code relies on', () => {
  const ADDS =
    /^(create table|create index|alter table \w+ add column(?!.*not null(?!.*default)|.*,\s*(add|drop|alter)))/is
  // Older releases tolerate these changes. They always fill a column that becomes nullable, and show any text of the
  // FAQ. A replaced function or check allows one value more, such as a new network. They leave the first column of the
  // unique index null, so the index ignores their rows.
  const IGNORED =
    /^(alter table \w+ alter column \w+ drop not null$|create unique index \w+ on \w+ \((\w+)[^)]*\) where \2 is not null$|update faq set |create or replace function is_(?:platform|picture_state)\(|alter table \w+ drop constraint (\w+), add constraint \3 check \(is_platform\()/i
  const isExpansion = (text: string) => {
    const statements = statementsOf(text)
    const isOfNewTable = (statement: string) => {
      const table = /^create unique index \w+ on (\w+) /i.exec(statement)?.[1]
      return table !== undefined && statements.some((other) => other.startsWith(`create table ${table} `))
    }
    // Older releases do not read a column that the same migration adds.
    const fillsNewColumn = (statement: string) => {
      const [, table, column] = /^update (\w+) set (\w+) = \((?:[^()]|\([^()]*\))*\)\s+where /i.exec(statement) ?? []
      return (
        table !== undefined &&
        statements.some((other) => other.startsWith(`alter table ${table} add column ${column} `))
      )
    }
    return statements.every(
      (each) => ADDS.test(each) || IGNORED.test(each) || isOfNewTable(each) || fillsNewColumn(each),
    )
  }
  expect(isExpansion('create table a (id int not null); alter table b add column c text default 1')).toBe(true)
  expect(isExpansion('alter table b add column c text not null')).toBe(false)
  expect(isExpansion('alter table b add column c text, drop column d')).toBe(false)
  expect(isExpansion("update b set c = 'x'")).toBe(false)
  expect(isExpansion('alter table b add column c int; update b set c = (select 1) where d = 2')).toBe(true)
  expect(isExpansion('alter table b add column c int; update b set c = (select 1), d = 3 where d = 2')).toBe(false)
  expect(isExpansion('create table a (id int); create unique index one on a (lower(id))')).toBe(true)
  expect(isExpansion('create table a (id int); create unique index one on b (lower(id))')).toBe(false)
  const texts = FILES.map((file) => readFileSync(join(import.meta.dirname, 'migrations', file), 'utf8'))
  const wrong = FILES.filter((_, at) => texts[at]?.startsWith(KEEPS_OLDER) && !isExpansion(texts[at] ?? ''))
  expect(wrong).toEqual([])
})

// These tests need a database server, because the embedded database serves only one process.
if (SERVER_URL) {
  describe('server with several starting processes', () => {
    test('migrates an empty database once when several processes start', async () => {
      const name = `frogy_empty_${crypto.randomUUID().replaceAll('-', '')}`
      await onServer(`create database ${name}`)
      onTestFinished(() => onServer(`drop database ${name} with (force)`))
      const url = Object.assign(new URL(SERVER_URL ?? ''), { pathname: `/${name}` }).href
      const program = `
        const { openDatabase } = await import('#server/db/database.ts')
        const { migrate } = await import('#server/db/migrate.ts')
        const { jobQueue } = await import('#server/operate/jobs/job-queue.ts')
        const { JOB_KINDS } = await import('#server/operate/background/job-kinds.ts')
        await using database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '', onError: console.error })
        await Promise.all([migrate(database), migrate(database)])
        await using jobs = jobQueue({ database, log: console, doesWork: true }, JOB_KINDS)
        await jobs.open()`
      const ends = await Promise.all([1, 2, 3, 4, 5].map(() => run(program, url)))
      expect(ends).toEqual([1, 2, 3, 4, 5].map(() => ({ code: 0, said: '' })))
      await using database = await openDatabase({ databaseUrl: url, dataDir: '', onError: console.error })
      expect(await applied(database)).toEqual(FILES)
    })

    test('reports in one line what to grant when the database role cannot create the queue schema', async () => {
      const name = `frogy_narrow_${crypto.randomUUID().replaceAll('-', '')}`
      await onServer(`create database ${name}`)
      await onServer(`create role ${name} login`)
      onTestFinished(async () => {
        await onServer(`drop database ${name} with (force)`)
        await onServer(`drop role ${name}`)
      })
      const url = Object.assign(new URL(SERVER_URL ?? ''), { pathname: `/${name}` })
      await onServer(`grant all on schema public to ${name}`, url.href)
      const own = Object.assign(new URL(url), { username: name }).href
      await using database = await openDatabase({ databaseUrl: own, dataDir: '', onError: console.error })
      const refusal = await migrate(database).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(ConfigError)
      expect((refusal as ConfigError).lines).toEqual([expect.stringMatching(/^DATABASE_URL: .*schema frogy_jobs/)])
      // A role that owns the queue's schema needs no permission to create it.
      await onServer(`create schema frogy_jobs authorization ${name}`, url.href)
      await migrate(database)
      expect(await applied(database)).toEqual(FILES)
    })

    test('rolls back a failed migration completely', async () => {
      await using place = await testDatabase()
      await using database = await openDatabase({ ...place, onError: console.error })
      // Let the first migration run again, so that its first statement succeeds and a later one conflicts.
      await database.query(sql`drop table users cascade`)
      await database.query(sql`delete from migrations where name = ${FILES[0]}`)
      await expect(migrate(database)).rejects.toThrow(/already exists/)
      expect(await database.query(sql`select to_regclass('users') as made`)).toEqual([{ made: null }])
      expect(await applied(database)).toEqual(FILES.slice(1))
    })
  })
}

async function onServer(statement: string, connectionString = SERVER_URL): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function run(program: string, databaseUrl: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 120_000,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}
