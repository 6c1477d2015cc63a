import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/databases.ts'
import { openDatabase } from './database.ts'
import { freeSpaceProbe } from './free-space.ts'

const MEGABYTE = 1024 * 1024
const space =
  (freeBytes: number, blocks = 1_000_000) =>
  async () => ({ blocks, bavail: freeBytes / 4_096, bsize: 4_096 })

test('reports whether the local disk has free space', async () => {
  await using place = await testDatabase()
  await using database = await openDatabase({ ...place, onError: console.error })
  expect(await freeSpaceProbe(database, place.dataDir)()).toBe(true)
  expect(await freeSpaceProbe(database, place.dataDir, space(10 * MEGABYTE))()).toBe(false)
  expect(await freeSpaceProbe(database, place.dataDir, space(0, 0))()).toBe(true)
})

test('reports a full disk of the database server, and caches the result', async () => {
  let asked = 0
  const full = {
    kind: 'server' as const,
    transaction: async () => {
      asked++
      throw Object.assign(new Error('could not write to file'), { code: '53100' })
    },
  }
  const hasRoom = freeSpaceProbe(full, '/', space(100 * MEGABYTE))
  expect([await hasRoom(), await hasRoom(), asked]).toEqual([false, false, 1])
})
