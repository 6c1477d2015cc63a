import { expect, test } from 'vitest'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { isReachable } from './reachable.ts'

test.each([
  ['https://frogy.example.com', true],
  ['https://8.8.8.8', true],
  ['http://frogy.example.com', false],
  ['https://localhost', false],
  ['https://frogy.localhost', false],
  ['https://frogy', false],
  ['https://frogy.local', false],
  ['https://192.168.1.5', false],
  ['https://[fe80::1]', false],
  ['https://[2606:4700::1111]', true],
])('decides whether the address %s is reachable from the internet: %s', (address, reachable) => {
  expect(isReachable(address)).toBe(reachable)
})

test('rejects a post with pictures for a network that cannot fetch them, and explains why', async () => {
  await using frogy = await startFrogy({ INSTAGRAM_CLIENT_ID: 'an-app', INSTAGRAM_CLIENT_SECRET: 'its-secret' })
  const layla = await frogy.person()
  const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile())])
  const { media } = await layla.call('POST /api/images/upload', { form })
  const create = async (platform: 'instagram' | 'threads') =>
    await layla.ask('POST /api/posts', {
      body: {
        platform,
        content: 'Hello',
        status: 'scheduled',
        scheduledAt: new Date(frogy.clock.now().getTime() + 60_000).toISOString(),
        media: { images: media.images.map(({ id }) => id) },
      },
    })
  expect((await create('instagram')).body.issues).toEqual([
    {
      path: 'media.images',
      message: 'Instagram fetches photos from Frogy, but this installation can’t be reached from the internet.',
      code: 'cut_off',
      values: { platform: 'Instagram' },
    },
  ])
  // Threads is simulated, so it can fetch pictures from this Frogy.
  expect((await create('threads')).status).toBe(201)
  const states = await layla.call('GET /api/platforms', {})
  expect(states.filter((one) => one.isCutOff).map(({ platform }) => platform)).toEqual(['instagram'])
})
