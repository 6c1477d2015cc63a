import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#core/api.ts'
import { deleteOldRows } from '#server/operate/background/delete-old-rows.ts'
import sql, { columns } from '#server/db/sql.ts'
import { deepTest } from '#tests/support/deep-test.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { generate, startWriting, type Writing } from '#tests/support/writing.ts'
import { MAX_SOURCE_BYTES, MAX_SOURCE_TEXTS, SOURCE_TEXTS_KEPT_MS } from './source-texts.ts'

const SENTENCE = 'Review time fell by 34% after four names came off the form.'
const CORPUS = join(import.meta.dirname, '..', '..', 'tests', 'corpus')

let writing: Writing
let layla: Person
let omar: Person
beforeAll(async () => {
  writing = await startWriting()
  layla = await writing.frogy.person()
  omar = await writing.frogy.person()
})
beforeEach(() => writing.reset())
afterAll(() => writing[Symbol.asyncDispose]())

async function upload(who: Person): Promise<{ sourceId: string; content: string; title: string }> {
  const form = new FormData()
  const bytes = await readFile(join(CORPUS, 'pdf', 'ar-news-chromium.pdf'))
  form.append('document', new Blob([new Uint8Array(bytes)]), 'news.pdf')
  return (await who.call('POST /api/content/upload-document', { form })).data
}

/** Stores a source text directly, without an upload. */
async function keep(who: Person, content = SENTENCE): Promise<string> {
  const sourceId = crypto.randomUUID()
  await who.call('POST /api/content/sources', { body: { sourceId, title: 'Seven signatures', content } })
  return sourceId
}

const isKnown = async (who: Person, sourceId: string) => (await generate(who, { sourceId })).status === 200
const prompts = () => [...writing.openai.asked, ...writing.anthropic.asked].map(({ prompt }) => prompt)

test('stores the text of an uploaded document and writes a draft from its id', async () => {
  const { sourceId, content } = await upload(layla)
  expect(await generate(layla, { contentSource: 'document', sourceId })).toMatchObject({ status: 200 })
  const paragraph = content.split('\n\n').at(-1)
  expect(prompts()).toHaveLength(2)
  for (const prompt of prompts()) expect(prompt).toContain(paragraph)
})

const basic = { topic: 'Approvals', platform: ['linkedin', 'threads'] }
const CALLS = [
  ['POST /api/content/generate', (source) => ({ ...basic, ...source })],
  ['POST /api/content/generate-linkedin', (source) => ({ ...basic, ...source })],
  ['POST /api/content/generate-others', (source) => ({ ...basic, ...source })],
  [
    'POST /api/generate/v2',
    (source) => ({ variables: { contentFocus: 'Approvals', ...source }, platforms: ['threads'] }),
  ],
  [
    'POST /api/content/rework',
    (source) => ({
      how: 'lengthen',
      platform: 'threads',
      language: 'english',
      content: 'It took nine days.',
      ...source,
    }),
  ],
] as const satisfies [keyof Api, (source: object) => object][]

describe.each(CALLS)('%s', (key, bodyOf) => {
  test('sends the model the stored text and title for the source id in a request', async () => {
    const sourceId = await keep(layla)
    await layla.call(key, { body: bodyOf({ sourceId }) })
    const byId = prompts()
    writing.reset()
    await layla.call(key, { body: bodyOf({ sourceContent: SENTENCE, sourceMetadata: { title: 'Seven signatures' } }) })
    expect(byId.join()).toContain(SENTENCE)
    expect(byId.toSorted()).toEqual(prompts().toSorted())
  })

  test('treats a source id of another user like an unknown id', async () => {
    const body = bodyOf({ sourceId: await keep(omar) })
    const unknown = await layla.ask(key, { body: bodyOf({ sourceId: crypto.randomUUID() }) })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'source_expired' } })
    expect((await layla.ask(key, { body })).body).toEqual(unknown.body)
    expect(prompts()).toEqual([])
  })
})

test('prefers the text in a request to the stored text of the source id', async () => {
  await layla.call('POST /api/content/generate', {
    body: { ...basic, sourceId: crypto.randomUUID(), sourceContent: SENTENCE },
  })
  expect(prompts().join()).toContain(SENTENCE)
})

test("does not replace another user's source text under the same id", async () => {
  const sourceId = await keep(omar)
  await layla.call('POST /api/content/sources', { body: { sourceId, content: 'Something else entirely.' } })
  await generate(omar, { sourceId })
  expect(prompts().join()).toContain(SENTENCE)
})

test('rejects a source id after a day, and accepts it again when the client sends the text again', async () => {
  const sourceId = await keep(layla)
  writing.frogy.clock.advance(SOURCE_TEXTS_KEPT_MS - 60_000)
  expect(await isKnown(layla, sourceId)).toBe(true)
  writing.frogy.clock.advance(60_000)
  expect(await generate(layla, { sourceId })).toMatchObject({ status: 404, body: { code: 'source_expired' } })
  await layla.call('POST /api/content/sources', { body: { sourceId, content: SENTENCE } })
  expect(await isKnown(layla, sourceId)).toBe(true)
})

deepTest('stores a limited number of source texts per user and deletes the oldest', async () => {
  const other = await keep(omar)
  const ids: string[] = []
  for (let n = 0; n <= MAX_SOURCE_TEXTS; n++) {
    ids.push(await keep(layla))
    writing.frogy.clock.advance(60_000)
  }
  const known = await Promise.all(
    [ids[0], ids[1], ids.at(-1), other].map((id, n) => isKnown(n < 3 ? layla : omar, id!)),
  )
  expect(known).toEqual([false, true, true, true])
})

deepTest('stores a limited number of bytes of source texts per user', async () => {
  const letters = 200_000
  const fitting = Math.floor(MAX_SOURCE_BYTES / (2 * letters))
  const ids: string[] = []
  for (let n = 0; n <= fitting; n++) {
    ids.push(await keep(layla, 'ع'.repeat(letters)))
    writing.frogy.clock.advance(60_000)
  }
  const body = (sourceId: string) => ({ topic: 'x', platform: ['threads' as const], sourceId })
  const statusOf = async (id = '') => (await layla.ask('POST /api/content/generate', { body: body(id) })).status
  expect([await statusOf(ids[0]), await statusOf(ids.at(-1))]).toEqual([404, 200])
})

test("deletes source texts after a day, and together with their user's account", async () => {
  await using place = await installation()
  {
    await using running = await place.start()
    for (const _ of [1, 2]) await keep(await running.visitor().register())
    place.clock.advance(SOURCE_TEXTS_KEPT_MS / 2)
    await keep(await running.visitor().register())
  }
  await using database = await place.database()
  const left = async () => (await database.query(sql`select ${columns('source_texts', 'id')} from source_texts`)).length
  await database.query(sql`delete from users where id in (select user_id from source_texts order by stored_at limit 1)`)
  expect(await left()).toBe(2)
  place.clock.advance(SOURCE_TEXTS_KEPT_MS / 2)
  await deleteOldRows(database, place.clock.now())
  expect(await left()).toBe(1)
})
