import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installation } from '#tests/support/installation.ts'
import { Person } from '#tests/support/person.ts'
import { login, registration, randomEmail } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'
import { PASSWORD_COST } from './passwords.ts'

const DAY_MS = 24 * 3_600_000

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
  // The first registered user becomes an admin; these tests need ordinary users.
  await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

describe('sign-in', () => {
  test('accepts the email address in upper or lower case, and the password in any Unicode normalization form', async () => {
    const email = randomEmail()
    const composed = 'kâdî wörd quäy'.normalize('NFC')
    await frogy.visitor().call('POST /api/register', {
      body: { ...registration(email), password: composed, confirmPassword: composed },
    })
    const reply = await login(frogy.visitor(), `  ${email.toUpperCase()}`, composed.normalize('NFD'))
    expect(reply).toMatchObject({ status: 200, body: { email } })
  })

  test('does not reveal whether the address or the password was wrong', async () => {
    const { user } = await frogy.person()
    const wrong = await login(frogy.visitor(), user?.email ?? '', 'wrong horse')
    const unknown = await login(frogy.visitor(), randomEmail(), 'wrong horse')
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
    expect(wrong.body).toMatchObject({
      code: 'invalid_credentials',
      message: 'Wrong email address or password.',
    })
  })

  test('takes equally long to reject an unknown address and a wrong password', async () => {
    await using costly = await startFrogy({}, { passwordCost: PASSWORD_COST })
    const { user } = await costly.visitor().register()
    const work = async (email: string) => {
      const before = process.cpuUsage()
      for (let i = 0; i < 3; i++) await login(costly.visitor(), email, 'wrong horse')
      const { user: userTime, system } = process.cpuUsage(before)
      return userTime + system
    }
    await work(randomEmail())
    const [known, unknown] = [await work(user?.email ?? ''), await work(randomEmail())]
    // Frogy hashes the password for an unknown address too. Otherwise the response would take a hundredth of the time.
    expect(unknown / known).toBeGreaterThan(0.2)
    expect(unknown / known).toBeLessThan(5)
  })

  test('sets an HttpOnly, same-site cookie that is Secure on https', async () => {
    const cookieOf = async (at: Frogy) => {
      const { user } = await at.person()
      const { headers } = await login(at.visitor(), user?.email ?? '', 'correct horse')
      return headers.getSetCookie()[0] ?? ''
    }
    const plain = await cookieOf(frogy)
    expect(plain).toMatch(/^frogy_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    await using secure = await startFrogy({ PUBLIC_URL: 'https://frogy.example' })
    expect(await cookieOf(secure)).toMatch(
      /^__Host-frogy_session=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('rejects a session cookie that was set before the switch to HTTPS, and deletes it at sign-in', async () => {
    await using place = await installation()
    const [email, layla] = [randomEmail(), new Person('')]
    {
      await using before = await place.start()
      await layla.movedTo(before.url).call('POST /api/register', { body: registration(email) })
    }
    await using after = await place.start({ PUBLIC_URL: 'https://frogy.example' })
    expect((await layla.movedTo(after.url).ask('GET /api/user', {})).status).toBe(401)
    const { headers } = await login(layla, email, 'correct horse')
    expect(headers.getSetCookie().map((cookie) => cookie.split(';').slice(0, 2).join(';'))).toEqual([
      'frogy_session=; Max-Age=0',
      expect.stringMatching(/^__Host-frogy_session=/),
      expect.stringMatching(/^__Host-frogy_browser=/),
    ])
    expect(await layla.call('GET /api/sessions', {})).toHaveLength(1)
  })

  test("ends the browser's previous session at sign-in, even the session of another user", async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const elsewhere = frogy.visitor()
    await login(elsewhere, layla.user?.email ?? '', 'correct horse')
    await login(layla, layla.user?.email ?? '', 'correct horse')
    expect(await layla.call('GET /api/sessions', {})).toHaveLength(2)

    await login(layla, omar.user?.email ?? '', 'correct horse')
    expect(await elsewhere.call('GET /api/sessions', {})).toHaveLength(1)
    await layla.call('POST /api/register', { body: registration(randomEmail()) })
    expect(await omar.call('GET /api/sessions', {})).toHaveLength(1)
  })

  test('ends the session on the server at sign-out', async () => {
    const layla = await frogy.person()
    const session = /frogy_session=[\w-]+/.exec(
      (await login(layla, layla.user?.email ?? '', layla.password)).headers.get('set-cookie') ?? '',
    )?.[0]
    const kept = () => fetch(`${frogy.url}/api/user`, { headers: { cookie: session ?? '' } })
    expect((await kept()).status).toBe(200)

    const out = await layla.ask('POST /api/logout', {})
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toMatch(/^frogy_session=; Max-Age=0;/)
    expect((await kept()).status).toBe(401)
    expect((await layla.ask('POST /api/logout', {})).status).toBe(204)
  })

  test('responds 401 without a session or with a forged one', async () => {
    expect(await frogy.visitor().ask('GET /api/user', {})).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
    for (const cookie of ['frogy_session=', 'frogy_session=x', 'frogy_session=%00', '=;=', 'frogy_session']) {
      expect((await fetch(`${frogy.url}/api/user`, { headers: { cookie } })).status).toBe(401)
    }
  })

  test('expires a session thirty days after its last use', async () => {
    const [busy, idle] = [await frogy.person(), await frogy.person()]
    frogy.clock.advance(29 * DAY_MS)
    expect((await busy.ask('GET /api/user', {})).status).toBe(200)
    frogy.clock.advance(2 * DAY_MS)
    expect((await busy.ask('GET /api/user', {})).status).toBe(200)
    expect((await idle.ask('GET /api/user', {})).status).toBe(401)
  })
})

describe('sessions', () => {
  test('lists the open sessions, marks the current one, and ends them one by one', async () => {
    const layla = await frogy.person()
    const phone = frogy.visitor()
    await phone.ask('POST /api/login', {
      body: { email: layla.user?.email ?? '', password: layla.password },
      headers: { 'user-agent': 'Frogy on a phone' },
    })
    const sessions = await layla.call('GET /api/sessions', {})
    expect(countValues(sessions.map(({ isCurrent }) => isCurrent))).toEqual({ true: 1, false: 1 })
    const other = sessions.find(({ isCurrent }) => !isCurrent)
    expect(other?.userAgent).toBe('Frogy on a phone')

    expect((await layla.ask('DELETE /api/sessions/{id}', { params: { id: other?.id ?? '' } })).status).toBe(204)
    expect((await phone.ask('GET /api/user', {})).status).toBe(401)
    expect(await layla.call('GET /api/sessions', {})).toHaveLength(1)
    expect((await layla.ask('DELETE /api/sessions/{id}', { params: { id: other?.id ?? '' } })).status).toBe(404)
  })

  test("neither lists nor ends another user's sessions", async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const [session] = await layla.call('GET /api/sessions', {})
    expect((await omar.call('GET /api/sessions', {})).map(({ id }) => id)).not.toContain(session?.id)
    expect(await omar.ask('DELETE /api/sessions/{id}', { params: { id: session?.id ?? '' } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await layla.ask('GET /api/user', {})).status).toBe(200)
  })
})
