import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openFakeModels, type FakeModels } from '#tests/support/fake-models.ts'
import { installation } from '#tests/support/installation.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { itemsOf } from '#tests/support/writing.ts'

let models: FakeModels
beforeAll(async () => {
  models = await openFakeModels()
  models.models = ['qwen3:8b', 'nomic-embed-text', 'llama3']
  // The fake server lists its models and describes no single model, like most local servers.
  models.tellsOfOne = false
})
afterAll(() => models[Symbol.asyncDispose]())

const baseUrl = () => `${models.url}/v1`
/** Starts a Frogy whose first user, an administrator, is signed in. */
async function place(environment: Record<string, string> = {}, servers = [{ name: 'Ollama', baseUrl: baseUrl() }]) {
  const frogy = await startFrogy(environment, { modelServers: servers })
  onTestFinished(() => frogy[Symbol.asyncDispose]())
  return { admin: await frogy.person(), omar: await frogy.person() }
}
const choice = (model = 'qwen3:8b') => ({ body: { baseUrl: baseUrl(), model } })

test('finds, chooses, uses and removes a local model', async () => {
  const { admin, omar } = await place()
  expect(await admin.call('GET /api/admin/local-models', {})).toEqual({
    isSetByEnvironment: false,
    found: [{ name: 'Ollama', baseUrl: baseUrl(), models: ['qwen3:8b', 'llama3'] }],
    chosen: null,
  })
  expect(models.asked).toEqual([])
  await admin.call('PUT /api/admin/local-models', choice())
  expect(await omar.call('GET /api/ai/status', {})).toMatchObject({
    openai: { connected: true, model: 'qwen3:8b', isLocal: true },
    fallback: null,
  })
  expect(await itemsOf(omar)).toMatchObject([
    { platform: 'linkedin', source: 'openai', model: 'qwen3:8b' },
    { platform: 'threads', source: 'openai', model: 'qwen3:8b' },
  ])
  const { content } = await omar.call('POST /api/generate/v2', {
    body: { variables: { contentFocus: 'Trust' }, platforms: ['twitter'] },
  })
  expect(content).toMatchObject([{ source: 'openai' }])

  await admin.call('PUT /api/admin/local-models', choice('llama3'))
  expect(await itemsOf(omar)).toMatchObject([{ model: 'llama3' }, { model: 'llama3' }])
  await admin.call('DELETE /api/admin/local-models', {})
  expect(await omar.call('GET /api/ai/status', {})).toMatchObject({ fallback: 'offline' })
  expect(await itemsOf(omar)).toMatchObject([{ source: 'offline' }, { source: 'offline' }])
})

test('lets only administrators search, choose and remove local models, and contacts no model server for other users', async () => {
  const { omar } = await place()
  const listed = models.listed
  for (const key of ['GET', 'DELETE'] as const)
    expect(await omar.ask(`${key} /api/admin/local-models`, {})).toMatchObject({ status: 403 })
  expect(await omar.ask('PUT /api/admin/local-models', choice())).toMatchObject({ status: 403 })
  expect(models.listed).toBe(listed)
})

test.each([
  ['an address without a known server', { baseUrl: 'http://127.0.0.1:1/v1', model: 'qwen3:8b' }],
  ['a foreign address', { baseUrl: 'https://evil.example/v1', model: 'qwen3:8b' }],
  ['a missing model', { model: 'gone' }],
  ['a model that does not write text', { model: 'nomic-embed-text' }],
])('rejects the choice of a local model: %s', async (_, wrong) => {
  const { admin } = await place()
  const body = { baseUrl: baseUrl(), ...wrong }
  expect(await admin.ask('PUT /api/admin/local-models', { body })).toMatchObject({ status: 404 })
})

test('searches for no local model when the environment configures a provider', async () => {
  const { admin } = await place({ OPENAI_BASE_URL: baseUrl(), OPENAI_MODEL: 'llama3' })
  const listed = models.listed
  expect(await admin.call('GET /api/admin/local-models', {})).toEqual({
    isSetByEnvironment: true,
    found: [],
    chosen: null,
  })
  expect(await admin.ask('PUT /api/admin/local-models', choice())).toMatchObject({
    status: 409,
    body: { code: 'provider_set' },
  })
  expect(models.listed).toBe(listed)
})

test('keeps the chosen local model after a restart', async () => {
  await using there = await installation({ modelServers: [{ name: 'Ollama', baseUrl: baseUrl() }] })
  {
    await using first = await there.start()
    await (await first.visitor().register()).call('PUT /api/admin/local-models', choice())
  }
  await using again = await there.start()
  expect(await itemsOf(await again.visitor().register())).toMatchObject([{ model: 'qwen3:8b' }, { model: 'qwen3:8b' }])
})

const OTHERS: [string, (path: string) => { status?: number; headers?: Record<string, string>; body: string }][] = [
  ['a web server', () => ({ body: '<!doctype html><title>It works</title>' })],
  ['a server with other JSON', () => ({ body: '{"data":"no list"}' })],
  ['one that refuses', () => ({ status: 401, body: '{}' })],
  ['one that leads elsewhere', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' })],
  ['one that has nothing', () => ({ body: '{"data":[]}' })],
  ['one that floods', () => ({ body: `{"data":[${'{"id":"x"},'.repeat(300_000)}{"id":"x"}]}` })],
]
test.each(OTHERS)('finds no local model at an unsuitable server: %s', async (_, answer) => {
  const server = createServer(({ url = '' }, response) => {
    const { status = 200, headers = {}, body } = answer(url)
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const { admin } = await place({}, [{ name: 'llama.cpp', baseUrl: at }])
  expect((await admin.call('GET /api/admin/local-models', {})).found).toEqual([])
})
