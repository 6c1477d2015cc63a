import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { rowsOf, runCommand } from '#tests/support/backup-files.ts'
import { emptyPlace } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { runRestoreCommand } from '../machine/restore-command.ts'

const DAY_MS = 24 * 3_600_000

test('stores scheduled backups in a bucket, deletes the oldest there, and restores the newest from there', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  await using opened = new AsyncDisposableStack()
  opened.defer(() => void vi.unstubAllEnvs())
  const directory = mkdtempSync(join(memoryFolder(), 'frogy-bucket-'))
  opened.defer(() => rmSync(directory, { recursive: true, force: true }))
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: 'backups' }],
  })
  const { port } = await bucket.run()
  opened.defer(() => bucket.close())
  const environment = {
    BACKUP_TO: `s3://backups/frogy?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    BACKUP_PASSPHRASE: 'three frogs on a log',
  }
  const place = opened.use(await installation())
  {
    await using frogy = await place.start({ ...environment, BACKUP_EVERY: '24h', BACKUP_KEEP: '1' })
    const admin = await frogy.visitor().register()
    const backups = () => admin.call('GET /api/admin/backups', {})
    await expect.poll(backups, { timeout: 60_000 }).toMatchObject({ last: { state: 'checked', hasSecret: true } })
    const first = (await backups()).last
    place.clock.advance(DAY_MS + 60_000)
    const second = async () => {
      place.clock.advance(5_000)
      return (await backups()).backups.map(({ id, state }) => [id === first?.id, state])
    }
    await expect.poll(second, { timeout: 60_000 }).toEqual([[false, 'checked']])
    const { last } = await backups()
    const objects = readdirSync(join(directory, 'backups', 'frogy')).filter((name) => name.includes('.tar'))
    expect(objects.every((name) => name.startsWith(last?.name ?? 'none'))).toBe(true)
    expect(readdirSync(place.dataDir)).not.toContain('backups')
  }
  const target = opened.use(await emptyPlace())
  const restored = { DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl, LOG_LEVEL: 'silent', ...environment }
  expect(await runCommand(runRestoreCommand, ['latest'], restored)).toMatchObject({ code: 0 })
  await using database = await openDatabase({ ...target, onError: console.error })
  const rows = await rowsOf(database)
  expect(rows.users).toHaveLength(1)
  expect(readdirSync(target.dataDir)).not.toContain('restoring.download')
})
