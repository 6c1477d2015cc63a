import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { openDatabase } from '#server/db/database.ts'
import { rowsOf } from '#tests/support/backup-files.ts'
import { emptyPlace } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { HOUR_MS } from '#tests/support/publishing.ts'
import { runBackupCommand } from './backup-command.ts'
import { runRestoreCommand } from './restore-command.ts'

const PASSPHRASE = 'three frogs on a log'

type Command = typeof runBackupCommand

async function run(command: Command, args: string[], environment: Record<string, string | undefined>) {
  const said: string[] = []
  const output = { log: (line: string) => void said.push(line), error: (line: string) => void said.push(line) }
  return { code: await command(args, { BACKUP_PASSPHRASE: PASSPHRASE, ...environment }, output), said: said.join('\n') }
}

const outIn = async (place: Installation) => (await place.simulator.posts('twitter')).map(({ text }) => text).toSorted()

test('restores every row of a backup, holds publishing, and then publishes each unsent post once', async () => {
  await using place = await installation()
  const folder = mkdtempSync(join(memoryFolder(), 'frogy-backup-'))
  const file = join(folder, 'one.tar')
  await using target = await emptyPlace()
  const environment = { ...place.environment, DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl }
  const due = new Date(place.clock.now().getTime() + HOUR_MS)
  let layla
  const posts: Post[] = []
  {
    await using before = await place.start()
    layla = await before.visitor().register()
    await layla.connect('twitter')
    await place.simulator.manners({ twitterDuplicateMs: 0 })
    const picture = new Uint8Array(await pictureFile('jpeg', 40, 40))
    await layla.call('POST /api/images/upload', { form: uploadForm(['one.jpg', picture]) })
    for (const content of ['Out after the backup', 'Still to come ضفدع "q" \\ \u2028\nsecond line'])
      posts.push(await layla.schedule({ platform: 'twitter', content, at: due }))
    await layla.call('PATCH /api/posts/{id}', {
      params: { id: posts[1]?.id ?? '' },
      body: { scheduledAt: new Date(due.getTime() + HOUR_MS).toISOString() },
    })
    expect(await run(runBackupCommand, ['--to', file], place.environment)).toMatchObject({
      code: 0,
      said: expect.stringContaining('verified') as string,
    })
  }
  const stored = await place.database()
  const original = await rowsOf(stored)
  await stored[Symbol.asyncDispose]()
  {
    await using goesOn = await place.start()
    layla.movedTo(goesOn.url)
    place.clock.advanceTo(due)
    await layla.until(posts[0] as Post, ({ status }) => status === 'published')
  }
  expect(await run(runRestoreCommand, [file], environment)).toMatchObject({ code: 0 })
  expect(readFileSync(join(target.dataDir, 'secret'), 'utf8')).toBe(readFileSync(join(place.dataDir, 'secret'), 'utf8'))
  const database = await openDatabase({ ...target, onError: console.error })
  expect(await rowsOf(database)).toEqual(original)
  await database[Symbol.asyncDispose]()
  expect(await run(runRestoreCommand, [file], environment)).toMatchObject({
    code: 1,
    said: expect.stringContaining('not empty') as string,
  })

  await using restored = await place.start({ DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl ?? '' })
  layla.movedTo(restored.url)
  expect(await layla.call('GET /api/admin/publishing', {})).toMatchObject({ isHeld: true, reason: 'copy' })
  await layla.call('POST /api/admin/publishing/release', {})
  await eventually(async () => {
    place.clock.advance(60_000)
    for (const post of posts) expect((await layla.read(post)).status).toBe('published')
  })
  expect(await outIn(place)).toEqual(
    ['Out after the backup', 'Still to come ضفدع "q" \\ \u2028\nsecond line'].toSorted(),
  )
  rmSync(folder, { recursive: true })
})

test('refuses wrong arguments, a missing secret and files that are not backups, and changes nothing', async () => {
  await using target = await emptyPlace()
  const environment = { DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl, LOG_LEVEL: 'silent' }
  expect(await run(runRestoreCommand, ['--help'], environment)).toMatchObject({ code: 0 })
  expect(await run(runRestoreCommand, [], environment)).toMatchObject({ code: 2 })
  expect(await run(runRestoreCommand, ['--force', 'x'], environment)).toMatchObject({ code: 2 })
  expect(await run(runRestoreCommand, ['latest'], environment)).toMatchObject({ code: 1 })
  const file = join(target.dataDir, 'foreign.tar')
  for (const content of ['', 'not a tar', 'x'.repeat(100_000)]) {
    writeFileSync(file, content)
    expect(await run(runRestoreCommand, [file], environment)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Nothing was changed') as string,
    })
  }
  for (const name of ['db', 'secret', 'restoring', 'media']) expect(existsSync(join(target.dataDir, name))).toBe(false)
})
