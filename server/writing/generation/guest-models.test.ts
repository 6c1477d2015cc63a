import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakeModels, type FakeModels } from '#tests/support/fake-models.ts'
import { MANY_CONNECTIONS, startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const ask = (frogy: Frogy, headers = {}) =>
  frogy.visitor().ask('POST /api/guest/drafts', { body: { about: 'A night shift' }, headers })

describe('drafts for guests with a configured model', () => {
  let models: FakeModels
  beforeAll(async () => {
    models = await openFakeModels()
  })
  beforeEach(() => {
    models.asked.length = 0
  })
  afterAll(() => models[Symbol.asyncDispose]())

  const start = (environment: Record<string, string>) =>
    startFrogy(
      {
        RATE_LIMITS: 'on',
        ANTHROPIC_API_KEY: 'sk-ant',
        ANTHROPIC_BASE_URL: models.url,
        ANTHROPIC_MODEL: 'claude-test',
        AI_PRICES: 'claude-test=3/15',
        ...environment,
      },
      { connections: MANY_CONNECTIONS },
    )
  const writersIn = ({ body }: Awaited<ReturnType<typeof ask>>) => [
    ...new Set(body.content.map(({ source }) => source)),
  ]

  test("writes a guest's drafts without a model by default", async () => {
    await using own = await start({})
    expect(writersIn(await ask(own))).toEqual(['offline'])
    expect(models.asked).toEqual([])
  })

  test("uses the model for guests' drafts if GUEST_AI=on, and the offline writer after the AI budget is used up", async () => {
    // All guests share one person's budget. Three drafts use it up.
    await using own = await start({ GUEST_AI: 'on', AI_BUDGET_PER_PERSON: '0.0006' })
    expect(writersIn(await ask(own))).toEqual(['anthropic'])
    const used = models.asked.length
    expect(used).toBeGreaterThanOrEqual(4)
    expect(writersIn(await ask(own))).toEqual(['offline'])
    expect(models.asked.length).toBe(used)
    const layla = await own.person()
    expect((await layla.call('GET /api/ai/usage', {})).budget).toMatchObject({ usedMicros: 0, isUsedUp: false })
  })

  test("writes a guest's drafts with the offline writer when the model fails", async () => {
    await using own = await start({ GUEST_AI: 'on' })
    models.answer = () => ({ status: 500, code: 'down' })
    const reply = await ask(own)
    expect(reply.status).toBe(200)
    expect(writersIn(reply)).toEqual(['offline'])
  })
})

test('ignores a forwarded address unless a trusted proxy sent it', async () => {
  await using direct = await startFrogy({ RATE_LIMITS: 'on' })
  for (let n = 0; n < 3; n++) expect((await ask(direct, { 'x-forwarded-for': `203.0.113.${n}` })).status).toBe(200)
  expect((await ask(direct, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429)
})
