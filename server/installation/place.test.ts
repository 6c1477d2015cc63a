import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { placeOf, type StoredPlace } from './place.ts'

const EMBEDDED = { kind: 'embedded' } as Database

let folder: string
/** Where the installation is, in the form that the database stores. */
let stored: StoredPlace

const placeIn = (name: string) => placeOf(EMBEDDED, join(folder, name))
const isHere = async (name: string) => (await placeIn(name)).isHere(stored, {})
async function renew(name: string): Promise<void> {
  await (
    await placeIn(name)
  ).renew({}, async (described) => {
    stored = described
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'frogy-place-'))
  cpSync(import.meta.dirname, join(folder, 'data'), { recursive: true })
  stored = {}
  expect(await isHere('data')).toBe(true)
  await renew('data')
  expect(await isHere('data')).toBe(true)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('recognizes a data folder as the original after its installation file is replaced several times, and after a move', async () => {
  for (let times = 0; times < 5; times++) {
    await renew('data')
    expect(await isHere('data')).toBe(true)
  }
  renameSync(join(folder, 'data'), join(folder, 'moved'))
  expect(await isHere('moved')).toBe(true)
})

test('recognizes a copied folder, and a folder without its installation file, as a copy', async () => {
  cpSync(join(folder, 'data'), join(folder, 'copy'), { recursive: true, preserveTimestamps: true })
  expect(await isHere('copy')).toBe(false)
  rmSync(join(folder, 'data', 'installation'))
  expect(await isHere('data')).toBe(false)
})

test('treats a folder as a copy after its older database is restored, with or without the installation file', async () => {
  const backup = stored
  cpSync(join(folder, 'data'), join(folder, 'backup'), { recursive: true })
  await renew('data')
  // Simulate a restore of the database alone, from before its last description of the place.
  stored = backup
  await renew('data')
  stored = backup
  expect(await isHere('data')).toBe(false)
  // Simulate a restore of the database and of the files, over the existing files.
  cpSync(join(folder, 'backup', 'installation'), join(folder, 'data', 'installation'))
  expect(await isHere('data')).toBe(false)
})

test('does not treat a folder as a copy when a crash comes between the updates of the database row and of the file', async () => {
  const place = await placeIn('data')
  const cut = new Error('The power is gone')
  const renewal = place.renew({}, async (described) => {
    stored = described
    throw cut
  })
  await expect(renewal).rejects.toBe(cut)
  expect(await isHere('data')).toBe(true)
  await renew('data')
  expect(await isHere('data')).toBe(true)
})
