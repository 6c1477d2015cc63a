import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installation } from '#tests/support/installation.ts'

const DAY_MS = 24 * 3_600_000

test('makes and verifies a due backup, deletes older ones, and requires recent authentication to download it', async () => {
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
