import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bluesky } from '#server/adapters/platforms/bluesky/client.ts'
import { clientMetadata } from '#server/adapters/platforms/bluesky/oauth-client.ts'
import { FieldRefused } from '#server/adapters/platforms/connection-error.ts'
import { PINNED_VERSIONS } from '#server/adapters/platforms/api-versions.ts'
import type {
  Access,
  OutgoingImage,
  OutgoingPost,
  PlatformClient,
  Prepared,
} from '#server/adapters/platforms/platform-client.ts'
import { keyIdOf, newSigningKey } from '#server/adapters/platforms/signing-key.ts'
import { startBlueskyServer, type BlueskyServer } from './support/bluesky-server.ts'
import { accessOf, appsInMemory, NEVER, SENDING } from './support/network-clients.ts'
import { openPausingProxy } from './support/pausing-proxy.ts'
import { pictureFile } from './support/pictures.ts'

// Runs Frogy's client against Bluesky's own server, to prove that the simulator imitates that server correctly.

let server: BlueskyServer
let client: PlatformClient
let access: Access
let jpeg: Uint8Array<ArrayBuffer>

/**
 * The public address of Frogy as a confidential OAuth client, and its keys before and after a change of the secret. The
 * server refuses the names that are reserved for examples and tests; it reads this one from its environment.
 */
const PUBLIC_URL = 'https://frogy-under-test.dev'
const [KEY, FORMER_KEY] = [newSigningKey(), newSigningKey()]

const clientAt = (address: string, now = () => new Date(), signingKeys = [KEY]): PlatformClient =>
  bluesky.open({
    clientId: '',
    clientSecret: '',
    scopes: [],
    baseUrl: undefined,
    server: address,
    versions: PINNED_VERSIONS,
    now,
    registeredApps: { ...appsInMemory(), signingKeys },
  })

async function signIn(fields: Record<string, string>) {
  const request = { redirectUri: '', state: '', codeChallenge: '' }
  const outcome = await client.connectByForm?.(fields, request, NEVER)
  const [connection] = outcome && 'connections' in outcome ? outcome.connections : []
  if (!connection) throw new Error('no account was connected')
  return connection
}

beforeAll(async () => {
  server = await startBlueskyServer(clientMetadata(PUBLIC_URL, [KEY, FORMER_KEY]))
  client = clientAt(server.url)
  access = accessOf(await signIn({ handle: server.account.handle, password: server.account.appPassword }))
  jpeg = new Uint8Array(await pictureFile('jpeg', 320, 200))
}, 600_000)
beforeEach(async () => {
  for (const { uri } of await server.records()) await client.remove(uri, access, NEVER)
})
afterAll(() => server[Symbol.asyncDispose]())

const picture = (altText: string): OutgoingImage => ({
  id: randomBytes(8).toString('hex'),
  type: 'image/jpeg',
  width: 320,
  height: 200,
  altText,
  url: '',
  read: async () => ({ ok: true, value: jpeg }),
})

async function prepare(post: OutgoingPost, done: Prepared = {}): Promise<Prepared> {
  const save = async (made: Prepared) => void Object.assign(done, made)
  expect(await client.prepare?.(post, access, { done, save }, NEVER)).toEqual({ ok: true, value: null })
  return done
}

async function publish(post: OutgoingPost): Promise<string> {
  const published = await client.publish(post, await prepare(post), access, SENDING)
  if (!published.ok) throw new Error(JSON.stringify(published.failure))
  return published.value.remoteId
}

describe("Bluesky's own server", () => {
  test('rejects a wrong app password, and accepts a handle with or without @', async () => {
    const { handle, appPassword, did } = server.account
    await expect(signIn({ handle, password: 'abcd-efgh-2345-6789' })).rejects.toMatchObject({ field: 'password' })
    await expect(signIn({ handle: 'ghost.test', password: appPassword })).rejects.toBeInstanceOf(FieldRefused)
    expect(await signIn({ handle: `\u200F@${handle.toUpperCase()}`, password: appPassword })).toMatchObject({
      remoteId: did,
      username: handle,
      displayName: handle,
    })
  })

  test('stores text, facets, language and pictures as sent', async () => {
    const text = `مرحبا @${server.account.handle} 👨‍👩‍👧 #سلاسل_الإمداد https://example.com/a`
    await publish({ text, language: 'ar', images: [picture('ميناء'), picture('')] })
    const [record] = await server.records()
    const bytes = Buffer.from(text)
    const facets = record?.value.facets as { index: { byteStart: number; byteEnd: number }; features: object[] }[]
    expect(facets.map(({ index }) => bytes.subarray(index.byteStart, index.byteEnd).toString())).toEqual([
      `@${server.account.handle}`,
      '#سلاسل_الإمداد',
      'https://example.com/a',
    ])
    expect(facets[0]?.features).toMatchObject([{ did: server.account.did }])
    const image = { image: { mimeType: 'image/jpeg', size: jpeg.byteLength }, aspectRatio: { width: 320, height: 200 } }
    expect(record?.value).toMatchObject({
      text,
      langs: ['ar'],
      embed: {
        images: [
          { ...image, alt: 'ميناء' },
          { ...image, alt: '' },
        ],
      },
    })
  })

  test('stores a link card with its picture', async () => {
    const card = { url: 'https://example.com/', title: 'A page', description: 'About it', picture: jpeg }
    await publish({ text: 'https://example.com/', images: [], readCard: async () => card })
    const [record] = await server.records()
    expect(record?.value.embed).toMatchObject({
      external: { uri: card.url, title: 'A page', description: 'About it', thumb: { size: jpeg.byteLength } },
    })
  })

  test('counts 300 graphemes and 3,000 bytes as Frogy does', async () => {
    await publish({ text: 'بِ'.repeat(300), images: [] })
    const tooLong: OutgoingPost = { text: 'a'.repeat(301), images: [] }
    expect(await client.publish(tooLong, await prepare(tooLong), access, SENDING)).toMatchObject({
      failure: { kind: 'refused', reason: 'text' },
    })
  })

  test('stores the parts of a thread as replies with exact references', async () => {
    const first = await publish({ text: 'One', images: [] })
    const second = await publish({ text: 'Two', images: [], replyTo: { parentId: first, rootId: first } })
    await publish({ text: 'Three', images: [], replyTo: { parentId: second, rootId: first } })
    const records = await server.records()
    const reference = (uri: string) => ({ uri, cid: records.find((record) => record.uri === uri)?.cid })
    const replyOf = (text: string) => records.find(({ value }) => value.text === text)?.value.reply
    expect(replyOf('Two')).toEqual({ root: reference(first), parent: reference(first) })
    expect(replyOf('Three')).toEqual({ root: reference(first), parent: reference(second) })
  })

  test('stores a repeated request once, and overwrites no other record with the same key', async () => {
    const post: OutgoingPost = { text: 'Once', images: [] }
    const done = await prepare(post)
    const [first, second] = [
      await client.publish(post, done, access, SENDING),
      await client.publish(post, done, access, SENDING),
    ]
    expect(first).toMatchObject({ ok: true })
    expect(second).toEqual(first)
    const other: OutgoingPost = { text: 'Other', images: [] }
    const mixed = { ...(await prepare(other)), key: done.key ?? '' }
    expect(await client.publish(other, mixed, access, SENDING)).toMatchObject({ ok: false, learnt: { key: '' } })
    expect((await server.records()).map(({ value }) => value.text)).toEqual(['Once'])
  })

  test.each(['request', 'answer'] as const)(
    'stores a post once when the connection breaks at the %s',
    async (moment) => {
      await using proxy = await openPausingProxy(server.url)
      const behind = clientAt(proxy.url)
      // Omit the account's server, so that requests go through the proxy.
      const through = { ...access, server: proxy.url }
      const post: OutgoingPost = { text: `Cut at the ${moment}`, images: [] }
      const done = await prepare(post)
      const held = proxy.hold(moment, ({ path }) => path.includes('putRecord'))
      const sending = behind.publish(post, done, through, SENDING)
      ;(await held).cut()
      expect(await sending).toMatchObject({ ok: false, failure: { kind: 'answer-lost' } })
      const lost = { sentAt: new Date(), known: new Set<string>() }
      const found = await behind.find(post, done, through, lost, NEVER)
      expect(found.found).toBe(moment === 'answer' ? 'post' : 'nothing')
      if (found.found === 'nothing')
        expect((await behind.publish(post, { ...done, unanswered: 'yes' }, through, SENDING)).ok).toBe(true)
      expect(await server.records()).toHaveLength(1)
    },
  )

  test('finds a post by its text if its key is unknown', async () => {
    const remoteId = await publish({ text: 'Find me', images: [] })
    const lost = { sentAt: new Date(), known: new Set<string>(), isFromElsewhere: true }
    const found = await client.find({ text: 'Find me', images: [] }, {}, access, lost, NEVER)
    expect(found).toMatchObject({ found: 'post', remoteId })
  })

  test('detects whether an account has changed since a request', async () => {
    const post: OutgoingPost = { text: 'Regretted', images: [] }
    const done = await prepare(post)
    const sentAt = new Date()
    expect((await client.publish(post, done, access, SENDING)).ok).toBe(true)
    const [record] = await server.records()
    await client.remove(record?.uri ?? '', access, NEVER)
    const earlier = new Date(sentAt.getTime() - 6 * 60_000)
    const look = (at: Date) => client.find(post, done, access, { sentAt: at, known: new Set() }, NEVER)
    expect(await look(earlier)).toEqual({ found: 'cannot-ask' })
  })

  test('deletes a post, and accepts a second deletion', async () => {
    const remoteId = await publish({ text: 'Gone', images: [] })
    expect(await client.exists?.(remoteId, access, NEVER)).toBe(true)
    for (let time = 0; time < 2; time++) expect((await client.remove(remoteId, access, NEVER)).ok).toBe(true)
    expect(await client.exists?.(remoteId, access, NEVER)).toBe(false)
  })

  test('renews a session again with the same refresh token, until it is revoked', async () => {
    const { tokens } = await signIn({ handle: server.account.handle, password: server.account.appPassword })
    for (let time = 0; time < 2; time++) expect((await client.refresh?.(tokens, NEVER))?.ok).toBe(true)
    await client.revoke?.(tokens, NEVER)
    expect(await client.refresh?.(tokens, NEVER)).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
  })

  describe('with a sign-in on its own pages', () => {
    const address = () => server.url.replace('127.0.0.1', 'localhost')

    async function signInOnPages(at = clientAt(address()), origin = 'http://127.0.0.1:3000') {
      const codeVerifier = randomBytes(32).toString('base64url')
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      const redirectUri = `${origin}/api/social-accounts/bluesky/callback`
      const request = { redirectUri, state: 'a-state', codeChallenge }
      const outcome = await at.connectByForm?.({ handle: server.account.handle }, request, NEVER)
      if (!outcome || !('consentUrl' in outcome)) throw new Error('there is no page')
      const back = await server.agree(outcome.consentUrl)
      expect([back.pathname, back.searchParams.get('state')]).toEqual([new URL(redirectUri).pathname, 'a-state'])
      const [code, issuer] = [back.searchParams.get('code') ?? '', back.searchParams.get('iss') ?? '']
      const grant = { code, issuer, redirectUri, codeVerifier, kept: outcome.kept }
      const [connection] = (await at.connect?.(grant, NEVER)) ?? []
      if (!connection) throw new Error('no account was connected')
      return connection
    }

    test('publishes a post with a picture, and deletes it, with a token that is bound to a key', async () => {
      const at = clientAt(address())
      const connection = await signInOnPages(at)
      expect(connection).toMatchObject({ remoteId: server.account.did, username: server.account.handle })
      const own = accessOf(connection)
      expect(await at.reach(own, NEVER)).toEqual({ ok: true, value: null })
      const post: OutgoingPost = { text: 'From the pages', images: [picture('A harbour')] }
      const done: Prepared = {}
      const save = async (made: Prepared) => void Object.assign(done, made)
      expect(await at.prepare?.(post, own, { done, save }, NEVER)).toEqual({ ok: true, value: null })
      const published = await at.publish(post, done, own, SENDING)
      expect(published).toMatchObject({ ok: true })
      expect((await server.records()).map(({ value }) => value.text)).toEqual(['From the pages'])
      // The same token is useless without a proof of its key.
      expect(await at.reach({ ...own, dpop: undefined }, NEVER)).toMatchObject({ ok: false })
      expect((await at.remove((await server.records())[0]?.uri ?? '', own, NEVER)).ok).toBe(true)
      expect(await server.records()).toEqual([])
    })

    test.each([-10, 10])('accepts a sign-in and its token from a client whose clock is %d hours off', async (hours) => {
      const at = clientAt(address(), () => new Date(Date.now() + hours * 3_600_000))
      const connection = await signInOnPages(at)
      expect(await at.reach(accessOf(connection), NEVER)).toEqual({ ok: true, value: null })
    })

    // A server refuses a client's assertion from the future, without any tolerance.
    test.each([-4_000, 4_000])('accepts a sign-in from a confidential client whose clock is %d ms off', async (ms) => {
      const at = clientAt(address(), () => new Date(Date.now() + ms))
      const connection = await signInOnPages(at, PUBLIC_URL)
      expect(await at.reach(accessOf(connection), NEVER)).toEqual({ ok: true, value: null })
    })

    test('accepts each refresh token once, and ends the session when one is used a second time', async () => {
      const at = clientAt(address())
      const { tokens } = await signInOnPages(at)
      const renewed = await at.refresh?.(tokens, NEVER)
      if (!renewed?.ok) throw new Error(JSON.stringify(renewed))
      expect(renewed.value.refreshToken).not.toBe(tokens.refreshToken)
      expect(await at.refresh?.(tokens, NEVER)).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
      expect(await at.refresh?.(renewed.value, NEVER)).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
    })

    test('ends the old access token at a renewal, and the session when the old refresh token is revoked', async () => {
      const at = clientAt(address())
      const connection = await signInOnPages(at)
      const renewed = await at.refresh?.(connection.tokens, NEVER)
      if (!renewed?.ok) throw new Error(JSON.stringify(renewed))
      const former = accessOf(connection)
      expect(await at.reach({ ...former, accessToken: renewed.value.accessToken }, NEVER)).toMatchObject({ ok: true })
      expect(await at.reach(former, NEVER)).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
      await at.revoke?.(connection.tokens, NEVER)
      expect(await at.refresh?.(renewed.value, NEVER)).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
    })

    test("keeps a session after Frogy's client key changes, while Frogy still has the previous key", async () => {
      const { tokens } = await signInOnPages(clientAt(address(), undefined, [FORMER_KEY]), PUBLIC_URL)
      expect(tokens.dpop?.clientId).toBe(`${PUBLIC_URL}/oauth-client-metadata.json`)
      const at = clientAt(address(), undefined, [KEY, FORMER_KEY])
      const renewed = await at.refresh?.(tokens, NEVER)
      if (!renewed?.ok) throw new Error(JSON.stringify(renewed))
      await at.revoke?.(renewed.value, NEVER)
      expect(await at.refresh?.(renewed.value, NEVER)).toMatchObject({ failure: { kind: 'reconnect' } })
      const later = await signInOnPages(at, PUBLIC_URL)
      expect(later.tokens.dpop?.clientKeyId).toBe(keyIdOf(KEY))
      expect(await clientAt(address()).refresh?.(later.tokens, NEVER)).toMatchObject({ ok: true })
      const other = await signInOnPages(clientAt(address(), undefined, [FORMER_KEY]), PUBLIC_URL)
      expect(await clientAt(address()).refresh?.(other.tokens, NEVER)).toMatchObject({ failure: { kind: 'reconnect' } })
    })

    test('ends a session that the user disconnects', async () => {
      const at = clientAt(address())
      const { tokens } = await signInOnPages(at)
      await at.revoke?.(tokens, NEVER)
      expect(await at.refresh?.(tokens, NEVER)).toMatchObject({ ok: false, failure: { kind: 'reconnect' } })
    })
  })
})
