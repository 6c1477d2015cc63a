import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DraftSource, DraftSourceChange } from '#core/posts/contract.ts'
import { deleteOldRows } from '#server/operate/background/delete-old-rows.ts'
import sql, { columns } from '#server/db/sql.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const DAY_MS = 86_400_000

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const GIVEN: DraftSource = {
  source: {
    id: 'a1',
    from: 'url',
    title: 'Seven signatures for one order',
    content: 'Review time fell by 34%. حُذفت أربعة أسماء.',
    wordCount: 9,
    language: 'en',
    direction: 'ltr',
    pageCount: null,
    author: null,
    siteName: 'Supply Review',
    url: 'https://supply.example/seven',
  },
  topic: 'Approvals',
  facts: '212 orders',
  keptClaims: ['Ninety percent'],
}

const newPost = async (who: Person, status: 'draft' | 'scheduled') => {
  const scheduledAt = status === 'scheduled' ? later(frogy).toISOString() : undefined
  const body = { status, platform: 'linkedin' as const, content: 'Four names went off the form.', scheduledAt }
  return (await who.call('POST /api/posts', { body })).id
}
const read = async (id: string, who = layla) => await who.ask('GET /api/posts/{id}/source', { params: { id } })
const store = async (id: string, given = GIVEN, who = layla) =>
  await who.ask('PUT /api/posts/{id}/source', { params: { id }, body: given })

test('stores and replaces the source of a draft', async () => {
  const id = await newPost(layla, 'draft')
  expect(await read(id)).toMatchObject({ status: 200, body: { given: null } })
  expect(await store(id)).toMatchObject({ status: 204 })
  expect(await read(id)).toMatchObject({ body: { given: GIVEN } })
  await store(id, { ...GIVEN, source: null, keptClaims: [] })
  expect(await read(id)).toMatchObject({ body: { given: { ...GIVEN, source: null, keptClaims: [] } } })
})

test("stores a draft's source by the id of its uploaded text, and accepts changes after the upload has expired", async () => {
  const { content, ...source } = GIVEN.source!
  const sourceId = crypto.randomUUID()
  const id = await newPost(layla, 'draft')
  const byId = { ...GIVEN, source: { ...source, id: sourceId } }
  const put = async (body: DraftSourceChange) => await layla.ask('PUT /api/posts/{id}/source', { params: { id }, body })
  expect(await put(byId)).toMatchObject({ status: 404, body: { code: 'source_expired' } })

  await layla.call('POST /api/content/sources', { body: { sourceId, content } })
  expect(await put(byId)).toMatchObject({ status: 204 })
  frogy.clock.advance(2 * DAY_MS)
  expect(await put({ ...byId, keptClaims: ['Two days'] })).toMatchObject({ status: 204 })
  expect(await read(id)).toMatchObject({
    body: { given: { source: { id: sourceId, content }, keptClaims: ['Two days'] } },
  })
})

test.each(['\0', '\ud800'])(
  'refuses a draft source with an option name that the database cannot store: %j',
  async (name) => {
    const id = await newPost(layla, 'draft')
    const refused = await store(id, { ...GIVEN, choices: { [name]: 'a' } })
    expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
  },
)

test('hides the source of a draft from other users', async () => {
  const id = await newPost(layla, 'draft')
  await store(id)
  const other = await frogy.person()
  expect(await read(id, other)).toMatchObject({ status: 404 })
  expect(await store(id, { ...GIVEN, topic: 'Mine' }, other)).toMatchObject({ status: 404 })
  expect(await read(id)).toMatchObject({ body: { given: GIVEN } })
})

test('deletes the source with its draft', async () => {
  const gone = await newPost(layla, 'draft')
  await store(gone)
  await layla.call('DELETE /api/posts/{id}', { params: { id: gone } })
  expect(await read(gone)).toMatchObject({ status: 404 })
})

test('keeps the source of a draft for a month after the draft became a post', async () => {
  await using place = await installation()
  {
    await using running = await place.start()
    const owner = await running.visitor().register()
    const id = await newPost(owner, 'draft')
    await store(id, GIVEN, owner)
    const scheduledAt = later(place, 60 * DAY_MS).toISOString()
    await owner.call('PATCH /api/posts/{id}', { params: { id }, body: { scheduledAt } })
  }
  const leftAfter = async (days: number) => {
    place.clock.advance(days * DAY_MS)
    await using database = await place.database()
    await deleteOldRows(database, place.clock.now())
    return (await database.query(sql`select ${columns('draft_sources', 'given')} from draft_sources`)).length
  }
  expect(await leftAfter(29)).toBe(1)
  expect(await leftAfter(2)).toBe(0)
})

test('stores a source only for drafts', async () => {
  const id = await newPost(layla, 'scheduled')
  expect(await store(id)).toMatchObject({ status: 204 })
  expect(await read(id)).toMatchObject({ body: { given: null } })
})
