import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LinkParameters } from '#core/posts/link-parameters.ts'
import type { Person } from '#tests/support/person.ts'
import { later, texts, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { makeTeam } from '#tests/support/team.ts'

const namesOf = (source: string) => ({ source, medium: 'social', campaign: 'spring' })
const ADDED = '?utm_source=bluesky&utm_medium=social&utm_campaign=spring'
const LINK = 'https://najd.example/offer'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('bluesky', 'mastodon')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const set = (networks: LinkParameters, who = layla) => who.call('PUT /api/link-parameters', { body: { networks } })
const post = (more: object = {}, who = layla) =>
  who.call('POST /api/posts', {
    body: { platform: 'bluesky' as const, content: `عرض جديد ${LINK}`, status: 'draft' as const, ...more },
  })
const change = (id: string, body: object, who = layla) => who.call('PATCH /api/posts/{id}', { params: { id }, body })

test('adds link parameters when a text is saved, and publishes exactly the saved text', async () => {
  await set({ bluesky: namesOf('bluesky') })
  const draft = await post({ firstComment: { content: `More: ${LINK}#more` } })
  expect(draft.content).toBe(`عرض جديد ${LINK}${ADDED}`)
  expect(draft.firstComment?.content).toBe(`More: ${LINK}${ADDED}#more`)
  await layla.call('POST /api/posts/{id}/publish', { params: { id: draft.id } })
  await untilStatus(frogy, layla, draft, 'published')
  expect((await layla.read(draft)).content).toBe(draft.content)
  expect(await texts(frogy, 'bluesky')).toContain(draft.content)
})

test('adds link parameters to every part of a thread', async () => {
  await set({ bluesky: namesOf('bluesky') })
  const parts = [{ content: `One ${LINK}` }, { content: `Two ${LINK}` }]
  const thread = await post({
    content: `One ${LINK}`,
    parts,
    status: 'scheduled',
    scheduledAt: later(frogy).toISOString(),
  })
  expect(thread.parts?.map(({ content }) => content)).toEqual([`One ${LINK}${ADDED}`, `Two ${LINK}${ADDED}`])
  const changed = await change(thread.id, { parts: [...parts, { content: `Three ${LINK}` }] })
  expect(changed.parts?.at(-1)?.content).toBe(`Three ${LINK}${ADDED}`)
})

test("counts link parameters towards a post's length, and refuses a text that is too long with them", async () => {
  const content = `${'x'.repeat(260)} ${LINK}`
  const scheduled = { content, status: 'scheduled' as const, scheduledAt: later(frogy).toISOString() }
  expect((await post(scheduled)).content).toBe(content)
  await set({ bluesky: namesOf('bluesky') })
  const body = { platform: 'bluesky' as const, ...scheduled }
  expect((await layla.ask('POST /api/posts', { body })).status).toBe(422)
})

test('keeps a utm_ parameter that the author typed, and changes nothing when the saved text is saved again', async () => {
  await set({ bluesky: namesOf('bluesky') })
  const own = await post({ content: `${LINK}?utm_source=mail` })
  expect(own.content).toBe(`${LINK}?utm_source=mail`)
  const draft = await post()
  expect((await change(draft.id, { content: draft.content })).content).toBe(draft.content)
})

test('does not change stored texts when the setting changes or a post moves to another time', async () => {
  const draft = await post()
  await set({ bluesky: namesOf('bluesky') })
  const at = later(frogy).toISOString()
  expect((await change(draft.id, { scheduledAt: at })).content).toBe(`عرض جديد ${LINK}`)
  expect((await change(draft.id, { content: `عرض جديد ${LINK}` })).content).toBe(`عرض جديد ${LINK}${ADDED}`)
  await set({})
  expect(await layla.call('GET /api/link-parameters', {})).toEqual({ networks: {} })
  expect((await layla.read(draft)).content).toBe(`عرض جديد ${LINK}${ADDED}`)
})

test('replaces link parameters when a post moves to another network, and removes them if the new network has none', async () => {
  await set({ bluesky: namesOf('bluesky'), mastodon: { source: 'mastodon', medium: '', campaign: '' } })
  const draft = await post({ firstComment: { content: LINK } })
  const moved = await change(draft.id, { platform: 'mastodon' })
  expect(moved.content).toBe(`عرض جديد ${LINK}?utm_source=mastodon`)
  expect(moved.firstComment?.content).toBe(`${LINK}?utm_source=mastodon`)
  expect((await change(draft.id, { platform: 'linkedin', content: moved.content })).content).toBe(`عرض جديد ${LINK}`)
})

test("uses a workspace's own link parameters, which its editors set", async () => {
  const { owner, members } = await makeTeam(frogy, 'editor', 'writer', 'viewer')
  const [editor, writer, viewer] = members
  await set({ bluesky: namesOf('agency') }, editor)
  const body = { networks: {} }
  for (const member of [writer, viewer])
    expect((await member.ask('PUT /api/link-parameters', { body })).status).toBe(403)
  expect(await viewer.call('GET /api/link-parameters', {})).toEqual({ networks: { bluesky: namesOf('agency') } })
  expect((await post({}, writer)).content).toContain('utm_source=agency')
  expect((await post({}, owner.movedTo(frogy.url))).content).toBe(`عرض جديد ${LINK}`)
})

test.each(['two words', 'a&b=c', 'a.', '-a', 'x'.repeat(61), '\u0000'])(
  'refuses the value "%s" of a link parameter',
  async (source) => {
    const body = { networks: { bluesky: { ...namesOf(''), source } } }
    expect((await layla.ask('PUT /api/link-parameters', { body })).status).toBe(422)
  },
)
