import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { securityHeaders } from './security-headers.ts'
import { webApp } from './web-app.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** The directives of an answer's content security policy. */
function policyOf(headers: Headers): Record<string, string[]> {
  const directives = (headers.get('content-security-policy') ?? '').split(';')
  return Object.fromEntries(
    directives.map((one) => {
      const [name = '', ...sources] = one.trim().split(' ')
      return [name, sources]
    }),
  )
}

describe('what a page may load', () => {
  test('is its own, and nothing that was written into it by somebody', async () => {
    const policy = policyOf((await layla.fetch('/')).headers)
    const nonce = /^'nonce-[\da-f]{32}'$/
    expect(policy).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", expect.stringMatching(nonce)],
      'style-src': ["'self'", expect.stringMatching(nonce)],
      'img-src': ["'self'", 'data:', 'blob:'],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    })
  })

  test('does not include any power over the machine', async () => {
    const powers = (await layla.fetch('/')).headers.get('permissions-policy')
    for (const power of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(powers).toContain(`${power}=()`)
  })
})

test('a page knows the nonce of its own answer, and no answer has the nonce of another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frogy-page-'))
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="" />')
  const server = Fastify()
  try {
    securityHeaders(server, { publicUrl: 'https://frogy.example' })
    await webApp(server, folder)
    const nonces = new Set<string>()
    for (const url of ['/', '/index.html', '/create', '/']) {
      const { body, headers } = await server.inject(url)
      const [, nonce = ''] = /nonce="(\w+)"/.exec(body) ?? []
      expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'nonce-${nonce}'`)
      // Found unchanged, a browser would put the new answer's policy beside the old one's nonce.
      expect(headers).not.toHaveProperty('etag')
      expect(headers).not.toHaveProperty('last-modified')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(4)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})

test("the calls' own page knows its nonce too", async () => {
  const response = await layla.fetch('/api/docs')
  const [, nonce = ''] = /<style nonce="(\w+)">/.exec(await response.text()) ?? []
  expect(policyOf(response.headers)['style-src']).toEqual(["'self'", `'nonce-${nonce}'`])
})

describe('what is a person’s own', () => {
  test.each([
    '/api/user',
    '/api/posts?limit=1',
    '/%61pi/user',
    '/api%2fuser',
    '/api/%75ser',
    '/API/user',
    '//api/user',
    '/api//user',
    '/api/user/',
    '/./api/user',
    '/api/nothing',
    'http://frogy.example/api/user',
  ])('is kept by nobody in between when it is asked for as %s', async (target) => {
    const answer = await rawRequest(
      frogy.url,
      `GET ${target} HTTP/1.1\r\nhost: ${new URL(frogy.url).host}\r\ncookie: ${layla.cookie}\r\nconnection: close\r\n\r\n`,
    )
    // What is no call is the page, which is the same for everybody.
    if (answer.includes('content-type: text/')) expect(answer).not.toContain(layla.user?.email)
    else expect(answer).toMatch(/^cache-control: no-store\r$/m)
  })
})
