import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countValues } from '#tests/support/count-values.ts'
import { createGoogleUser, signInWithGoogle } from '#tests/support/google.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { randomEmail, registration } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const NAMED = 'boss@example.com'
let frogy: Frogy
let admin: Person
beforeAll(async () => {
  frogy = await startFrogy({ REGISTRATION: 'closed', ADMIN_EMAILS: NAMED })
  admin = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const invite = async (email?: string | null) => {
  const { link, ...rest } = await admin.call('POST /api/admin/invitations', {
    body: email === undefined ? {} : { email },
  })
  return { ...rest, link, token: new URL(link).searchParams.get('invitation') ?? '' }
}
const register = (email: string, invitation?: string, visitor = frogy.visitor()) =>
  visitor.ask('POST /api/register', { body: { ...registration(email), ...(invitation && { invitation }) } })
const pending = async () => (await admin.call('GET /api/admin/invitations', {})).invitations.map(({ id }) => id)

describe('closed registration', () => {
  test('tells visitors that registration is closed, and rejects the registration of an uninvited visitor', async () => {
    expect(await frogy.visitor().call('GET /api/registration', {})).toEqual({ isOpen: false, sendsMail: false })
    expect(await register(randomEmail())).toMatchObject({ status: 403, body: { code: 'registration_closed' } })
  })

  test('creates only the first account when three visitors register at the same time while registration is closed', async () => {
    await using empty = await startFrogy({ REGISTRATION: 'closed' }, { template: 'empty' })
    expect(await empty.visitor().call('GET /api/registration', {})).toMatchObject({ isOpen: true })
    const replies = await Promise.all([1, 2, 3].map(() => register(randomEmail(), undefined, empty.visitor())))
    expect(countValues(replies.map(({ status }) => String(status)))).toEqual({ 201: 1, 403: 2 })
    expect(replies.find(({ status }) => status === 201)?.body).toMatchObject({ role: 'admin', emailConfirmed: true })
    expect(await empty.visitor().call('GET /api/registration', {})).toMatchObject({ isOpen: false })
  })

  test('lets an address in ADMIN_EMAILS register, and makes its user an admin after confirmation', async () => {
    const boss = frogy.visitor()
    expect(await register(NAMED, undefined, boss)).toMatchObject({ status: 201, body: { role: 'user' } })
    expect(await boss.ask('GET /api/admin/users', {})).toMatchObject({ status: 403 })
    const token = /confirm-email\?token=(\S+)/.exec(await mailTo(frogy.dataDir, NAMED))?.[1] ?? ''
    await boss.call('POST /api/confirm-email', { body: { token } })
    expect(await boss.call('GET /api/user', {})).toMatchObject({ role: 'admin', emailConfirmed: true })
  })
})

describe('an invitation', () => {
  test('creates one account when several visitors use an invitation at the same time', async () => {
    const { token, invitation, isMailed } = await invite()
    expect(isMailed).toBe(false)
    expect(await pending()).toContain(invitation.id)
    const replies = await Promise.all([1, 2, 3, 4].map(() => register(randomEmail(), token)))
    expect(countValues(replies.map(({ status }) => String(status)))).toEqual({ 201: 1, 400: 3 })
    expect(replies.find(({ status }) => status === 201)?.body).toMatchObject({ role: 'user', emailConfirmed: false })
    expect(await pending()).not.toContain(invitation.id)
    expect(await register(randomEmail(), token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  })

  test('mails an invitation to an address, confirms the address at registration, and rejects any other address', async () => {
    const email = randomEmail()
    const { token } = await invite(email.toUpperCase())
    expect(await mailTo(frogy.dataDir, email)).toContain(token)
    expect(await frogy.visitor().call('POST /api/mailed-link', { body: { page: 'invitation', token } })).toMatchObject({
      email,
    })
    expect(await register(randomEmail(), token)).toMatchObject({
      status: 403,
      body: { code: 'invitation_for_another' },
    })
    expect(await register(email, token)).toMatchObject({ status: 201, body: { emailConfirmed: true } })
    expect(await admin.ask('POST /api/admin/invitations', { body: { email } })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
  })

  test('rejects an invitation after seven days or after an administrator revokes it', async () => {
    const [old, revoked] = [await invite(), await invite()]
    const params = { id: revoked.invitation.id }
    await admin.call('DELETE /api/admin/invitations/{id}', { params })
    expect(await admin.ask('DELETE /api/admin/invitations/{id}', { params })).toMatchObject({ status: 404 })
    expect(await register(randomEmail(), revoked.token)).toMatchObject({ body: { code: 'invalid_token' } })
    frogy.clock.advance(7 * 24 * 3_600_000)
    expect(await register(randomEmail(), old.token)).toMatchObject({ body: { code: 'invalid_token' } })
    expect(
      await frogy.visitor().ask('POST /api/mailed-link', { body: { page: 'invitation', token: old.token } }),
    ).toMatchObject({
      status: 400,
    })
  })

  test('keeps an invitation valid when the registration fails', async () => {
    const { token } = await invite()
    expect(await register('person-1@example.com', token)).toMatchObject({ status: 409 })
    expect(await register(randomEmail(), token)).toMatchObject({ status: 201 })
  })

  test('accepts an invitation once through Google, and only for the invited address', async () => {
    const [huda, sami] = [await createGoogleUser(frogy), await createGoogleUser(frogy)]
    expect(await signInWithGoogle(frogy.visitor(), huda)).toBe('/auth?error=google_closed')
    const bound = await invite(huda.email)
    const query = `?invitation=${bound.token}`
    expect(await signInWithGoogle(frogy.visitor(), sami, query)).toBe('/auth?error=google_invitation')
    expect(await signInWithGoogle(frogy.visitor(), huda, query)).toBe('/')
    expect(await signInWithGoogle(frogy.visitor(), sami, query)).toBe('/auth?error=google_invitation')
    const { token } = await invite()
    expect(await signInWithGoogle(frogy.visitor(), sami, `?invitation=${token}`)).toBe('/')
    expect(await register(randomEmail(), token)).toMatchObject({ body: { code: 'invalid_token' } })
  })

  test('lets only administrators create, list and revoke invitations, and records each action in the audit log', async () => {
    const layla = await frogy.person()
    const omar = await frogy.person()
    for (const refused of [
      await layla.ask('POST /api/admin/invitations', { body: {} }),
      await omar.ask('GET /api/admin/invitations', {}),
      await omar.ask('DELETE /api/admin/invitations/{id}', { params: { id: crypto.randomUUID() } }),
    ])
      expect(refused).toMatchObject({ status: 403 })
    const { invitation } = await invite('guest@example.com')
    await admin.call('DELETE /api/admin/invitations/{id}', { params: { id: invitation.id } })
    const { entries } = await admin.call('GET /api/admin/audit', { query: { limit: '2' } })
    expect(entries).toMatchObject([
      { act: 'invitation_revoked', subject: 'guest@example.com' },
      { act: 'invited', subject: 'guest@example.com', actor: { email: admin.user?.email } },
    ])
  })
})
