import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendError } from '#server/http/errors.ts'
import { SERVER_URL, testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { listen } from '#tests/support/event-stream.ts'
import { installation } from '#tests/support/installation.ts'
import { isDatabaseBusy, isDatabaseUnavailable, isDiskFull, openDatabase, type Database } from './database.ts'
import sql, { columns, computed, count } from './sql.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = await openDatabase({ ...place, onError: console.error })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

describe('transaction', () => {
  const keys = async (prefix: string) =>
    (
      await database.query(
        sql`select ${columns('throttles', 'key')} from throttles where key like ${`${prefix}%`} order by key`,
      )
    ).map(({ key }) => key)
  const add = (key: string) => sql`insert into throttles (key, count, window_ends_at) values (${key}, 1, now())`

  test('commits or rolls back a transaction as a whole', async () => {
    await database.transaction(async (tx) => {
      await tx.query(add('kept-1'))
      await tx.query(add('kept-2'))
    })
    const failed = database.transaction(async (tx) => {
      await tx.query(add('lost-1'))
      throw new Error('No')
    })
    await expect(failed).rejects.toThrow('No')
    expect(await keys('kept')).toEqual(['kept-1', 'kept-2'])
    expect(await keys('lost')).toEqual([])
  })

  test('rejects the outer database handle inside a transaction, where it would deadlock', async () => {
    await expect(database.transaction(() => database.query(sql`select 1`))).rejects.toThrow(/inside a transaction/)
    await expect(database.transaction(() => database.transaction(async () => {}))).rejects.toThrow(
      /inside a transaction/,
    )
    expect(await database.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })
})

test('returns instants as dates, integers as numbers and texts unchanged', async () => {
  const at = new Date('2026-03-29T00:59:59.123Z')
  const text = "مرحبًا 👩‍👩‍👧 ' -- \\ \u200F"
  const [row] = await database.query(sql`
    select ${computed('at', 'timestamptz', sql`${at}`)}, ${count('count')}, ${computed('text', 'text', sql`${text}`)},
      ${computed('old', 'timestamptz', sql`'1900-01-01T00:00:00+00'`)} from users`)
  expect(row).toEqual({ at, count: 0, text, old: new Date('1900-01-01T00:00:00Z') })
})

test('stores and returns arrays with any content', async () => {
  const texts = ['a, b', '{"c"}', 'd\\e', '', 'NULL', "'", 'سلام']
  const [row] = await database.query(sql`
    select ${computed('texts', 'text[]', sql`${texts}::text[]`)}, ${computed('none', 'text[]', sql`${[]}::text[]`)},
      ${computed('middle', 'integer', sql`(${[7, -2, 8]}::integer[])[2]`)},
      ${computed('id', 'uuid', sql`(${['11111111-2222-4333-8444-555555555555']}::uuid[])[1]`)}`)
  expect(row).toEqual({ texts, none: [], middle: -2, id: '11111111-2222-4333-8444-555555555555' })
})

describe('error classification', () => {
  // A test cannot fill a disk, so it uses the errors that PostgreSQL and the operating system return for a full disk.
  const FULL = [
    { code: '53100', message: 'could not extend file "base/1/2": No space left on device' },
    { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
    { code: 'XX000', message: 'could not write to file "pg_wal/xlogtemp.1": No space left on device' },
  ]
  const AWAY = [
    { code: 'ECONNREFUSED' },
    { code: '57P01', message: 'terminating connection due to administrator command' },
    { code: '57P03', message: 'the database system is starting up' },
    { code: '55000', message: 'database "frogy" is not currently accepting connections' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'timeout exceeded when trying to connect' },
  ]
  const BUSY = [
    { code: '53300', message: 'sorry, too many clients already' },
    { code: '08P01', message: 'no more connections allowed (max_client_conn)' },
  ]
  const NEITHER = [{ code: '23505' }, { code: '42P01' }, new TypeError('x is not a function'), undefined, null, 'text']

  test('distinguishes a full disk, an unreachable database and a faulty statement', () => {
    expect(FULL.map(isDiskFull)).toEqual(FULL.map(() => true))
    expect(FULL.map(isDatabaseUnavailable)).toEqual(FULL.map(() => false))
    expect([...AWAY, ...BUSY].map(isDatabaseUnavailable)).toEqual([...AWAY, ...BUSY].map(() => true))
    expect(BUSY.map(isDatabaseBusy)).toEqual(BUSY.map(() => true))
    expect([...AWAY, ...NEITHER].map(isDatabaseBusy)).toEqual([...AWAY, ...NEITHER].map(() => false))
    expect([...AWAY, ...NEITHER].map(isDiskFull)).toEqual([...AWAY, ...NEITHER].map(() => false))
    expect(NEITHER.map(isDatabaseUnavailable)).toEqual(NEITHER.map(() => false))
  })

  test.each([
    ['disk_full', FULL[0]],
    ['database_away', AWAY[0]],
    ['busy', BUSY[0]],
    ['busy', BUSY[1]],
  ])('answers the database error %s with 503 and a Retry-After header', async (code, error) => {
    const server = Fastify()
    server.decorateRequest('language', undefined)
    server.setErrorHandler(sendError)
    server.get('/', () => Promise.reject(Object.assign(new Error(error?.message), error)))
    const { statusCode, headers, body } = await server.inject({ url: '/', headers: { 'accept-language': 'en' } })
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(body)).toMatchObject({ code })
  })
})

// The embedded database runs in this process and cannot be restarted.
if (SERVER_URL) {
  describe('restarted database server', () => {
    test('responds 503 while the database server restarts, then continues and sends due posts', async () => {
      await using here = await installation()
      await using running = await here.start()
      const layla = await running.visitor().register()
      await layla.connect('threads')
      const [account] = await layla.call('GET /api/social-accounts', {})
      const at = new Date(here.clock.now().getTime() + 600_000)
      const post = await layla.schedule({ platform: 'threads', content: 'Still on time', at })
      await using stream = await listen(layla)

      const name = new URL(here.environment.DATABASE_URL ?? '').pathname.slice(1)
      await onServer(`alter database ${name} with allow_connections false`)
      await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      try {
        const refused = await layla.ask('GET /api/posts', {})
        expect(refused).toMatchObject({ status: 503, body: { code: 'database_away' } })
        expect(refused.body.message).toMatch(/can’t reach its database/)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        for (const path of ['/healthz', '/readyz']) {
          const health = await fetch(running.url + path)
          expect({ status: health.status, body: await health.json() }).toMatchObject({
            status: 503,
            body: { faults: ['database'] },
          })
        }
        here.clock.advanceTo(at)
      } finally {
        await onServer(`alter database ${name} with allow_connections true`)
      }
      expect((await layla.ask('GET /api/posts', {})).status).toBe(200)
      await expect.poll(async () => (await layla.read(post)).status).toBe('published')
      expect(await here.simulator.posts('threads')).toMatchObject([{ text: 'Still on time' }])
      // The listener may have missed events, so the event stream ends and the client reloads. Events from before the
      // restart may still arrive.
      for (let event = await stream.next(); event; event = await stream.next())
        expect([post.id, account?.id]).toContain(event.id)
    })

    test('reconnects a listener at most once a second', async () => {
      const attempts: number[] = []
      let isAway = false
      const target = new URL(place.databaseUrl ?? '')
      const open = new Set<Socket>()
      const proxy = createServer((socket) => {
        if (isAway) {
          attempts.push(performance.now())
          socket.destroy()
          return
        }
        const on = connect(Number(target.port), target.hostname)
        for (const one of [socket, on]) open.add(one.on('error', () => {}))
        socket.pipe(on).pipe(socket)
      })
      proxy.listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      const databaseUrl = Object.assign(new URL(target), { port: String((proxy.address() as AddressInfo).port) }).href
      const away = await openDatabase({ databaseUrl, dataDir: '', onError: () => {} })
      let gaps = 0
      const stop = await away.listen(
        'frogy',
        () => {},
        () => gaps++,
      )

      isAway = true
      for (const socket of open) socket.destroy()
      await expect.poll(() => attempts.length).toBeGreaterThanOrEqual(3)
      for (const [index, at] of attempts.entries()) {
        if (index > 0) expect(at - (attempts[index - 1] ?? 0)).toBeGreaterThan(500)
      }
      isAway = false
      await expect.poll(() => gaps).toBe(1)

      await stop()
      await away[Symbol.asyncDispose]()
      for (const socket of open) socket.destroy()
      proxy.close()
    })
  })
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
