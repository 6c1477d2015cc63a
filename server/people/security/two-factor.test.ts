import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, turnOnTwoFactor, wrongCode } from '#tests/support/authenticator-app.ts'
import { installation } from '#tests/support/installation.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { login, registration, randomEmail } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const [OLD_SECRET, NEW_SECRET] = ['an older secret of 32 characters', 'a newer secret of 32 characters!']

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy({ RATE_LIMITS: 'on' })
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** A user who has turned two-factor sign-in on by a first code. `code` returns the current authenticator code. */
async function twoFactorUser() {
  const person = await frogy.person()
  const { secret, recoveryCodes } = await turnOnTwoFactor(person, frogy.clock.now())
  frogy.clock.advance(MINUTE_MS)
  return {
    person,
    secret,
    recoveryCodes,
    email: person.user?.email ?? '',
    code: () => codeAt(secret, frogy.clock.now()),
  }
}

const giveCode = (who: Person, code: string, trustBrowser = false) =>
  who.ask('POST /api/login/code', { body: { code, trustBrowser } })
const giveRecoveryCode = (who: Person, recoveryCode: string) =>
  who.ask('POST /api/login/code', { body: { recoveryCode } })
const isIn = async (who: Person) => (await who.ask('GET /api/user', {})).status === 200

/** A new browser that has passed the password step. */
async function withPassword(email: string, password = 'correct horse'): Promise<Person> {
  const somebody = frogy.visitor()
  expect(await login(somebody, email, password)).toMatchObject({ status: 401, body: { code: 'code_needed' } })
  return somebody
}

describe('turning on two-factor sign-in', () => {
  test('turns two-factor sign-in on by a code and returns ten recovery codes', async () => {
    const layla = await frogy.person()
    expect(await layla.call('GET /api/two-factor', {})).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 })
    const { secret, uri } = await layla.call('POST /api/two-factor', {})
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Frogy:[^?]*%40example\.com\?issuer=Frogy&/)

    // Until the user has confirmed a code, sign-in asks for none.
    expect((await login(frogy.visitor(), layla.user?.email ?? '', 'correct horse')).status).toBe(200)
    const wrong = await layla.ask('POST /api/two-factor/confirm', {
      body: { code: wrongCode(secret, frogy.clock.now()) },
    })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'wrong_code' } })
    const { recoveryCodes } = await layla.call('POST /api/two-factor/confirm', {
      body: { code: codeAt(secret, frogy.clock.now()) },
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await layla.call('GET /api/two-factor', {})).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await layla.ask('POST /api/two-factor', {})).body.code).toBe('two_factor_on')
  })

  test('keeps exactly ten recovery codes after concurrent renewals', async () => {
    const { person } = await twoFactorUser()
    for (let round = 0; round < 5; round++) {
      await Promise.all([1, 2, 3, 4].map(() => person.call('POST /api/two-factor/recovery-codes', {})))
      expect(await person.call('GET /api/two-factor', {})).toMatchObject({ recoveryCodesLeft: 10 })
    }
  })

  test('mails the user when two-factor sign-in is turned on or off', async () => {
    const layla = await frogy.visitor().register()
    const email = layla.user?.email ?? ''
    const link = /confirm-email\?token=(\S+)/.exec(await mailTo(frogy.dataDir, email))?.[1] ?? ''
    await layla.call('POST /api/confirm-email', { body: { token: link } })
    await turnOnTwoFactor(layla, frogy.clock.now())
    expect(await mailTo(frogy.dataDir, email, 2)).toContain('Two-factor sign-in is on')
    await layla.call('DELETE /api/two-factor', {})
    expect(await mailTo(frogy.dataDir, email, 3)).toContain('Two-factor sign-in is off')
  })

  test('requires authentication within the last ten minutes to change two-factor sign-in', async () => {
    const layla = await frogy.person()
    frogy.clock.advance(10 * MINUTE_MS + 1_000)
    for (const key of [
      'POST /api/two-factor',
      'POST /api/two-factor/recovery-codes',
      'DELETE /api/two-factor',
    ] as const)
      expect(await layla.ask(key, {})).toMatchObject({ status: 403, body: { code: 'password_needed' } })
    const check = (password: string) => layla.ask('POST /api/profile/verify-password', { body: { password } })
    expect(await check('wrong horse')).toMatchObject({ status: 422, body: { code: 'wrong_password' } })
    expect((await layla.ask('POST /api/two-factor', {})).status).toBe(403)
    expect((await check('correct horse')).status).toBe(204)
    expect((await layla.ask('POST /api/two-factor', {})).status).toBe(200)
  })

  test('limits password guesses of a signed-in user who must reauthenticate', async () => {
    const layla = await frogy.person()
    const check = (password: string) => layla.ask('POST /api/profile/verify-password', { body: { password } })
    for (let tries = 0; tries < 5; tries++) await check('wrong horse')
    expect((await check('correct horse')).status).toBe(429)
  })
})

describe('signing in with two factors', () => {
  test('starts no session before the second factor', async () => {
    const { email, code } = await twoFactorUser()
    const layla = await withPassword(email)
    expect(await isIn(layla)).toBe(false)
    expect(await giveCode(layla, code())).toMatchObject({ status: 200, body: { email } })
    expect(await isIn(layla)).toBe(true)
  })

  test('rejects an authenticator code without a preceding password, or ten minutes after the password', async () => {
    const { email, code } = await twoFactorUser()
    expect((await giveCode(frogy.visitor(), code())).body.code).toBe('second_step_over')
    const late = await withPassword(email)
    frogy.clock.advance(10 * MINUTE_MS)
    expect((await giveCode(late, code())).body.code).toBe('second_step_over')
  })

  test('answers a wrong password without revealing that two-factor sign-in is on', async () => {
    const { email } = await twoFactorUser()
    expect((await login(frogy.visitor(), email, 'wrong horse')).body.code).toBe('invalid_credentials')
  })

  test('accepts an authenticator code once, even under concurrent use', async () => {
    const { email, code } = await twoFactorUser()
    const shown = code()
    const both = await Promise.all([withPassword(email), withPassword(email)])
    const replies = await Promise.all(both.map((one) => giveCode(one, shown)))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422'])
    expect((await giveCode(await withPassword(email), shown)).body.code).toBe('wrong_code')
  })

  test('accepts the authenticator code of the previous 30 seconds but no older one, in Latin and Arabic digits', async () => {
    const { email, secret } = await twoFactorUser()
    const ago = (ms: number) => codeAt(secret, new Date(frogy.clock.now().getTime() - ms))
    const layla = await withPassword(email)
    expect((await giveCode(layla, ago(2 * MINUTE_MS))).body.code).toBe('wrong_code')
    const arabic = ago(30_000).replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    expect((await giveCode(layla, arabic)).status).toBe(200)
  })

  test('delays unknown browsers for a minute after five wrong codes, then twice as long after each further one', async () => {
    const { person, email, secret, code } = await twoFactorUser()
    const stranger = await withPassword(email)
    const wrong = () => giveCode(stranger, wrongCode(secret, frogy.clock.now()))
    for (let tries = 0; tries < 5; tries++) expect((await wrong()).body.code).toBe('wrong_code')
    const held = await giveCode(stranger, code())
    expect(held).toMatchObject({ status: 429, body: { values: { unit: 'seconds' } } })
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(Number(held.headers.get('retry-after'))).toBeLessThanOrEqual(60)

    await login(person, email, 'correct horse')
    expect((await giveCode(person, code())).status).toBe(200)

    frogy.clock.advance(MINUTE_MS)
    expect((await wrong()).body.code).toBe('wrong_code')
    expect(Number((await wrong()).headers.get('retry-after'))).toBeGreaterThan(110)
  })

  test('skips the second factor in a trusted browser for 30 days, for this user only', async () => {
    const { email, code } = await twoFactorUser()
    const other = await twoFactorUser()
    const layla = await withPassword(email)
    await giveCode(layla, code(), true)
    expect((await login(layla, email, 'correct horse')).status).toBe(200)
    expect((await login(layla, other.email, 'correct horse')).body.code).toBe('code_needed')
    frogy.clock.advance(30 * DAY_MS)
    expect((await login(layla, email, 'correct horse')).body.code).toBe('code_needed')
  })
})

describe('recovery codes', () => {
  test('accepts a recovery code once in any spelling, and shows how many remain', async () => {
    const { email, recoveryCodes } = await twoFactorUser()
    const [first = '', second = ''] = recoveryCodes
    const layla = await withPassword(email)
    expect((await giveRecoveryCode(layla, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect(await layla.call('GET /api/two-factor', {})).toMatchObject({ recoveryCodesLeft: 9 })
    const again = await withPassword(email)
    expect((await giveRecoveryCode(again, first)).body.code).toBe('wrong_code')
    expect((await giveRecoveryCode(again, second)).status).toBe(200)
  })

  test('accepts a recovery code once under concurrent use', async () => {
    const { email, recoveryCodes } = await twoFactorUser()
    const both = await Promise.all([withPassword(email), withPassword(email)])
    const replies = await Promise.all(both.map((one) => giveRecoveryCode(one, recoveryCodes[0] ?? '')))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422'])
  })

  test('rejects replaced recovery codes and those of other users', async () => {
    const { person, email, recoveryCodes } = await twoFactorUser()
    const other = await twoFactorUser()
    const { recoveryCodes: newOnes } = await person.call('POST /api/two-factor/recovery-codes', {})
    const layla = await withPassword(email)
    for (const void_ of [recoveryCodes[0] ?? '', other.recoveryCodes[0] ?? ''])
      expect((await giveRecoveryCode(layla, void_)).body.code).toBe('wrong_code')
    expect((await giveRecoveryCode(layla, newOnes[0] ?? '')).status).toBe(200)
  })
})

describe('password reset with two factors', () => {
  test('requires a code after a password reset, even in trusted browsers and pending sign-ins', async () => {
    const { email, code } = await twoFactorUser()
    const layla = await withPassword(email)
    await giveCode(layla, code(), true)
    const waiting = await withPassword(email)
    const thief = frogy.visitor()
    await thief.call('POST /api/forgot-password', { body: { email } })
    const token = /reset-password\?token=(\S+)/.exec(await mailTo(frogy.dataDir, email, 2))?.[1] ?? ''
    const password = 'another stable horse'
    await thief.call('POST /api/reset-password', { body: { token, password, confirmPassword: password } })

    expect(await isIn(thief)).toBe(false)
    expect((await login(thief, email, password)).body.code).toBe('code_needed')
    expect(await isIn(thief)).toBe(false)
    expect((await giveCode(waiting, code())).body.code).toBe('second_step_over')
    expect((await login(layla, email, password)).body.code).toBe('code_needed')
  })
})

describe('password change with two factors', () => {
  test('ends pending sign-ins and trusted browsers after a password change', async () => {
    const { person, email, code } = await twoFactorUser()
    const laptop = await withPassword(email)
    await giveCode(laptop, code(), true)
    const thief = await withPassword(email)
    frogy.clock.advance(MINUTE_MS)
    const password = 'another stable horse'
    const body = { currentPassword: 'correct horse', password, confirmPassword: password }
    await person.call('POST /api/profile/password', { body })
    expect((await giveCode(thief, code())).body.code).toBe('second_step_over')
    expect((await login(laptop, email, password)).body.code).toBe('code_needed')
  })
})

describe('storage', () => {
  test('encrypts or hashes all two-factor secrets, even after APP_SECRET changes', async () => {
    await using place = await installation()
    const [email, layla] = [randomEmail(), new Person('')]
    let kept: { secret: string; recoveryCodes: string[] }
    {
      await using before = await place.start({ APP_SECRET: OLD_SECRET })
      await layla.movedTo(before.url).call('POST /api/register', { body: registration(email) })
      kept = await turnOnTwoFactor(layla, place.clock.now())
    }
    const stored = await place.everythingStored()
    for (const text of [
      kept.secret,
      ...kept.recoveryCodes,
      ...kept.recoveryCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(text)

    place.clock.advance(MINUTE_MS)
    {
      await using _changed = await place.start({ APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: OLD_SECRET })
    }
    await using after = await place.start({ APP_SECRET: NEW_SECRET })
    for (const proof of [
      { code: codeAt(kept.secret, place.clock.now()) },
      { recoveryCode: kept.recoveryCodes[3] ?? '' },
    ]) {
      const again = after.visitor()
      expect((await login(again, email, 'correct horse')).body.code).toBe('code_needed')
      expect((await again.ask('POST /api/login/code', { body: proof })).status).toBe(200)
    }
  })
})
