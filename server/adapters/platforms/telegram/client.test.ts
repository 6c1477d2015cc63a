import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { postUnanswered, untilLastAttempt } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('telegram')
})
beforeEach(async () => {
  await frogy.simulator.clearFaults()
  await frogy.simulator.liftLimits()
  await frogy.simulator.manners({ telegramAlbums: 'whole', telegramBot: 'administrator' })
})
afterAll(() => frogy[Symbol.asyncDispose]())

const BOT_TOKEN = '7123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const PRIVATE = '-1001450077631'

const connect = (who: Person, channel: string, token = BOT_TOKEN) =>
  who.ask('POST /api/social-accounts/{platform}/connect', {
    params: { platform: 'telegram' },
    body: { fields: { channel, token } },
  })

async function postNow(content: string, images: string[] = [], who = layla): Promise<Post> {
  const body = { platform: 'telegram', content, status: 'published', media: { images } } as const
  const { id } = await who.call('POST /api/posts', { body })
  return await who.decided({ id })
}

async function pictures(count: number): Promise<string[]> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<[string, Uint8Array<ArrayBuffer>]> => [
      'a.jpg',
      new Uint8Array(await pictureFile('jpeg', 600 + index, 400)),
    ]),
  )
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(...files) })
  return media.images.map(({ id }) => id)
}

const arrived = async (text: string) => (await frogy.simulator.posts('telegram')).filter((post) => post.text === text)

describe('connecting', () => {
  test.each([
    ['@najdlogistics', 'najdlogistics'],
    ['https://t.me/najdlogistics/12', 'najdlogistics'],
    [PRIVATE, null],
    ['https://t.me/c/1450077631/7', null],
  ])('connects the Telegram channel %s', async (channel, username) => {
    const who = await frogy.person()
    const { body } = await connect(who, channel)
    expect(body).toMatchObject({
      consentUrl: null,
      accounts: [{ platform: 'telegram', username, needsReconnect: false }],
    })
    // Only a public channel has a profile address.
    expect(body.accounts[0]?.profileUrl === null).toBe(username === null)
  })

  test.each([
    ['@najdlogistics', 'frogs', 'fields.token', 'This is not a bot token. @BotFather shows it after you create a bot.'],
    [
      '@najdlogistics',
      '7000000000:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc',
      'fields.token',
      'Telegram does not accept this token. Copy the current one from @BotFather.',
    ],
    ['a b', BOT_TOKEN, 'fields.channel', 'This is not a channel. Enter its @name or the link of one of its posts.'],
    ['@nowhere_here', BOT_TOKEN, 'fields.channel', 'Telegram does not know this channel, or the bot is not in it.'],
    ['@potters_group', BOT_TOKEN, 'fields.channel', 'This is a group or a person, not a channel.'],
    [
      '@slowcoffee',
      BOT_TOKEN,
      'fields.channel',
      'The bot may not post here. Make it an administrator with the right to post messages.',
    ],
    [
      '@citynotes',
      BOT_TOKEN,
      'fields.channel',
      'The bot may not post here. Make it an administrator with the right to post messages.',
    ],
  ])(
    'rejects the Telegram channel %s with the token %s, and reports which form field is wrong',
    async (channel, token, path, message) => {
      const who = await frogy.person()
      const { status, body } = await connect(who, channel, token)
      expect([status, body.issues?.[0]?.path, body.issues?.[0]?.message]).toEqual([422, path, message])
      expect(await who.call('GET /api/social-accounts', {})).toEqual([])
    },
  )

  test('reports that Telegram cannot be reached', async () => {
    await frogy.simulator.fault({ platform: 'telegram', operation: 'token', fault: 'drop_before' })
    expect((await connect(layla, '@najdlogistics')).body.code).toBe('platform_failed')
  })
})

describe('posting', () => {
  test('publishes a text on Telegram and returns the permalink for a public or a private channel', async () => {
    expect((await postNow('A text، وآخر <b>&amp; more</b>')).permalink).toMatch(/\/najdlogistics\/\d+$/)
    expect(await arrived('A text، وآخر <b>&amp; more</b>')).toHaveLength(1)
    const owner = await frogy.person()
    await connect(owner, PRIVATE)
    expect((await postNow('For members', [], owner)).permalink).toMatch(/\/c\/1450077631\/\d+$/)
  })

  test.each([1, 2, 4])('publishes %s pictures on Telegram with the text as their caption', async (count) => {
    const content = `${count} pictures\n\nwith a second paragraph`
    expect(await postNow(content, await pictures(count))).toMatchObject({ status: 'published', failure: null })
    const posts = await arrived(content)
    expect(posts.map(({ media }) => media.map(({ width }) => width))).toEqual([
      Array.from({ length: count }, (_, index) => 600 + index),
    ])
  })

  test('accepts 4,096 characters in a Telegram text and 1,024 in a caption', async () => {
    expect((await postNow('a'.repeat(4_096))).status).toBe('published')
    const images = await pictures(1)
    expect((await postNow('b'.repeat(1_024), images)).status).toBe('published')
    const body = { platform: 'telegram', status: 'published' } as const
    const text = await layla.ask('POST /api/posts', { body: { ...body, content: 'a'.repeat(4_097) } })
    expect(text.body.issues?.[0]?.message).toBe('1 character too long. Telegram allows 4,096.')
    const caption = await layla.ask('POST /api/posts', {
      body: { ...body, content: 'a'.repeat(1_025), media: { images } },
    })
    expect(caption.body.issues?.[0]?.message).toBe('1 character too long. Telegram allows 1,024.')
  })

  test('accepts 1,024 characters on Telegram with a video or a document, as with a photo', async () => {
    const files = [await uploadVideo(layla, videoFile()), await uploadDocument(layla, pdfFile())]
    for (const [index, file] of files.entries()) {
      const body = { platform: 'telegram', status: 'published', media: { images: [file] } } as const
      const content = String(index).repeat(1_025)
      const long = await layla.ask('POST /api/posts', { body: { ...body, content } })
      expect(long.body.issues?.[0]?.message).toBe('1 character too long. Telegram allows 1,024.')
      expect((await postNow(content.slice(1), [file])).status).toBe('published')
      expect(await arrived(content.slice(1))).toHaveLength(1)
    }
  })

  test('waits as long as Telegram requests, and then sends the post once', async () => {
    await frogy.simulator.fault({
      platform: 'telegram',
      operation: 'publish',
      fault: 'status',
      as: 'rate',
      retryAfter: 34,
    })
    const post = await layla.schedule({ platform: 'telegram', content: 'Limited', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'rejected')
    frogy.clock.advance(35_000)
    expect((await layla.decided(post)).status).toBe('published')
    expect(await arrived('Limited')).toHaveLength(1)
  })

  test.each([
    ['without_posting', 'permission'],
    ['kicked', 'permission'],
  ] as const)('reports that a Telegram bot lacks the permission to post (bot: %s)', async (telegramBot, code) => {
    await frogy.simulator.manners({ telegramBot })
    expect(await postNow(`As ${telegramBot}`)).toMatchObject({ status: 'failed', failure: { code } })
  })

  // The error descriptions are those of Telegram's Bot API server (tdlib/telegram-bot-api, Client.cpp).
  test.each([
    [400, 'Bad Request: MEDIA_CAPTION_TOO_LONG', 'text'],
    [400, 'Bad Request: message caption is too long', 'text'],
    [400, 'Bad Request: message is too long', 'text'],
    [400, 'Bad Request: message text is empty', 'text'],
    [400, "Bad Request: can't parse entities: byte offset 3", 'text'],
    [400, 'Bad Request: PHOTO_INVALID_DIMENSIONS', 'media'],
    [400, 'Bad Request: IMAGE_PROCESS_FAILED', 'media'],
    [400, 'Bad Request: VIDEO_CONTENT_TYPE_INVALID', 'media'],
    [400, 'Bad Request: DOCUMENT_INVALID', 'media'],
    [400, 'Bad Request: wrong file identifier/HTTP URL specified', 'media'],
    [400, 'Bad Request: failed to get HTTP URL content', 'media'],
    [413, 'Request Entity Too Large', 'media'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'permission'],
    [400, 'Bad Request: CHAT_ADMIN_REQUIRED', 'permission'],
    [400, 'Bad Request: need administrator rights in the channel chat', 'permission'],
    [400, 'Bad Request: not enough rights to post messages', 'permission'],
    [403, 'Forbidden: bot is not a member of the channel chat', 'permission'],
    [400, 'Bad Request: chat not found', 'account_restricted'],
    [404, 'Not Found', 'configuration'],
  ] as const)(
    'reports the reason when Telegram refuses a post with the status %i and the message "%s"',
    async (status, description, code) => {
      const body = { ok: false, error_code: status, description }
      await frogy.simulator.fault({ platform: 'telegram', operation: 'publish', fault: 'status', status, body })
      expect(await postNow(`Refused: ${description}`)).toMatchObject({ status: 'failed', failure: { code } })
    },
  )

  test('asks the user to reconnect when the Telegram token is revoked', async () => {
    await frogy.simulator.fault({ platform: 'telegram', operation: 'publish', fault: 'status', as: 'token' })
    const who = await frogy.person('telegram')
    expect(await postNow('Revoked', [], who)).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
  })

  test('deletes every message of a Telegram album', async () => {
    const post = await postNow('Delete this album', await pictures(3))
    await layla.call('DELETE /api/posts/{id}', { params: { id: post.id }, query: { network: 'true' } })
    expect((await arrived('Delete this album')).map(({ deleted }) => deleted)).toEqual([true])
  })
})

test('asks the author about a Telegram post whose response was lost, because bots cannot read a channel', async () => {
  const who = await frogy.person('telegram')
  await frogy.simulator.fault({ platform: 'telegram', operation: 'publish', fault: 'drop_after' })
  const post = await postUnanswered(frogy, who, { platform: 'telegram', content: 'Is it live?' })
  expect(post).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
  await who.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'live' } })
  expect(await arrived('Is it live?')).toHaveLength(1)
})

test.each([500, 502, 504])(
  'asks the author about a post that Telegram answers with the status %i, because it may be live',
  async (status) => {
    const content = `Live or not, ${status}`
    const who = await frogy.person('telegram')
    await frogy.simulator.fault({
      platform: 'telegram',
      operation: 'publish',
      fault: 'status',
      status,
      afterWork: true,
    })
    expect(await postUnanswered(frogy, who, { platform: 'telegram', content })).toMatchObject({ status: 'unconfirmed' })
    expect(await arrived(content)).toHaveLength(1)
  },
)

test('keeps a Telegram post that is too old for the bot to delete', async () => {
  const post = await postNow('Two days old')
  frogy.clock.advance(49 * 3_600_000)
  await frogy.simulator.manners({ telegramBot: 'without_posting' })
  const params = { id: post.id }
  const { status } = await layla.ask('DELETE /api/posts/{id}', { params, query: { network: 'true' } })
  expect(status).toBe(409)
  expect((await layla.read(post)).status).toBe('published')
  await frogy.simulator.manners({ telegramBot: 'administrator' })
  await layla.call('DELETE /api/posts/{id}', { params, query: { network: 'true' } })
  expect((await arrived('Two days old')).map(({ deleted }) => deleted)).toEqual([true])
})

test('asks the author about an album if Telegram refused one of its later pictures', async () => {
  await frogy.simulator.manners({ telegramAlbums: 'partly' })
  const images = await pictures(2)
  const body = { platform: 'telegram', content: 'Half an album', status: 'published', media: { images } } as const
  const response = layla.ask('POST /api/posts', { body })
  const [post] = await expect
    .poll(() => layla.call('GET /api/posts', { query: { status: 'publishing' } }))
    .not.toEqual([])
    .then(() => layla.call('GET /api/posts', { query: { status: 'publishing' } }))
  if (post) await untilLastAttempt(layla, post, 'unknown')
  frogy.clock.advance(10_000)
  expect((await response).body).toMatchObject({ status: 'unconfirmed' })
  expect(await arrived('Half an album')).toHaveLength(1)
})

test('reads no metrics, because Telegram gives bots none', async () => {
  await using counting = await startFrogy({ METRICS: 'on' })
  const who = await counting.person('telegram')
  await who.call('POST /api/posts', { body: { platform: 'telegram', content: 'Uncounted', status: 'published' } })
  counting.clock.advance(2 * 3_600_000)
  await who.call('POST /api/posts', { body: { platform: 'telegram', content: 'Also uncounted', status: 'published' } })
  const { byPlatform } = await who.call('GET /api/posts/summary', {})
  expect(byPlatform.find(({ platform }) => platform === 'telegram')).toMatchObject({ isReported: false })
})
