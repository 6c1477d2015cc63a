import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_URL, testDatabase } from '#tests/support/databases.ts'
import { openLite } from './database.ts'

// What a power cut leaves is tried in tests/power-cut.test.ts.
if (!SERVER_URL) {
  test('a log that has grown long is cut back, one that has not is left', async () => {
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
}
