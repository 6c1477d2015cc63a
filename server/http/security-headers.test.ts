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

  test('is its own for the answer to a call, too, where no nonce is needed to let anything in', async () => {
    const policy = policyOf((await layla.fetch('/api/user')).headers)
    const { 'script-src': scripts, 'style-src': styles, ...others } = policyOf((await layla.fetch('/')).headers)
    expect([scripts, styles]).toEqual([
      ["'self'", expect.any(String)],
      ["'self'", expect.any(String)],
    ])
    expect(policy).toEqual({ 'script-src': ["'self'"], 'style-src': ["'self'"], ...others })
  })

  test('is Facebook’s SDK besides, where an app of Facebook is configured, and nothing else of anybody', async () => {
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
    // A simulated Facebook has no SDK.
    expect(await layla.call('GET /api/facebook/config', {})).toEqual({ clientId: null, version: 'v26.0' })
  })

  test('does not include any power over the machine', async () => {
    const powers = (await layla.fetch('/')).headers.get('permissions-policy')
    for (const power of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(powers).toContain(`${power}=()`)
  })
})

test('a page knows the nonces of its own answer, and no answer has the nonce of another', async () => {
  const nonces = new Set<string>()
  for (const path of ['/auth', '/index.html', '/create', '/auth']) {
    const response = await layla.fetch(path)
    const page = await response.text()
    const [, style = '', script = ''] = /<meta[^>]+nonce="(\w+)"[^]*?<script nonce="(\w+)"/.exec(page) ?? []
    expect(policyOf(response.headers)).toMatchObject({
      'style-src': ["'self'", `'nonce-${style}'`],
      'script-src': ["'self'", `'nonce-${script}'`],
    })
    // Found unchanged, a browser would put the new answer's policy beside the old one's nonce.
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.get('last-modified')).toBeNull()
    nonces.add(style).add(script)
  }
  expect(nonces.size).toBe(8)
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
    // What is no call is a page, which holds what is the person's own as well.
    expect(answer).toMatch(/^cache-control: no-store\r$/m)
  })
})
