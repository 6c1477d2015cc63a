import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from '../db/sql.ts'
import { testDatabase } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { startProcess } from '#tests/support/processes.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const FAILING_DISK = join(import.meta.dirname, '..', '..', 'tests', 'support', 'failing-disk.ts')
const MINUTE_MS = 60_000

async function ask(path: string, of: Pick<Frogy, 'url'> = frogy) {
  const response = await fetch(of.url + path)
  return { status: response.status, body: (await response.json()) as unknown }
}

test('reports a healthy Frogy to everyone', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect(await ask(path)).toEqual({ status: 200, body: { ok: true, faults: [] } })
  }
})

test("reports a clock that differs from the database's until it is corrected", async () => {
  await using jumped = await startFrogy()
  jumped.clock.advance(2 * MINUTE_MS)
  for (const path of ['/healthz', '/readyz']) {
    const { status, body } = await ask(path, jumped)
    expect(status).toBe(503)
    expect(body).toMatchObject({ ok: false, faults: expect.arrayContaining(['clock']) as unknown })
  }
})

test('reports a full disk as a fault', async () => {
  await using opened = new AsyncDisposableStack()
  const { dataDir, databaseUrl } = opened.use(await testDatabase())
  const full = `${dataDir}.full`
  opened.defer(() => rm(full, { force: true }))
  await writeFile(full, '')
  const frogy = opened.use(
    await startProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SIMULATOR_PORT: '0',
      NODE_OPTIONS: `--import=${pathToFileURL(FAILING_DISK).href}`,
      DISK_FULL: full,
    }),
  )
  for (const path of ['/healthz', '/readyz'])
    expect(await ask(path, frogy)).toMatchObject({ status: 503, body: { ok: false, faults: ['disk'] } })
})

test('reveals nothing about the installation except its problems', async () => {
  const response = await fetch(`${frogy.url}/healthz`)
  expect(Object.keys((await response.json()) as object)).toEqual(['ok', 'faults'])
  expect(response.headers.get('server')).toBeNull()
  expect(response.headers.get('x-powered-by')).toBeNull()
})

test('reports a job queue that cannot be opened and still publishes posts', async () => {
  await using place = await installation()
  const first = await place.start()
  const layla = await first.visitor().register()
  await layla.connect('linkedin')
  await first[Symbol.asyncDispose]()
  {
    await using database = await place.database()
    await database.query(sql`update frogy_jobs.version set version = version + 1`)
  }
  await using running = await place.start()
  layla.movedTo(running.url)
  const expected = { status: 200, body: { ok: true, faults: [], warnings: ['queue'] } }
  await expect.poll(() => ask('/healthz', running)).toEqual(expected)
  const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at: place.clock.now() })
  expect((await layla.decided(post)).status).toBe('published')
})

test('warns of an expiring API version of a used network without reporting a fault', async () => {
  const now = frogy.clock.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString().slice(0, 7)
  const versions = { LINKEDIN_VERSION: month.replace('-', ''), GRAPH_VERSION: 'v22.0' }
  const app = {
    LINKEDIN_CLIENT_ID: 'id',
    LINKEDIN_CLIENT_SECRET: 's',
    INSTAGRAM_CLIENT_ID: 'id',
    INSTAGRAM_CLIENT_SECRET: 's',
  }
  await using simulated = await startFrogy(versions)
  await using real = await startFrogy({ ...versions, ...app })
  for (const path of ['/healthz', '/readyz']) {
    expect(await ask(path, simulated)).toEqual({ status: 200, body: { ok: true, faults: [] } })
    const warnings = ['LINKEDIN_VERSION', 'GRAPH_VERSION']
    expect(await ask(path, real)).toEqual({ status: 200, body: { ok: true, faults: [], warnings } })
  }
})
