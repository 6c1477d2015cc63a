import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installation } from '#tests/support/installation.ts'
import { mailsIn } from '#tests/support/outbox.ts'

const DAY_MS = 24 * 3_600_000

test('makes and checks due backups, keeps only the newest, and requires the password to download it', async () => {
  await using place = await installation()
  await using frogy = await place.start({ BACKUP_EVERY: '24h', BACKUP_KEEP: '1' })
  const admin = await frogy.visitor().register()
  const backups = () => admin.call('GET /api/admin/backups', {})
  await expect.poll(backups, { timeout: 60_000 }).toMatchObject({ last: { state: 'checked', hasSecret: false } })
  const first = (await backups()).last
  place.clock.advance(DAY_MS + 60_000)
  const listed = async () => {
    place.clock.advance(5_000)
    return (await backups()).backups.map(({ id, state }) => [id === first?.id, state])
  }
  await expect.poll(listed, { timeout: 60_000 }).toEqual([[false, 'checked']])
  const { last } = await backups()
  expect(readdirSync(join(place.dataDir, 'backups'))).toEqual([last?.name])
  const file = await admin.ask('GET /api/admin/backups/{id}/file', { params: { id: last?.id ?? '' } })
  expect(file).toMatchObject({ status: 403, body: { code: 'password_needed' } })
})

test('mails administrators about a failed backup, and warns when the last good backup is too old', async () => {
  await using place = await installation()
  const file = join(place.dataDir, 'not-a-folder')
  writeFileSync(file, '')
  await using frogy = await place.start({ BACKUP_EVERY: '24h', BACKUP_TO: join(file, 'backups') })
  const admin = await frogy.visitor().register()
  const warnings = async () =>
    ((await (await admin.fetch('/healthz')).json()) as { warnings?: string[] }).warnings ?? []
  const failed = async () => (await admin.call('GET /api/admin/backups', {})).backups
  await expect.poll(failed).toMatchObject([{ state: 'broken', problem: 'not_written' }])
  const broken = () => mailsIn(place.dataDir).filter((mail) => mail.includes('A Frogy backup failed'))
  await expect.poll(broken, { timeout: 30_000 }).toHaveLength(1)
  expect(broken()[0]).toContain(`To: ${admin.user?.email}\n`)
  expect(await warnings()).not.toContain('backup')
  place.clock.advance(38 * 3_600_000)
  await expect.poll(warnings).toContain('backup')
})
