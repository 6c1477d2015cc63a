import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { accessOf, appsInMemory, NEVER, SENDING, networkClients, valueOf } from '#tests/support/network-clients.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { PINNED_VERSIONS } from '../api-versions.ts'
import type { OutgoingPost, OutgoingVideo, Prepared } from '../platform-client.ts'
import { facebook } from './client.ts'

// Frogy creates a Page post hidden, and then makes it public. After any failure there must be one post, and no hidden
// copy that a Page admin could also make public.

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('facebook')
})
beforeEach(async () => {
  await frogy.simulator.clearFaults()
  await frogy.simulator.manners({ facebookTwoSteps: 'yes', facebookHiddenPhotos: 'taken' })
  for (const { id } of await frogy.simulator.hidden('facebook')) await frogy.simulator.byHand('facebook', id, 'delete')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const DECIDED = new Set(['published', 'failed', 'unconfirmed'])

/** Creates a post, and waits until its first attempt has ended. */
async function afterFirstAttempt(content: string, pictureCount = 0): Promise<Post> {
  const images = await newPictures(pictureCount)
  const { id } = await layla.call('POST /api/posts', {
    body: {
      platform: 'facebook',
      content,
      status: 'scheduled',
      scheduledAt: frogy.clock.now().toISOString(),
      media: { images },
    },
  })
  return await layla.until({ id }, async (now) => DECIDED.has(now.status) || (await ended(now)).length > 0)
}

async function newPictures(count: number): Promise<string[]> {
  if (count === 0) return []
  const files = Array.from({ length: count }, async (_, index): Promise<[string, Uint8Array<ArrayBuffer>]> => [
    'a.png',
    new Uint8Array(await pictureFile('png', 300 + index, 300)),
  ])
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(...(await Promise.all(files))) })
  return media.images.map(({ id }) => id)
}

/** The attempts that have ended, including those whose response was lost. */
const ended = async ({ id }: Pick<Post, 'id'>) =>
  (await layla.call('GET /api/posts/{id}/attempts', { params: { id } })).filter(
    ({ state }) => state !== 'prepared' && state !== 'sending',
  )

/** Advances the clock until the post is published, failed or unconfirmed. */
async function untilDecided(post: Post): Promise<Post> {
  let now = post
  for (let waits = 0; waits < 5 && !DECIDED.has(now.status); waits++) {
    const before = await story(post)
    frogy.clock.advance(6 * 60_000)
    now = await layla.until(post, async ({ status }) => DECIDED.has(status) || (await story(post)) !== before)
  }
  return now
}

/** The ended attempts to publish a post, as one text. It changes as soon as the running attempt ends. */
const story = async (post: Post) => JSON.stringify(await ended(post))

const published = async (content: string, pictureCount = 0) =>
  await untilDecided(await afterFirstAttempt(content, pictureCount))
const arrived = async (text: string) =>
  (await frogy.simulator.posts('facebook')).filter((post) => post.text === text && !post.deleted)
const hidden = async () => (await frogy.simulator.hidden('facebook')).map(({ text }) => text)

const refuses = (operation: 'publish' | 'list' | 'upload', error: object) =>
  frogy.simulator.fault({ platform: 'facebook', operation, fault: 'status', status: 400, body: { error } })
const NOT_TO_BE_SHOWN = { message: '(#100) Param is_published cannot be changed', type: 'OAuthException', code: 100 }
const GONE = { message: 'Unsupported post request.', type: 'GraphMethodException', code: 100, error_subcode: 33 }

describe('a hidden post that Facebook cannot make public', () => {
  test.each([
    ['Read https://example.com/a', 0],
    ['One picture', 1],
    ['Four pictures', 4],
  ])(
    'publishes a complete post in one step, without a hidden copy, if Facebook cannot make hidden posts public: %s',
    async (content, count) => {
      await frogy.simulator.manners({ facebookTwoSteps: 'no' })
      const post = await afterFirstAttempt(content, count)
      expect(await hidden()).toEqual([content])
      expect((await untilDecided(post)).status).toBe('published')
      const [made, ...more] = await arrived(content)
      expect({ media: made?.media.length, link: made?.link, more }).toEqual({
        media: count,
        link: count === 0 ? 'https://example.com/a' : undefined,
        more: [],
      })
      expect(await hidden()).toEqual([])
    },
  )

  test('posts in one step if Facebook cannot make the hidden post public, but starts the next post hidden again', async () => {
    await refuses('publish', NOT_TO_BE_SHOWN)
    expect((await published('Not to be shown')).status).toBe('published')
    await frogy.simulator.fault({ platform: 'facebook', operation: 'publish', fault: 'drop_before' })
    const next = await afterFirstAttempt('To be shown')
    expect(await hidden()).toEqual(['To be shown'])
    expect((await untilDecided(next)).status).toBe('published')
    expect(await hidden()).toEqual([])
  })

  test("distinguishes Facebook's refusal to make a hidden post public from a refusal of its text", async () => {
    await refuses('publish', { message: '(#100) Invalid parameter', type: 'OAuthException', code: 100 })
    expect(await published('Odd')).toMatchObject({ status: 'failed', failure: { code: 'text' } })
    expect(await arrived('Odd')).toEqual([])
  })

  test('does not post again when Facebook has made the hidden post public but reports a refusal', async () => {
    const body = { error: NOT_TO_BE_SHOWN }
    const fault = { operation: 'publish', fault: 'status', status: 400, body, afterWork: true } as const
    await frogy.simulator.fault({ platform: 'facebook', ...fault })
    expect((await published('Out already')).status).toBe('published')
    expect(await arrived('Out already')).toHaveLength(1)
  })

  test('does not post again when an admin of a Facebook Page has made the hidden post public', async () => {
    await frogy.simulator.manners({ facebookTwoSteps: 'no' })
    const post = await afterFirstAttempt('By hand')
    const [draft] = await frogy.simulator.hidden('facebook')
    await frogy.simulator.byHand('facebook', draft?.id ?? '', 'publish')
    expect((await untilDecided(post)).status).toBe('published')
    expect(await arrived('By hand')).toMatchObject([{ id: draft?.id }])
  })

  test.each([
    { fault: 'drop_before' },
    { fault: 'drop_after' },
    { fault: 'garbage', status: 500 },
    { fault: 'status', as: 'rate' },
  ] as const)(
    'publishes a Facebook post once when deleting the hidden post fails at first with the simulated fault %o',
    async (fault) => {
      await frogy.simulator.manners({ facebookTwoSteps: 'no' })
      const content = `Deleted with ${JSON.stringify(fault)}`
      const post = await afterFirstAttempt(content, 1)
      await frogy.simulator.fault({ platform: 'facebook', operation: 'upload', ...fault })
      expect((await untilDecided(post)).status).toBe('published')
      expect(await arrived(content)).toHaveLength(1)
      expect({ faults: await frogy.simulator.faults(), hidden: await hidden() }).toEqual({ faults: [], hidden: [] })
    },
  )

  test('does not publish a second Facebook post while the hidden post cannot be deleted', async () => {
    await frogy.simulator.manners({ facebookTwoSteps: 'no' })
    const post = await afterFirstAttempt('Stuck')
    await frogy.simulator.fault({ platform: 'facebook', operation: 'upload', fault: 'status', as: 'permission' })
    expect(await untilDecided(post)).toMatchObject({ status: 'failed', failure: { code: 'permission' } })
    expect(await arrived('Stuck')).toEqual([])
  })

  test('publishes a Facebook post once when the response to creating it in one step is lost', async () => {
    await frogy.simulator.manners({ facebookTwoSteps: 'no' })
    const post = await afterFirstAttempt('Lost in one step')
    await frogy.simulator.fault({ platform: 'facebook', operation: 'publish', fault: 'drop_after' })
    expect((await untilDecided(post)).status).toBe('published')
    expect(await arrived('Lost in one step')).toHaveLength(1)
    expect(await frogy.simulator.faults()).toEqual([])
  })
})

describe('a deleted hidden post', () => {
  test.each([0, 2])('creates a hidden post with %i pictures again if someone deleted it on Facebook', async (count) => {
    const content = `Deleted at the network, ${count}`
    await frogy.simulator.fault({
      platform: 'facebook',
      operation: 'publish',
      fault: 'status',
      as: 'rate',
      retryAfter: 5,
    })
    const post = await afterFirstAttempt(content, count)
    const [draft] = await frogy.simulator.hidden('facebook')
    await frogy.simulator.byHand('facebook', draft?.id ?? '', 'delete')
    expect((await untilDecided(post)).status).toBe('published')
    expect(await arrived(content)).toMatchObject([{ media: Array.from({ length: count }, () => ({})) }])
    expect(await hidden()).toEqual([])
  })

  test('creates a hidden Facebook post again if someone deleted it after the request to publish it was lost', async () => {
    await frogy.simulator.fault({ platform: 'facebook', operation: 'publish', fault: 'drop_before' })
    const post = await afterFirstAttempt('Lost and deleted')
    const [draft] = await frogy.simulator.hidden('facebook')
    await frogy.simulator.byHand('facebook', draft?.id ?? '', 'delete')
    expect((await untilDecided(post)).status).toBe('published')
    expect(await arrived('Lost and deleted')).toHaveLength(1)
  })

  test("does not create a post again after a lost response if Facebook reports the post's id as unknown", async () => {
    await frogy.simulator.fault({ platform: 'facebook', operation: 'publish', fault: 'drop_after' })
    await refuses('list', GONE)
    expect((await published('Shown, and unknown')).status).toBe('published')
    expect(await arrived('Shown, and unknown')).toHaveLength(1)
    expect(await frogy.simulator.faults()).toEqual([])
  })

  test('does not create a post again if Facebook has made it public but reports it as missing', async () => {
    const fault = {
      operation: 'publish',
      fault: 'status',
      status: 400,
      body: { error: GONE },
      afterWork: true,
    } as const
    await frogy.simulator.fault({ platform: 'facebook', ...fault })
    expect((await published('Shown, and denied')).status).toBe('published')
    expect(await arrived('Shown, and denied')).toHaveLength(1)
  })
})

test('publishes only the new text of a Facebook post that is edited while it waits', async () => {
  await frogy.simulator.fault({
    platform: 'facebook',
    operation: 'publish',
    fault: 'status',
    status: 429,
    retryAfter: 600,
  })
  const post = await afterFirstAttempt('The old words')
  expect(await hidden()).toEqual(['The old words'])
  // Move the post to a time after the pause that the rate limit (429) requires.
  const at = new Date(frogy.clock.now().getTime() + 601_000)
  await layla.call('PATCH /api/posts/{id}', {
    params: { id: post.id },
    body: { content: 'The new words', scheduledAt: at.toISOString() },
  })
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect({ old: await arrived('The old words'), hidden: await hidden() }).toEqual({ old: [], hidden: [] })
  expect(await arrived('The new words')).toHaveLength(1)
})

test('uploads pictures to Facebook again after the response to creating their hidden post is lost', async () => {
  await using networks = await networkClients()
  await networks.simulator.manners({ facebookHiddenPhotos: 'taken' })
  const [connection] = await networks.signIn('facebook')
  if (!connection) throw new Error('Nobody was connected')
  const access = accessOf(connection)
  const client = networks.client('facebook')
  const post: OutgoingPost = { text: 'Once', images: [networks.picture()] }
  const done: Prepared = {}
  const save = async (made: Prepared) => {
    // The process dies before it stores the id of the hidden post.
    if (made.hiddenPostId && (await networks.simulator.hidden('facebook')).length === 1) throw new Error('died')
    Object.assign(done, made)
  }
  const prepare = async () => await client.prepare?.(post, access, { done, save }, NEVER)
  await expect(prepare()).rejects.toThrow('died')
  expect(await prepare()).toMatchObject({ ok: false, failure: { kind: 'rate-limited' } })
  expect(await prepare()).toMatchObject({ ok: true })
  valueOf(await client.publish(post, done, access, SENDING))
  expect(await networks.simulator.posts('facebook')).toMatchObject([{ text: 'Once', media: [{}] }])
})

test('publishes one Facebook post when the process dies while it deletes a hidden post', async () => {
  await using networks = await networkClients()
  await networks.simulator.manners({ facebookTwoSteps: 'no', facebookHiddenPhotos: 'taken' })
  const [connection] = await networks.signIn('facebook')
  if (!connection) throw new Error('Nobody was connected')
  const access = accessOf(connection)
  const client = networks.client('facebook')
  for (const diesAt of [1, 2]) {
    const post: OutgoingPost = { text: `Dies at ${diesAt}`, images: [networks.picture()] }
    let done: Prepared = {}
    let kept = 0
    const prepare = async (dies: boolean) => {
      const save = async (made: Prepared) => {
        if (dies && ++kept === diesAt) throw new Error('died')
        done = { ...done, ...made }
      }
      const preparation = {
        get done() {
          return done
        },
        save,
      }
      return await client.prepare?.(post, access, preparation, NEVER)
    }
    expect(await prepare(false)).toMatchObject({ ok: true })
    const refused = await client.publish(post, done, access, SENDING)
    if (refused.ok || !refused.learnt) throw new Error('It was not refused')
    done = { ...done, ...refused.learnt }
    await expect(prepare(true)).rejects.toThrow('died')
    expect(await prepare(false)).toMatchObject({ ok: true })
    valueOf(await client.publish(post, done, access, SENDING))
    const posts = (await networks.simulator.posts('facebook')).filter(({ text }) => text === post.text)
    expect(posts).toMatchObject([{ media: [{}] }])
    expect(await networks.simulator.hidden('facebook')).toEqual([])
  }
})

describe('an interrupted upload of a reel', () => {
  const FILE = Buffer.alloc(1_000, 7)
  const video: OutgoingVideo = {
    id: 'v',
    type: 'video/mp4',
    sizeBytes: FILE.byteLength,
    durationMs: 5_000,
    width: 720,
    height: 1280,
    altText: '',
    url: '',
    read: async (from, length) => ({ ok: true, value: new Uint8Array(FILE.subarray(from, from + length)) }),
    open: (from) => Readable.from([FILE.subarray(from)], { objectMode: false }),
  }
  const READY = { video_status: 'ready', uploading_phase: { status: 'completed' } }

  /** Prepares a reel whose upload an earlier process began. Facebook reports the given states one after another. */
  async function resume(...states: object[]) {
    const sent: [offset: string | undefined, bytes: number][] = []
    const server = http.createServer((request, response) => {
      void (async () => {
        let bytes = 0
        for await (const piece of request) bytes += (piece as Buffer).byteLength
        const isUpload = request.method === 'POST'
        if (isUpload) sent.push([request.headers.offset as string | undefined, bytes])
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(isUpload ? { success: true } : { id: '1', status: states.shift() }))
      })()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = facebook.open({
      clientId: 'app',
      clientSecret: 'secret',
      scopes: [],
      baseUrl,
      versions: PINNED_VERSIONS,
      now: () => new Date(),
      registeredApps: appsInMemory(),
    })
    const done: Prepared = { video: '1', videoUploadUrl: `${baseUrl}/video-upload/1` }
    const preparation = { done, save: async (made: Prepared) => void Object.assign(done, made) }
    const post: OutgoingPost = { text: 'Reel', images: [], video }
    const made = await client.prepare?.(post, { remoteId: '9', accessToken: 't' }, preparation, NEVER)
    server.close()
    server.closeAllConnections()
    return { made, sent, id: done.video }
  }

  test.each(['bytes_transfered', 'bytes_transferred'])(
    'continues the upload of a reel at the offset that Facebook reports as %s',
    async (name) => {
      const interrupted = { video_status: 'processing', uploading_phase: { status: 'in_progress', [name]: 300 } }
      expect(await resume(interrupted, READY)).toEqual({
        made: { ok: true, value: null },
        sent: [['300', 700]],
        id: '1',
      })
    },
  )

  test.each(['complete', 'completed'])(
    'sends no byte of a Facebook reel again when its uploading phase is %s',
    async (status) => {
      const uploaded = { video_status: 'upload_complete', uploading_phase: { status } }
      expect(await resume(uploaded, READY)).toEqual({ made: { ok: true, value: null }, sent: [], id: '1' })
    },
  )

  test.each(['expired', 'upload_failed'])(
    'begins a new upload of a reel when Facebook reports the old one as %s',
    async (status) => {
      const { made, sent, id } = await resume({ video_status: status, uploading_phase: { status: 'error' } })
      expect({ made, sent, id }).toMatchObject({ made: { ok: false, failure: { kind: 'not-sent' } }, sent: [], id: '' })
    },
  )

  test('reports why Facebook cannot process the video', async () => {
    const error = { message: 'Resolution too low. Video must have a minimum resolution of 540p.' }
    const phases = { uploading_phase: { status: 'complete' }, processing_phase: { status: 'not_started', error } }
    const { made } = await resume(...Array.from({ length: 2 }, () => ({ video_status: 'processing', ...phases })))
    expect(made).toEqual({ ok: false, failure: { kind: 'refused', reason: 'media', detail: error.message } })
  })
})
