import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** The directives of a Content Security Policy. */
function policyOf(headers: Headers): Record<string, string[]> {
  const directives = (headers.get('content-security-policy') ?? '').split(';')
  return Object.fromEntries(
    directives.map((one) => {
      const [name = '', ...sources] = one.trim().split(' ')
      return [name, sources]
    }),
  )
}

describe('the Content Security Policy', () => {
  test('allows a page its own scripts and styles, but no injected ones', async () => {
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

  test('gives API responses a policy without nonces', async () => {
    const policy = policyOf((await layla.fetch('/api/user')).headers)
    const { 'script-src': scripts, 'style-src': styles, ...others } = policyOf((await layla.fetch('/')).headers)
    expect([scripts, styles]).toEqual([
      ["'self'", expect.any(String)],
      ["'self'", expect.any(String)],
    ])
    expect(policy).toEqual({ 'script-src': ["'self'"], 'style-src': ["'self'"], ...others })
  })

  test('allows Facebook’s SDK only when a Facebook app is configured', async () => {
    await using own = await startFrogy({ FACEBOOK_CLIENT_ID: '123456', FACEBOOK_CLIENT_SECRET: 'secret' })
    expect(await own.visitor().call('GET /api/facebook/config', {})).toEqual({ clientId: '123456', version: 'v26.0' })
    const policy = policyOf((await own.visitor().fetch('/auth')).headers)
    const foreign = Object.entries(policy).flatMap(([name, sources]) =>
      sources.filter((one) => one.startsWith('http')).map((one) => `${name} ${one}`),
    )
    expect(foreign.toSorted()).toEqual([
      'connect-src https://graph.facebook.com',
      'connect-src https://www.facebook.com',
      'frame-src https://staticxx.facebook.com',
      'frame-src https://web.facebook.com',
      'frame-src https://www.facebook.com',
      'img-src https://www.facebook.com',
      'script-src https://connect.facebook.net',
    ])
    // A simulated Facebook has no SDK, so pages need no app id.
    expect(await layla.call('GET /api/facebook/config', {})).toEqual({ clientId: null, version: 'v26.0' })
  })

  test('forbids pages to use camera, location and other device features', async () => {
    const powers = (await layla.fetch('/')).headers.get('permissions-policy')
    for (const power of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(powers).toContain(`${power}=()`)
  })
})

test('uses new nonces for each page load', async () => {
  const nonces = new Set<string>()
  for (const path of ['/auth', '/index.html', '/create', '/auth']) {
    const response = await layla.fetch(path)
    const page = await response.text()
    const [, style = '', script = ''] = /<meta[^>]+nonce="(\w+)"[^]*?<script nonce="(\w+)"/.exec(page) ?? []
    expect(policyOf(response.headers)).toMatchObject({
      'style-src': ["'self'", `'nonce-${style}'`],
      'script-src': ["'self'", `'nonce-${script}'`],
    })
    // Pages have no validators. After a 304, a browser would apply the new policy to the old page, whose nonces differ.
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.get('last-modified')).toBeNull()
    nonces.add(style).add(script)
  }
  expect(nonces.size).toBe(8)
})

test('puts nonces into the API docs page', async () => {
  const response = await layla.fetch('/api/docs')
  const [, nonce = ''] = /<style nonce="(\w+)">/.exec(await response.text()) ?? []
  expect(policyOf(response.headers)['style-src']).toEqual(["'self'", `'nonce-${nonce}'`])
})

describe('private responses', () => {
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
  ])('forbids caches to store the private response of %s', async (target) => {
    const answer = await rawRequest(
      frogy.url,
      `GET ${target} HTTP/1.1\r\nhost: ${new URL(frogy.url).host}\r\ncookie: ${layla.cookie}\r\nconnection: close\r\n\r\n`,
    )
    // Frogy may answer an unusual spelling of a path with a page. It contains private data, so no cache may store it.
    expect(answer).toMatch(/^cache-control: no-store\r$/m)
  })
})
