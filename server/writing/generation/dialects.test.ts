import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodDraft, openFakeModels, type ModelRequest, type FakeModels } from '#tests/support/fake-models.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { generate, itemsOf } from '#tests/support/writing.ts'

// Tests local model servers, and hosted ones that support most of OpenAI's API.

let server: FakeModels
beforeAll(async () => {
  server = await openFakeModels()
})
beforeEach(() => {
  server.asked.length = 0
  Object.assign(server, {
    answer: goodDraft,
    formats: ['json_schema', 'json_object'],
    models: undefined,
    tellsOfOne: true,
  })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Starts a Frogy that has not yet learned which response format the server supports. */
async function own(): Promise<AsyncDisposable & { frogy: Frogy; omar: Person }> {
  const frogy = await startFrogy({ OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'qwen3:8b' })
  return { frogy, omar: await frogy.person(), [Symbol.asyncDispose]: () => frogy[Symbol.asyncDispose]() }
}

const formats = () => server.asked.map(({ format }) => format)
/** Wraps the JSON in a code fence. Models often do this when they receive no schema. */
const inAFence = (asked: ModelRequest) => ({
  text: `Sure! Here it is:\n\`\`\`json\n${JSON.stringify(goodDraft(asked))}\n\`\`\``,
})

describe('response formats', () => {
  test('requests JSON with a schema from a server that supports schemas', async () => {
    await using one = await own()
    expect(await itemsOf(one.omar, { platform: ['threads'] })).toMatchObject([{ source: 'openai', model: 'qwen3:8b' }])
    expect(formats()).toEqual(['json_schema'])
  })

  test('requests JSON without a schema from a server without schemas, and remembers this format', async () => {
    server.formats = ['json_object']
    await using one = await own()
    await itemsOf(one.omar, { platform: ['threads'] })
    expect(formats()).toEqual(['json_schema', 'json_object'])
    expect(server.asked[1]?.prompt).toContain('Answer with one JSON object and nothing else')
    await itemsOf(one.omar, { platform: ['threads'] })
    expect(formats().slice(2)).toEqual(['json_object'])
  })

  test('requests JSON in the prompt from a server without response formats', async () => {
    server.formats = []
    server.answer = inAFence
    await using one = await own()
    const [item] = await itemsOf(one.omar, { platform: ['threads'], language: 'arabic' })
    expect(item).toMatchObject({ language: 'arabic', hashtags: ['#ثقة'], warnings: [] })
    expect(formats()).toEqual(['json_schema', 'json_object', undefined])
  })

  test('finds the JSON in a response with other text around it', async () => {
    server.answer = inAFence
    await using one = await own()
    expect(await itemsOf(one.omar, { platform: ['threads'] })).toHaveLength(1)
    // Frogy accepts text around the JSON, because asking again would double the cost.
    expect(formats()).toEqual(['json_schema'])
  })

  test('reports a server that fails in every response format, and starts the next request with a schema', async () => {
    server.answer = () => ({ text: 'Hello.' })
    await using one = await own()
    expect((await generate(one.omar, { platform: ['threads'] })).body).toMatchObject({ code: 'writer_failed' })
    expect(formats()).toEqual(['json_schema', 'json_object', undefined])
    server.answer = goodDraft
    await itemsOf(one.omar, { platform: ['threads'] })
    expect(formats().slice(3)).toEqual(['json_schema'])
  })
})

describe('vendor errors', () => {
  test.each([
    [404, 'model_not_found', 'writer_model', 502, 'The configured AI model no longer exists'],
    [400, 'context_length_exceeded', 'writer_too_long', 422, 'too long for this model'],
    [413, 'request_too_large', 'writer_too_long', 422, 'too long for this model'],
    [400, 'content_filter', 'writer_refused', 422, 'declined to write about this'],
    [529, 'overloaded_error', 'writer_overloaded', 502, 'is overloaded'],
    [429, 'rate_limit_exceeded', 'writer_overloaded', 502, 'is overloaded'],
    [403, 'permission_error', 'writer_key', 502, 'did not accept the configured key'],
    [402, 'billing_error', 'writer_quota', 502, 'quota is used up'],
  ])(
    'translates status %i with the model error %s to the API error %s',
    async (status, code, told, answered, words) => {
      server.answer = () => ({ status, code })
      await using one = await own()
      const reply = await generate(one.omar, { platform: ['threads'] })
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status: answered, code: told })
      expect(reply.body.message).toContain(words)
    },
  )
})

test('limits the model calls per day of each user separately', async () => {
  await using frogy = await startFrogy({
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_MODEL: 'qwen3:8b',
    AI_DAILY_LIMIT: '2',
    RATE_LIMITS: 'on',
  })
  const [omar, layla] = [await frogy.person(), await frogy.person()]
  for (let n = 0; n < 2; n++) await itemsOf(omar, { platform: ['threads'] })
  expect(await generate(omar, { platform: ['threads'] })).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  })
  expect(await itemsOf(layla, { platform: ['threads'] })).toHaveLength(1)
  frogy.clock.advance(24 * 3_600_000 + 1)
  expect(await itemsOf(omar, { platform: ['threads'] })).toHaveLength(1)
})

describe('model readiness', () => {
  const isReady = async ({ omar }: { omar: Person }) => (await omar.call('GET /api/ai/status', {})).openai.connected

  test('reports a provider as not ready if its server lacks the configured model', async () => {
    server.models = ['llama3', 'qwen3:8b']
    await using there = await own()
    expect(await isReady(there)).toBe(true)
    server.models = ['llama3']
    await using gone = await own()
    expect(await isReady(gone)).toBe(false)
  })

  test.each([
    [['llama3', 'qwen3:8b'], true],
    [['llama3', 'phi4'], false],
    [['models/whatever.gguf'], true],
    [[], false],
  ])(
    'checks for the configured model in the list %o of a server that cannot describe a single model',
    async (models, ready) => {
      Object.assign(server, { models, tellsOfOne: false })
      await using one = await own()
      expect(await isReady(one)).toBe(ready)
    },
  )
})
