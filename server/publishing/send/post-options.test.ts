import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PostOptions } from '#core/platforms/post-options.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import { eventually } from '#tests/support/eventually.ts'
import { finishConsent, giveConsent } from '#tests/support/oauth-consent.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { later, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  await frogy.simulator.reset()
  await frogy.simulator.liftLimits()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const WARNED = { visibility: 'followers', contentWarning: 'Food, بلا ملح' } as const

async function postNow(
  who: Person,
  platform: Platform,
  given: {
    content: string
    options?: PostOptions
    images?: string[]
    parts?: { content: string; imageIds?: string[] }[]
    firstComment?: { content: string; afterMinutes: number }
  },
): Promise<Post> {
  const { id } = await who.call('POST /api/posts', { body: { platform, status: 'published', ...given } })
  return await who.decided({ id })
}

async function pictures(who: Person, count: number): Promise<string[]> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<[string, Uint8Array<ArrayBuffer>]> => [
      'a.jpg',
      new Uint8Array(await pictureFile('jpeg', 600 + index, 400)),
    ]),
  )
  const { media } = await who.call('POST /api/images/upload', { form: uploadForm(...files) })
  return media.images.map(({ id }) => id)
}

const arrived = async (platform: Platform, text: string) =>
  (await frogy.simulator.posts(platform)).filter((post) => post.text === text)

describe('Mastodon', () => {
  test('publishes a post with the chosen visibility and content warning, and hides its media behind the warning', async () => {
    const who = await frogy.person('mastodon')
    expect(await postNow(who, 'mastodon', { content: 'Soup', options: WARNED })).toMatchObject({
      status: 'published',
      options: WARNED,
    })
    expect(await arrived('mastodon', 'Soup')).toMatchObject([
      { visibility: 'private', spoilerText: WARNED.contentWarning, isSensitive: true },
    ])
    await postNow(who, 'mastodon', { content: 'Bread', options: WARNED, images: await pictures(who, 2) })
    expect(await arrived('mastodon', 'Bread')).toMatchObject([
      { visibility: 'private', spoilerText: WARNED.contentWarning, isSensitive: true, media: [{}, {}] },
    ])
  })

  test.each([
    ['public', 'public', 'unlisted'],
    ['unlisted', 'unlisted', 'unlisted'],
    ['private', 'private', 'private'],
    ['direct', 'private', 'private'],
    ['unnamed', 'public', 'unlisted'],
  ])(
    'uses the default visibility that the account has at its network: %s',
    async (mastodonPrivacy, visibility, ofFurtherPart) => {
      await frogy.simulator.manners({ mastodonPrivacy })
      const who = await frogy.person('mastodon')
      // The account's default changes after the account was connected. The author saw the earlier default, so it
      // counts.
      await frogy.simulator.manners({ mastodonPrivacy: mastodonPrivacy === 'private' ? 'public' : 'private' })
      const parts = [{ content: 'First' }, { content: 'Second' }]
      await postNow(who, 'mastodon', { content: 'First', parts })
      await eventually(async () => expect(await arrived('mastodon', 'Second')).toHaveLength(1))
      expect(await arrived('mastodon', 'First')).toMatchObject([{ visibility }])
      expect(await arrived('mastodon', 'Second')).toMatchObject([{ visibility: ofFurtherPart }])
    },
  )

  test.each([
    ['private', 'public', 'private'],
    ['public', 'private', 'unlisted'],
    ['unnamed', 'private', 'unlisted'],
  ])(
    'keeps the visibility of a thread when the account is connected again with another default: %s, then %s',
    async (before, after, ofReplies) => {
      await frogy.simulator.manners({ mastodonPrivacy: before })
      const who = await frogy.person('mastodon')
      await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'slow', delayMs: 1 })
      await frogy.simulator.fault({
        platform: 'mastodon',
        operation: 'publish',
        fault: 'status',
        as: 'token',
        count: 2,
      })
      const post = await postNow(who, 'mastodon', {
        content: 'First',
        parts: [{ content: 'First' }, { content: 'Second' }],
        firstComment: { content: 'Comment', afterMinutes: 30 },
      })
      await eventually(async () => expect((await who.read(post)).parts?.[1]?.failure?.code).toBe('reconnect'))
      await frogy.simulator.clearFaults()
      await frogy.simulator.manners({ mastodonPrivacy: after })
      await who.connect('mastodon')
      await eventually(async () => expect(await arrived('mastodon', 'Second')).toHaveLength(1))
      await eventually(async () => expect((await who.read(post)).parts?.[1]?.state).toBe('published'))
      frogy.clock.advance(31 * 60_000)
      await eventually(async () => expect(await arrived('mastodon', 'Comment')).toHaveLength(1))
      expect(await arrived('mastodon', 'Second')).toMatchObject([{ visibility: ofReplies }])
      expect(await arrived('mastodon', 'Comment')).toMatchObject([{ visibility: ofReplies }])
    },
  )

  test('gives the visibility and the content warning to every part of a thread and to its first comment', async () => {
    const who = await frogy.person('mastodon')
    const contents = ['One', 'Two', 'Three']
    const imageIds = await pictures(who, 1)
    await postNow(who, 'mastodon', {
      content: 'One',
      parts: contents.map((content) => ({ content, imageIds: content === 'Two' ? imageIds : [] })),
      firstComment: { content: 'Comment', afterMinutes: 0 },
      options: WARNED,
    })
    await eventually(async () => expect(await frogy.simulator.posts('mastodon')).toHaveLength(4))
    const posts = await frogy.simulator.posts('mastodon')
    const hidden = { visibility: 'private', spoilerText: WARNED.contentWarning, isSensitive: true }
    expect(posts).toMatchObject([...contents, 'Comment'].map((text) => ({ text, ...hidden })))
    expect(posts.map(({ media }) => media.length)).toEqual([0, 1, 0, 0])
  })

  test('counts all characters of a content warning, including those of its links', async () => {
    const who = await frogy.person('mastodon')
    const contentWarning = `👨‍👩‍👧 https://example.com/${'a'.repeat(28)}`
    const post = { platform: 'mastodon', status: 'published', options: { contentWarning } } as const
    const content = `${'b'.repeat(426)} https://example.com/${'c'.repeat(90)}`
    const refused = await who.ask('POST /api/posts', { body: { ...post, content: `b${content}` } })
    expect([refused.status, refused.body.issues?.[0]]).toMatchObject([
      422,
      { path: 'content', message: '1 character too long. Mastodon allows 500.' },
    ])
    const parts = [{ content: 'Short' }, { content: `b${content}` }]
    const thread = await who.ask('POST /api/posts', { body: { ...post, content: 'Short', parts } })
    expect(thread.body.issues?.map(({ path }) => path)).toEqual(['parts.1.content'])
    expect((await postNow(who, 'mastodon', { content, options: { contentWarning } })).status).toBe('published')
  })

  test('sends the same visibility, content warning and idempotency key again after a lost response', async () => {
    const who = await frogy.person('mastodon')
    // List the post late, like a replica that lags behind, so that only the idempotency key prevents a second post.
    await frogy.simulator.manners({ mastodonListMs: SEND_AGAIN_AFTER_MS + 60_000 })
    await frogy.simulator.fault({ platform: 'mastodon', operation: 'publish', fault: 'drop_after' })
    const at = frogy.clock.now().toISOString()
    const body = {
      platform: 'mastodon',
      content: 'Lost',
      status: 'scheduled',
      scheduledAt: at,
      options: WARNED,
    } as const
    const post = await who.call('POST /api/posts', { body })
    await untilStatus(frogy, who, post, 'published')
    expect(await arrived('mastodon', 'Lost')).toMatchObject([
      { visibility: 'private', spoilerText: WARNED.contentWarning },
    ])
  })

  test('reports before sending that a Pixelfed server needs a photo with each post', async () => {
    const who = await frogy.person()
    const { body: form } = await who.ask('POST /api/social-accounts/{platform}/connect', {
      params: { platform: 'mastodon' },
      body: { fields: { server: 'pixelfed.example' } },
    })
    await finishConsent(who, await giveConsent(new URL(form.consentUrl ?? '')))
    expect(await who.call('GET /api/social-accounts', {})).toMatchObject([{ needsMedia: true }])
    const body = { platform: 'mastodon', content: 'No photo', status: 'published' } as const
    const { status, body: refused } = await who.ask('POST /api/posts', { body })
    expect([status, refused.issues]).toMatchObject([422, [{ path: 'media', message: 'Pixelfed needs a photo.' }]])
    const post = await postNow(who, 'mastodon', { content: 'A photo', images: await pictures(who, 1) })
    expect(post.status).toBe('published')
  })
})

describe('Telegram', () => {
  test('sends texts and all kinds of media to Telegram without a sound, and texts without a link preview', async () => {
    const who = await frogy.person('telegram')
    const options = { isSilent: true, hasLinkPreview: false }
    const media = [
      [],
      await pictures(who, 1),
      await pictures(who, 3),
      [await uploadVideo(who, videoFile())],
      [await uploadDocument(who, pdfFile())],
    ]
    for (const [index, images] of media.entries())
      await postNow(who, 'telegram', { content: `https://najd.example/${index}`, options, images })
    const posts = await frogy.simulator.posts('telegram')
    expect(posts.map(({ isSilent }) => isSilent)).toEqual(media.map(() => true))
    expect(posts.map(({ isWithoutPreview }) => isWithoutPreview)).toEqual([
      true,
      ...media.slice(1).map(() => undefined),
    ])
  })

  test('sends posts to Telegram with a sound and a link preview by default', async () => {
    const who = await frogy.person('telegram')
    const post = await postNow(who, 'telegram', { content: 'Loud', options: { isSilent: false, hasLinkPreview: true } })
    expect(post).not.toHaveProperty('options')
    const [loud] = await arrived('telegram', 'Loud')
    expect([loud?.isSilent, loud?.isWithoutPreview]).toEqual([undefined, undefined])
  })
})

describe('a stored post', () => {
  const schedule = (who: Person, content: string, options: PostOptions) =>
    who.call('POST /api/posts', {
      body: { platform: 'mastodon', content, status: 'scheduled', scheduledAt: later(frogy).toISOString(), options },
    })
  const change = (who: Person, { id }: Pick<Post, 'id'>, body: object) =>
    who.call('PATCH /api/posts/{id}', { params: { id }, body })

  test("keeps a post's options when its text changes, and publishes the post with changed options", async () => {
    const who = await frogy.person('mastodon')
    const post = await schedule(who, 'Draft', WARNED)
    expect(await change(who, post, { content: 'Corrected' })).toMatchObject({ options: WARNED })
    const options = { contentWarning: 'Another warning' }
    const changed = await change(who, post, { options })
    expect(changed.options).toEqual(options)
    expect(changed.revision).toBe(post.revision + 2)
    frogy.clock.advanceTo(new Date(post.scheduledAt ?? ''))
    await untilStatus(frogy, who, post, 'published')
    expect(await arrived('mastodon', 'Corrected')).toMatchObject([
      { visibility: 'public', spoilerText: 'Another warning' },
    ])
  })

  test('clears all options of a post on request, and clears those that its new network lacks when the post moves', async () => {
    const who = await frogy.person('mastodon', 'telegram')
    const cleared = await change(who, await schedule(who, 'Cleared', WARNED), { options: null })
    expect(cleared).not.toHaveProperty('options')
    const moved = await change(who, await schedule(who, 'Moved', WARNED), { platform: 'telegram' })
    expect(moved).not.toHaveProperty('options')
  })

  test.each([
    ['linkedin', { visibility: 'followers' }, 'options.visibility', 'LinkedIn doesn’t have this option.'],
    ['telegram', { contentWarning: 'Food' }, 'options.contentWarning', 'Telegram doesn’t have this option.'],
    ['mastodon', { isSilent: true }, 'options.isSilent', 'Mastodon doesn’t have this option.'],
  ] as const)('refuses a post with an option that its network lacks: %s', async (platform, options, path, message) => {
    const who = await frogy.person(platform)
    const body = { platform, content: 'Hidden?', status: 'published', options } as const
    const { status, body: refused } = await who.ask('POST /api/posts', { body })
    expect([status, refused.issues]).toMatchObject([422, [{ path, message }]])
    expect(await arrived(platform, 'Hidden?')).toEqual([])
  })

  test('copies the options of a post to the posts that repeat it', async () => {
    const who = await frogy.person('mastodon')
    const post = await schedule(who, 'Every week', WARNED)
    const repeats = await who.call('POST /api/posts/{id}/repeats', {
      params: { id: post.id },
      body: { unit: 'week', count: 2 },
    })
    const read = await Promise.all(repeats.map(({ id }) => who.read({ id })))
    expect(read.map(({ options }) => options)).toEqual([WARNED, WARNED])
  })
})
