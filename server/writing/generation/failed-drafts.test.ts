import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { goodDraft, type Answer, type FakeModels } from '#tests/support/fake-models.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import {
  firstThen,
  generate,
  itemsOf,
  request,
  startWriting,
  type DraftRequest,
  type Writing,
} from '#tests/support/writing.ts'

let writing: Writing
let openai: FakeModels
let anthropic: FakeModels
let layla: Person
beforeAll(async () => {
  writing = await startWriting()
  ;({ openai, anthropic } = writing)
  layla = await writing.frogy.person()
})
beforeEach(() => writing.reset())
afterAll(() => writing[Symbol.asyncDispose]())

describe('failing models', () => {
  const errorOf = async (who: Person, more?: DraftRequest) => {
    const { status, body, headers } = await generate(who, { platform: ['threads'], ...more })
    return { status, code: body.code, message: body.message, retryAfter: headers.get('retry-after') }
  }

  test('reports a rejected API key in English and Arabic, without a retry', async () => {
    openai.acceptsKeys = false
    expect(await errorOf(layla)).toMatchObject({
      status: 502,
      code: 'writer_key',
      message: 'The AI provider did not accept the configured key.',
    })
    expect(openai.asked).toHaveLength(1)
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect((await errorOf(layla)).message).toBe('رفض مزوّد الذكاء الاصطناعي المفتاح المضبوط.')
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'en' } })

    anthropic.acceptsKeys = false
    expect(await errorOf(layla, { platform: ['linkedin'] })).toMatchObject({ status: 502, code: 'writer_key' })
  })

  test('reports an exhausted quota of the provider without a retry', async () => {
    openai.answer = () => ({
      status: 429,
      code: 'insufficient_quota',
      message: 'You exceeded your current quota, check your plan and billing details.',
    })
    expect(await errorOf(layla)).toMatchObject({ status: 502, code: 'writer_quota' })
    expect(openai.asked).toHaveLength(1)
    anthropic.answer = () => ({
      status: 400,
      code: 'invalid_request_error',
      message: 'Your credit balance is too low.',
    })
    expect(await errorOf(layla, { platform: ['linkedin'] })).toMatchObject({ status: 502, code: 'writer_quota' })
    expect(anthropic.asked).toHaveLength(1)
  })

  test('retries a model call once after a temporary error', async () => {
    openai.answer = firstThen({ status: 503, code: 'server_error' }, goodDraft)
    expect(await itemsOf(layla, { platform: ['threads'] })).toHaveLength(1)
    expect(openai.asked).toHaveLength(2)
  })

  test('reports an error of the model that persists after the retry', async () => {
    openai.answer = () => ({ status: 500, code: 'server_error' })
    expect(await errorOf(layla)).toMatchObject({ status: 502, code: 'writer_failed' })
    expect(openai.asked).toHaveLength(2)
  })

  test.each([
    ['text instead of JSON', { text: 'Sure! Here is your post: Hello.' }],
    ['JSON of another shape', { text: '{"post":"Hello"}' }],
    ['incomplete JSON', { text: '{"content":"Hel' }],
  ] as [string, Answer][])("rejects a model's draft that is %s", async (_what, answer) => {
    openai.answer = () => answer
    expect(await errorOf(layla)).toMatchObject({ status: 502, code: 'writer_failed' })
  })

  test.each([
    ['an empty answer', { text: '' }, 502, 'writer_empty'],
    ['a blank draft', { content: '   ', hashtags: ['x'] }, 502, 'writer_empty'],
    ['an answer that broke off', { cutAt: '{"content":"Hel' }, 502, 'writer_cut'],
    ['a refusal', { refusal: 'I cannot help with that.' }, 422, 'writer_refused'],
  ] as [string, Answer, number, string][])(
    'explains why a draft failed: %s of the model',
    async (_what, answer, status, code) => {
      openai.answer = () => answer
      expect(await errorOf(layla)).toMatchObject({ status, code })
    },
  )

  test.each([
    ['a flood', { flood: 'plain' }],
    ['a packed flood', { flood: 'packed' }],
    ['an endless error', { flood: 'plain', status: 400 }],
    ['a packed endless error', { flood: 'packed', status: 400 }],
  ] as [string, Answer][])(
    'stops reading a model response that is too long, and keeps the other drafts (response: %s)',
    async (_what, answer) => {
      openai.answer = firstThen(answer, goodDraft)
      const arrived = openai.next()
      const items = await itemsOf(layla, { platform: ['twitter', 'linkedin'] })
      expect(items.map(({ platform }) => platform)).toEqual(['linkedin'])
      const asked = await arrived
      await asked.cut
      // The server may have sent more than Frogy read, because the connection buffers data.
      expect(asked.sentBytes).toBeLessThan(64 * 1024 * 1024)
      expect(openai.asked).toHaveLength(1)
    },
  )

  test("rejects a model's answer of 900 KB", async () => {
    for (const answer of [
      { content: 'a.'.repeat(450_000), hashtags: [] },
      { text: '['.repeat(900_000) },
      { text: `{"content":${'{"a":'.repeat(180_000)}` },
    ]) {
      openai.answer = () => answer
      expect(await errorOf(layla)).toMatchObject({ status: 502, code: 'writer_failed' })
    }
  })

  test('reports an unreachable model server', async () => {
    await using own = await startFrogy({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })
    const omar = await own.person()
    expect(await errorOf(omar)).toMatchObject({ status: 502, code: 'writer_failed' })
    expect((await omar.call('GET /api/ai/status', {})).openai).toMatchObject({ connected: false, configured: true })
  })

  test('stops the model when the client cancels its request', async () => {
    openai.answer = () => 'silence'
    const arrived = openai.next()
    const stop = new AbortController()
    const answer = layla.fetch('/api/content/generate', {
      method: 'POST',
      body: JSON.stringify(request({ platform: ['threads'] })),
      headers: { 'content-type': 'application/json' },
      signal: stop.signal,
    })
    const { cut } = await arrived
    stop.abort()
    await expect(answer).rejects.toThrow(/abort/i)
    await cut
    expect(openai.asked).toHaveLength(1)
  })
})

describe('shutdown', () => {
  test.each(['silence', 'half', { flood: 'plain' }] as Answer[])(
    'shuts down without waiting for an unfinished model response (response: %j)',
    async (answer) => {
      await using own = await startFrogy({ ...writing.openaiSettings, ...writing.anthropicSettings })
      const omar = await own.person()
      anthropic.answer = () => 'half'
      openai.answer = () => answer
      const arrived = Promise.all([openai.next(), anthropic.next()])
      const answered = generate(omar)
      const asked = await arrived
      await own[Symbol.asyncDispose]()
      const { status, body } = await answered
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'shutting_down' })
      await Promise.all(asked.map(({ cut }) => cut))
    },
  )
})

describe('provider state', () => {
  // Frogy remembers the state of a provider for thirty seconds.
  beforeEach(() => writing.frogy.clock.advance(31_000))

  test('reports whether providers are configured and accept the key', async () => {
    anthropic.acceptsKeys = false
    expect(await layla.call('GET /api/ai/status', {})).toEqual({
      openai: { connected: true, configured: true, model: 'gpt-test' },
      anthropic: { connected: false, configured: true, model: 'claude-sonnet-5' },
      fallback: null,
    })
  })

  test("reports a provider's state without reading its whole model list", async () => {
    openai.floodsList = true
    onTestFinished(() => void (openai.floodsList = false))
    expect((await layla.call('GET /api/ai/status', {})).openai.connected).toBe(true)
  })

  test('checks providers at most every thirty seconds', async () => {
    const before = openai.listed
    const connected = async () => (await layla.call('GET /api/ai/status', {})).openai.connected
    expect(await Promise.all(Array.from({ length: 5 }, connected))).toEqual([true, true, true, true, true])
    openai.acceptsKeys = false
    expect(await connected()).toBe(true)
    expect(openai.listed - before).toBe(1)
    writing.frogy.clock.advance(31_000)
    expect(await connected()).toBe(false)
    expect(openai.listed - before).toBe(2)
  })

  test('requires sign-in to read the state of AI providers and to generate drafts', async () => {
    expect((await writing.frogy.visitor().ask('GET /api/ai/status', {})).status).toBe(401)
    expect((await generate(writing.frogy.visitor())).status).toBe(401)
  })
})
