import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql, { computed, raw } from '#server/db/sql.ts'
import { placeOf, type Place, type StoredPlace } from '#server/installation/place.ts'
import { hasPostgres, startPostgres, type PostgresServer } from './support/postgres.ts'

// Frogy recognizes a restored or copied PostgreSQL database by several values. These tests change one value at a time.

interface Seen {
  place: Place
  identity: StoredPlace
}

if (hasPostgres()) {
  const opened = new AsyncDisposableStack()
  let server: PostgresServer
  beforeAll(async () => {
    server = await startServer()
  }, 60_000)
  afterAll(() => opened.disposeAsync())

  /** Starts a server whose database has the table of posts. The table has the same oid on all these servers. */
  async function startServer(): Promise<PostgresServer> {
    const started = await startPostgres()
    if (!started) throw new Error('PostgreSQL did not start')
    opened.use(started)
    await run(started.url, 'create table posts (id integer)')
    return started
  }

  const connect = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '', onError: () => {} })

  async function run(url: string, ...statements: string[]): Promise<void> {
    await using database = await connect(url)
    for (const statement of statements) await database.query(sql`${raw(statement)}`)
  }

  /** Reads the values that identify a database, as Frogy does at its start. */
  async function look(url: string): Promise<Seen> {
    await using database = await connect(url)
    const place = await placeOf(database, '')
    const [row] = await database.query(sql`select ${computed('identity', 'jsonb', place.identity)}`)
    return { place, identity: row?.identity as StoredPlace }
  }

  const differing = (one: StoredPlace, other: StoredPlace) =>
    Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name])

  test('recognizes a database as the original after its server has crashed', async () => {
    const { identity } = await look(server.url)
    await server.killAndRestart(0)
    const after = await look(server.url)
    expect(after.identity).toEqual(identity)
    expect(after.place.isHere(identity, after.identity)).toBe(true)
  })

  test('recognizes by its timeline that a database restored to a point in time is a copy', async () => {
    const restored = await startServer()
    const { identity } = await look(restored.url)
    await run(restored.url, "alter system set restore_command = 'false'")
    writeFileSync(join(restored.folder, 'data', 'recovery.signal'), '')
    await restored.killAndRestart(0)
    const after = await look(restored.url)
    expect(differing(identity, after.identity)).toEqual(['timeline'])
    expect(after.place.isHere(identity, after.identity)).toBe(false)
  })

  test('recognizes by the system identifier that the same database on another server is a copy', async () => {
    const { identity } = await look(server.url)
    const other = await look((await startServer()).url)
    expect(differing(identity, other.identity)).toEqual(['system'])
    expect(other.place.isHere(identity, other.identity)).toBe(false)
  })

  test("compares only the parts of a database's identity that the database role may read", async () => {
    const whole = await look(server.url)
    await run(
      server.url,
      'create role limited login',
      'revoke execute on function pg_control_system() from public',
      'revoke execute on function pg_walfile_name(pg_lsn) from public',
    )
    const url = Object.assign(new URL(server.url), { username: 'limited' }).href
    const limited = await look(url)
    expect(Object.keys(limited.identity).toSorted()).toEqual(['database', 'posts'])
    // The role may have gained or lost a permission since the identity was recorded. It is still the same database.
    expect(limited.place.isHere(whole.identity, limited.identity)).toBe(true)
    expect(whole.place.isHere(limited.identity, whole.identity)).toBe(true)

    await run(server.url, 'drop table posts', 'create table posts (id integer)')
    const restored = await look(url)
    expect(differing(limited.identity, restored.identity)).toEqual(['posts'])
    expect(restored.place.isHere(limited.identity, restored.identity)).toBe(false)
  })
} else {
  test('skips the tests of a restored server only if PostgreSQL is missing', () => expect(hasPostgres()).toBe(false))
}
