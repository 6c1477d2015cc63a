import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { rowsOf, runCommand } from '#tests/support/backup-files.ts'
import { emptyPlace, SERVER_URL, testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { runBackupCommand } from './backup-command.ts'
import { runMoveCommand } from './move-command.ts'
import { runRestoreCommand } from './restore-command.ts'

type Place = Pick<TestDatabase, 'dataDir' | 'databaseUrl'>

const environmentOf = ({ dataDir, databaseUrl }: Place) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  BACKUP_PASSPHRASE: 'three frogs on a log',
  LOG_LEVEL: 'silent',
})

async function storedIn(place: Place) {
  await using database = await openDatabase({ ...place, onError: console.error })
  return await rowsOf(database)
}

if (SERVER_URL) {
  test('restores a backup of a database server into an embedded database and back, with equal rows', async () => {
    await using source = await testDatabase('peopled')
    await using folder = await emptyPlace()
    await using server = await emptyPlace()
    const embedded = { dataDir: folder.dataDir, databaseUrl: undefined }
    const original = await storedIn(source)
    let from: Place = source
    for (const [index, to] of [embedded, server].entries()) {
      const file = join(source.dataDir, `${index}.tar`)
      expect(await runCommand(runBackupCommand, ['--to', file], environmentOf(from))).toMatchObject({ code: 0 })
      expect(await runCommand(runRestoreCommand, [file], environmentOf(to))).toMatchObject({ code: 0 })
      expect(await storedIn(to)).toEqual(original)
      from = to
    }
  })

  test('moves all rows from a server into DATA_DIR and back, and refuses a target with data', async () => {
    await using source = await testDatabase('peopled')
    await using other = await emptyPlace()
    const { dataDir } = source
    const embedded = { dataDir, databaseUrl: undefined }
    const original = await storedIn(source)
    const move = (to: string, from: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>) =>
      runCommand(runMoveCommand, ['--to', to], environmentOf(from))
    expect(await move('embedded', source)).toMatchObject({ code: 0 })
    expect(await storedIn(embedded)).toEqual(original)
    for (const [to, from] of [
      ['embedded', source],
      [source.databaseUrl ?? '', embedded],
    ] as const)
      expect(await move(to, from)).toMatchObject({
        code: 1,
        printed: expect.stringContaining('Nothing was changed') as string,
      })
    expect(await move(other.databaseUrl ?? '', embedded)).toMatchObject({ code: 0 })
    expect(await storedIn({ dataDir, databaseUrl: other.databaseUrl })).toEqual(original)
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
  })
}
