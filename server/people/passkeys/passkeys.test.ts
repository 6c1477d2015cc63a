import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Browser tests with real passkeys are in tests/browser/passkeys.spec.ts.

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const atName = (person: Person) => person.movedTo(frogy.url.replace('127.0.0.1', 'localhost'))
const RESPONSE = { id: 'YQ', rawId: 'YQ', type: 'public-key', response: {} } as const

describe('passkeys', () => {
  test('binds a passkey to the host that the browser uses', async () => {
    const omar = atName(await frogy.person())
    expect(await omar.call('GET /api/passkeys', {})).toEqual({ isAvailable: true, passkeys: [] })
    expect(await omar.call('POST /api/passkeys/options', {})).toMatchObject({
      rp: { id: 'localhost', name: 'Frogy' },
      user: { name: omar.user?.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const asked = await omar.call('POST /api/login/passkey/options', {})
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(asked).not.toHaveProperty('allowCredentials')
  })

  test('binds a passkey to the host of PUBLIC_URL, even if a request names another host', async () => {
    await using public_ = await startFrogy({ PUBLIC_URL: 'https://frogy.example' })
    for (const person of [public_.visitor(), public_.visitor().movedTo(public_.url.replace('127.0.0.1', 'localhost'))])
      expect(await person.call('POST /api/login/passkey/options', {})).toMatchObject({ rpId: 'frogy.example' })
  })

  test.for([{ a: 1 }, true, { length: 1 }, [['usb'], ['nfc', 'ble']], [null], ['x'.repeat(100)]])(
    'rejects the invalid passkey transports %j',
    async (transports) => {
      const omar = atName(await frogy.person())
      const response = { ...RESPONSE, response: { transports } } as never
      const refused = await omar.ask('POST /api/passkeys', { body: { response } })
      expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
      expect((await omar.ask('GET /api/user', {})).status).toBe(200)
    },
  )

  test('offers no passkeys when Frogy runs at an IP address', async () => {
    expect((await layla.call('GET /api/passkeys', {})).isAvailable).toBe(false)
    for (const key of ['POST /api/passkeys/options', 'POST /api/login/passkey/options'] as const)
      expect(await layla.ask(key, {})).toMatchObject({ status: 409, body: { code: 'passkeys_unavailable' } })
  })

  test('offers passkeys only at a valid origin', async () => {
    const head = [
      'POST /api/login/passkey/options HTTP/1.1',
      'host: [::1]:99999',
      'content-length: 0',
      'connection: close',
    ]
    const answer = await rawRequest(frogy.url, `${head.join('\r\n')}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 409 /)
  })

  test('requires recent authentication to add or remove a passkey', async () => {
    const omar = atName(await frogy.person())
    frogy.clock.advance(11 * 60_000)
    expect((await omar.ask('POST /api/passkeys/options', {})).body.code).toBe('password_needed')
    expect((await omar.ask('POST /api/passkeys', { body: { response: RESPONSE } })).body.code).toBe('password_needed')
    const params = { id: crypto.randomUUID() }
    expect(await omar.ask('DELETE /api/passkeys/{id}', { params })).toMatchObject({ status: 403 })
    await omar.call('POST /api/profile/verify-password', { body: { password: omar.password } })
    expect((await omar.ask('DELETE /api/passkeys/{id}', { params })).status).toBe(404)
  })

  test('rejects any forged passkey with a clear message', async () => {
    const omar = atName(await frogy.person())
    await omar.call('POST /api/passkeys/options', {})
    for (const response of [
      RESPONSE,
      {
        ...RESPONSE,
        response: { clientDataJSON: 'e30', attestationObject: 'oA', authenticatorData: 'AA', signature: 'AA' },
      },
    ]) {
      expect(await omar.ask('POST /api/passkeys', { body: { response } })).toMatchObject({
        status: 422,
        body: { code: 'passkey_refused' },
      })
      expect(await omar.ask('POST /api/login/passkey', { body: { response } })).toMatchObject({
        status: 422,
        body: { code: 'passkey_refused' },
      })
    }
  })
})
