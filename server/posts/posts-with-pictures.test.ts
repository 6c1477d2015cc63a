import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { installation } from '#tests/support/installation.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const DAY_MS = 86_400_000

let frogy: Frogy
let layla: Person
let omar: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
  omar = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

async function upload(who: Person, count = 1): Promise<string[]> {
  const bytes = new Uint8Array(await pictureFile())
  const form = uploadForm(...Array.from({ length: count }, (): [string, typeof bytes] => ['a.jpg', bytes]))
  return (await who.call('POST /api/images/upload', { form })).media.images.map(({ id }) => id)
}

const create = (who: Person, images: string[], platform: Platform = 'threads', on: Pick<Frogy, 'clock'> = frogy) =>
  who.ask('POST /api/posts', {
    body: {
      platform,
      content: 'Hello',
      status: 'scheduled',
      scheduledAt: new Date(on.clock.now().getTime() + 30 * DAY_MS).toISOString(),
      media: { images },
    },
  })

const isHere = async (who: Person, id: string) =>
  (await who.call('GET /api/images', { query: { ids: id } })).length === 1

describe('pictures of a post', () => {
  afterEach(async () => {
    for (const { id } of await layla.call('GET /api/posts', {}))
      await layla.call('DELETE /api/posts/{id}', { params: { id }, query: { network: 'false' } })
  })

  test("keeps the order of a post's pictures, even after an edit", async () => {
    const ids = (await upload(layla, 4)).toReversed()
    const { status, body } = await create(layla, ids)
    expect(status).toBe(201)
    expect(body).toMatchObject({ images: ids, media: { images: ids, videos: [] } })
    const params = { id: body.id }
    const changed = await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'Hello again' } })
    expect(changed).toMatchObject({ content: 'Hello again', images: ids })
    const unscheduled = await layla.call('PATCH /api/posts/{id}', { params, body: { scheduledAt: null } })
    expect(unscheduled).toMatchObject({ status: 'draft', images: ids })
    expect(await layla.read(body)).toEqual(unscheduled)
  })

  test("replaces a post's pictures and videos, and accepts only the user's own", async () => {
    const [first = '', second = ''] = await upload(layla, 2)
    const { body } = await create(layla, [first])
    const params = { id: body.id }
    const videos = [{ id: 'v', url: 'https://youtu.be/1' }]
    const changed = await layla.call('PATCH /api/posts/{id}', { params, body: { media: { images: [second], videos } } })
    expect(changed.media).toEqual({ images: [second], videos })
    const [others = ''] = await upload(omar)
    const media = { images: [others], videos: [] }
    const refused = await layla.ask('PATCH /api/posts/{id}', { params, body: { media } })
    expect(refused.body.issues?.map(({ path }) => path)).toEqual(['media.images'])
    expect((await layla.read(body)).media).toEqual({ images: [second], videos })
  })

  test.each([
    ['another user’s', async () => await upload(omar)],
    ['none', () => [crypto.randomUUID()]],
    ['no id at all', () => ["'; drop table posts"]],
    ['written in capitals', async () => (await upload(layla)).map((id) => id.toUpperCase())],
    [
      'named twice',
      async () => {
        const ids = await upload(layla)
        return [...ids, ...ids]
      },
    ],
    [
      'one of two taken away',
      async () => {
        const ids = await upload(layla, 2)
        await layla.call('DELETE /api/images/{id}', { params: { id: ids[1] ?? '' } })
        return ids
      },
    ],
  ] as [string, () => string[] | Promise<string[]>][])(
    'refuses a post with an invalid picture id: %s',
    async (_what, make) => {
      const { status, body } = await create(layla, await make())
      expect(status).toBe(422)
      expect(body.issues).toMatchObject([
        { path: 'media.images', message: 'This photo is no longer available. Add it again.' },
      ])
      expect(await layla.call('GET /api/posts', {})).toEqual([])
    },
  )

  test('keeps a picture until the last post with it is deleted', async () => {
    const [id = ''] = await upload(layla)
    const posts = [await create(layla, [id]), await create(layla, [id])]
    for (const { body } of posts) {
      await layla.call('DELETE /api/images/{id}', { params: { id } })
      expect(await isHere(layla, id)).toBe(true)
      await layla.call('DELETE /api/posts/{id}', { params: { id: body.id } })
    }
    await layla.call('DELETE /api/images/{id}', { params: { id } })
    expect(await isHere(layla, id)).toBe(false)
  })

  test('never deletes a picture that a post receives at the same time', async () => {
    for (const id of await upload(layla, 4)) {
      const [{ status }] = await Promise.all([
        create(layla, [id]),
        layla.call('DELETE /api/images/{id}', { params: { id } }),
      ])
      expect({ status, isHere: await isHere(layla, id) }).toEqual(
        status === 201 ? { status, isHere: true } : { status: 422, isHere: false },
      )
    }
  })
})

test('deletes a picture a week after the last post with it is deleted', async () => {
  await using place = await installation()
  let folder: string
  {
    await using frogyBefore = await place.start()
    const [id = ''] = await upload(await frogyBefore.visitor().register())
    folder = join(place.dataDir, 'media', id.slice(0, 2))
    expect(await readdir(folder)).toHaveLength(2)
  }
  place.clock.advance(7 * DAY_MS)
  {
    // Start again, because the clean-up of unused files runs soon after a start.
    await using _frogyAfter = await place.start()
    await expect.poll(() => readdir(folder)).toEqual([])
  }
})
