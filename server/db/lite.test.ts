import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { SERVER_URL, testDatabase } from '#tests/support/databases.ts'
import { openDatabase, openLite } from './database.ts'
import { ARRAY_TYPES } from './lite.ts'
import sql, { computed } from './sql.ts'

if (!SERVER_URL) {
  test('shortens a long write-ahead log and leaves a short one unchanged', async () => {
    await using place = await testDatabase()
    const folder = join(place.dataDir, 'db')
    await using lite = await openLite(folder)
    const segments = () => readdirSync(join(folder, 'pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name)).length
    const checkpoint = async () => (await lite.query('select redo_lsn from pg_control_checkpoint()')).rows

    const before = await checkpoint()
    await lite.shortenLog()
    expect(await checkpoint()).toEqual(before)

    await lite.exec("create table grown as select repeat('frog', 500) as text from generate_series(1, 50000)")
    const long = segments()
    await lite.shortenLog()
    expect(await checkpoint()).not.toEqual(before)
    expect(segments()).toBeLessThan(long)
  })

  test('reuses the space of deleted rows, and estimates the size of a grown table', async () => {
    await using place = await testDatabase()
    await using lite = await openLite(join(place.dataDir, 'db'))
    await lite.exec('create table grown (text text)')
    const size = async () =>
      (await lite.query<{ bytes: number }>("select pg_relation_size('grown')::float8 as bytes")).rows[0]?.bytes ?? 0
    const estimate = async () =>
      (await lite.query<{ reltuples: number }>("select reltuples from pg_class where relname = 'grown'")).rows[0]
        ?.reltuples
    const fill = () => lite.exec("insert into grown select repeat('frog', 100) from generate_series(1, 2000)")

    await fill()
    await lite.vacuumTables('grown')
    expect(await estimate()).toBe(2_000)
    const once = await size()
    for (let round = 0; round < 5; round++) {
      await lite.exec('delete from grown')
      await fill()
      await lite.vacuumTables('all')
    }
    expect(await size()).toBeLessThanOrEqual(2 * once)
  })

  test('prepares a statement once for all values, and limits the number of prepared statements', async () => {
    await using place = await testDatabase()
    await using lite = await openLite(join(place.dataDir, 'db'))
    const planned = async () =>
      (await lite.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
        ({ statement }) => statement,
      )
    for (const given of ['one', 'two', null])
      expect(await lite.ask('select $1::text as given', [given])).toEqual([{ given }])
    await lite.transaction((tx) => lite.askWithin(tx, 'select $1::text as given', ['three']))
    expect(await planned()).toEqual(['select $1::text as given'])

    for (let n = 0; n < 600; n++)
      expect(await lite.ask(`select $1::integer + ${n} as sum`, [n])).toEqual([{ sum: 2 * n }])
    expect((await planned()).length).toBeLessThanOrEqual(500)
    expect(await lite.ask('select $1::text as given', ['four'])).toEqual([{ given: 'four' }])
  })

  test('rejects a value that does not fit its type without affecting later statements', async () => {
    await using place = await testDatabase()
    await using lite = await openLite(join(place.dataDir, 'db'))
    for (const wrong of [{ a: 1 }, true, { length: 1 }]) {
      const failed = lite.transaction((tx) => lite.askWithin(tx, 'select $1::text[] as names', [wrong]))
      await expect(failed).rejects.toThrow(TypeError)
      expect(await lite.ask('select $1::text[] as names', [['one']])).toEqual([{ names: ['one'] }])
    }
  })

  test('reports why a statement fails, and runs the next one', async () => {
    await using place = await testDatabase()
    await using lite = await openLite(join(place.dataDir, 'db'))
    const divide = (by: number) => lite.ask('select 6 / $1::integer as sum', [by])
    expect(await divide(2)).toEqual([{ sum: 3 }])
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    await expect(lite.ask('select missing', [])).rejects.toMatchObject({ code: '42703' })
    expect(await divide(3)).toEqual([{ sum: 2 }])

    let over: Transaction | undefined
    const failed = lite.transaction(async (tx) => {
      over = tx
      await lite.askWithin(tx, 'create table gone (id integer)', [])
      await lite.askWithin(tx, 'select 6 / $1::integer as sum', [0])
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    await expect(lite.ask('select id from gone', [])).rejects.toMatchObject({ code: '42P01' })
    expect(await divide(6)).toEqual([{ sum: 1 }])
    if (over) await expect(lite.askWithin(over, 'select 1 as one', [])).rejects.toThrow('closed')
  })

  test("knows the same array types as PostgreSQL's catalog, including those of all columns", async () => {
    await using place = await testDatabase()
    await using database = await openDatabase({ ...place, onError: console.error })
    const types = await database.query(sql`
      select ${computed('oid', 'integer', sql`oid`, 0)}, ${computed('list', 'integer', sql`typarray`, 0)} from pg_type
      where oid = any(${ARRAY_TYPES.map(([type]) => type)}::oid[])`)
    const inOrder = (pairs: readonly (readonly [number, number])[]) => pairs.toSorted(([a], [b]) => a - b)
    expect(inOrder(types.map(({ oid, list }) => [oid, list]))).toEqual(inOrder(ARRAY_TYPES))

    const used = await database.query(sql`
      select distinct ${computed('list', 'integer', sql`t.oid`, 0)} from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where t.typcategory = 'A' and c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'frogy_jobs'::regnamespace)`)
    expect(used.length).toBeGreaterThan(0)
    expect(ARRAY_TYPES.map(([, list]) => list)).toEqual(expect.arrayContaining(used.map(({ list }) => list)))
  })
}
