import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { JOB_KINDS } from '#server/operate/background/job-kinds.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { migrate } from '#server/db/migrate.ts'
import { jobQueue } from '#server/operate/jobs/job-queue.ts'
import { createEngagedPosts } from './engagement-fixtures.ts'
import { memoryFolder } from './memory-folder.ts'
import { createFixtureUsers } from './fixture-users.ts'

/** The URL of a PostgreSQL server for the tests. Without it, the tests use the embedded database. */
export const SERVER_URL = process.env.FROGY_TEST_DATABASE_URL

export interface TestDatabase extends AsyncDisposable {
  databaseUrl: string | undefined
  dataDir: string
}

/** A migrated database that is created once per run and copied for each test: an empty one, or one with users. */
export type Template = 'empty' | 'peopled'

export async function testDatabase(template: Template = 'empty'): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'frogy-test-'))
  if (!SERVER_URL) {
    await cp(join(folderOf(template), 'db'), join(dataDir, 'db'), { recursive: true })
    return {
      databaseUrl: undefined,
      dataDir,
      [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
    }
  }
  const name = `frogy_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${nameOf(template)} ${process.env.FROGY_TEST_COPIES ?? ''}`)
  return {
    databaseUrl: urlOf(name),
    dataDir,
    async [Symbol.asyncDispose]() {
      await onServer(`drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** An empty DATA_DIR, and an empty database if the tests use a server. */
export async function emptyPlace(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'frogy-empty-'))
  const name = `frogy_${randomUUID().replaceAll('-', '')}`
  if (SERVER_URL) await onServer(`create database ${name}`)
  return {
    databaseUrl: urlOf(name),
    dataDir,
    async [Symbol.asyncDispose]() {
      if (SERVER_URL) await onServer(`drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies an installation that is not running: its data folder, and its database if that is on a server. */
export async function copyInstallation({
  databaseUrl,
  dataDir,
}: Omit<TestDatabase, keyof AsyncDisposable>): Promise<TestDatabase> {
  const copy = await mkdtemp(join(memoryFolder(), 'frogy-copy-'))
  await cp(dataDir, copy, { recursive: true })
  const removeFolder = () => rm(copy, { recursive: true, force: true })
  if (!databaseUrl) return { databaseUrl, dataDir: copy, [Symbol.asyncDispose]: removeFolder }
  const name = `frogy_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${new URL(databaseUrl).pathname.slice(1)}`)
  return {
    databaseUrl: urlOf(name),
    dataDir: copy,
    async [Symbol.asyncDispose]() {
      await onServer(`drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

/**
 * The name of a template database on the server. It contains the run's folder, so that parallel runs do not collide.
 */
const nameOf = (template: Template): string =>
  `${basename(process.env.FROGY_TEST_TEMPLATES ?? '')}_${template}`.toLowerCase().replaceAll('-', '_')
const folderOf = (template: Template): string => join(process.env.FROGY_TEST_TEMPLATES ?? '', template)
const urlOf = (name: string): string | undefined =>
  SERVER_URL && Object.assign(new URL(SERVER_URL), { pathname: `/${name}` }).href

/** Creates the template databases. @returns a function that deletes them */
export async function makeTemplates(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(memoryFolder(), 'frogy-templates-'))
  process.env.FROGY_TEST_TEMPLATES = folder
  // The strategy `file_copy` was the default before PostgreSQL 15. It halves the work, because PostgreSQL does not
  // write the copy to its write-ahead log.
  if (SERVER_URL && (await versionOfServer()) >= 15) process.env.FROGY_TEST_COPIES = 'strategy file_copy'
  await makeTemplate('empty', async (database) => {
    await migrate(database)
    // Create the job queue's tables, as the first start of Frogy does.
    await using jobs = jobQueue({ database, log: console, doesWork: false }, JOB_KINDS)
    await jobs.open()
    if (database.kind === 'server') return
    // Drop PostgreSQL's own templates. They are two thirds of the files and the tests do not need them.
    await database.query(sql`update pg_database set datistemplate = false`)
    await database.query(sql`drop database template0`)
    await database.query(sql`drop database template1`)
  })
  if (!SERVER_URL) await cp(folderOf('empty'), folderOf('peopled'), { recursive: true })
  await makeTemplate(
    'peopled',
    async (database) => {
      await createFixtureUsers(database)
      await createEngagedPosts(database)
    },
    nameOf('empty'),
  )
  return () => rm(folder, { recursive: true, force: true })
}

async function makeTemplate(
  template: Template,
  fill: (database: Database) => Promise<void>,
  from = 'template1',
): Promise<void> {
  if (SERVER_URL) {
    await onServer(`drop database if exists ${nameOf(template)} with (force)`)
    await onServer(`create database ${nameOf(template)} template ${from}`)
  }
  await using database = await openDatabase({
    databaseUrl: urlOf(nameOf(template)),
    dataDir: folderOf(template),
    onError: console.error,
  })
  await fill(database)
}

async function versionOfServer(): Promise<number> {
  const [row] = await onServer('show server_version_num')
  return Math.floor(Number(row?.server_version_num) / 10_000)
}

async function onServer(statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(statement)).rows
  } finally {
    await client.end()
  }
}
