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

describe('when the model does not write', () => {
  const errorOf = async (who: Person, more?: DraftRequest) => {
    const { status, body, headers } = await generate(who, { platform: ['threads'], ...more })
    return { status, code: body.code, message: body.message, retryAfter: headers.get('retry-after') }
  }

  test('a key that is not accepted is said, in both languages, and not tried again', async () => {
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

  test('a quota that is used up is said, and not tried again', async () => {
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

  test('trouble that passes is tried once more', async () => {
    openai.answer = firstThen({ status: 503, code: 'server_error' }, goodDraft)
    expect(await itemsOf(layla, { platform: ['threads'] })).toHaveLength(1)
    expect(openai.asked).toHaveLength(2)
  })

  test('trouble that stays is said', async () => {
    openai.answer = () => ({ status: 500, code: 'server_error' })
    expect(await errorOf(layla)).toMatchObject({ status: 502, code: 'writer_failed' })
    expect(openai.asked).toHaveLength(2)
  })

  test.each([
    ['words instead of JSON', { text: 'Sure! Here is your post: Hello.' }],
    ['JSON of another shape', { text: '{"post":"Hello"}' }],
    ['half a JSON', { text: '{"content":"Hel' }],
    ['nothing', { text: '' }],
    ['a blank draft', { content: '   ', hashtags: ['x'] }],
  ] as [string, Answer][])('%s is no draft', async (_what, answer) => {
    openai.answer = () => answer
    expect(await errorOf(layla)).toMatchObject({ status: 502, code: 'writer_failed' })
  })

  test.each([
    ['a flood', { flood: 'plain' }],
    ['a flood of few bytes that become many', { flood: 'packed' }],
    ['an error without end', { flood: 'plain', status: 400 }],
    ['an error of few bytes that become many', { flood: 'packed', status: 400 }],
  ] as [string, Answer][])('%s is cut off, and costs the draft alone', async (_what, answer) => {
    openai.answer = firstThen(answer, goodDraft)
    const arrived = openai.next()
    const items = await itemsOf(layla, { platform: ['twitter', 'linkedin'] })
    expect(items.map(({ platform }) => platform)).toEqual(['linkedin'])
    const asked = await arrived
    await asked.cut
    // What the connection itself holds is sent, too.
    expect(asked.sentBytes).toBeLessThan(64 * 1024 * 1024)
    expect(openai.asked).toHaveLength(1)
  })

  test('an answer of 900 KB is no draft, whatever it is made of', async () => {
    for (const answer of [
      { content: 'a.'.repeat(450_000), hashtags: [] },
      { text: '['.repeat(900_000) },
      { text: `{"content":${'{"a":'.repeat(180_000)}` },
    ]) {
      openai.answer = () => answer
      expect(await errorOf(layla)).toMatchObject({ status: 502, code: 'writer_failed' })
    }
  })

  test('a server that is not there is said', async () => {
    await using own = await startFrogy({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })
    const omar = await own.person()
    expect(await errorOf(omar)).toMatchObject({ status: 502, code: 'writer_failed' })
    expect((await omar.call('GET /api/ai/status', {})).openai).toMatchObject({ connected: false, configured: true })
  })

  test('whoever stops waiting stops the model too', async () => {
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

describe('whoever stops Frogy', () => {
  test.each(['silence', 'half', { flood: 'plain' }] as Answer[])('does not wait for a model: %j', async (answer) => {
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
  })
})

describe('the state of the providers', () => {
  // What was found out before is known no more.
  beforeEach(() => writing.frogy.clock.advance(31_000))

  test('is told: configured, and whether they answer with the key', async () => {
    anthropic.acceptsKeys = false
    expect(await layla.call('GET /api/ai/status', {})).toEqual({
      openai: { connected: true, configured: true, model: 'gpt-test' },
      anthropic: { connected: false, configured: true, model: 'claude-sonnet-5' },
      fallback: null,
    })
  })

  test('is known as soon as one answers, however long its list is', async () => {
    openai.floodsList = true
    onTestFinished(() => void (openai.floodsList = false))
    expect((await layla.call('GET /api/ai/status', {})).openai.connected).toBe(true)
  })

  test('is asked for at most every thirty seconds, however many look', async () => {
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

  test('is for people who are signed in', async () => {
    expect((await writing.frogy.visitor().ask('GET /api/ai/status', {})).status).toBe(401)
    expect((await generate(writing.frogy.visitor())).status).toBe(401)
  })
})
