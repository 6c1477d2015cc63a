import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// What a real browser and its device do is in tests/browser/passkeys.spec.ts.

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const atName = (person: Person) => person.movedTo(frogy.url.replace('127.0.0.1', 'localhost'))
const RESPONSE = { id: 'YQ', rawId: 'YQ', type: 'public-key', response: {} } as const

describe('a passkey', () => {
  test('is bound to the host at which Frogy is seen', async () => {
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

  test('is bound to the host of PUBLIC_URL, by whatever way somebody comes', async () => {
    await using public_ = await startFrogy({ PUBLIC_URL: 'https://frogy.example' })
    for (const person of [public_.visitor(), public_.visitor().movedTo(public_.url.replace('127.0.0.1', 'localhost'))])
      expect(await person.call('POST /api/login/passkey/options', {})).toMatchObject({ rpId: 'frogy.example' })
  })

  test.for([{ a: 1 }, true, { length: 1 }, [['usb'], ['nfc', 'ble']], [null], ['x'.repeat(100)]])(
    'names its ways as words: %j',
    async (transports) => {
      const omar = atName(await frogy.person())
      const response = { ...RESPONSE, response: { transports } } as never
      const refused = await omar.ask('POST /api/passkeys', { body: { response } })
      expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
      expect((await omar.ask('GET /api/user', {})).status).toBe(200)
    },
  )

  test('is not to be had at an address in numbers', async () => {
    expect((await layla.call('GET /api/passkeys', {})).isAvailable).toBe(false)
    for (const key of ['POST /api/passkeys/options', 'POST /api/login/passkey/options'] as const)
      expect(await layla.ask(key, {})).toMatchObject({ status: 409, body: { code: 'passkeys_unavailable' } })
  })

  test('is not to be had at an address that is none', async () => {
    const head = [
      'POST /api/login/passkey/options HTTP/1.1',
      'host: [::1]:99999',
      'content-length: 0',
      'connection: close',
    ]
    const answer = await rawRequest(frogy.url, `${head.join('\r\n')}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 409 /)
  })

  test('takes a password of some minutes ago to be added and to be taken away', async () => {
    const omar = atName(await frogy.person())
    frogy.clock.advance(11 * 60_000)
    expect((await omar.ask('POST /api/passkeys/options', {})).body.code).toBe('password_needed')
    expect((await omar.ask('POST /api/passkeys', { body: { response: RESPONSE } })).body.code).toBe('password_needed')
    const params = { id: crypto.randomUUID() }
    expect(await omar.ask('DELETE /api/passkeys/{id}', { params })).toMatchObject({ status: 403 })
    await omar.call('POST /api/profile/verify-password', { body: { password: omar.password } })
    expect((await omar.ask('DELETE /api/passkeys/{id}', { params })).status).toBe(404)
  })

  test('that nobody has made is refused in words, whatever it holds', async () => {
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
