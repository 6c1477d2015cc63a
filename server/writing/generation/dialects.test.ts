import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodDraft, openFakeModels, type ModelRequest, type FakeModels } from '#tests/support/fake-models.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { generate, itemsOf } from '#tests/support/writing.ts'

// Local servers, and hosted ones that support most of OpenAI's API.

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

/** Starts a Frogy that has not learned the server's format yet. */
async function own(): Promise<AsyncDisposable & { frogy: Frogy; omar: Person }> {
  const frogy = await startFrogy({ OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'qwen3:8b' })
  return { frogy, omar: await frogy.person(), [Symbol.asyncDispose]: () => frogy[Symbol.asyncDispose]() }
}

const formats = () => server.asked.map(({ format }) => format)
/** Answers with a code fence, as models without a schema do. */
const inAFence = (asked: ModelRequest) => ({
  text: `Sure! Here it is:\n\`\`\`json\n${JSON.stringify(goodDraft(asked))}\n\`\`\``,
})

describe('response formats', () => {
  test('requests a schema from a server that supports it', async () => {
    await using one = await own()
    expect(await itemsOf(one.omar, { platform: ['threads'] })).toMatchObject([{ source: 'openai', model: 'qwen3:8b' }])
    expect(formats()).toEqual(['json_schema'])
  })

  test('falls back to JSON for a server without schemas and remembers that', async () => {
    server.formats = ['json_object']
    await using one = await own()
    await itemsOf(one.omar, { platform: ['threads'] })
    expect(formats()).toEqual(['json_schema', 'json_object'])
    expect(server.asked[1]?.prompt).toContain('Answer with one JSON object and nothing else')
    await itemsOf(one.omar, { platform: ['threads'] })
    expect(formats().slice(2)).toEqual(['json_object'])
  })

  test('asks in words and parses leniently for a server without formats', async () => {
    server.formats = []
    server.answer = inAFence
    await using one = await own()
    const [item] = await itemsOf(one.omar, { platform: ['threads'], language: 'arabic' })
    expect(item).toMatchObject({ language: 'arabic', hashtags: ['#work', '#ثقة'], warnings: [] })
    expect(formats()).toEqual(['json_schema', 'json_object', undefined])
  })

  test('parses leniently if a server ignores the format', async () => {
    server.answer = inAFence
    await using one = await own()
    expect(await itemsOf(one.omar, { platform: ['threads'] })).toHaveLength(1)
    // Accept text around the JSON: another request would cost as much again.
    expect(formats()).toEqual(['json_schema'])
  })

  test('reports a server that fails in every format and starts with a schema again', async () => {
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
    [404, 'model_not_found', 'writer_model', 502, 'The configured AI model is not there'],
    [400, 'context_length_exceeded', 'writer_too_long', 422, 'longer than this model can read'],
    [413, 'request_too_large', 'writer_too_long', 422, 'longer than this model can read'],
    [400, 'content_filter', 'writer_refused', 422, 'refused to write about this'],
    [529, 'overloaded_error', 'writer_overloaded', 502, 'too much to do right now'],
    [429, 'rate_limit_exceeded', 'writer_overloaded', 502, 'too much to do right now'],
    [403, 'permission_error', 'writer_key', 502, 'did not accept the configured key'],
    [402, 'billing_error', 'writer_quota', 502, 'quota is used up'],
  ])('maps %i %s to %s', async (status, code, told, answered, words) => {
    server.answer = () => ({ status, code })
    await using one = await own()
    const reply = await generate(one.omar, { platform: ['threads'] })
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: answered, code: told })
    expect(reply.body.message).toContain(words)
  })
})

test("limits each user's calls per day separately", async () => {
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

  test('checks the configured model', async () => {
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
  ])('checks the list of a server with only %o', async (models, ready) => {
    Object.assign(server, { models, tellsOfOne: false })
    await using one = await own()
    expect(await isReady(one)).toBe(ready)
  })
})
