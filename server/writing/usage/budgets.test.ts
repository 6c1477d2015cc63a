import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countValues } from '#tests/support/count-values.ts'
import { openFakeModels, type FakeModels } from '#tests/support/fake-models.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import type { Person } from '#tests/support/person.ts'
import { MANY_CONNECTIONS, startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { chargeOf, costOf, estimateOf, monthOf } from './budgets.ts'

// The fake model reports 20 input and 10 output tokens per answer: 210 millionths of a dollar at $3 and $15 per
// million tokens.
const ANSWER = 210

let models: FakeModels
beforeAll(async () => {
  models = await openFakeModels()
})
beforeEach(() => {
  models.beforePiece = () => {}
  // The fake draft is long enough for each network, so Frogy does not ask the model to repair it.
  models.answer = ({ prompt }) => ({
    content: 'Approvals took nine days. '.repeat(prompt.includes('LinkedIn post') ? 30 : 12).trim(),
    hashtags: [],
  })
})
afterAll(() => models[Symbol.asyncDispose]())

const start = (environment: Record<string, string>) =>
  startFrogy(
    {
      ANTHROPIC_API_KEY: 'sk-ant',
      ANTHROPIC_BASE_URL: models.url,
      ANTHROPIC_MODEL: 'claude-test',
      AI_PRICES: 'claude-test=3/15',
      ...environment,
    },
    { connections: MANY_CONNECTIONS },
  )
const write = (who: Person, more: object = {}) =>
  who.ask('POST /api/content/generate', { body: { topic: 'Approvals', platform: ['linkedin'], ...more } })
const budget = async (who: Person) => (await who.call('GET /api/ai/usage', {})).budget
/** Moves the clock to the middle of the next month, so that no test crosses the end of a month. */
const nextMonth = (frogy: Frogy) => {
  const { renewsAt } = monthOf(frogy.clock.now())
  frogy.clock.advance(renewsAt.getTime() - frogy.clock.now().getTime() + 10 * 86_400_000)
}

describe('budget of a user', () => {
  let frogy: Frogy
  // The budget allows four answers: the fourth starts just below the limit and exceeds it.
  beforeAll(async () => {
    frogy = await start({ AI_BUDGET_PER_PERSON: '0.0007' })
    nextMonth(frogy)
  })
  afterAll(() => frogy[Symbol.asyncDispose]())

  test('rejects drafts after the AI budget is used up and names the renewal date in English and Arabic', async () => {
    const layla = await frogy.person()
    const renewsAt = monthOf(frogy.clock.now()).renewsAt
    expect(await budget(layla)).toEqual({
      usedMicros: 0,
      limitMicros: 700,
      isUsedUp: false,
      renewsAt: renewsAt.toISOString(),
    })
    for (let n = 0; n < 3; n++) expect((await write(layla)).status).toBe(200)
    expect((await layla.call('GET /api/ai/status', {})).nearBudget).toEqual({
      percent: 90,
      isUsedUp: false,
      renewsAt: renewsAt.toISOString(),
    })
    expect((await write(layla)).status).toBe(200)
    expect(await budget(layla)).toMatchObject({ usedMicros: 4 * ANSWER, isUsedUp: true })
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(renewsAt)
    expect(await write(layla)).toMatchObject({
      status: 429,
      body: { code: 'ai_budget', message: `This month’s AI budget is used up. It renews on ${date}.` },
    })
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect((await write(layla)).body.message).toMatch(/^استُنفدت ميزانية الذكاء الاصطناعي لهذا الشهر، وتتجدد في ١ /)
    // The budget of another user is not used up, so Frogy writes for that user.
    expect((await write(await frogy.person())).status).toBe(200)
  })

  test('applies the AI budget to rewriting, picture descriptions and the assistant', async () => {
    const omar = await frogy.person()
    while ((await write(omar)).status === 200);
    const asked = models.asked.length
    const rework = { how: 'shorten', platform: 'linkedin', language: 'english', content: 'Nine days.' } as const
    const form = uploadForm(['one.jpg', new Uint8Array(await pictureFile())])
    const { media } = await omar.call('POST /api/images/upload', { form })
    const params = { id: media.images[0]?.id ?? '' }
    const replies = await Promise.all([
      omar.ask('POST /api/content/rework', { body: rework }),
      omar.ask('POST /api/images/{id}/alt-text', { params, body: { language: 'en' } }),
      omar.ask('POST /api/assistant/ask', { body: { question: 'What next?' } }),
    ])
    for (const { status, body } of replies) expect([status, body.code]).toEqual([429, 'ai_budget'])
    expect(models.asked.length).toBe(asked)
  })

  test('renews the AI budget at the start of the month in UTC, for users in any time zone', async () => {
    const sara = await frogy.person()
    await sara.call('PATCH /api/user', { body: { timeZone: 'Pacific/Kiritimati' } })
    while ((await write(sara)).status === 200);
    const left = monthOf(frogy.clock.now()).renewsAt.getTime() - frogy.clock.now().getTime()
    frogy.clock.advance(left - 60_000)
    expect((await write(sara)).status).toBe(429)
    frogy.clock.advance(61_000)
    expect((await write(sara)).status).toBe(200)
    nextMonth(frogy)
  })
})

test('lets concurrent requests exceed the AI budget by at most one estimated answer', async () => {
  await using frogy = await start({ AI_BUDGET_TOTAL: '0.06' })
  nextMonth(frogy)
  const people = await Promise.all([1, 2].map(() => frogy.person()))
  // Hold back all answers, so that the budget is checked while every request is still running.
  const gate = Promise.withResolvers<void>()
  models.beforePiece = () => gate.promise
  let refused = 0
  const running = Array.from({ length: 12 }, async (_, n) => {
    const response = await (people[n % 2] as Person).fetch('/api/content/generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ topic: 'Approvals', platform: ['linkedin'] }),
    })
    const end = /event: done|ai_budget/.exec(await response.text())?.[0] ?? 'other'
    if (end === 'ai_budget') refused++
    return end
  })
  await expect.poll(() => refused, { timeout: 20_000 }).toBe(10)
  gate.resolve()
  // An estimate is 6,000 × 3 + 1,500 × 15 = 40,500 millionths. The second request starts below the limit of 60,000 and
  // exceeds it. The others are rejected.
  expect(countValues(await Promise.all(running))).toEqual({ 'event: done': 2, ai_budget: 10 })
  const admin = await frogy.visitor().signIn('person-1@example.com')
  expect(await admin.call('GET /api/admin/ai-budget', {})).toMatchObject({
    usedMicros: 2 * ANSWER,
    limitMicros: 60_000,
    perPersonMicros: null,
  })
  expect((await write(people[0] as Person)).status).toBe(200)
  expect((await people[1]?.ask('GET /api/admin/ai-budget', {}))?.status).toBe(403)
})

test('releases the budget reservation of a failed generation', async () => {
  await using frogy = await start({ AI_BUDGET_PER_PERSON: '0.0001' })
  const layla = await frogy.person()
  models.answer = () => ({ status: 400, code: 'invalid_request' })
  for (let n = 0; n < 3; n++) expect((await write(layla)).body.code).not.toBe('ai_budget')
  expect(await budget(layla)).toMatchObject({ usedMicros: 0, isUsedUp: false })
})

test('charges nothing for a local model, and shows no AI budget without a limit', async () => {
  await using free = await start({ AI_PRICES: 'other=1/1', AI_BUDGET_PER_PERSON: '0.000001' })
  const layla = await free.person()
  for (let n = 0; n < 3; n++) expect((await write(layla)).status).toBe(200)
  expect(await budget(layla)).toMatchObject({ usedMicros: 0 })
  await using open = await start({})
  const omar = await open.person()
  await write(omar)
  expect(await omar.call('GET /api/ai/usage', {})).not.toHaveProperty('budget')
  expect(await omar.call('GET /api/ai/status', {})).not.toHaveProperty('nearBudget')
})

describe('charges', () => {
  const usage = { model: 'new-model', inputTokens: 1_000, outputTokens: 100 }
  const charging = { prices: new Map([['known', { input: 2, output: 8 }]]), isFree: (model: string) => model === 'own' }

  test('charges a high price for a model with an unknown price, and nothing for a local model', () => {
    expect(chargeOf('write', usage, charging)).toBe(1_000 * 5 + 100 * 25)
    expect(chargeOf('write', { ...usage, model: 'known' }, charging)).toBe(1_000 * 2 + 100 * 8)
    expect(chargeOf('write', { ...usage, model: 'own' }, charging)).toBe(0)
  })

  test('charges cached and newly cached input at their own prices', () => {
    const prices = new Map([['known', { input: 2, output: 8, cached: 0.1, cacheWrite: 2.5 }]])
    const cached = { model: 'known', inputTokens: 1_000, outputTokens: 0, cachedTokens: 600, cacheWriteTokens: 100 }
    expect(costOf(cached, prices)).toBe(300 * 2 + 600 * 0.1 + 100 * 2.5)
    expect(costOf(cached, new Map([['known', { input: 2, output: 8 }]]))).toBe(1_000 * 2)
  })

  test('charges the estimated cost of an answer if the server reports no tokens', () => {
    const uncounted = { model: 'known', inputTokens: null, outputTokens: null }
    expect(chargeOf('talk', uncounted, charging)).toBe(estimateOf('talk', ['known'], charging))
    expect(estimateOf('write', ['own', 'own'], charging)).toBe(0)
    expect(estimateOf('write', ['known', 'known'], charging)).toBe(2 * estimateOf('write', ['known'], charging))
  })

  test.each([
    ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
    ['2028-02-29T00:00:00.000Z', '2028-02-01', '2028-03-01'],
    ['2026-11-01T00:00:00.000Z', '2026-11-01', '2026-12-01'],
  ])('assigns the time %s to the budget month from %s to %s', (at, from, to) => {
    expect(monthOf(new Date(at))).toEqual({ from: new Date(from), renewsAt: new Date(to) })
  })
})
