import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

/** A PostgreSQL server to test on; without it the tests run on the embedded database. */
export const SERVER_URL = process.env.FROGY_TEST_DATABASE_URL

export interface TestDatabase extends AsyncDisposable {
  databaseUrl: string | undefined
  dataDir: string
}

/** An empty migrated database of its own, copied from one that was made once a run. */
export async function testDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-test-'))
  if (!SERVER_URL) {
    await cp(join(templateFolder(), 'db'), join(dataDir, 'db'), { recursive: true })
    return {
      databaseUrl: undefined,
      dataDir,
      [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
    }
  }
  const name = `frogy_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${TEMPLATE}`)
  return {
    databaseUrl: Object.assign(new URL(SERVER_URL), { pathname: `/${name}` }).href,
    dataDir,
    async [Symbol.asyncDispose]() {
      await onServer(`drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const TEMPLATE = 'frogy_template'
const templateFolder = (): string => join(tmpdir(), `frogy-template-${process.env.FROGY_TEST_RUN}`)

/** Makes what `testDatabase` copies. @returns what takes it away again */
export async function makeTemplate(): Promise<() => Promise<void>> {
  process.env.FROGY_TEST_RUN ??= randomUUID()
  const dataDir = templateFolder()
  await mkdir(dataDir, { recursive: true })
  if (SERVER_URL) {
    await onServer(`drop database if exists ${TEMPLATE} with (force)`)
    await onServer(`create database ${TEMPLATE}`)
  }
  const databaseUrl = SERVER_URL && Object.assign(new URL(SERVER_URL), { pathname: `/${TEMPLATE}` }).href
  const database = await openDatabase({ databaseUrl, dataDir, onError: console.error })
  await migrate(database)
  await database[Symbol.asyncDispose]()
  return () => rm(dataDir, { recursive: true, force: true })
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
