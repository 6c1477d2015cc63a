import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/databases.ts'
import { startProcess, startSimulatorProcess } from '#tests/support/processes.ts'

const ADMIN = join(import.meta.dirname, 'admin.ts')

function admin(environment: Record<string, string | undefined>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ADMIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  })
  return { status, said: (stdout + stderr).trim() }
}

test('releases a running installation that holds publishing', async () => {
  await using simulator = await startSimulatorProcess()
  await using database = await testDatabase()
  const environment = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    SIMULATOR_PORT: new URL(simulator.url).port,
  }
  await using frogy = await startProcess({ ...environment, PUBLISHING: 'held' })
  const warnings = async () =>
    ((await (await fetch(`${frogy.url}/healthz`)).json()) as { warnings?: string[] }).warnings ?? []
  expect(await warnings()).toEqual(['held'])
  // Background work starts after the first response of a page.
  await fetch(`${frogy.url}/`)
  expect(admin(environment, 'release')).toEqual({ status: 0, said: 'Publishing continues.' })
  expect(await warnings()).toEqual([])
  expect(admin(environment, 'no-such-command').status).toBe(1)
})
