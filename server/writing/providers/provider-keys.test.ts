import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql, { columns } from '#server/db/sql.ts'
import { openFakeModels, type FakeModels } from '#tests/support/fake-models.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { itemsOf } from '#tests/support/writing.ts'

const KEY = 'sk-entered-by-an-administrator-1234'

let models: FakeModels
beforeAll(async () => {
  models = await openFakeModels()
})
afterAll(() => models[Symbol.asyncDispose]())

async function place(environment: Record<string, string> = {}) {
  const vendors = { openai: `${models.url}/v1`, anthropic: models.url }
  const frogy = await startFrogy(environment, { vendors })
  onTestFinished(() => frogy[Symbol.asyncDispose]())
  return { frogy, admin: await frogy.person(), omar: await frogy.person() }
}
const enter = (provider: string, key = KEY) => ({ params: { provider }, body: { key } })

test('uses an API key from an administrator for all users, until the key is removed', async () => {
  const { admin, omar } = await place()
  expect(await admin.call('GET /api/admin/providers', {})).toMatchObject([
    { provider: 'openai', source: null, connected: false, entered: null },
    { provider: 'anthropic', source: null },
  ])
  const entered = await admin.call('PUT /api/admin/providers/{provider}', enter('anthropic'))
  expect(entered).toMatchObject({ source: 'entered', connected: true, entered: { lastFour: '1234' } })
  const [item] = await itemsOf(omar)
  expect(item).toMatchObject({ source: 'anthropic' })
  expect(models.asked.at(-1)).toMatchObject({ api: 'anthropic', key: KEY })
  const [, state] = await admin.call('GET /api/admin/providers', {})
  expect(state?.usage.answers).toBeGreaterThan(0)
  await admin.call('DELETE /api/admin/providers/{provider}', { params: { provider: 'anthropic' } })
  expect(await omar.call('GET /api/ai/status', {})).toMatchObject({ fallback: 'offline' })
  expect(
    await admin.ask('DELETE /api/admin/providers/{provider}', { params: { provider: 'anthropic' } }),
  ).toMatchObject({
    status: 404,
  })
})

test('stores an entered API key encrypted and never shows it again', async () => {
  const { frogy, admin } = await place()
  await admin.call('PUT /api/admin/providers/{provider}', enter('openai'))
  await admin.call('PUT /api/admin/providers/{provider}', enter('openai', 'sk-another-key-9876'))
  const said = await Promise.all([admin.call('GET /api/admin/providers', {}), admin.call('GET /api/admin/audit', {})])
  for (const key of [KEY, 'sk-another']) expect(JSON.stringify(said)).not.toContain(key)
  expect(said[1].entries[0]).toMatchObject({
    act: 'provider_entered',
    before: { key: '…1234' },
    after: { key: '…9876' },
  })
  if (!frogy.databaseUrl) return
  await using database = await openDatabase({ ...frogy, onError: console.error })
  const [row] = await database.query(sql`select ${columns('provider_keys', 'sealed_key')} from provider_keys`)
  expect(row?.sealed_key).toMatch(/^v1\./)
})

test('prefers the provider from the environment, but accepts a key for another provider', async () => {
  const { admin } = await place({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-environment' })
  expect(await admin.ask('PUT /api/admin/providers/{provider}', enter('anthropic'))).toMatchObject({
    status: 409,
    body: { code: 'provider_set' },
  })
  await admin.call('PUT /api/admin/providers/{provider}', enter('openai'))
  expect(await admin.call('GET /api/admin/providers', {})).toMatchObject([
    { provider: 'openai', source: 'entered', connected: true },
    { provider: 'anthropic', source: 'environment', connected: true, entered: null },
  ])
})

test('lets only administrators enter API keys, and only for known providers', async () => {
  const { admin, omar } = await place()
  expect(await omar.ask('PUT /api/admin/providers/{provider}', enter('openai'))).toMatchObject({ status: 403 })
  expect(await omar.ask('GET /api/admin/providers', {})).toMatchObject({ status: 403 })
  expect(await admin.ask('PUT /api/admin/providers/{provider}', enter('nobody'))).toMatchObject({ status: 404 })
  expect(await admin.ask('PUT /api/admin/providers/{provider}', enter('openai', 'two words'))).toMatchObject({
    status: 422,
  })
})

test('estimates the cost of posts per provider, and of ten posts that share the prompt cache', async () => {
  const { admin } = await place({ AI_PRICES: 'claude-sonnet-5-5=2/10/0.1', OPENAI_MODEL: 'unpriced' })
  const [openai, anthropic] = await admin.call('GET /api/admin/providers', {})
  expect(openai).toMatchObject({ postCosts: null, ownServer: null })
  const costs = anthropic?.postCosts
  expect(costs).toMatchObject({ model: 'claude-sonnet-5-5', outputTokens: 600 })
  const { topicTokens, articleTokens, topicMicros, articleMicros, tenMicros } = costs ?? {}
  expect(topicMicros).toBe(2 * (topicTokens ?? 0) + 6_000)
  expect(articleMicros).toBe(2 * (articleTokens ?? 0) + 6_000)
  expect(tenMicros).toBeLessThan(7 * (articleMicros ?? 0))
})

test('shows the host of a model server from the environment', async () => {
  const { admin } = await place({ OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_MODEL: 'qwen3:8b' })
  const [openai] = await admin.call('GET /api/admin/providers', {})
  expect(openai).toMatchObject({ source: 'environment', ownServer: new URL(models.url).host })
})
