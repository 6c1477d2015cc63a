import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { MAX_ATTEMPTS, backoffMs } from '#core/publishing/next-step.ts'
import { SETTLE_MS } from '#core/publishing/sending-times.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { animatedGif, noise, pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { attempts, untilLastAttempt, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person(...PLATFORMS)
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** Uploads pictures of these sizes, with number and size as alt text. */
async function pictures(...sizes: [width: number, height: number][]): Promise<string[]> {
  const files = await Promise.all(
    sizes.map(async ([width, height]): Promise<[string, Uint8Array<ArrayBuffer>]> => [
      'a.png',
      new Uint8Array(await pictureFile('png', width, height)),
    ]),
  )
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(...files) })
  for (const [index, { id }] of media.images.entries()) {
    const altText = `Picture ${index + 1}، «صورة»`
    await layla.call('PATCH /api/images/{id}', { params: { id }, body: { altText } })
  }
  return media.images.map(({ id }) => id)
}

async function postNow(platform: Platform, content: string, images: string[]): Promise<Post> {
  const body = { platform, content, status: 'published', media: { images } } as const
  const { id } = await layla.call('POST /api/posts', { body })
  return await layla.decided({ id })
}

const arrived = async (platform: Platform, text: string) =>
  (await frogy.simulator.posts(platform)).filter((post) => post.text === text)

/** The networks with alt texts. Telegram has none, and no upload before the post. */
const DESCRIBED = PLATFORMS.filter((platform) => platform !== 'telegram')

test.each(DESCRIBED)('publishes a post with one picture and its alt text on the network %s', async (platform) => {
  const post = await postNow(platform, 'One picture', await pictures([900, 600]))
  expect(post.failure).toBeNull()
  const posts = await arrived(platform, 'One picture')
  expect(posts).toHaveLength(1)
  expect(posts[0]?.media).toMatchObject([{ type: 'image', altText: 'Picture 1، «صورة»', width: 900, height: 600 }])
})

test.each(DESCRIBED)(
  'publishes four pictures on the network %s in order, each in an accepted shape',
  async (platform) => {
    // Pictures that are too tall, too wide, small, and large.
    const images = await pictures([300, 1_200], [2_000, 300], [40, 40], [1_800, 1_600])
    const post = await postNow(platform, 'Four pictures', images)
    expect(post.failure).toBeNull()
    const posts = await arrived(platform, 'Four pictures')
    expect(posts).toHaveLength(1)
    expect(posts[0]?.media.map(({ altText }) => altText)).toEqual([1, 2, 3, 4].map((n) => `Picture ${n}، «صورة»`))
  },
)

test('returns a permalink for a published post on every network', async () => {
  for (const platform of PLATFORMS) {
    const post = await postNow(platform, 'Where is it?', await pictures([50, 50]))
    expect(`${platform} ${post.permalink}`).toMatch(/ https?:/)
  }
})

test.each(DESCRIBED)(
  'repeats an upload that fails temporarily at the network %s, and publishes the post once',
  async (platform) => {
    const faults = [{ fault: 'status', status: 500 }, { fault: 'drop_before' }, { fault: 'drop_after' }] as const
    for (const fault of faults) {
      const content = `After ${fault.fault}`
      const images = await pictures([400, 400], [420, 400])
      await frogy.simulator.fault({ platform, operation: 'upload', ...fault })
      const at = frogy.clock.now()
      const { id } = await layla.call('POST /api/posts', {
        body: { platform, content, status: 'scheduled', scheduledAt: at.toISOString(), media: { images } },
      })
      await untilStatus(frogy, layla, { id }, 'published')
      expect(await arrived(platform, content)).toHaveLength(1)
    }
  },
)

test.each(PLATFORMS)(
  'looks up a post with pictures after its response from the network %s was lost, and finds it once',
  async (platform) => {
    const readsOwn = rulesOf(platform).tellsOwnPosts
    await frogy.simulator.manners({ processingMs: 0 })
    const images = await pictures([500, 400], [400, 500])
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'drop_after' })
    const content = 'Lost on the way'
    const { id } = await layla.call('POST /api/posts', {
      body: { platform, content, status: 'scheduled', scheduledAt: frogy.clock.now().toISOString(), media: { images } },
    })
    if (!readsOwn) {
      await untilLastAttempt(layla, { id }, 'unknown')
      frogy.clock.advance(SETTLE_MS)
    }
    const post = await layla.decided({ id })
    expect(post.status).toBe(readsOwn ? 'published' : 'unconfirmed')
    expect(await arrived(platform, content)).toHaveLength(1)
  },
)

test.each(DESCRIBED)(
  'publishes an alt text that the author corrects while the network %s delays the post',
  async (platform) => {
    const [image = ''] = await pictures([300, 200])
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', status: 429, retryAfter: 60 })
    const { id } = await layla.call('POST /api/posts', {
      body: {
        platform,
        content: 'Described again',
        status: 'scheduled',
        scheduledAt: frogy.clock.now().toISOString(),
        media: { images: [image] },
      },
    })
    await layla.until({ id }, ({ failure }) => failure?.code === 'rate_limited')
    await layla.call('PATCH /api/images/{id}', { params: { id: image }, body: { altText: 'A harbour at dawn' } })
    frogy.clock.advance(6 * 60_000)
    expect((await layla.decided({ id })).status).toBe('published')
    const posts = await arrived(platform, 'Described again')
    expect(posts.map(({ media }) => media.map(({ altText }) => altText))).toEqual([['A harbour at dawn']])
  },
)

test('uploads a picture again when the author retries a post after X refused the picture', async () => {
  await using own = await startFrogy()
  const omar = await own.person('twitter')
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 300, 200))]
  const { media } = await omar.call('POST /api/images/upload', { form: uploadForm(file) })
  await own.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 429, retryAfter: 60 })
  const { id } = await omar.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: 'With a picture',
      status: 'scheduled',
      scheduledAt: own.clock.now().toISOString(),
      media: { images: media.images.map((image) => image.id) },
    },
  })
  await omar.until({ id }, ({ failure }) => failure?.code === 'rate_limited')
  // Let the old upload expire at X, so that X refuses the post.
  await own.simulator.passes(25 * 3_600_000)
  own.clock.advance(61_000)
  expect(await omar.decided({ id })).toMatchObject({ status: 'failed', failure: { code: 'media' } })
  expect((await omar.call('POST /api/posts/{id}/publish', { params: { id } })).status).toBe('published')
})

test('waits until the network has processed a slow media container', async () => {
  await using slow = await startFrogy()
  const omar = await slow.person('instagram', 'threads')
  await slow.simulator.manners({ processingMs: 20_000 })
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.jpg', new Uint8Array(await noise(600, 500).jpeg().toBuffer())]
  const { media } = await omar.call('POST /api/images/upload', { form: uploadForm(file) })
  const slowly = async (platform: 'instagram' | 'threads') => {
    const { id } = await omar.call('POST /api/posts', {
      body: {
        platform,
        content: 'Slowly',
        status: 'scheduled',
        scheduledAt: slow.clock.now().toISOString(),
        media: { images: media.images.map((image) => image.id) },
      },
    })
    await omar.until({ id }, ({ failure }) => failure?.code === 'still_processing')
    return { platform, id }
  }
  const posts = await Promise.all([slowly('instagram'), slowly('threads')])
  slow.clock.advance(60_000)
  for (const { platform, id } of posts) {
    expect({ platform, status: (await omar.decided({ id })).status }).toEqual({ platform, status: 'published' })
    expect(await slow.simulator.posts(platform)).toHaveLength(1)
  }
})

test.each(['instagram', 'threads'] as const)(
  'publishes a post once when the network %s could not download its picture because Frogy restarted',
  async (platform) => {
    // Stands for a reverse proxy that cannot reach Frogy for a few seconds, as during a deployment.
    let target: string | undefined
    const front = http.createServer((request, response) => {
      if (!target) return void response.destroy()
      const forwarded = http.get(new URL(request.url ?? '', target), (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      forwarded.once('error', () => response.destroy())
    })
    front.listen(0, '127.0.0.1')
    await once(front, 'listening')
    onTestFinished(() => void front.close())
    await using own = await startFrogy({ PUBLIC_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}` })
    const omar = await own.person(platform)
    const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 300, 300))]
    const { media } = await omar.call('POST /api/images/upload', { form: uploadForm(file) })
    const images = media.images.map((image) => image.id)
    const post = (content: string) =>
      omar.call('POST /api/posts', {
        body: { platform, content, status: 'scheduled', scheduledAt: own.clock.now().toISOString(), media: { images } },
      })

    const late = await post('Fetched afterwards')
    await omar.until(late, ({ failure }) => failure?.code === 'media_unreachable')
    target = own.url
    own.clock.advance(10_000)
    expect((await omar.decided(late)).status).toBe('published')
    expect(await own.simulator.posts(platform)).toHaveLength(1)

    // Attempts during an outage do not count towards the limit for a picture that cannot be downloaded.
    target = undefined
    await own.simulator.fault({ platform, operation: 'upload', fault: 'drop_before', count: MAX_ATTEMPTS - 1 })
    const delayed = await post('Fetched after an outage')
    await eventually(async () => {
      own.clock.advance(5_000)
      expect((await omar.read(delayed)).failure?.code).toBe('media_unreachable')
    })
    expect((await omar.read(delayed)).status).toBe('scheduled')
    target = own.url
    await untilStatus(own, omar, delayed, 'published')

    // After `MAX_ATTEMPTS`, a post whose picture can never be downloaded fails with a message.
    target = undefined
    const never = await post('Never fetched')
    for (let tries = 1; tries < MAX_ATTEMPTS; tries++) {
      await omar.until(
        never,
        async () => (await attempts(omar, never)).filter(({ state }) => state === 'rejected').length === tries,
      )
      own.clock.advance(backoffMs(tries))
    }
    const failed = await omar.decided(never)
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'media_unreachable' } })
    expect(await own.simulator.posts(platform)).toHaveLength(2)
  },
)

test('refuses a text-only post for Instagram when the author submits it', async () => {
  const refused = await layla.ask('POST /api/posts', {
    body: { platform: 'instagram', content: 'Words only', status: 'published' },
  })
  expect(refused.status).toBe(422)
  expect(refused.body.issues?.map(({ path }) => path)).toEqual(['media'])
})

test("sends the link in a post's text to Facebook, which makes a link card", async () => {
  const post = await postNow('facebook', 'Read https://example.com/a', [])
  expect(post.status).toBe('published')
  expect(await arrived('facebook', 'Read https://example.com/a')).toMatchObject([{ link: 'https://example.com/a' }])
})

test("lets a network's fetcher read the pictures of its posts, and no other private content", async () => {
  const answer = await fetch(`${frogy.url}/robots.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const [rules = ''] = (await answer.text()).split('\n\n')
  expect(rules.split('\n')).toEqual(['User-agent: *', 'Allow: /media/public/', 'Disallow: /api/'])
  await postNow('threads', 'Fetched', await pictures([320, 320]))
  expect(await arrived('threads', 'Fetched')).toMatchObject([{ media: [{ type: 'image' }] }])
})

test.each(PLATFORMS)(
  'sends an animated GIF as an animation if the network %s shows one, otherwise its first frame',
  async (platform) => {
    const still = platform !== 'twitter' && platform !== 'mastodon' && platform !== 'telegram'
    const form = uploadForm(['frogs.gif', await animatedGif(5, { width: 320, height: 320 })])
    const { media } = await layla.call('POST /api/images/upload', { form })
    const [image] = media.images
    expect(image?.isAnimated).toBe(true)
    await layla.call('PATCH /api/images/{id}', { params: { id: image?.id ?? '' }, body: { altText: 'Frogs jump' } })
    const post = await postNow(platform, 'An animation', [image?.id ?? ''])
    expect(post).toMatchObject({ status: 'published', failure: null })
    const [sent] = await arrived(platform, 'An animation')
    expect(sent?.media).toMatchObject([still ? { type: 'image' } : { type: 'gif', contentType: 'image/gif' }])
    if (platform !== 'telegram') expect(sent?.media[0]?.altText).toBe('Frogs jump')
  },
)

test('sends the first frame of a GIF that is not the only picture', async () => {
  const form = uploadForm(['frogs.gif', await animatedGif(5, { width: 320, height: 320 })])
  const { media } = await layla.call('POST /api/images/upload', { form })
  const ids = [...media.images.map(({ id }) => id), ...(await pictures([400, 400]))]
  expect((await postNow('twitter', 'Two pictures', ids)).status).toBe('published')
  expect((await arrived('twitter', 'Two pictures'))[0]?.media.map(({ type }) => type)).toEqual(['image', 'image'])
})
