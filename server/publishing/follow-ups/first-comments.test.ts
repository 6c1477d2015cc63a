import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy({
    FACEBOOK_SCOPES: 'pages_manage_engagement',
    INSTAGRAM_SCOPES: 'instagram_business_manage_comments',
  })
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const COMMENT = 'The link is https://example.com/frogs'

async function publish(person: Person, platform: Post['platform'], afterMinutes = 0): Promise<Post> {
  const images: string[] = []
  if (platform === 'instagram') {
    const form = uploadForm(['pond.jpg', new Uint8Array(await pictureFile('jpeg', 600, 400))])
    const { media } = await person.call('POST /api/images/upload', { form })
    images.push(...media.images.map(({ id }) => id))
  }
  const { body } = await person.ask('POST /api/posts', {
    body: {
      platform,
      content: 'Frogs hear with their lungs',
      media: { images },
      firstComment: { content: COMMENT, afterMinutes },
      status: 'published',
    },
  })
  expect(body.status).toBe('published')
  return body
}

/** The first comments at the network: comments on posts, or replies to posts where the network has no comments. */
async function comments(platform: Post['platform']): Promise<string[]> {
  const posts = await frogy.simulator.posts(platform)
  return posts.flatMap((post) => (post.replyTo === undefined ? (post.comments ?? []) : [post.text]))
}

async function untilComment(
  person: Person,
  post: Post,
  state: NonNullable<Post['firstComment']>['state'],
): Promise<Post> {
  let read = post
  await eventually(async () => {
    read = await person.read(post)
    if (read.firstComment?.state !== state) frogy.clock.advance(2_000)
    expect(read.firstComment?.state).toBe(state)
  })
  return read
}

for (const platform of ['linkedin', 'facebook', 'instagram', 'threads', 'twitter', 'bluesky', 'mastodon'] as const) {
  test(`adds the first comment on the network ${platform} after the post is live`, async () => {
    const layla = await frogy.person(platform)
    const post = await publish(layla, platform)
    await untilComment(layla, post, 'published')
    expect(await comments(platform)).toEqual([COMMENT])
  })
}

for (const platform of ['linkedin', 'facebook', 'instagram'] as const) {
  test(`retries the first comment while ${platform} does not find the new post`, async () => {
    const layla = await frogy.person(platform)
    await frogy.simulator.manners({ commentableAfterMs: 6_000 })
    await untilComment(layla, await publish(layla, platform), 'published')
    expect(await comments(platform)).toEqual([COMMENT])
  })
}

for (const platform of ['facebook', 'instagram', 'threads', 'twitter', 'bluesky', 'mastodon'] as const) {
  const operation = platform === 'facebook' || platform === 'instagram' ? 'comment' : 'publish'
  test(`looks up a first comment whose response from the network ${platform} is lost, and adds it once`, async () => {
    const layla = await frogy.person(platform)
    if (operation === 'publish') await frogy.simulator.fault({ platform, operation, fault: 'slow', delayMs: 1 })
    await frogy.simulator.fault({ platform, operation, fault: 'drop_after' })
    await untilComment(layla, await publish(layla, platform), 'published')
    expect(await comments(platform)).toEqual([COMMENT])
  })
}

test('keeps a post published and asks its author when LinkedIn cannot confirm the first comment', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'comment', fault: 'drop_after' })
  const asked = await untilComment(layla, await publish(layla, 'linkedin'), 'unconfirmed')
  expect(asked.status).toBe('published')
  expect(asked.firstComment?.failure?.message).toMatch(/The post is live\. Check LinkedIn for the comment/)
  const done = await layla.call('POST /api/posts/{id}/continue', { params: { id: asked.id }, body: { action: 'live' } })
  expect(done.firstComment?.state).toBe('published')
  expect(await comments('linkedin')).toEqual([COMMENT])
})

test('keeps a post published when its first comment fails, and retries the comment on request', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'comment', fault: 'status', as: 'permission' })
  const failed = await untilComment(layla, await publish(layla, 'linkedin'), 'failed')
  expect(failed.status).toBe('published')
  expect(failed.failure).toBeNull()
  await layla.call('POST /api/posts/{id}/continue', { params: { id: failed.id }, body: { action: 'retry' } })
  await untilComment(layla, failed, 'published')
  expect(await comments('linkedin')).toEqual([COMMENT])
})

test('stops after four attempts to comment while the network does not find the post', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.manners({ commentableAfterMs: 24 * 3_600_000 })
  const failed = await untilComment(layla, await publish(layla, 'linkedin'), 'failed')
  expect(failed.firstComment?.failure?.detail).toMatch(/activity/)
})

test('does not count rate limits as attempts to comment on a post that the network does not find yet', async () => {
  const layla = await frogy.person('linkedin')
  const limit = { operation: 'comment', fault: 'status', status: 429, retryAfter: 10, count: 3 } as const
  await frogy.simulator.fault({ platform: 'linkedin', ...limit })
  await frogy.simulator.manners({ commentableAfterMs: 45_000 })
  await untilComment(layla, await publish(layla, 'linkedin'), 'published')
  expect(await comments('linkedin')).toEqual([COMMENT])
})

test('adds the first comment after the delay that the author chose', async () => {
  const layla = await frogy.person('linkedin')
  const post = await publish(layla, 'linkedin', 60)
  frogy.clock.advance(59 * 60_000)
  expect((await layla.read(post)).firstComment?.state).toBe('waiting')
  expect(await comments('linkedin')).toEqual([])
  await untilComment(layla, post, 'published')
  expect(await comments('linkedin')).toEqual([COMMENT])
})
