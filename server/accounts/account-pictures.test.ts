import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { accountsOf } from '#tests/support/accounts.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { accountPictures } from './account-pictures.ts'

describe('pictures of accounts', () => {
  let frogy: Frogy
  beforeAll(async () => {
    frogy = await startFrogy({}, { profilePictures: 'reported' })
  })
  afterAll(() => frogy[Symbol.asyncDispose]())

  /** Connects accounts, and retries if this machine is too busy to read their pictures in time. */
  async function withPictures(platform: 'twitter' | 'facebook'): Promise<[Person, SocialAccount[]]> {
    const person = await frogy.person()
    for (let tries = 0; tries < 10; tries++) {
      await person.connect(platform)
      const accounts = await accountsOf(person)
      if (accounts.every(({ imageUrl }) => imageUrl !== null)) return [person, accounts]
    }
    throw new Error('No picture was read')
  }

  test('shows the picture of an account to its user only', async () => {
    const other = await frogy.person()
    const [layla, accounts] = await withPictures('facebook')
    expect(accounts).toHaveLength(2)
    for (const { imageUrl } of accounts) {
      const picture = await layla.fetch(imageUrl ?? '')
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
      const { format, width, height } = await sharp(await picture.arrayBuffer()).metadata()
      expect([format, width, height]).toEqual(['webp', 256, 256])
      expect((await other.fetch(imageUrl ?? '')).status).toBe(404)
    }
  })

  test('keeps the picture when the network reports none at a reconnection', async () => {
    const [layla, [account]] = await withPictures('twitter')
    await frogy.simulator.manners({ profilePictures: 'absent' })
    try {
      await layla.connect('twitter')
    } finally {
      await frogy.simulator.manners({ profilePictures: 'reported' })
    }
    expect((await accountsOf(layla))[0]?.imageUrl).toBe(account?.imageUrl)
  })
})

test('omits account pictures that are missing, are at a private address, or cannot be read as pictures', async () => {
  await using opened = new AsyncDisposableStack()
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#14603f' } })
    .png()
    .toBuffer()
  const serve = async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/missing' ? 404 : 200
      response.end(png)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    opened.defer(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const [network, elsewhere] = [await serve(), await serve()]
  const faults: unknown[] = []
  const config = {
    extractAllowHosts: [],
    platforms: { linkedin: { clientId: '', clientSecret: '', scopes: [], baseUrl: network, simulated: true } },
  }
  const pictures = opened.use(
    accountPictures(
      config,
      'test',
      async (bytes) => bytes,
      (error) => faults.push(error),
    ),
  )
  const connection = (remoteId: string, pictureUrl?: string) => ({
    remoteId,
    pictureUrl,
    displayName: remoteId,
    username: null,
    profileUrl: null,
    scopes: [],
    tokens: { accessToken: '', refreshToken: null, expiresAt: null },
  })
  const found = await pictures.read([
    connection('right', `${network}/a.png`),
    connection('missing', `${network}/missing`),
    connection('private', `${elsewhere}/a.png`),
    connection('no-address', 'picture.png'),
    connection('none'),
  ])
  expect([...found.keys()]).toEqual(['right'])
  expect(faults).toEqual([])
})
