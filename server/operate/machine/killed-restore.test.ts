import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Manifest } from '#server/backup/format.ts'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { entriesOf, rowsOf, runCommand } from '#tests/support/backup-files.ts'
import { emptyPlace, testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { exitWithParent } from '#tests/support/exit-with-parent.ts'
import { runBackupCommand } from './backup-command.ts'
import { runRestoreCommand } from './restore-command.ts'

const PASSPHRASE = 'three frogs on a log'
const RESTORE = join(import.meta.dirname, '..', '..', '..', 'bin', 'restore.ts')
/** A picture so large that the restore is still storing it when the test kills the restore. */
const PICTURE = Buffer.alloc(64 * 1024 * 1024, 'frog')

const environmentOf = ({ dataDir, databaseUrl }: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  BACKUP_PASSPHRASE: PASSPHRASE,
  LOG_LEVEL: 'silent',
  PORT: '0',
})

async function storedIn(place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>) {
  await using database = await openDatabase({ ...place, onError: console.error })
  return await rowsOf(database)
}

/** Restores in a child process, and kills the process once `path` exists. */
async function killRestore(file: string, place: TestDatabase, path: string): Promise<void> {
  const child = spawn(...exitWithParent(process.execPath, ['--liftoff-only', RESTORE, file]), {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environmentOf(place) },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(() => existsSync(path), { interval: 2 }).toBe(true)
  child.kill('SIGKILL')
  await ended
}

const start = async (place: TestDatabase) => await openApp(readConfig(environmentOf(place)))

test('refuses to start after an interrupted restore, and completes the restore when the same command runs again', async () => {
  await using source = await testDatabase('peopled')
  await using target = await emptyPlace()
  const [restoring, file] = [join(target.dataDir, 'restoring'), join(source.dataDir, 'original.tar')]
  mkdirSync(join(source.dataDir, 'media'))
  writeFileSync(join(source.dataDir, 'media', 'one'), PICTURE)
  expect(await runCommand(runBackupCommand, ['--to', file], environmentOf(source))).toMatchObject({ code: 0 })
  const original = await storedIn(source)
  const restore = (given = file) => runCommand(runRestoreCommand, [given], environmentOf(target))

  for (const path of [restoring, join(restoring, 'media')]) {
    await killRestore(file, target, path)
    expect(existsSync(join(target.dataDir, 'db'))).toBe(false)
    await expect(start(target)).rejects.toThrow('was interrupted')
  }
  expect(await restore()).toMatchObject({ code: 0 })
  expect(await storedIn(target)).toEqual(original)

  // Simulate a kill after everything is loaded and before any part is moved out of `restoring`.
  const parts = ['media', 'secret', 'db'].filter((name) => existsSync(join(target.dataDir, name)))
  const takeBack = (names: string[]) => {
    mkdirSync(restoring)
    for (const name of names) renameSync(join(target.dataDir, name), join(restoring, name))
  }
  takeBack(parts)
  await expect(start(target)).rejects.toThrow('was interrupted')
  expect(await restore()).toMatchObject({ code: 0 })
  expect(await storedIn(target)).toEqual(original)

  // Simulate a kill after the first part is moved out of `restoring` and before the others are.
  takeBack(parts.slice(1))
  const manifest = entriesOf(readFileSync(file)).find(({ name }) => name === 'manifest.json')
  writeFileSync(join(restoring, 'ready'), Manifest.parse(JSON.parse(String(manifest?.content))).id)
  const other = join(source.dataDir, 'other.tar')
  expect(await runCommand(runBackupCommand, ['--to', other], environmentOf(source))).toMatchObject({ code: 0 })
  expect(await restore(other)).toMatchObject({
    code: 1,
    printed: expect.stringContaining('another backup') as string,
  })
  await expect(start(target)).rejects.toThrow('was interrupted')
  expect(await restore()).toMatchObject({ code: 0 })
  expect(await storedIn(target)).toEqual(original)
  expect(readFileSync(join(target.dataDir, 'media', 'one')).equals(PICTURE)).toBe(true)
  expect(readFileSync(join(target.dataDir, 'secret'))).toEqual(readFileSync(join(source.dataDir, 'secret')))
  expect(readdirSync(target.dataDir)).not.toContain('restoring')
})
