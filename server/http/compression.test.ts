import { request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { compression } from './compression.ts'

let frogy: Frogy
let layla: Person
let script: string
let cookie: string
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
  const at = new Date(frogy.clock.now().getTime() + 86_400_000)
  for (let n = 0; n < 5; n++)
    await layla.schedule({ platform: 'linkedin', content: `${n} What nine days of waiting taught us. `.repeat(20), at })
  const page = await (await fetch(`${frogy.url}/auth`)).text()
  script = page.match(/\/assets\/shared-[\w-]+\.js/)?.[0] ?? ''
  const seen = await fetch(`${frogy.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: layla.user?.email, password: layla.password }),
  })
  cookie = seen.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(() => frogy[Symbol.asyncDispose]())

type Raw = { status: number; headers: Record<string, string | undefined>; body: Buffer }

/** Requests a path, and returns the raw response without decompression. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', sent?: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(new URL(path, frogy.url), { method, headers: { cookie, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Raw['headers'],
          body: Buffer.concat(chunks),
        }),
      )
    })
    asked.on('error', reject)
    asked.end(sent)
  })
}

const plain = ({ headers, body }: Raw): string => {
  if (headers['content-encoding'] === 'zstd') return zstdDecompressSync(body).toString()
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body).toString()
  return body.toString()
}

/**
 * The expected encodings of a list and, if it differs, of a built file, by `Accept-Encoding` header. The build writes
 * no zstd, because brotli is smaller.
 */
const NEGOTIATED: [accepted: string | undefined, ofList: string | undefined, ofFile?: string][] = [
  ['gzip, deflate, br, zstd', 'zstd', 'br'],
  ['gzip, deflate, br', 'br'],
  ['br;q=1.0, zstd;q=0.8, *;q=0.1', 'br'],
  ['zstd;q=0, br', 'br'],
  ['ZSTD, gzip', 'zstd', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['*', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  // Built files have compressed variants. A variant is sent if its encoding is accepted at all, even with a lower
  // quality value.
  ['identity;q=1, gzip;q=0.5', undefined, 'gzip'],
  ['deflate', undefined],
  ['nonsense;;q=x, ,', undefined],
  [undefined, undefined],
]

describe.each([
  ['a long list', () => '/api/posts'],
  ['a built script', () => script],
])('%s', (what, address) => {
  test.each(NEGOTIATED)('encodes a body for the Accept-Encoding "%s" as %s', async (accepted, ofList, ofFile) => {
    const answer = await ask(address(), accepted === undefined ? {} : { 'accept-encoding': accepted })
    const identity = await ask(address())
    const expected = what === 'a built script' ? (ofFile ?? ofList) : ofList
    expect(answer.status).toBe(200)
    expect(answer.headers['content-encoding']).toBe(expected)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(answer.headers['content-type']).toBe(identity.headers['content-type'])
    expect(plain(answer)).toBe(identity.body.toString())
    if (expected) expect(answer.body.length).toBeLessThan(identity.body.length / 2)
    if (expected) expect(answer.headers.vary?.toLowerCase()).toContain('accept-encoding')
  })

  test('responds to HEAD with the headers of GET and no body', async () => {
    const headers = { 'accept-encoding': 'br, zstd' }
    const [head, get] = [await ask(address(), headers, 'HEAD'), await ask(address(), headers)]
    expect(head.body).toHaveLength(0)
    for (const name of ['content-type', 'vary'])
      expect({ [name]: head.headers[name] }).toEqual({ [name]: get.headers[name] })
    // HEAD may omit headers that depend on the compressed body, but must not send other values.
    expect([undefined, get.headers['content-length']]).toContain(head.headers['content-length'])
    expect([undefined, get.headers['content-encoding']]).toContain(head.headers['content-encoding'])
  })
})

test('serves a range of a built file from the uncompressed bytes', async () => {
  const whole = await ask(script, { 'accept-encoding': 'br' })
  const part = await ask(script, { 'accept-encoding': 'br', range: 'bytes=10-29' })
  expect(part.status).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 10-29/${whole.body.length}`)
  expect(part.body).toEqual(whole.body.subarray(10, 30))
  const unpacked = await ask(script, { 'accept-encoding': 'identity', range: 'bytes=10-29' })
  expect(unpacked.body).toEqual((await ask(script)).body.subarray(10, 30))
})

test('gives each encoding of a built file its own ETag and revalidates by it', async () => {
  const packed = await ask(script, { 'accept-encoding': 'br' })
  const unpacked = await ask(script, { 'accept-encoding': 'identity' })
  expect(packed.headers.etag).not.toBe(unpacked.headers.etag)
  const again = await ask(script, { 'accept-encoding': 'br', 'if-none-match': packed.headers.etag ?? '' })
  expect(again.status).toBe(304)
  expect(again.headers.vary).toContain('accept-encoding')
})

test.each(['zstd', 'br', 'gzip'])('compresses a large body as %s in another thread', async (encoding) => {
  await using server = Fastify()
  compression(server)
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => `post number ${n}`))
  server.get('/', async (_request, reply) => reply.type('application/json').send(body))
  const { headers, rawPayload } = await server.inject({ url: '/', headers: { 'accept-encoding': encoding } })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(plain({ status: 200, headers: headers as Raw['headers'], body: rawPayload })).toBe(body)
})

test('sends a short response uncompressed', async () => {
  const { headers } = await ask('/api/user', { 'accept-encoding': 'br, zstd' })
  expect(headers['content-encoding']).toBeUndefined()
})

test('does not compress the event stream, so that events arrive immediately', async () => {
  const ended = new AbortController()
  const response = await layla.fetch('/api/events', {
    headers: { 'accept-encoding': 'br, gzip, zstd' },
    signal: ended.signal,
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  const first = await response.body?.getReader().read()
  expect(new TextDecoder().decode(first?.value)).toContain('retry:')
  ended.abort()
})

test('does not compress sign-in responses of any length', async () => {
  const body = JSON.stringify({ email: 'x'.repeat(300), password: 'x'.repeat(3_000) })
  const headers = {
    'accept-encoding': 'br, zstd',
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const refused = await ask('/api/login', headers, 'POST', body)
  expect(refused.status).toBe(422)
  expect(refused.headers['content-encoding']).toBeUndefined()
})

test('does not decompress a request body, which could expand beyond its limit', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const { status, body } = await ask(
    '/api/user',
    headers,
    'PATCH',
    gzipSync('{"timeZone":"Asia/Amman"}').toString('latin1'),
  )
  expect(status).toBe(400)
  expect(JSON.parse(body.toString())).toMatchObject({ code: 'malformed_json' })
})
