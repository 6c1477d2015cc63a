import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_PHRASES } from '#core/writing/options/phrases.ts'
import type { Ending } from '#core/writing/phrases-contract.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const keep = (text: string, who = layla) => who.ask('POST /api/phrases', { body: { text } })
const texts = async (who = layla) => (await who.call('GET /api/phrases', {})).map(({ text }) => text)

test("stores a user's phrases with their line breaks, lists the newest first, and deletes one", async () => {
  const ending = 'We answer every comment.\n\nنرد على كل تعليق.'
  const first = await layla.call('POST /api/phrases', { body: { text: ` ${ending}\n` } })
  expect(first.text).toBe(ending)
  frogy.clock.advance(1_000)
  await keep('Book a call: najd.example/call')
  expect(await texts()).toEqual(['Book a call: najd.example/call', ending])
  expect(await layla.ask('DELETE /api/phrases/{id}', { params: { id: first.id } })).toMatchObject({ status: 204 })
  expect(await texts()).toEqual(['Book a call: najd.example/call'])
  expect(await layla.ask('DELETE /api/phrases/{id}', { params: { id: first.id } })).toMatchObject({ status: 404 })
})

test('stores the same phrase only once, even for two concurrent requests', async () => {
  const kept = await Promise.all([keep('Four names.'), keep('Four names. '), keep('Four names.')])
  expect(kept.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await texts()).toEqual(['Four names.'])
})

test("neither shows nor deletes another user's phrases", async () => {
  const { id } = await layla.call('POST /api/phrases', { body: { text: 'Only mine' } })
  const omar = await frogy.person()
  expect(await texts(omar)).toEqual([])
  expect(await omar.ask('DELETE /api/phrases/{id}', { params: { id } })).toMatchObject({ status: 404 })
  expect(await texts()).toEqual(['Only mine'])
})

test('adds a phrase to the end of new drafts for chosen networks and languages, until the author turns it off', async () => {
  const signature = 'Layla Haddad, Najd Logistics'
  const { id } = await layla.call('POST /api/phrases', { body: { text: signature } })
  const change = (ending: Ending | null, who = layla) =>
    who.ask('PATCH /api/phrases/{id}', { params: { id }, body: { ending } })
  const source = 'Approvals took nine days in March. Seven people sign each order. The desk closes at noon.'
  const drafts = async () => {
    const { content } = await layla.call('POST /api/content/generate', {
      body: { topic: 'Approvals', platform: ['linkedin', 'twitter'], language: 'both', sourceContent: source },
    })
    return content.filter((item) => item.content.endsWith(`\n\n${signature}`))
  }
  expect(await drafts()).toEqual([])
  const ending: Ending = { platforms: ['linkedin'], languages: ['english'] }
  expect(await change(ending)).toMatchObject({ status: 200, body: { id, text: signature, ending } })
  expect((await layla.call('GET /api/phrases', {}))[0]?.ending).toEqual(ending)
  const ended = await drafts()
  expect(ended).toMatchObject([{ platform: 'linkedin', language: 'english' }])
  expect(ended[0]?.characterCount).toBeGreaterThan(ended[0]?.content.length ?? 0)
  expect(await change({ platforms: [], languages: ['english'] })).toMatchObject({ status: 422 })
  expect(await change(ending, await frogy.person())).toMatchObject({ status: 404 })
  expect(await change(null)).toMatchObject({ status: 200, body: { ending: null } })
  expect(await drafts()).toEqual([])
})

test.each(['  ', 'x'.repeat(501)])('rejects an empty or too long phrase', async (text) => {
  expect(await keep(text)).toMatchObject({ status: 422, body: { issues: [{ path: 'text' }] } })
})

test(`keeps at most ${MOST_PHRASES} phrases, and accepts another one after a deletion`, async () => {
  const longest = 'ض'.repeat(490)
  for (let at = 0; at < MOST_PHRASES; at++)
    await layla.call('POST /api/phrases', { body: { text: `${longest} ${at}` } })
  expect(await keep('One more')).toMatchObject({ status: 409, body: { code: 'too_many_phrases' } })
  expect(await keep(`${longest} 7`)).toMatchObject({ status: 201 })
  const [newest] = await layla.call('GET /api/phrases', {})
  await layla.call('DELETE /api/phrases/{id}', { params: { id: newest?.id ?? '' } })
  expect(await keep('One more')).toMatchObject({ status: 201 })
})
