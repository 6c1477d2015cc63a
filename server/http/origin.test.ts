import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Browsers send the cookie with requests of any page, so changes must come from Frogy's own pages.
let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const rename = (headers: Record<string, string>, at: Person = layla) =>
  at.ask('PATCH /api/user', { body: { timeZone: 'Asia/Amman' }, headers })

describe('changing requests', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another site with Sec-Fetch-Site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a page with an opaque origin', { origin: 'null' }],
    ['a host that starts with our name', { origin: 'http://localhost.evil.example' }],
    ['our name at another port', { origin: 'http://127.0.0.1:1' }],
    ['an invalid origin', { origin: 'x' }],
  ] as [string, Record<string, string>][])('rejects a data-changing request from %s', async (_where, headers) => {
    const { status, body } = await rename(headers)
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'wrong_origin' })
    expect(body.message).toBe('This request came from another site and was blocked.')
  })

  test.each([
    ["Frogy's own pages", () => ({ origin: frogy.url, 'sec-fetch-site': 'same-origin' })],
    ['a program, which sends no origin', () => ({})],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ] as [string, () => Record<string, string>][])('accepts a data-changing request from %s', async (_where, headers) => {
    expect((await rename(headers())).status).toBe(200)
  })

  test('rejects sign-in, sign-out and registration from another site', async () => {
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

  test('accepts a data-changing request from the public origin behind a proxy', async () => {
    await using behind = await startFrogy({ PUBLIC_URL: 'https://frogy.example/' })
    const omar = await behind.person()
    expect((await rename({ origin: 'https://frogy.example' }, omar)).status).toBe(200)
    expect((await rename({ origin: 'http://frogy.example' }, omar)).status).toBe(403)
    expect((await rename({ origin: 'https://www.frogy.example' }, omar)).status).toBe(403)
  })
})

test('answers read-only requests with a session from any origin', async () => {
  const { status } = await layla.ask('GET /api/user', { headers: { origin: 'https://evil.example' } })
  expect(status).toBe(200)
})

test('allows no other site to read a response', async () => {
  const { headers } = await layla.ask('GET /api/user', { headers: { origin: 'https://evil.example' } })
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})
