import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessOf, networkClients, NEVER, SENDING, type NetworkClients } from '#tests/support/network-clients.ts'
import type { Access, OutgoingPost, PlatformClient, Prepared } from '../platform-client.ts'

let networks: NetworkClients
let client: PlatformClient
let access: Access
beforeAll(async () => {
  networks = await networkClients()
  client = networks.client('bluesky')
})
beforeEach(async () => {
  await networks.simulator.reset()
  const [connection] = await networks.signIn('bluesky')
  if (!connection) throw new Error('no account was connected')
  access = accessOf(connection)
})
afterAll(() => networks[Symbol.asyncDispose]())

async function prepare(post: OutgoingPost, done: Prepared = {}): Promise<Prepared> {
  const save = async (made: Prepared) => void Object.assign(done, made)
  expect(await client.prepare?.(post, access, { done, save }, NEVER)).toEqual({ ok: true, value: null })
  return done
}

const publish = (post: OutgoingPost, done: Prepared) => client.publish(post, done, access, SENDING)
const lost = () => ({ sentAt: new Date(), known: new Set<string>() })

async function read(rkey: string): Promise<{ cid: string; value: Record<string, unknown> }> {
  const query = new URLSearchParams({ repo: access.remoteId, collection: 'app.bsky.feed.post', rkey })
  const response = await fetch(`${networks.simulator.url}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`)
  return (await response.json()) as { cid: string; value: Record<string, unknown> }
}

/** The record of a post as the server stores it. */
const stored = async (done: Prepared) => (await read(done.key ?? '')).value
const cidOf = async (uri: string) => (await read(uri.split('/').at(-1) ?? '')).cid

test('reads the name and picture of a Bluesky account', async () => {
  const [connection] = await networks.signIn('bluesky')
  expect(connection).toMatchObject({ displayName: 'Layla Haddad', username: 'layla.bsky.social' })
  expect(connection?.pictureUrl).toContain('/pictures/bluesky/')
})

test('sends pictures to Bluesky with their alt texts and aspect ratios, and the language of the post', async () => {
  const images = [{ ...networks.picture(), altText: 'ميناء' }, networks.picture()]
  const post: OutgoingPost = { text: 'منظر', language: 'ar', images }
  const done = await prepare(post)
  expect((await publish(post, done)).ok).toBe(true)
  const image = { image: { $type: 'blob', mimeType: 'image/jpeg' }, aspectRatio: { width: 640, height: 480 } }
  expect(await stored(done)).toMatchObject({
    langs: ['ar'],
    embed: {
      $type: 'app.bsky.embed.images',
      images: [
        { ...image, alt: 'ميناء' },
        { ...image, alt: '' },
      ],
    },
  })
})

test('publishes a link card with its picture on Bluesky, and publishes without the card if the server refuses it', async () => {
  const picture = networks.picture()
  const read = await picture.read()
  const card = { url: 'https://example.com/', title: 'A page', description: null, picture: read.ok ? read.value : null }
  const post: OutgoingPost = { text: 'https://example.com/', images: [], readCard: async () => card }
  const done = await prepare(post)
  expect((await publish(post, done)).ok).toBe(true)
  const external = { uri: card.url, title: card.title, description: '', thumb: { $type: 'blob' } }
  expect(await stored(done)).toMatchObject({ embed: { $type: 'app.bsky.embed.external', external } })

  const body = { error: 'InvalidRequest', message: 'Invalid uri at $.record.embed.external.uri' }
  await networks.simulator.fault({ platform: 'bluesky', operation: 'publish', fault: 'status', status: 400, body })
  const second = await prepare(post)
  const refused = await publish(post, second)
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'rate-limited', of: 'post' } })
  const again = await prepare(post, { ...second, ...('learnt' in refused ? refused.learnt : {}) })
  expect((await publish(post, again)).ok).toBe(true)
  expect(await stored(again)).not.toHaveProperty('embed')
})

test('links a mention on Bluesky to the id of the mentioned account', async () => {
  const post: OutgoingPost = { text: 'With @noura.bsky.social and @ghost.bsky.social', images: [] }
  const done = await prepare(post)
  expect((await publish(post, done)).ok).toBe(true)
  expect(await stored(done)).toMatchObject({
    facets: [{ index: { byteStart: 5, byteEnd: 23 }, features: [{ did: 'did:plc:nouraalotaibi2345677abcd' }] }],
  })
})

test('publishes each part of a Bluesky thread as a reply to the previous part, with the first part as root', async () => {
  const uris: string[] = []
  const records: unknown[] = []
  for (const text of ['One', 'Two', 'Three']) {
    const [parentId, rootId] = [uris.at(-1), uris[0] ?? null]
    const post: OutgoingPost = { text, images: [], ...(parentId && { replyTo: { parentId, rootId } }) }
    const done = await prepare(post)
    const posted = await publish(post, done)
    uris.push(posted.ok ? posted.value.remoteId : '')
    records.push(await stored(done))
  }
  const [one, two] = await Promise.all(uris.slice(0, 2).map(cidOf))
  const reference = (uri: string | undefined, cid: string | undefined) => ({ uri, cid })
  expect(records).toMatchObject([
    { text: 'One' },
    { reply: { root: reference(uris[0], one), parent: reference(uris[0], one) } },
    { reply: { root: reference(uris[0], one), parent: reference(uris[1], two) } },
  ])
  expect(records[0]).not.toHaveProperty('reply')
})

test('publishes no Bluesky reply when the parent post is missing', async () => {
  const parentId = `at://${access.remoteId}/app.bsky.feed.post/3lzzzzzzzzz2a`
  const post: OutgoingPost = { text: 'Reply', images: [], replyTo: { parentId, rootId: parentId } }
  const made = await client.prepare?.(post, access, { done: {}, save: async () => {} }, NEVER)
  expect(made).toMatchObject({ ok: false, failure: { kind: 'refused' } })
})

test('publishes a Bluesky post once when the same request is sent twice', async () => {
  const post: OutgoingPost = { text: 'Once', images: [] }
  const done = await prepare(post)
  const [first, second] = [await publish(post, done), await publish(post, done)]
  expect(first).toEqual(second)
  expect(await networks.simulator.posts('bluesky')).toHaveLength(1)
})

test('keeps the record key of a Bluesky post that may be public, and gives an unsent post a new key', async () => {
  const post: OutgoingPost = { text: 'Once', images: [] }
  const done = await prepare(post)
  const old = { ...done, createdAt: new Date(Date.now() - 3_600_000).toISOString() }
  expect((await prepare(post, { ...old, unanswered: 'yes' })).key).toBe(done.key)
  expect((await prepare(post, { ...old })).key).not.toBe(done.key)
})

test('never overwrites the Bluesky record of another post with the same key', async () => {
  const [one, other]: OutgoingPost[] = [
    { text: 'One', images: [] },
    { text: 'Other', images: [] },
  ]
  if (!one || !other) throw new Error('unreachable')
  const done = await prepare(one)
  await publish(one, done)
  const second = await prepare(other)
  const refused = await publish(other, { ...second, key: done.key ?? '' })
  expect(refused).toMatchObject({ ok: false, learnt: { key: '' } })
  expect((await networks.simulator.posts('bluesky')).map(({ text }) => text)).toEqual(['One'])
})

test('finds a lost Bluesky post by its record key, or by its text if the key is unknown', async () => {
  const post: OutgoingPost = { text: 'Where?', images: [] }
  const done = await prepare(post)
  expect(await client.find(post, done, access, lost(), NEVER)).toEqual({ found: 'nothing' })
  const posted = await publish(post, done)
  const expected = { found: 'post', ...(posted.ok && posted.value) }
  expect(await client.find(post, done, access, lost(), NEVER)).toEqual(expected)
  expect(await client.find(post, {}, access, { ...lost(), isFromElsewhere: true }, NEVER)).toEqual(expected)
  const known = new Set([posted.ok ? posted.value.remoteId : ''])
  expect(await client.find(post, {}, access, { ...lost(), known }, NEVER)).toEqual({ found: 'nothing' })
})

test('uploads pictures again when the Bluesky server has deleted them', async () => {
  const post: OutgoingPost = { text: 'Late', images: [networks.picture()] }
  const done = await prepare(post)
  const body = { error: 'BlobNotFound', message: 'Could not find blob' }
  await networks.simulator.fault({ platform: 'bluesky', operation: 'publish', fault: 'status', status: 400, body })
  const refused = await publish(post, done)
  const again = await prepare(post, { ...done, ...('learnt' in refused ? refused.learnt : {}) })
  expect((await publish(post, again)).ok).toBe(true)
})

test('renews a Bluesky session again when the response to the first renewal was lost', async () => {
  const [connection] = await networks.signIn('bluesky')
  const tokens = connection?.tokens
  if (!tokens || !client.refresh) throw new Error('unreachable')
  for (let time = 0; time < 2; time++) expect((await client.refresh(tokens, NEVER)).ok).toBe(true)
  await client.revoke?.(tokens, NEVER)
  expect(await client.refresh(tokens, NEVER)).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
})

test('deletes a Bluesky post, and accepts a second deletion of the same post', async () => {
  const remoteId = await networks.post('bluesky', access, 'Gone')
  for (let time = 0; time < 2; time++) expect((await client.remove(remoteId, access, NEVER)).ok).toBe(true)
  expect(await client.exists?.(remoteId, access, NEVER)).toBe(false)
})

test('reads the metrics of Bluesky posts, and omits deleted posts', async () => {
  const [kept, gone] = [await networks.post('bluesky', access, 'Kept'), await networks.post('bluesky', access, 'Gone')]
  await client.remove(gone, access, NEVER)
  const counted = await client.metrics([kept, gone], access, NEVER)
  expect(counted.ok && [...counted.value]).toEqual([[kept, { impressions: null, likes: 0, comments: 0, shares: 0 }]])
})
