import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Person } from '#tests/support/person.ts'
import { HOUR_MS, later, untilStatus } from '#tests/support/publishing.ts'
import { startWriting, type Writing } from '#tests/support/writing.ts'

let writing: Writing
let layla: Person
/** Makes the texts of each test different, because the network refuses a repeated text. */
let round = 0
beforeAll(async () => {
  writing = await startWriting()
})
beforeEach(async () => {
  writing.reset()
  layla = await writing.frogy.person('linkedin')
  round++
})
afterAll(() => writing[Symbol.asyncDispose]())

const QUESTION = 'Which signature would you remove first?'
const draftText = (n: string) =>
  `Order ${n} of list ${round} carried seven signatures, and most of the people behind them had never refused one.\n\nWe took four names off the form in ${n}. Orders then left one day earlier. ${QUESTION}`
const CITIES = ['Riyadh', 'Jeddah', 'Dammam', 'Taif', 'Abha', 'Tabuk', 'Hail', 'Jazan', 'Najran', 'Arar']

/** Lets Frogy write a draft and returns its text. */
async function write(city: string, who = layla): Promise<string> {
  writing.anthropic.answer = () => ({ content: draftText(city), hashtags: [] })
  const body = { topic: `Approvals in ${city}`, platform: ['linkedin' as const] }
  return (await who.call('POST /api/content/generate-linkedin', { body })).content.content
}

const withoutQuestion = (text: string) => text.replace(` ${QUESTION}`, '')
async function publish(content: string, who = layla): Promise<void> {
  const { status } = await who.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
  expect(status).toBe('published')
}

async function publishEdited(cities: readonly string[], who = layla): Promise<void> {
  for (const city of cities) await publish(withoutQuestion(await write(city, who)), who)
}

const proposal = async (who = layla) => (await who.call('GET /api/voice/proposal', {})).proposal
const answer = (id: string, rule: { list: 'dos' | 'donts'; text: string } | null, who = layla) =>
  who.ask('POST /api/voice/proposal/answer', { body: { id, rule } })
const RULE = { list: 'donts', text: 'a closing question in English posts' } as const

test('proposes a rule after five posts with the same edit, and adds it to the writing voice if accepted', async () => {
  await publishEdited(CITIES.slice(0, 4))
  expect(await proposal()).toBeNull()
  await publish(await write('Abha'))
  const found = await proposal()
  expect(found).toEqual({
    id: 'question_removed en',
    kind: 'question_removed',
    language: 'en',
    count: 4,
    of: 5,
    amount: null,
    phrase: null,
  })
  expect(await layla.call('GET /api/voice', {})).toMatchObject({ dos: [], donts: [] })
  expect(await answer(found?.id ?? '', RULE)).toMatchObject({ status: 200, body: { donts: [RULE.text] } })
  expect(await proposal()).toBeNull()
  await write('Hail')
  expect(writing.anthropic.asked.at(-1)?.prompt).toContain(`The author does not want this:\n- ${RULE.text}`)
})

test('never proposes a refused rule again, nor an accepted rule that the user later removed', async () => {
  await publishEdited(CITIES.slice(0, 5))
  expect(await answer('question_removed en', null)).toMatchObject({ status: 200, body: { dos: [], donts: [] } })
  await publishEdited(CITIES.slice(5))
  expect(await proposal()).toBeNull()
  const omar = await writing.frogy.person('linkedin')
  round++
  await publishEdited(CITIES.slice(0, 5), omar)
  expect(await answer('question_removed en', RULE, omar)).toMatchObject({ status: 200 })
  await omar.ask('PATCH /api/voice', { body: { donts: [] } })
  await publishEdited(CITIES.slice(5), omar)
  expect(await proposal(omar)).toBeNull()
})

test('adds a rule only once when its acceptance is repeated, even by concurrent requests', async () => {
  await publishEdited(CITIES.slice(0, 5))
  const answers = await Promise.all([1, 2, 3].map(() => answer('question_removed en', RULE)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await layla.call('GET /api/voice', {})).toMatchObject({ donts: [RULE.text] })
  await layla.ask('PATCH /api/voice', { body: { donts: [] } })
  await answer('question_removed en', RULE)
  expect(await layla.call('GET /api/voice', {})).toMatchObject({ donts: [] })
})

test("compares every post with Frogy's draft: published now, scheduled, saved as a draft, or sent with an API key", async () => {
  const scopes = ['posts:write', 'posts:publish'] as const
  const { token } = await layla.call('POST /api/keys', { body: { name: 'A program', scopes: [...scopes] } })
  const texts = []
  for (const city of CITIES.slice(0, 5)) texts.push(withoutQuestion(await write(city)))
  const [now = '', planned = '', draft = '', byKey = '', last = ''] = texts
  await publish(now)
  const scheduled = await layla.schedule({ platform: 'linkedin', content: planned, at: later(writing.frogy) })
  const { id } = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: draft, status: 'draft' },
  })
  await layla.call('POST /api/posts/{id}/publish', { params: { id } })
  const program = new Person(writing.frogy.url)
  const headers = { authorization: `Bearer ${token}` }
  await program.call('POST /api/posts', {
    headers,
    body: { platform: 'linkedin', content: byKey, status: 'published' },
  })
  await publish(last)
  expect(await proposal()).toBeNull()
  writing.frogy.clock.advance(HOUR_MS)
  await untilStatus(writing.frogy, layla, scheduled, 'published')
  expect(await proposal()).toMatchObject({ kind: 'question_removed', count: 5 })
})

test("keeps a user's posts, drafts and proposals separate from those of other users", async () => {
  await publishEdited(CITIES.slice(0, 5))
  const omar = await writing.frogy.person('linkedin')
  expect(await proposal(omar)).toBeNull()
  expect(await answer('question_removed en', RULE, omar)).toMatchObject({ status: 404 })
  // Omar posts what Frogy wrote for Layla, so no draft of his own is evidence.
  for (const city of CITIES.slice(0, 5)) await publish(`${withoutQuestion(draftText(city))} So did we.`, omar)
  expect(await proposal(omar)).toBeNull()
  expect(await proposal()).not.toBeNull()
})

test('counts a draft only once when it was posted several times', async () => {
  const text = withoutQuestion(await write('Riyadh'))
  for (let n = 0; n < 6; n++) await publish(`${text} Part ${n}.`)
  expect(await proposal()).toBeNull()
})

test('refuses to add a rule to a writing voice with ten rules, and keeps the proposal', async () => {
  await publishEdited(CITIES.slice(0, 5))
  await layla.ask('PATCH /api/voice', { body: { donts: Array.from({ length: 10 }, (_, n) => `rule ${n}`) } })
  expect(await answer('question_removed en', RULE)).toMatchObject({ status: 409, body: { code: 'too_many_rules' } })
  expect(await proposal()).not.toBeNull()
  expect(await answer('question_removed en', { ...RULE, text: 'rule 3' })).toMatchObject({ status: 200 })
})

test.each([
  ['rule.text', { list: 'donts', text: 'x'.repeat(121) }],
  ['rule.text', { list: 'donts', text: ' ' }],
  ['rule.list', { list: 'samples', text: 'no' }],
] as const)('rejects an answer to a proposed rule with the invalid field %s', async (path, rule) => {
  const refused = await answer('question_removed en', rule as never)
  expect(refused).toMatchObject({ status: 422, body: { issues: [{ path }] } })
})
