import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('linkedin', 'threads')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DAY_MS = 86_400_000

async function upload(name: string, altText = ''): Promise<string> {
  const form = uploadForm([name, new Uint8Array(await pictureFile('png'))])
  const { media } = await layla.call('POST /api/images/upload', { form })
  const id = media.images[0]?.id ?? ''
  if (altText) await layla.call('PATCH /api/images/{id}', { params: { id }, body: { altText } })
  frogy.clock.advance(1_000)
  return id
}
const found = async (query: Record<string, string>, who = layla) =>
  (await who.call('GET /api/library', { query })).map(({ id }) => id)
const uses = (id: string, who = layla) => who.ask('GET /api/images/{id}/posts', { params: { id } })

test("lists a user's photos newest first and page by page, and finds them by description and file name", async () => {
  const [pond, tower, plain] = [
    await upload('pond.png', 'Frog on a leaf'),
    await upload('برج.png', 'برج الساعة في مكّة'),
    await upload('plain.png'),
  ]
  expect(await found({})).toEqual([plain, tower, pond])
  expect(await found({ limit: '2' })).toEqual([plain, tower])
  expect(await found({ limit: '2', after: tower })).toEqual([pond])
  expect(await found({ q: 'FROG' })).toEqual([pond])
  expect(await found({ q: 'plain' })).toEqual([plain])
  expect(await found({ q: 'مكة' })).toEqual([tower])
  expect(await found({ q: '.*' })).toEqual([])
  expect(await found({ kind: 'photo' })).toHaveLength(3)
  expect(await found({ kind: 'video' })).toEqual([])
  const omar = await frogy.person()
  expect(await found({}, omar)).toEqual([])
  expect(await found({ after: tower }, omar)).toEqual([])
})

test('lists the posts that have a photo in any part of their thread, and lets a second post reuse the photo', async () => {
  const id = await upload('pond.png')
  expect(await uses(id)).toMatchObject({ status: 200, body: [] })
  const [unused] = await layla.call('GET /api/library', { query: {} })
  const inAWeek = later(frogy, 7 * DAY_MS).getTime()
  expect(inAWeek - Date.parse(unused?.deletedOn ?? '')).toBeLessThan(DAY_MS)
  const media = { images: [id] }
  const first = await layla.call('POST /api/posts', {
    body: {
      platform: 'linkedin',
      content: 'First',
      status: 'scheduled',
      scheduledAt: later(frogy, DAY_MS).toISOString(),
      media,
    },
  })
  const parts = [{ content: 'One' }, { content: 'Two', imageIds: [id] }]
  const thread = await layla.call('POST /api/posts', {
    body: { platform: 'threads', content: '', status: 'draft', parts },
  })
  const { body } = await uses(id)
  expect(body).toHaveLength(2)
  expect(body).toEqual(
    expect.arrayContaining([
      { postId: first.id, platform: 'linkedin', status: 'scheduled', at: first.scheduledAt, opening: 'First' },
      { postId: thread.id, platform: 'threads', status: 'draft', at: null, opening: 'One' },
    ]),
  )
  expect(await layla.call('GET /api/library', { query: {} })).toMatchObject([{ id, isUsed: true, deletedOn: null }])
  // A photo that a post uses is not deleted.
  await layla.call('DELETE /api/images/{id}', { params: { id } })
  expect(await found({})).toEqual([id])
  expect(await uses(id, await frogy.person())).toMatchObject({ status: 404 })
})

test('lists one kind of media, and lets a second post keep the video or document of a deleted post', async () => {
  const media = {
    photo: await upload('pond.png'),
    video: await uploadVideo(layla, videoFile()),
    document: await uploadDocument(layla, pdfFile()),
  }
  for (const [kind, id] of Object.entries(media)) expect(await found({ kind })).toEqual([id])
  const draft = { platform: 'linkedin', content: 'Seen again', status: 'draft' } as const
  for (const id of Object.values(media)) {
    const body = { ...draft, media: { images: [id] } }
    const [first, second] = [
      await layla.call('POST /api/posts', { body }),
      await layla.call('POST /api/posts', { body }),
    ]
    await layla.call('DELETE /api/posts/{id}', { params: { id: first.id } })
    await layla.call('DELETE /api/images/{id}', { params: { id } })
    expect((await layla.read(second)).media.images).toEqual([id])
    const [stored] = await layla.call('GET /api/images', { query: { ids: id } })
    expect((await layla.fetch(stored?.url ?? '')).status).toBe(200)
  }
})
