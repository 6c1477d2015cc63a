import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// A cookie goes along whichever page sends a request, so what changes something must come from Frogy's own pages.
let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const rename = (headers: Record<string, string>, at: Person = layla) =>
  at.ask('PATCH /api/user', { body: { timeZone: 'Asia/Amman' }, headers })

describe('what changes something', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another site, and the browser says so', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a browser that tells no origin but that it is another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a name that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['our name at another port', { origin: 'http://127.0.0.1:1' }],
    ['no address at all', { origin: 'x' }],
  ] as [string, Record<string, string>][])('is refused when it comes from %s', async (_where, headers) => {
    const { status, body } = await rename(headers)
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'wrong_origin' })
    expect(body.message).toBe('This request came from another site and was refused.')
  })

  test.each([
    ["Frogy's own pages", () => ({ origin: frogy.url, 'sec-fetch-site': 'same-origin' })],
    ['a program, which sends no origin', () => ({})],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ] as [string, () => Record<string, string>][])('is done when it comes from %s', async (_where, headers) => {
    expect((await rename(headers())).status).toBe(200)
  })

  test('is refused for signing in, out and up as well', async () => {
    const headers = { origin: 'https://evil.example' }
    const password = 'correct horse'
    const account = { email: `${crypto.randomUUID()}@example.com`, password }
    const names = { confirmPassword: password, firstName: 'O', lastName: 'S' }
    const refused = [
      await layla.ask('POST /api/logout', { headers }),
      await frogy.visitor().ask('POST /api/login', { body: account, headers }),
      await frogy.visitor().ask('POST /api/register', { body: { ...account, ...names }, headers }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await layla.ask('GET /api/user', {})).status).toBe(200)
  })

  test('is done from the public address although the server is reached by another one', async () => {
    await using behind = await startFrogy({ PUBLIC_URL: 'https://frogy.example/' })
    const omar = await behind.person()
    expect((await rename({ origin: 'https://frogy.example' }, omar)).status).toBe(200)
    expect((await rename({ origin: 'http://frogy.example' }, omar)).status).toBe(403)
    expect((await rename({ origin: 'https://www.frogy.example' }, omar)).status).toBe(403)
  })
})

test('what only reads is answered to whoever has the session', async () => {
  const { status } = await layla.ask('GET /api/user', { headers: { origin: 'https://evil.example' } })
  expect(status).toBe(200)
})

test('no other site is allowed to read an answer', async () => {
  const { headers } = await layla.ask('GET /api/user', { headers: { origin: 'https://evil.example' } })
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})
