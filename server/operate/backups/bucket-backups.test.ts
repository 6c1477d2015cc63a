import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { rowsOf, runCommand } from '#tests/support/backup-files.ts'
import { emptyPlace } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { runBackupCommand } from '../machine/backup-command.ts'
import { runRestoreCommand } from '../machine/restore-command.ts'

const DAY_MS = 24 * 3_600_000
const XML = { 'content-type': 'application/xml' }

/** Starts an S3 server with this bucket. @returns its folder, and the query of its address */
async function openBucket(opened: AsyncDisposableStack, name: string): Promise<{ directory: string; query: string }> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  opened.defer(() => void vi.unstubAllEnvs())
  const directory = mkdtempSync(join(memoryFolder(), 'frogy-bucket-'))
  opened.defer(() => rmSync(directory, { recursive: true, force: true }))
  const bucket = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets: [{ name }] })
  const { port } = await bucket.run()
  opened.defer(() => bucket.close())
  return { directory, query: `region=us-east-1&endpoint=http://127.0.0.1:${port}` }
}

test('stores scheduled backups in a bucket, deletes the oldest of them, and restores the newest', async () => {
  await using opened = new AsyncDisposableStack()
  const { directory, query } = await openBucket(opened, 'backups')
  const environment = {
    BACKUP_TO: `s3://backups/frogy?${query}`,
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

test('leaves no part of a backup behind when its download from a bucket fails', async () => {
  await using opened = new AsyncDisposableStack()
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'frogy')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'frogy')
  opened.defer(() => void vi.unstubAllEnvs())
  const name = 'frogy-2026-11-28T03-00-00.tar'
  const list = `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>${name}</Key><Size>900000</Size></Contents></ListBucketResult>`
  const bucket = createServer((request, response) => {
    if (request.url?.includes('list-type')) return void response.writeHead(200, XML).end(list)
    // Cuts the connection after a part of the file.
    response.writeHead(200, { 'content-length': '900000' }).write(Buffer.alloc(300_000), () => response.destroy())
  })
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  opened.defer(() => void bucket.close())
  const { port } = bucket.address() as AddressInfo
  const target = opened.use(await emptyPlace())
  const before = readdirSync(target.dataDir)
  const environment = {
    DATA_DIR: target.dataDir,
    DATABASE_URL: target.databaseUrl,
    LOG_LEVEL: 'silent',
    BACKUP_TO: `s3://backups?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
  }
  expect(await runCommand(runRestoreCommand, ['latest'], environment)).toEqual({
    code: 1,
    printed: expect.stringMatching(`The download of ${name} failed: .*Nothing was changed`) as string,
  })
  expect(readdirSync(target.dataDir)).toEqual(before)
})

test('backs up and restores an installation with its photos in a bucket, without its secret', async () => {
  await using opened = new AsyncDisposableStack()
  const { directory, query } = await openBucket(opened, 'pictures')
  const STORAGE_URL = `s3://pictures?${query}`
  const objects = () => new Set(readdirSync(directory, { recursive: true }).map(String))
  const place = opened.use(await installation())
  const file = join(directory, 'one.tar')
  const read = async (layla: Person, id: string) =>
    Buffer.from(await (await layla.fetch(`/media/${id}/preview`)).arrayBuffer())
  let layla: Person
  let id = ''
  let picture = Buffer.alloc(0)
  {
    await using frogy = await place.start({ STORAGE_URL })
    layla = await frogy.visitor().register()
    const bytes = new Uint8Array(await pictureFile('jpeg', 400, 300))
    const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(['one.jpg', bytes]) })
    id = media.images[0]?.id ?? ''
    picture = await read(layla, id)
    expect(picture.length).toBeGreaterThan(100)
  }
  const stored = objects()
  expect([...stored].some((name) => name.includes(id))).toBe(true)
  const made = await runCommand(runBackupCommand, ['--to', file, '--without-secret'], {
    ...place.environment,
    STORAGE_URL,
  })
  expect(made).toMatchObject({ code: 0, printed: expect.stringContaining('does not contain the secret') as string })

  const target = opened.use(await emptyPlace())
  const environment = { DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl, LOG_LEVEL: 'silent' }
  const restore = (more: Record<string, string> = {}) =>
    runCommand(runRestoreCommand, [file], { ...environment, ...more })
  const refusal = (text: string) => ({
    code: 1,
    printed: expect.stringMatching(`${text}.*Nothing was changed`) as string,
  })
  expect(await restore({ STORAGE_URL })).toMatchObject(refusal('does not contain the secret'))
  copyFileSync(join(place.dataDir, 'secret'), join(target.dataDir, 'secret'))
  expect(await restore()).toMatchObject(refusal('Set STORAGE_URL'))
  expect(await restore({ STORAGE_URL })).toMatchObject({ code: 0 })
  rmSync(file)
  expect(objects()).toEqual(stored)
  expect(readdirSync(target.dataDir)).not.toContain('media')

  await using restored = await place.start({ ...environment, DATABASE_URL: target.databaseUrl ?? '', STORAGE_URL })
  expect((await read(layla.movedTo(restored.url), id)).equals(picture)).toBe(true)
})
