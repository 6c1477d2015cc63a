import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pdfFile } from '#tests/support/documents.ts'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client, LINKEDIN } from '../../test-client.ts'

const SUB = 'fR7layla2H'

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('linkedin')
})
afterAll(() => simulator.close())

async function begin(): Promise<{ document: string; uploadUrl: string }> {
  const json = { initializeUploadRequest: { owner: `urn:li:person:${SUB}` } }
  const path = '/linkedin/rest/documents?action=initializeUpload'
  return (await client.call('POST', path, { token, headers: LINKEDIN, json })).json.value
}
const put = (url: string, bytes: Buffer) => client.call('PUT', url, { token, bytes })
const post = (id: string, title: string | undefined = 'Slides') =>
  client.linkedinPost(token, SUB, 'With a document', { content: { media: { id, title } } })

test('accepts a LinkedIn document in one request, processes it, and posts it under its title', async () => {
  const { document, uploadUrl } = await begin()
  expect(document).toMatch(/^urn:li:document:/)
  expect((await post(document)).json.code).toBe('MEDIA_ASSET_WAITING_UPLOAD')
  expect((await put(uploadUrl, pdfFile({ pages: 7 }))).status).toBe(201)
  expect((await post(document)).json.code).toBe('MEDIA_ASSET_WAITING_UPLOAD')
  await client.passes(250)
  expect((await post(document, '')).json.code).toBe('MISSING_FIELD')
  expect((await post(document, 't'.repeat(401))).json.code).toBe('FIELD_LENGTH_TOO_LONG')
  expect((await post(document)).status).toBe(201)
  const [{ media }] = await client.posts('linkedin')
  expect(media).toMatchObject([{ type: 'document', contentType: 'application/pdf', title: 'Slides', pages: 7 }])
})

test("replaces a LinkedIn document's file when another upload request follows", async () => {
  const { document, uploadUrl } = await begin()
  const file = pdfFile()
  await put(uploadUrl, file.subarray(0, 300))
  await put(uploadUrl, file.subarray(300))
  await client.passes(250)
  expect((await post(document)).json.code).toBe('MEDIA_ASSET_PROCESSING_FAILED')
})

test('does not process a LinkedIn document of more than 300 pages', async () => {
  const { document, uploadUrl } = await begin()
  await put(uploadUrl, pdfFile({ pages: 301 }))
  await client.passes(250)
  expect((await post(document)).json.code).toBe('MEDIA_ASSET_PROCESSING_FAILED')
})

test('hides the state of a LinkedIn document from apps without reading scopes', async () => {
  const { document } = await begin()
  const { status } = await client.get(`/linkedin/rest/documents/${encodeURIComponent(document)}`, token, LINKEDIN)
  expect(status).toBe(403)
})
