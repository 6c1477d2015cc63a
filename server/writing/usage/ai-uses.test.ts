import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFakeModels, type FakeModels } from '#tests/support/fake-models.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// The fake model reports 20 input and 10 output tokens per answer, and 300 tokens of reasoning.

let models: FakeModels
let frogy: Frogy
let admin: Person
beforeAll(async () => {
  models = await openFakeModels()
  models.reasoningTokens = 300
  // The fake draft is long enough for each network, so Frogy does not ask the model to repair it.
  models.answer = ({ prompt }) => ({
    content: 'Approvals took nine days. '.repeat(prompt.includes('LinkedIn post') ? 30 : 12).trim(),
    hashtags: [],
  })
  frogy = await startFrogy({
    OPENAI_BASE_URL: `${models.url}/v1`,
    OPENAI_MODEL: 'gpt-test',
    ANTHROPIC_API_KEY: 'sk-ant',
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_MODEL: 'claude-test',
    AI_PRICES: 'claude-test=3/15',
  })
  admin = await frogy.person()
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await models[Symbol.asyncDispose]()
})

const write = (who: Person, platform: 'linkedin' | 'threads') =>
  who.call('POST /api/content/generate', { body: { topic: 'Approvals', platform: [platform] } })
const usesFor = (who = admin) => who.call('GET /api/admin/ai-usage', {})

test('shows administrators the usage by person, provider and model, the most expensive first', async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  await write(layla, 'linkedin')
  await write(omar, 'threads')
  await write(layla, 'linkedin')
  const { uses, total } = await usesFor()
  const tokens = { cachedTokens: 0, reasoningTokens: 300, inputTokens: 20, outputTokens: 310 }
  const cost = 20 * 3 + 310 * 15
  const twice = { cachedTokens: 0, reasoningTokens: 600, inputTokens: 40, outputTokens: 620 }
  expect(uses).toEqual([
    {
      person: personOf(layla),
      provider: 'anthropic',
      model: 'claude-test',
      answers: 2,
      ...twice,
      costMicros: 2 * cost,
    },
    { person: personOf(omar), provider: 'openai', model: 'gpt-test', answers: 1, ...tokens, costMicros: null },
  ])
  expect(total).toMatchObject({ answers: 3, inputTokens: 60, outputTokens: 930, costMicros: 2 * cost })
})

test('shows the usage of all users only to administrators', async () => {
  const omar = await frogy.person()
  expect(await omar.ask('GET /api/admin/ai-usage', {})).toMatchObject({ status: 403 })
})

test('omits usage from more than thirty days ago', async () => {
  frogy.clock.advance(31 * 86_400_000)
  await admin.call('POST /api/login', { body: { email: admin.user?.email ?? '', password: admin.password } })
  expect(await usesFor()).toMatchObject({ uses: [], total: { answers: 0, costMicros: null } })
})

const personOf = ({ user }: Person) => ({
  id: user?.id,
  name: `${user?.firstName} ${user?.lastName}`,
  email: user?.email,
})
