import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFakeModels, type FakeModels } from '#tests/support/fake-models.ts'
import { promptCache } from '#tests/support/prompt-cache.ts'
import { plain, uploadForm } from '#tests/support/pictures.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// The fake model reports 20 input and 10 output tokens per answer.

const NOT_CACHED = { cachedTokens: 0, reasoningTokens: 0 }

let models: FakeModels
let frogy: Frogy
let layla: Person
beforeAll(async () => {
  models = await openFakeModels()
  frogy = await startFrogy({
    OPENAI_API_KEY: 'sk-open',
    OPENAI_BASE_URL: `${models.url}/v1`,
    OPENAI_MODEL: 'gpt-test',
    ANTHROPIC_API_KEY: 'sk-ant',
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_MODEL: 'claude-test',
    AI_PRICES: 'claude-test=3/15, other=1/1',
    AI_DAILY_LIMIT: '50',
  })
})
beforeEach(async () => {
  // The fake draft is long enough for each network, so Frogy does not ask the model to repair it.
  models.answer = ({ prompt }) => ({
    content: 'Approvals took nine days. '.repeat(prompt.includes('LinkedIn post') ? 30 : 12).trim(),
    hashtags: [],
  })
  layla = await frogy.person()
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await models[Symbol.asyncDispose]()
})

const usage = (who = layla) => who.call('GET /api/ai/usage', {})
const write = (platform: 'linkedin' | 'threads', more: object = {}) =>
  layla.ask('POST /api/content/generate', { body: { topic: 'Approvals', platform: [platform], ...more } })
const REWORK = {
  how: 'shorten',
  platform: 'linkedin',
  language: 'english',
  content: 'Approvals took nine days.',
} as const

test("counts the tokens and cost of each user's model calls", async () => {
  expect(await usage()).toEqual({ dailyLimit: 50, days: [] })
  await write('linkedin')
  await write('threads')
  await layla.call('POST /api/content/rework', { body: REWORK })
  const date = frogy.clock.now().toISOString().slice(0, 10)
  // One answer has no price. The other two cost 20 × 3 + 10 × 15 millionths of a dollar each.
  const day = { date, answers: 3, uncounted: 0, inputTokens: 60, outputTokens: 30, ...NOT_CACHED, costMicros: 420 }
  expect((await usage()).days).toEqual([day])
  expect((await usage(await frogy.person())).days).toEqual([])
})

test('returns each draft with its cost, or with null if the price of the model is unknown', async () => {
  const costOf = async (platform: 'linkedin' | 'threads') => (await write(platform)).body.content[0]?.costMicros
  expect(await costOf('linkedin')).toBe(20 * 3 + 10 * 15)
  expect(await costOf('threads')).toBeNull()
})

test('counts cached input and reasoning separately', async () => {
  models.cache = promptCache()
  models.reasoningTokens = 500
  try {
    const sourceContent = 'Approvals took nine days in the clinic. '.repeat(400)
    for (let time = 0; time < 2; time++) await write('linkedin', { contentSource: 'url', sourceContent })
    const [day] = (await usage()).days
    expect(day?.reasoningTokens).toBe(1_000)
    expect(day?.cachedTokens).toBeGreaterThan(0.4 * (day?.inputTokens ?? 0))
  } finally {
    models.cache = undefined
    models.reasoningTokens = 0
  }
})

test("counts repairs and picture descriptions in a user's model usage", async () => {
  const texts = ['Approvals: in the realm of forms. '.repeat(20), 'Approvals took nine days. '.repeat(30)]
  models.answer = () => ({ content: texts.shift() ?? '', hashtags: [] })
  await write('linkedin')
  expect((await usage()).days).toMatchObject([{ answers: 2, inputTokens: 40 }])
  const form = uploadForm(['one.jpg', new Uint8Array(await plain(400, 300).jpeg().toBuffer())])
  const { media } = await layla.call('POST /api/images/upload', { form })
  models.answer = () => ({ altText: 'A red bridge.' })
  const id = media.images[0]?.id ?? ''
  await layla.call('POST /api/images/{id}/alt-text', { params: { id }, body: { language: 'en' } })
  expect((await usage()).days).toMatchObject([{ answers: 3, inputTokens: 60, outputTokens: 30 }])
})

test("counts streamed drafts in a user's model usage", async () => {
  const answer = await layla.fetch('/api/content/generate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ topic: 'Approvals', platform: ['linkedin', 'threads'] }),
  })
  expect(await answer.text()).toContain('event: done')
  expect((await usage()).days).toMatchObject([{ answers: 2, uncounted: 0, inputTokens: 40, outputTokens: 20 }])
})

test("counts an unusable answer in a user's model usage", async () => {
  models.answer = () => ({ text: 'I would rather not.' })
  expect((await write('linkedin')).status).toBe(502)
  const [day] = (await usage()).days
  expect(day?.inputTokens).toBeGreaterThan(0)
})

test("groups model usage by days in the user's time zone", async () => {
  await layla.call('PATCH /api/user', { body: { timeZone: 'Pacific/Kiritimati' } })
  await write('linkedin')
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(frogy.clock.now())
  expect((await usage()).days).toMatchObject([{ date }])
})

test.each([
  ['a draft', '/api/content/generate', { topic: 'Approvals', platform: ['linkedin'] }],
  ['the assistant', '/api/assistant/ask', { question: 'What next?' }],
])('counts a stopped answer in the model usage: %s', async (_, path, body) => {
  const stop = new AbortController()
  models.answer = () => ({ text: '{"content": "Approvals took nine days, and three signatures were enough.' })
  models.beforePiece = (piece) => (piece < 4 ? undefined : new Promise(() => {}))
  const answer = await layla.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal: stop.signal,
  })
  const events = answer.body?.getReader()
  const decoder = new TextDecoder()
  let seen = ''
  while (!seen.includes('event: text')) seen += decoder.decode((await events?.read())?.value)
  stop.abort()
  await expect.poll(async () => (await usage()).days).toMatchObject([{ answers: 1, uncounted: 1 }])
  models.beforePiece = () => {}
})
