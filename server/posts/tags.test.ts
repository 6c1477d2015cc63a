import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TagColour } from '#core/posts/tags.ts'
import { MAX_TAGS, MAX_TAGS_PER_POST } from '#core/posts/tags.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const add = (name: string, colour: TagColour = 'blue', who = layla) =>
  who.call('POST /api/tags', { body: { name, colour } })
const schedule = () => layla.schedule({ platform: 'linkedin', content: 'Four names', at: later(frogy, DAY_MS) })
const tag = (id: string, tagIds: string[], who = layla) =>
  who.ask('PUT /api/posts/{id}/tags', { params: { id }, body: { tagIds } })
const names = async () => (await layla.call('GET /api/tags', {})).map(({ name }) => name)

test('filters the lists and the calendar by a tag, and shows the tags of each post', async () => {
  const campaign = await add('Ramadan campaign')
  const [tagged, other] = [await schedule(), await schedule()]
  expect(await tag(tagged.id, [campaign.id])).toMatchObject({ status: 204 })
  const query = { tag: campaign.id }
  for (const list of [
    await layla.call('GET /api/posts', { query }),
    await layla.call('GET /api/posts', { query: { ...query, status: 'scheduled' } }),
  ])
    expect(list).toMatchObject([{ id: tagged.id, tagIds: [campaign.id] }])
  const day = (tagged.scheduledAt ?? '').slice(0, 10)
  const days = { daysFrom: day, daysTo: day, timeZone: 'UTC' }
  expect(await layla.call('GET /api/posts/calendar', { query: { ...days, ...query } })).toMatchObject([
    { byStatus: { scheduled: 1 }, posts: [{ id: tagged.id, tagIds: [campaign.id] }] },
  ])
  expect(await layla.read(other)).not.toHaveProperty('tagIds')
  expect((await layla.read(tagged)).tagIds).toEqual([campaign.id])
})

test('changes the tags of a post in any state without a new revision, and publishes no tag', async () => {
  const { id: tagId } = await add('Launch')
  const post = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Out now', status: 'published' },
  })
  await tag(post.id, [tagId])
  const after = await layla.read(post)
  expect(after).toMatchObject({ status: 'published', tagIds: [tagId], revision: post.revision })
  await tag(post.id, [])
  expect(await layla.read(post)).not.toHaveProperty('tagIds')
})

test('stores the tags of a new draft, scheduled post or published post, each tag once', async () => {
  const [first, second] = [await add('First'), await add('Second')]
  const tagIds = [first.id, second.id.toUpperCase(), first.id]
  for (const given of [
    { status: 'draft' as const },
    { status: 'scheduled' as const, scheduledAt: later(frogy, DAY_MS).toISOString() },
    { status: 'published' as const },
  ]) {
    const body = { platform: 'linkedin' as const, content: `Tagged, ${given.status}`, ...given, tagIds }
    const post = await layla.call('POST /api/posts', { body })
    expect(post).toMatchObject({ status: given.status, tagIds: [first.id, second.id] })
  }
})

test('keeps the tags of a draft that is scheduled', async () => {
  const { id: tagId } = await add('Launch')
  const body = { platform: 'linkedin' as const, content: 'Soon', status: 'draft' as const, tagIds: [tagId] }
  const { id } = await layla.call('POST /api/posts', { body })
  const scheduledAt = later(frogy, DAY_MS).toISOString()
  await layla.call('PATCH /api/posts/{id}', { params: { id }, body: { scheduledAt } })
  expect(await layla.read({ id })).toMatchObject({ status: 'scheduled', tagIds: [tagId] })
})

test('refuses a new post with a deleted tag, a tag of another user, or too many tags, and stores nothing', async () => {
  const gone = await add('Gone')
  await layla.call('DELETE /api/tags/{id}', { params: { id: gone.id } })
  const omar = await frogy.person('linkedin')
  const foreign = await add('Not yours', 'blue', omar)
  const kept: string[] = []
  for (let count = 0; count <= MAX_TAGS_PER_POST; count++) kept.push((await add(`Tag ${count}`)).id)
  for (const tagIds of [[gone.id], [kept[0] ?? '', foreign.id], kept, ['no id']]) {
    const body = { platform: 'linkedin', content: 'Tagged', status: 'draft', tagIds } as const
    expect(await layla.ask('POST /api/posts', { body })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', issues: [{ path: expect.stringMatching(/^tagIds/) as string }] },
    })
  }
  expect(await layla.call('GET /api/posts', {})).toEqual([])
})

test('lets a writer tag drafts, but not tag scheduled posts or change the list of tags', async () => {
  const { id } = await layla.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
  const { link } = await layla.call('POST /api/workspaces/{id}/invitations', {
    params: { id },
    body: { email: null, role: 'writer' },
  })
  const writer = await frogy.person()
  const token = new URL(link).searchParams.get('token') ?? ''
  await writer.call('POST /api/workspace-invitations/accept', { body: { token } })
  for (const who of [layla, writer]) who.movedTo(`${frogy.url}/w/${id}`)
  await layla.connect('linkedin')
  const launch = await add('Launch')
  const tagIds = [launch.id]
  const draft = { platform: 'linkedin', content: 'Nine days', status: 'draft' } as const
  expect(await writer.call('POST /api/posts', { body: { ...draft, tagIds } })).toMatchObject({ tagIds })
  const plain = await writer.call('POST /api/posts', { body: draft })
  expect(await tag(plain.id, tagIds, writer)).toMatchObject({ status: 204 })
  expect(await writer.read(plain)).toMatchObject({ tagIds })
  const forbidden = { status: 403, body: { code: 'forbidden' } }
  expect(await tag((await schedule()).id, tagIds, writer)).toMatchObject(forbidden)
  expect(await writer.ask('POST /api/tags', { body: { name: 'Mine', colour: 'blue' } })).toMatchObject(forbidden)
  layla.movedTo(frogy.url)
})

test('removes a deleted tag from all posts and keeps the posts', async () => {
  const [first, second] = [await add('First'), await add('Second')]
  const posts = [await schedule(), await schedule()]
  for (const { id } of posts) await tag(id, [first.id, second.id])
  await layla.call('DELETE /api/tags/{id}', { params: { id: first.id } })
  expect(await names()).toEqual(['Second'])
  for (const post of posts) expect((await layla.read(post)).tagIds).toEqual([second.id])
})

test('leaves no deleted tag on a post that gets or copies the tag at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await add(`Round ${round}`)
    const [post, repeated] = [await schedule(), await schedule()]
    await tag(repeated.id, [id])
    const body = { platform: 'linkedin' as const, content: 'New', status: 'draft' as const, tagIds: [id] }
    const [, copies] = await Promise.all([
      tag(post.id, [id]),
      layla.call('POST /api/posts/{id}/repeats', { params: { id: repeated.id }, body: { unit: 'day', count: 2 } }),
      layla.call('DELETE /api/tags/{id}', { params: { id } }),
      layla.ask('POST /api/posts', { body }),
    ])
    const drafts = await layla.call('GET /api/posts', { query: { status: 'draft' } })
    for (const one of [post, repeated, ...copies, ...drafts]) expect(await layla.read(one)).not.toHaveProperty('tagIds')
  }
})

test('deletes a tag once when two tabs ask at the same time', async () => {
  const { id } = await add('Twice')
  const post = await schedule()
  await tag(post.id, [id])
  const answers = await Promise.all([1, 2].map(() => layla.ask('DELETE /api/tags/{id}', { params: { id } })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  expect(await layla.read(post)).toMatchObject({ status: 'scheduled', content: post.content })
})

test('rejects tag names with direction marks or without visible characters, and trims other names', async () => {
  const refused = ['\u202Eevil', 'open\u2066', 'close\u2069', 'two\nlines', '\u200B\u200D', ' ', 'x'.repeat(41)]
  for (const name of refused)
    expect(await layla.ask('POST /api/tags', { body: { name, colour: 'blue' } })).toMatchObject({ status: 422 })
  expect(await names()).toEqual([])
  // Frogy joins the letter e and its accent to one character, so both spellings are the same tag.
  const [composed, decomposed] = [await add(' Caf\u00E9 '), await add('Cafe\u0301')]
  expect(composed).toEqual(decomposed)
  expect((await add('رمضان ٢٠٢٦ – Riyadh (1)')).name).toBe('رمضان ٢٠٢٦ – Riyadh (1)')
})

test('adds a tag once, regardless of letter case, and refuses to give a tag the name of another tag', async () => {
  const [first] = await Promise.all([add('Launch'), add('launch'), add('LAUNCH')])
  expect(await names()).toHaveLength(1)
  const other = await add('Autumn', 'green')
  const params = { id: other.id }
  expect(await layla.ask('PATCH /api/tags/{id}', { params, body: { name: first.name } })).toMatchObject({
    status: 409,
    body: { code: 'tag_exists' },
  })
  expect(await layla.call('PATCH /api/tags/{id}', { params, body: { name: 'Winter', colour: 'grey' } })).toEqual({
    id: other.id,
    name: 'Winter',
    colour: 'grey',
  })
})

test(`keeps at most ${MAX_TAGS} tags per user`, async () => {
  for (let count = 0; count < MAX_TAGS; count++) await add(`Tag ${count}`)
  expect(await layla.ask('POST /api/tags', { body: { name: 'One more', colour: 'pink' } })).toMatchObject({
    status: 409,
    body: { code: 'too_many_tags' },
  })
})

test("neither shows, changes nor uses another user's tags", async () => {
  const { id } = await add('Only mine')
  const omar = await frogy.person('linkedin')
  const params = { id }
  expect(await omar.call('GET /api/tags', {})).toEqual([])
  expect(await omar.ask('PATCH /api/tags/{id}', { params, body: { name: 'x' } })).toMatchObject({ status: 404 })
  expect(await omar.ask('DELETE /api/tags/{id}', { params })).toMatchObject({ status: 404 })
  const post = await omar.schedule({ platform: 'linkedin', content: 'Mine', at: later(frogy, DAY_MS) })
  expect(await tag(post.id, [id], omar)).toMatchObject({ status: 404 })
  expect(await tag((await schedule()).id, [id], omar)).toMatchObject({ status: 404 })
  expect(await names()).toEqual(['Only mine'])
})

test('copies the tags of a post to the posts that repeat it', async () => {
  const { id: tagId } = await add('Weekly')
  const { id } = await schedule()
  await tag(id, [tagId])
  const [copy] = await layla.call('POST /api/posts/{id}/repeats', { params: { id }, body: { unit: 'week', count: 1 } })
  expect((await layla.read({ id: copy?.id ?? '' })).tagIds).toEqual([tagId])
})

test("lists tags in the order of the user's language, with numbers by value", async () => {
  for (const name of ['11 launch', 'العيد', '0 launch', '2 launch', 'Zain']) await add(name)
  expect(await names()).toEqual(['0 launch', '2 launch', '11 launch', 'Zain', 'العيد'])
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect(await names()).toEqual(['0 launch', '2 launch', '11 launch', 'العيد', 'Zain'])
})
