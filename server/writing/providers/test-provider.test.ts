import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { openFakeModels, type Answer, type FakeModels } from '#tests/support/fake-models.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'

// The fake model reports 20 input and 10 output tokens per answer.

const SENTENCE = 'A fact gives readers a reason to stay.'
const KEY = 'sk-secret-of-the-installation'

let models: FakeModels
beforeAll(async () => {
  models = await openFakeModels()
})
beforeEach(() => {
  models.answer = () => ({ content: SENTENCE, hashtags: [] })
  models.acceptsKeys = true
  models.asked.length = 0
})
afterAll(() => models[Symbol.asyncDispose]())

async function place(environment: Record<string, string> = {}, modelTimeouts = SHORT) {
  const frogy = await startFrogy(
    {
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: models.url,
      ANTHROPIC_MODEL: 'claude-test',
      AI_PRICES: 'claude-test=3/15',
      ...environment,
    },
    { modelTimeouts },
  )
  onTestFinished(() => frogy[Symbol.asyncDispose]())
  return { frogy, admin: await frogy.person(), omar: await frogy.person() }
}
const SHORT = { plainMs: 3_000, startMs: 3_000, silenceMs: 3_000 }
const testOf = (who: Person, provider = 'anthropic') =>
  who.ask('POST /api/admin/providers/{provider}/test', { params: { provider } })

test('tests a provider with one sentence, written like a draft, and returns its time, tokens and cost', async () => {
  const { admin } = await place()
  const { status, body } = await testOf(admin)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      model: 'claude-test',
      sentence: SENTENCE,
      failure: null,
      durationMs: expect.any(Number) as number,
      inputTokens: 20,
      outputTokens: 10,
      costMicros: 20 * 3 + 10 * 15,
    },
  })
  expect(models.asked).toHaveLength(1)
  expect(models.asked[0]?.schema).toMatchObject({ required: ['content', 'hashtags'] })
  expect(models.refused).toEqual([])
})

test("asks for a sentence in the administrator's language", async () => {
  const { admin } = await place()
  await admin.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  await testOf(admin)
  expect(models.asked[0]?.prompt).toContain('لماذا يبدأ المنشور الجيد بحقيقة')
})

test('counts the cost of a test, but neither as a draft nor against the daily limit', async () => {
  const { admin } = await place({ AI_DAILY_LIMIT: '1' })
  await testOf(admin)
  await testOf(admin)
  const { days } = await admin.call('GET /api/ai/usage', {})
  expect(days).toMatchObject([{ answers: 0, inputTokens: 40, costMicros: 420 }])
  expect(await admin.call('GET /api/posts', {})).toEqual([])
  const draft = await admin.ask('POST /api/content/generate', { body: { topic: 'Facts', platform: ['linkedin'] } })
  expect(draft.status).toBe(200)
})

test('records each test and its result in the audit log', async () => {
  const { admin } = await place()
  await testOf(admin)
  models.answer = () => ({ status: 401, code: 'authentication_error' })
  await testOf(admin)
  const { entries } = await admin.call('GET /api/admin/audit', {})
  expect(entries.slice(0, 2)).toMatchObject([
    { act: 'provider_tested', subject: 'anthropic', after: { model: 'claude-test', result: 'key' } },
    { act: 'provider_tested', subject: 'anthropic', after: { model: 'claude-test', result: 'written' } },
  ])
})

const FAILURES: [string, Answer, string][] = [
  ['a wrong key', { status: 401, code: 'authentication_error', message: `Wrong key: ${KEY}` }, 'key'],
  ['a key without the right', { status: 403, code: 'permission_error' }, 'key'],
  ['no credit', { status: 400, code: 'invalid_request_error', message: 'Your credit balance is too low' }, 'quota'],
  ['an unknown model', { status: 404, code: 'not_found_error', message: 'model: claude-test' }, 'model'],
  ['an address of another program', { status: 404, code: 'Cannot POST /v1/messages' }, 'unreachable'],
  ['an overloaded provider', { status: 529, code: 'overloaded_error', message: 'Overloaded' }, 'overloaded'],
  ['no answer in time', 'silence', 'timeout'],
  ['a refusal', { refusal: 'I cannot help with that.' }, 'refused'],
  ['a cut answer', { cutAt: '{"content":"A fact gives rea' }, 'cut'],
  ['an empty answer', { content: ' ', hashtags: [] }, 'empty'],
  ['an unreadable answer', { text: '<html>Hello</html>' }, 'failed'],
]
test('distinguishes the causes of a failed test, and never reveals the key', async () => {
  const { admin } = await place()
  const found = []
  for (const [cause, answer] of FAILURES) {
    models.answer = () => answer
    const { status, body } = await testOf(admin)
    expect(JSON.stringify(body)).not.toContain(KEY)
    found.push([cause, status, body.failure, body.sentence])
  }
  expect(found).toEqual(FAILURES.map(([cause, , failure]) => [cause, 200, failure, null]))
  expect(JSON.stringify(await admin.call('GET /api/admin/audit', {}))).not.toContain(KEY)
})

test('shows the address at which no model server answers', async () => {
  const { admin } = await place({
    OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1`,
    OPENAI_MODEL: 'qwen3:8b',
  })
  expect((await testOf(admin, 'openai')).body).toMatchObject({
    failure: 'unreachable',
    model: 'qwen3:8b',
    inputTokens: null,
    costMicros: 0,
  })
})

test('tests a model on this machine, which costs nothing', async () => {
  const { admin } = await place({ OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_MODEL: 'qwen3:8b' })
  expect((await testOf(admin, 'openai')).body).toMatchObject({ failure: null, sentence: SENTENCE, costMicros: 0 })
})

test('follows no redirect of a model server to another address', async () => {
  let reached = 0
  const inner = createServer((_, response) => {
    reached++
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const address = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/metadata`
  const outer = createServer((_, response) => response.writeHead(307, { location: address }).end()).listen(
    0,
    '127.0.0.1',
  )
  await once(outer, 'listening')
  onTestFinished(() => void [inner, outer].map((server) => server.close()))
  const url = `http://127.0.0.1:${(outer.address() as AddressInfo).port}/v1`
  const { admin } = await place({ OPENAI_BASE_URL: url, OPENAI_MODEL: 'qwen3:8b' })
  expect((await testOf(admin, 'openai')).body).toMatchObject({ sentence: null })
  expect(reached).toBe(0)
})

test('lets only administrators test a provider, and only a configured one', async () => {
  const { admin, omar } = await place()
  expect(await testOf(omar)).toMatchObject({ status: 403 })
  expect(await testOf(admin, 'openai')).toMatchObject({ status: 409, body: { code: 'no_model' } })
  expect(await testOf(admin, 'nobody')).toMatchObject({ status: 404 })
  expect(models.asked).toEqual([])
})

test('limits the tests of an administrator per hour', async () => {
  const { admin } = await place({ RATE_LIMITS: 'on' })
  const statuses = []
  for (let time = 0; time < 31; time++) statuses.push((await testOf(admin)).status)
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
  expect(models.asked).toHaveLength(30)
})
