import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#tests/support/event-stream.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { login } from '#tests/support/signing-in.ts'
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
/** The same person in another browser, which says what it is. */
async function elsewhere(who: Person, userAgent = FIREFOX): Promise<Person> {
  const other = frogy.visitor()
  const body = JSON.stringify({ email: emailOf(who), password: who.password })
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
  expect((await other.fetch('/api/login', { method: 'POST', body, headers })).status).toBe(200)
  return other
}
const change = (who: Person, currentPassword: string, password: string, confirmPassword = password) =>
  who.ask('POST /api/profile/password', { body: { currentPassword, password, confirmPassword } })

test('a person changes their names and their time zone', async () => {
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

test('they are told since when they have their account, and when they chose their password', async () => {
  const layla = await frogy.person()
  const before = await layla.call('GET /api/profile', {})
  expect(before).toMatchObject({ hasPassword: true, passwordChangedAt: null })
  expect((await change(layla, layla.password, NEW)).body).toEqual({
    ...before,
    passwordChangedAt: expect.any(String) as string,
  })
})

test('a new password takes the old one, and ends every other session', async () => {
  const layla = await frogy.person()
  const phone = await elsewhere(layla)
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

test('a link to a new password that was mailed before a change works no more', async () => {
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

test('without the old password, or with a new one that anybody would guess, nothing changes', async () => {
  const layla = await frogy.person()
  const phone = await elsewhere(layla)
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

test('who guesses at the old password from an open session has to wait', async () => {
  await using limited = await startFrogy({ RATE_LIMITS: 'on' })
  const layla = await limited.person()
  const answers = []
  for (let n = 0; n < 6; n++)
    answers.push((await layla.ask('POST /api/profile/verify-password', { body: { password: `guess ${n}` } })).status)
  expect(answers).toContain(422)
  expect(answers.at(-1)).toBe(429)
})

test('each session says what it runs on, and which one asks', async () => {
  const layla = await frogy.person()
  const phone = await elsewhere(layla, IPHONE)
  await elsewhere(layla, FIREFOX)
  const sessions = await phone.call('GET /api/sessions', {})
  expect(sessions).toHaveLength(3)
  const devices = sessions.map(({ device: { browser, system, type }, isCurrent }) => [browser, system, type, isCurrent])
  expect(devices).toContainEqual(['Safari', 'iPhone', 'phone', true])
  expect(devices).toContainEqual(['Firefox', 'Linux', 'desktop', false])
})

test('one press ends all sessions but the own, and nobody else’s', async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  const phones = [await elsewhere(layla, IPHONE), await elsewhere(layla)]
  await layla.call('DELETE /api/sessions', {})
  for (const phone of phones) expect((await phone.ask('GET /api/user', {})).status).toBe(401)
  expect(await layla.call('GET /api/sessions', {})).toHaveLength(1)
  expect((await omar.ask('GET /api/user', {})).status).toBe(200)
})
