import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client } from '../../test-client.ts'
import { picture } from '../../test-pictures.ts'

const BOT = '/telegram/bot7123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

let simulator: Simulator
let client: Client
beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(() => client.control('reset', {}))
afterAll(() => simulator.close())

const call = (method: string, json: object = {}) => client.call('POST', `${BOT}/${method}`, { json })
const posts = async () => (await client.get('/_sim/posts?platform=telegram')).json

test('answers 401 to a wrong Telegram token and 404 to an unknown method', async () => {
  expect((await call('getMe')).json).toMatchObject({ ok: true, result: { is_bot: true, id: 7_123_456_789 } })
  expect((await client.get('/telegram/bot1/getMe')).json).toMatchObject({ ok: false, error_code: 404 })
  const stopped = await client.get('/telegram/bot7000000000:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc/getMe')
  expect(stopped.json).toEqual({ ok: false, error_code: 401, description: 'Unauthorized' })
  expect((await call('getUpdatesNow')).status).toBe(404)
})

test('reports the role of a Telegram bot in a channel', async () => {
  const placeIn = async (chat_id: string) => (await call('getChatMember', { chat_id, user_id: 7_123_456_789 })).json
  expect(await placeIn('@najdlogistics')).toMatchObject({
    result: { status: 'administrator', can_post_messages: true },
  })
  expect(await placeIn('@slowcoffee')).toMatchObject({ result: { can_post_messages: false } })
  expect(await placeIn('@citynotes')).toMatchObject({ ok: false, error_code: 400 })
})

test('limits a Telegram text to 4096 characters and a caption to 1024', async () => {
  const chat_id = '@najdlogistics'
  expect((await call('sendMessage', { chat_id, text: 'a'.repeat(4_096) })).status).toBe(200)
  expect((await call('sendMessage', { chat_id, text: 'a'.repeat(4_097) })).json.description).toBe(
    'Bad Request: message is too long',
  )
  const parts = { chat_id, caption: 'a'.repeat(1_025), photo: await picture(60, 40) }
  expect((await client.call('POST', `${BOT}/sendPhoto`, { parts })).json.description).toBe(
    'Bad Request: message caption is too long',
  )
})

test('publishes a Telegram album as one message per picture, and puts the caption on the first', async () => {
  const media = JSON.stringify([
    { type: 'photo', media: 'attach://a', caption: 'Two' },
    { type: 'photo', media: 'attach://b' },
  ])
  const parts = { chat_id: '@najdlogistics', media, a: await picture(60, 40), b: await picture(60, 40) }
  const { result } = (await client.call('POST', `${BOT}/sendMediaGroup`, { parts })).json
  expect(result.map(({ caption }: { caption?: string }) => caption)).toEqual(['Two', undefined])
  const ids = result.map(({ message_id }: { message_id: number }) => message_id)
  await call('deleteMessage', { chat_id: '@najdlogistics', message_id: ids[1] })
  expect((await posts())[0].deleted).toBe(false)
  await call('deleteMessages', { chat_id: '@najdlogistics', message_ids: ids })
  expect((await posts())[0].deleted).toBe(true)
})

test('publishes the first picture of a Telegram album whose second picture fails', async () => {
  await client.control('manners', { telegramAlbums: 'partly' })
  const media = JSON.stringify(['a', 'b'].map((name) => ({ type: 'photo', media: `attach://${name}` })))
  const parts = { chat_id: '@najdlogistics', media, a: await picture(60, 40), b: await picture(60, 40) }
  const answer = await client.call('POST', `${BOT}/sendMediaGroup`, { parts })
  expect([answer.status, answer.json.description]).toEqual([400, expect.stringContaining('failed to send message #2')])
  expect(await posts()).toHaveLength(1)
})

test('reports how long to wait after 20 Telegram messages in a minute', async () => {
  const send = () => call('sendMessage', { chat_id: '@najdlogistics', text: 'Again' })
  for (let sent = 0; sent < 20; sent++) await send()
  const answer = await send()
  expect(answer.status).toBe(429)
  expect(answer.json.parameters.retry_after).toBeGreaterThan(0)
})

test('publishes on Telegram without a sound or a link preview on request, and rejects link preview options that are no object', async () => {
  const chat_id = '@najdlogistics'
  const quiet = { disable_notification: true, link_preview_options: { is_disabled: true } }
  await call('sendMessage', { chat_id, text: 'Loud' })
  await call('sendMessage', { chat_id, text: 'Quiet', ...quiet })
  expect(await posts()).toMatchObject([{ text: 'Loud' }, { text: 'Quiet', isSilent: true, isWithoutPreview: true }])
  expect((await posts())[0]).not.toHaveProperty('isSilent')
  expect((await call('sendMessage', { chat_id, text: 'Wrong', link_preview_options: 'off' })).json.description).toBe(
    "Bad Request: can't parse link preview options JSON object",
  )
})
