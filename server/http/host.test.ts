import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Tests DNS rebinding, where a foreign name resolves to this machine.
let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy({ PUBLIC_URL: 'https://frogy.example' })
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

async function ask(host: string | undefined, path = '/api/user', more = '') {
  const answer = await rawRequest(
    frogy.url,
    `GET ${path} HTTP/1.1\r\n${host === undefined ? '' : `host: ${host}\r\n`}cookie: ${layla.cookie}\r\n${more}connection: close\r\n\r\n`,
  )
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body }
}

describe('the Host header', () => {
  test.each(['frogy.example', 'FROGY.example', 'frogy.example:443', 'localhost:1', '127.0.0.1', '[::1]:3000'])(
    'answers a request to the host %s',
    async (host) => {
      expect((await ask(host)).status).toBe(200)
    },
  )

  test.each([
    'evil.example',
    'frogy.example.evil.example',
    'evil.frogy.example',
    'frogy.example:8443',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '203.0.113.7',
    'evil.example@frogy.example',
    'frogy.example/x',
  ])('rejects any request to the foreign host %s', async (host) => {
    for (const path of ['/api/user', '/api/openapi.json', '/', '/nowhere']) {
      const { status, body } = await ask(host, path)
      expect({ status, code: (JSON.parse(body) as { code: string }).code }).toEqual({ status: 421, code: 'wrong_host' })
    }
  })

  test('rejects a request without a Host header', async () => {
    const { status, body } = await ask(undefined)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toEqual({ message: 'The request could not be read.', code: 'malformed_request' })
  })

  test('lets health probes use any host name or none', async () => {
    for (const path of ['/healthz', '/readyz', '/readyz?from=probe'])
      for (const host of ['10.1.2.3:3000', undefined]) expect((await ask(host, path)).status).toBe(200)
    expect(await rawRequest(frogy.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('proxy headers', () => {
  let behind: Frogy
  beforeAll(async () => {
    behind = await startFrogy({ PUBLIC_URL: 'https://frogy.example', TRUST_PROXY: '127.0.0.0/8', RATE_LIMITS: 'on' })
  })
  afterAll(() => behind[Symbol.asyncDispose]())

  const forwarded = 'x-forwarded-host: evil.example\r\nx-forwarded-for: 203.0.113.7\r\n'

  test('ignores X-Forwarded-Host without TRUST_PROXY', async () => {
    expect((await ask('frogy.example', '/api/user', forwarded)).status).toBe(200)
    expect((await ask('evil.example', '/api/user', 'x-forwarded-host: frogy.example\r\n')).status).toBe(421)
  })

  test('trusts the host and client address in headers from proxies in TRUST_PROXY', async () => {
    const headers = (from: number) => ({ 'x-forwarded-host': 'frogy.example', 'x-forwarded-for': `203.0.113.${from}` })
    const body = { email: 'nobody@example.com' }
    const statuses = []
    for (let n = 1; n <= 25; n++)
      statuses.push((await behind.visitor().ask('POST /api/forgot-password', { body, headers: headers(n) })).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test.each([
    ['an address', (n: number) => `198.51.100.7:${40_000 + n}`],
    ['a network', (n: number) => `[2001:db8::${n}]:${40_000 + n}`],
  ])('counts requests from %s as one client for rate limits, whatever their ports', async (_whose, from) => {
    const body = { email: 'nobody@example.com' }
    const statuses = []
    for (let n = 1; n <= 25; n++) {
      const headers = { 'x-forwarded-for': from(n) }
      statuses.push((await behind.visitor().ask('POST /api/forgot-password', { body, headers })).status)
    }
    expect(statuses).toContain(429)
  })

  test('ignores X-Forwarded-For of untrusted proxies', async () => {
    await using open = await startFrogy({ RATE_LIMITS: 'on' })
    const body = { email: 'nobody@example.com' }
    const statuses = []
    for (let n = 1; n <= 25; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` }
      statuses.push((await open.visitor().ask('POST /api/forgot-password', { body, headers })).status)
    }
    expect(statuses).toContain(429)
  })
})
