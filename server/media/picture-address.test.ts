import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { pictureFile } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
let host: string
let picture: Uint8Array
const site = createServer(({ url }, response) => {
  if (url?.startsWith('/moved')) return response.writeHead(302, { location: '/photos/pond.png?size=2' }).end()
  if (url?.startsWith('/inside')) return response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  if (url?.startsWith('/page')) return response.setHeader('content-type', 'image/png').end('<html>No photo</html>')
  if (url?.startsWith('/huge')) return response.end(Buffer.alloc(6 * 1024 * 1024))
  return response.setHeader('content-type', 'image/png').end(picture)
})
beforeAll(async () => {
  picture = await pictureFile('png')
  await once(site.listen(0, '127.0.0.1'), 'listening')
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: host })
  layla = await frogy.person('linkedin')
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  site.close()
  site.closeAllConnections()
})

const fetchPicture = (address: string) => layla.ask('POST /api/images/from-address', { body: { address } })

test('stores the picture at an address, so that a post can use it', async () => {
  const { status, body } = await fetchPicture(`http://${host}/moved`)
  expect({ status, name: body.originalName }).toEqual({ status: 201, name: 'pond.png' })
  const post = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'With a photo', status: 'draft', media: { images: [body.id] } },
  })
  expect(post.images).toEqual([body.id])
})

test.each([
  ['/page', 415, 'image_type'],
  ['/huge', 422, 'page_too_large'],
  ['/inside', 422, 'url_forbidden'],
])(
  'refuses an address without a picture, with too large a file, or inside the network: %s',
  async (path, status, code) => {
    expect(await fetchPicture(`http://${host}${path}`)).toMatchObject({ status, body: { code } })
  },
)

test('refuses addresses of this machine and of its network', async () => {
  for (const address of [
    'http://127.0.0.1:1/a.png',
    'http://[::1]/a.png',
    'http://10.0.0.1/a.png',
    'file:///etc/passwd',
  ])
    expect((await fetchPicture(address)).status).toBe(422)
})
