import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deepTest } from '#tests/support/deep-test.ts'
import { listen } from '#tests/support/event-stream.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { login, registration, randomEmail } from '#tests/support/sign-in-requests.ts'
import { PASSWORD_COST } from '#server/people/auth/passwords.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW = 'a new horse'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const emailOf = (who: Person) => who.user?.email ?? ''
/** Signs the same user in with another browser, which has a different user agent. */
async function inAnotherBrowser(who: Person, userAgent = FIREFOX): Promise<Person> {
  const other = frogy.visitor()
  const body = JSON.stringify({ email: emailOf(who), password: who.password })
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
  expect((await other.fetch('/api/login', { method: 'POST', body, headers })).status).toBe(200)
  return other
}
const change = (who: Person, currentPassword: string, password: string, confirmPassword = password) =>
  who.ask('POST /api/profile/password', { body: { currentPassword, password, confirmPassword } })

test("changes a user's names and time zone", async () => {
  const layla = await frogy.person()
  const body = { firstName: ' ليلى ', lastName: 'الحداد', timeZone: 'Asia/Riyadh' }
  expect(await layla.call('PATCH /api/user', { body })).toMatchObject({
    firstName: 'ليلى',
    lastName: 'الحداد',
    timeZone: 'Asia/Riyadh',
  })
  expect(await layla.call('PATCH /api/user', { body: { lastName: 'Haddad' } })).toMatchObject({
    firstName: 'ليلى',
    lastName: 'Haddad',
  })
  expect(await layla.ask('PATCH /api/user', { body: { firstName: '  ' } })).toMatchObject({
    status: 422,
    body: { issues: expect.arrayContaining([expect.objectContaining({ path: 'firstName' })]) as unknown },
  })
})

test.each(['+03:00', '-14:00', 'Nope'])('ignores the unknown time zone %s', async (timeZone) => {
  const layla = await frogy.person()
  await layla.call('PATCH /api/user', { body: { timeZone: 'asia/riyadh' } })
  expect(await layla.ask('PATCH /api/user', { body: { timeZone } })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'timeZone' }] },
  })
  expect((await layla.call('GET /api/user', {})).timeZone).toBe('Asia/Riyadh')
  const registered = await frogy
    .visitor()
    .ask('POST /api/register', { body: { ...registration(randomEmail()), timeZone } })
  expect(registered).toMatchObject({ status: 201, body: { timeZone: null } })
})

test('shows when the account was created and the password was changed', async () => {
  const layla = await frogy.person()
  const before = await layla.call('GET /api/profile', {})
  expect(before).toMatchObject({ hasPassword: true, passwordChangedAt: null })
  expect((await change(layla, layla.password, NEW)).body).toEqual({
    ...before,
    passwordChangedAt: expect.any(String) as string,
  })
})

test('accepts one of two concurrent password changes', async () => {
  const layla = await frogy.person()
  const other = await inAnotherBrowser(layla)
  const replies = await Promise.all([
    change(layla, layla.password, 'one stable horse'),
    change(other, layla.password, 'another stable horse'),
  ])
  // Only one change succeeds. The other session may have ended before its password was checked.
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

deepTest('ends a session that begins with the old password during a password change', async () => {
  await using costly = await startFrogy({}, { passwordCost: PASSWORD_COST })
  const layla = await costly.visitor().register()
  let password = layla.password
  for (const next of ['one stable horse', 'another stable horse', 'a third stable horse']) {
    const others: Person[] = []
    const changed = new AbortController()
    const goOnSigningIn = async () => {
      while (!changed.signal.aborted) {
        const one = costly.visitor()
        others.push(one)
        await login(one, emailOf(layla), password)
      }
    }
    const signIns = [1, 2, 3].map(goOnSigningIn)
    expect((await change(layla, password, next)).status).toBe(200)
    changed.abort()
    await Promise.all(signIns)
    const isIn = await Promise.all(others.map(async (one) => (await one.ask('GET /api/user', {})).status === 200))
    expect(isIn).not.toContain(true)
    expect((await layla.ask('GET /api/user', {})).status).toBe(200)
    password = next
  }
})

test('changes the password and ends all other sessions', async () => {
  const layla = await frogy.person()
  const phone = await inAnotherBrowser(layla)
  await using stream = await listen(phone)
  expect((await change(layla, layla.password, NEW)).status).toBe(200)
  expect(await stream.next()).toMatchObject({ type: 'session.ended' })
  expect(await stream.next()).toBeUndefined()
  expect((await phone.ask('GET /api/user', {})).status).toBe(401)
  expect((await layla.ask('GET /api/user', {})).status).toBe(200)
  expect((await login(frogy.visitor(), emailOf(layla), layla.password)).status).toBe(401)
  expect((await login(frogy.visitor(), emailOf(layla), NEW)).status).toBe(200)
  expect(await mailTo(frogy.dataDir, emailOf(layla))).toContain('/auth?mode=forgot')
})

test('invalidates reset links mailed before a password change', async () => {
  const layla = await frogy.person()
  await frogy.visitor().call('POST /api/forgot-password', { body: { email: emailOf(layla) } })
  const token = /reset-password\?token=([\w-]+)/.exec(await mailTo(frogy.dataDir, emailOf(layla)))?.[1] ?? ''
  await change(layla, layla.password, NEW)
  const body = { token, password: 'another horse', confirmPassword: 'another horse' }
  expect(await frogy.visitor().ask('POST /api/reset-password', { body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_token' },
  })
})

test('rejects a password change without the old password or with a common new one', async () => {
  const layla = await frogy.person()
  const phone = await inAnotherBrowser(layla)
  expect(await change(layla, 'not this one', NEW)).toMatchObject({
    status: 422,
    body: { code: 'wrong_password', issues: [{ path: 'currentPassword' }] },
  })
  expect(await change(layla, layla.password, 'password')).toMatchObject({
    status: 422,
    body: { code: 'weak_password' },
  })
  expect(await change(layla, layla.password, NEW, 'other horse')).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'confirmPassword' }] },
  })
  expect((await phone.ask('GET /api/user', {})).status).toBe(200)
  expect(mailsIn(frogy.dataDir).filter((mail) => mail.includes(`To: ${emailOf(layla)}\n`))).toEqual([])
})

test('delays guesses of the old password when a signed-in user changes it', async () => {
  await using limited = await startFrogy({ RATE_LIMITS: 'on' })
  const layla = await limited.person()
  const answers = []
  for (let n = 0; n < 6; n++)
    answers.push((await layla.ask('POST /api/profile/verify-password', { body: { password: `guess ${n}` } })).status)
  expect(answers).toContain(422)
  expect(answers.at(-1)).toBe(429)
})

test('shows the device of each session and marks the current one', async () => {
  const layla = await frogy.person()
  const phone = await inAnotherBrowser(layla, IPHONE)
  await inAnotherBrowser(layla, FIREFOX)
  const sessions = await phone.call('GET /api/sessions', {})
  expect(sessions).toHaveLength(3)
  const devices = sessions.map(({ device: { browser, system, type }, isCurrent }) => [browser, system, type, isCurrent])
  expect(devices).toContainEqual(['Safari', 'iPhone', 'phone', true])
  expect(devices).toContainEqual(['Firefox', 'Linux', 'desktop', false])
})

test('immediately ends all other sessions of the user, but no session of another user', async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  const phones = [await inAnotherBrowser(layla, IPHONE), await inAnotherBrowser(layla)]
  await layla.call('DELETE /api/sessions', {})
  for (const phone of phones) expect((await phone.ask('GET /api/user', {})).status).toBe(401)
  expect(await layla.call('GET /api/sessions', {})).toHaveLength(1)
  expect((await omar.ask('GET /api/user', {})).status).toBe(200)
})

describe('email change', () => {
  const MINUTE_MS = 60_000
  const ask = (who: Person, email: string) => who.ask('POST /api/profile/email', { body: { email } })
  const confirm = (token: string, who = frogy.visitor()) =>
    who.ask('POST /api/profile/email/confirm', { body: { token } })
  const tokenFor = async (email: string, count = 1) =>
    /change-email\?token=([\w-]+)/.exec(await mailTo(frogy.dataDir, email, count))?.[1] ?? ''

  test('switches to a new email address after its link is opened, and notifies the old address', async () => {
    const [layla, email] = [await frogy.person(), randomEmail()]
    const old = emailOf(layla)
    expect((await ask(layla, email.toUpperCase())).body).toMatchObject({ pendingEmail: email })
    expect(await layla.call('GET /api/user', {})).toMatchObject({ email: old })
    expect(await mailTo(frogy.dataDir, old)).toContain('/auth?mode=forgot')
    expect((await login(frogy.visitor(), email, layla.password)).status).toBe(401)

    const token = await tokenFor(email)
    expect((await confirm(token)).status).toBe(200)
    expect(await layla.call('GET /api/user', {})).toMatchObject({ email, emailConfirmed: true })
    expect(await layla.call('GET /api/profile', {})).toMatchObject({ pendingEmail: null })
    expect((await login(frogy.visitor(), email, layla.password)).status).toBe(200)
    expect((await login(frogy.visitor(), old, layla.password)).status).toBe(401)
    expect(await mailTo(frogy.dataDir, old, 2)).toContain('uses another, confirmed email address')
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  })

  test('accepts only the later of two email changes, and none after cancelling', async () => {
    const [layla, first, second] = [await frogy.person(), randomEmail(), randomEmail()]
    await ask(layla, first)
    const former = await tokenFor(first)
    await ask(layla, second)
    expect((await confirm(former)).status).toBe(400)
    // Read the mail before the change is cancelled, because Frogy sends no mail about a cancelled change.
    const latter = await tokenFor(second)
    expect(await layla.call('DELETE /api/profile/email', {})).toMatchObject({ pendingEmail: null })
    expect((await confirm(latter)).status).toBe(400)
    expect(await layla.call('GET /api/user', {})).toMatchObject({ email: emailOf(layla) })
  })

  test('rejects an email change link after a day', async () => {
    await using later = await startFrogy()
    const [layla, email] = [await later.person(), randomEmail()]
    await ask(layla, email)
    const token = /change-email\?token=([\w-]+)/.exec(await mailTo(later.dataDir, email))?.[1] ?? ''
    later.clock.advance(24 * 60 * MINUTE_MS + 1)
    expect((await confirm(token, later.visitor())).status).toBe(400)
    expect(await layla.call('GET /api/profile', {})).toMatchObject({ pendingEmail: null })
  })

  test('rejects an email change to an address that another user has, even if that user registers after the request', async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    expect(await ask(layla, emailOf(omar))).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    const email = randomEmail()
    await ask(layla, email)
    const token = await tokenFor(email)
    await frogy.visitor().call('POST /api/register', { body: registration(email) })
    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test('cancels an email change when the password changes', async () => {
    const [layla, email] = [await frogy.person(), randomEmail()]
    await ask(layla, email)
    const token = await tokenFor(email)
    await change(layla, layla.password, NEW)
    expect((await confirm(token)).status).toBe(400)
  })

  test('invalidates reset links mailed to the old address after an email change', async () => {
    const [layla, email] = [await frogy.person(), randomEmail()]
    await frogy.visitor().call('POST /api/forgot-password', { body: { email: emailOf(layla) } })
    const reset = /reset-password\?token=([\w-]+)/.exec(await mailTo(frogy.dataDir, emailOf(layla)))?.[1] ?? ''
    await ask(layla, email)
    await confirm(await tokenFor(email))
    const body = { token: reset, password: NEW, confirmPassword: NEW }
    expect((await frogy.visitor().ask('POST /api/reset-password', { body })).status).toBe(400)
  })

  test('requires authentication within the last ten minutes to change the email address', async () => {
    await using later = await startFrogy()
    const layla = await later.person()
    later.clock.advance(10 * MINUTE_MS + 1)
    expect(await ask(layla, randomEmail())).toMatchObject({ status: 403, body: { code: 'password_needed' } })
    const verify = (password: string) => layla.ask('POST /api/profile/verify-password', { body: { password } })
    expect(await verify('not this one')).toMatchObject({ status: 422, body: { issues: [{ path: 'password' }] } })
    expect((await ask(layla, randomEmail())).status).toBe(403)
    expect((await verify(layla.password)).status).toBe(204)
    expect((await ask(layla, randomEmail())).status).toBe(200)
  })

  test('sends no notice of an email change to an unconfirmed old address', async () => {
    const omar = await frogy.visitor().register()
    await mailTo(frogy.dataDir, emailOf(omar))
    await ask(omar, randomEmail())
    await change(omar, omar.password, NEW)
    expect(mailsIn(frogy.dataDir).filter((mail) => mail.includes(`To: ${emailOf(omar)}\n`))).toHaveLength(1)
  })
})
