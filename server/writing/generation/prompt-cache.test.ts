import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BasicRequest } from '#core/writing/contract.ts'
import { goodDraft, openFakeModels, type FakeModels } from '#tests/support/fake-models.ts'
import { promptCache } from '#tests/support/prompt-cache.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// The composer sends one request for LinkedIn and one for the other networks.

let models: FakeModels
let frogy: Frogy
beforeAll(async () => {
  models = await openFakeModels()
  frogy = await startFrogy({
    ANTHROPIC_API_KEY: 'sk-ant',
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_MODEL: 'claude-sonnet-5-5',
  })
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await models[Symbol.asyncDispose]()
})

const requestAbout = (subject: string): BasicRequest => ({
  topic: 'Approvals',
  contentType: 'educational',
  tone: 'professional',
  language: 'english',
  platform: ['linkedin', 'twitter', 'facebook', 'threads'],
  contentSource: 'url',
  sourceContent: `The ${subject} approved nine orders, and each took two days. `.repeat(400),
})

/** Delays every answer of the model. Returns a function that lets the first answer begin. */
function holdFirstAnswer(): () => void {
  models.asked.length = 0
  models.cache = promptCache()
  const { promise, resolve } = Promise.withResolvers<void>()
  models.beforePiece = (piece) => (piece === 0 && models.asked.length === 1 ? promise : undefined)
  onTestFinished(() => {
    models.cache = undefined
    models.beforePiece = () => {}
    models.answer = goodDraft
  })
  return resolve
}

test('delays all other drafts of the composer until the first draft has filled the prompt cache', async () => {
  const layla = await frogy.person()
  const letBegin = holdFirstAnswer()
  const body = requestAbout('clinic')
  const asked = models.next()
  const linkedin = layla.call('POST /api/content/generate-linkedin', { body })
  await asked
  const others = layla.call('POST /api/content/generate-others', { body })
  // Wait for the answer to another request. It shows that the request for the other networks has arrived.
  await layla.call('GET /api/ai/usage', {})
  expect(models.asked).toHaveLength(1)
  letBegin()
  await Promise.all([linkedin, others])
  expect(models.asked).toHaveLength(4)
  const { days } = await layla.call('GET /api/ai/usage', {})
  expect(days[0]?.cachedTokens).toBeGreaterThan(0.7 * (days[0]?.inputTokens ?? 0))
})

test('lets only one other draft fill the prompt cache after the first draft fails', async () => {
  const layla = await frogy.person()
  const letBegin = holdFirstAnswer()
  letBegin()
  models.answer = (asked) =>
    models.asked.length === 1 ? { status: 400, code: 'invalid_request_error', message: 'No.' } : goodDraft(asked)
  const { content, unwritten } = await layla.call('POST /api/content/generate', { body: requestAbout('harbour') })
  expect([content.length, unwritten?.length]).toEqual([3, 1])
  const { days } = await layla.call('GET /api/ai/usage', {})
  // One of three answers fills the cache with the source, and two read it.
  expect(days[0]?.cachedTokens).toBeGreaterThan(0.6 * (days[0]?.inputTokens ?? 0))
})
