import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './open-simulator.ts'
import { Client } from './test-client.ts'
import { picture } from './test-pictures.ts'

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('twitter')
})
afterAll(() => simulator.close())

async function postWithPicture(visitor: Client, as: string, alt: string): Promise<string> {
  const parts = { media: await picture(120, 80), media_category: 'tweet_image' }
  const { id } = (await visitor.call('POST', '/twitter/2/media/upload', { token: as, parts })).json.data
  const json = { id, metadata: { alt_text: { text: alt } } }
  await visitor.call('POST', '/twitter/2/media/metadata', { token: as, json })
  const media = { media_ids: [id] }
  return (await visitor.call('POST', '/twitter/2/tweets', { token: as, json: { text: 'Look', media } })).json.data.id
}

test('shows pictures with their escaped alternative text', async () => {
  await postWithPicture(client, token, 'A <b>frog</b> & a "pond"')
  const [{ media }] = await client.posts('twitter')
  const page = (await client.get('/')).text
  expect(page).toContain(
    `<img src="${media[0].path}" alt="A &lt;b&gt;frog&lt;/b&gt; &amp; a &quot;pond&quot;" width="120" height="80"`,
  )
  expect(page).toContain('<span dir="auto">A &lt;b&gt;frog&lt;/b&gt;')
  const shown = await client.get(media[0].path)
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await client.get('/media/..%2Fpackage.json')).status).toBe(404)
})

test('shows a deleted post in its place without pictures', async () => {
  const id = await postWithPicture(client, token, 'Gone')
  await client.call('DELETE', `/twitter/2/tweets/${id}`, { token })
  const page = (await client.get('/')).text
  expect(page).toContain('Deleted by its author')
  expect(page).not.toContain('alt="Gone"')
  expect((await client.get(`/twitter/laylahaddad/status/${id}`)).status).toBe(404)
})

test('updates an open feed page when a post is deleted', async () => {
  const { id } = (await client.publish('twitter', token, 'Short-lived')).json.data
  const leaving = new AbortController()
  const events = await fetch(`${simulator.url}/_sim/events?platform=twitter`, { signal: leaving.signal })
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  await client.call('DELETE', `/twitter/2/tweets/${id}`, { token })
  let seen = ''
  while (!seen.includes('event: card')) seen += (await reader?.read())?.value ?? ''
  expect(seen).toContain('Deleted by its author')
  await reader?.cancel().catch(() => {})
  leaving.abort()
})

test("shows a post's engagement", async () => {
  const { id } = (await client.publish('twitter', token, 'Liked')).json.data
  await client.control('engage', { platform: 'twitter', id, likes: 1234, impressions: 9 })
  expect((await client.get('/')).text).toContain('<li>Likes: 1234</li>')
})

test('lets the browser choose the direction of each text in the feed', async () => {
  await client.publish('twitter', token, 'مرحبا world')
  expect((await client.get('/')).text).toContain('<div class="text" dir="auto">مرحبا world</div>')
})

test('keeps picture files across a restart of the simulator, and deletes them on reset', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  const stateFile = join(folder, 'simulator.json')
  try {
    const first = await openSimulator({ port: 0, stateFile })
    const before = new Client(first)
    await postWithPicture(before, await before.signIn('twitter'), 'Kept')
    const posts = await before.posts()
    await first.close()

    await using second = await openSimulator({ port: 0, stateFile })
    const after = new Client(second)
    expect(await after.posts()).toEqual(posts)
    expect((await after.get(posts[0].media[0].path)).status).toBe(200)
    expect(readdirSync(join(folder, 'simulator-media'))).toEqual([posts[0].media[0].sha256])
    await after.control('reset', {})
    expect(readdirSync(join(folder, 'simulator-media'))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
