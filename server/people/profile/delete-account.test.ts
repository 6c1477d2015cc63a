import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTokensIn, accountsOf, OMAR_AT_LINKEDIN } from '#tests/support/accounts.ts'
import { listen } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { installation } from '#tests/support/installation.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#tests/support/post-requests.ts'
import { later } from '#tests/support/publishing.ts'
import { login, registration } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const SECRET_TEXT = 'A sentence that only Layla wrote'
const GRACE_MS = 14 * DAY_MS

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
  // The first registered user becomes an admin; these tests need ordinary users.
  await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const emailOf = (who: Person) => who.user?.email ?? ''
const deleteAccount = (who: Person) => who.ask('DELETE /api/profile', {})
const keep = (token: string) => frogy.visitor().ask('POST /api/profile/keep', { body: { token } })
const linkTo = async (email: string, count = 1, { dataDir } = frogy) =>
  /keep-account\?token=([\w.-]+)/.exec(await mailTo(dataDir, email, count))?.[1] ?? ''
const textsAt = async () => (await frogy.simulator.posts('linkedin')).map(({ text }) => text)

test('ends all sessions of a user who deletes the account, and mails the last day to cancel', async () => {
  const layla = await frogy.person()
  const phone = await frogy.visitor().signIn(emailOf(layla))
  await using stream = await listen(phone)
  const left = await deleteAccount(layla)
  expect(left.status).toBe(202)
  expect(Date.parse(left.body.deletedAt) - frogy.clock.now().getTime()).toBeCloseTo(GRACE_MS, -4)
  expect((await stream.next())?.type).toBe('session.ended')
  expect(await stream.next()).toBeUndefined()
  for (const one of [layla, phone]) expect((await one.ask('GET /api/user', {})).status).toBe(401)
  expect(await mailTo(frogy.dataDir, emailOf(layla))).toContain('14 days')
})

test('holds scheduled posts during the grace period, and at sign-in resumes them or marks late ones as missed', async () => {
  const [layla, omar] = [await frogy.person('linkedin'), await frogy.person()]
  await omar.connect('linkedin', OMAR_AT_LINKEDIN)
  const schedule = (who: Person, content: string, inMs: number) =>
    who.schedule({ platform: 'linkedin', content, at: later(frogy, inMs) })
  // Layla's first post is due so soon that the worker prepares it before she deletes her account.
  const soon = await schedule(layla, 'Not to go out', 30_000)
  const far = await schedule(layla, 'To go out later', 5 * HOUR_MS)
  // Omar's post is due a second later. Once it is published, Layla's would have been published too.
  const others = await schedule(omar, 'Somebody else’s', 31_000)
  const lateOne = await schedule(omar, 'Somebody else’s, later', HOUR_MS)
  expect((await deleteAccount(layla)).status).toBe(202)
  frogy.clock.advance(MINUTE_MS)
  expect((await omar.decided(others)).status).toBe('published')
  expect(await textsAt()).not.toContain('Not to go out')
  frogy.clock.advance(HOUR_MS)
  expect((await omar.decided(lateOne)).status).toBe('published')
  expect(await textsAt()).not.toContain('Not to go out')

  // By now Layla's first post is more than one hour late, which is her limit for late posts.
  frogy.clock.advance(HOUR_MS)
  await layla.signIn(emailOf(layla))
  expect(await layla.decided(soon)).toMatchObject({ status: 'missed' })
  expect(await layla.read(far)).toMatchObject({ status: 'scheduled', scheduledAt: far.scheduledAt })
  frogy.clock.advance(3 * HOUR_MS)
  expect((await layla.decided(far)).status).toBe('published')
  expect(await textsAt()).not.toContain('Not to go out')
})

test("cancels an account deletion only through that deletion's mailed link", async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  await deleteAccount(layla)
  await deleteAccount(omar)
  const token = await linkTo(emailOf(layla))
  const [, due, signature] = token.split('.')
  for (const forged of ['x', `${omar.user?.id}.${due}.${signature}`, `${layla.user?.id}.${due}.x`])
    expect(await keep(forged)).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  expect((await keep(token)).status).toBe(200)
  expect((await keep(token)).status).toBe(400)

  // A link works only for the deletion that mailed it.
  await layla.signIn(emailOf(layla))
  frogy.clock.advance(1_000)
  await deleteAccount(layla)
  expect((await keep(token)).status).toBe(400)
  expect((await keep(await linkTo(emailOf(layla), 2))).status).toBe(200)
})

test('requires authentication within the last ten minutes to delete an account', async () => {
  const layla = await frogy.person()
  frogy.clock.advance(11 * MINUTE_MS)
  expect(await deleteAccount(layla)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  await layla.call('POST /api/profile/verify-password', { body: { password: layla.password } })
  expect((await deleteAccount(layla)).status).toBe(202)
})

test('rejects the account deletion of the only admin while other users exist', async () => {
  await using place = await installation()
  await using running = await place.start()
  const layla = await running.visitor().register()
  const omar = await running.visitor().register()
  expect(await deleteAccount(layla)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  expect((await layla.ask('GET /api/user', {})).status).toBe(200)
  expect((await deleteAccount(omar)).status).toBe(202)
  place.clock.advance(GRACE_MS + 1)
  await eventually(async () => expect((await login(running.visitor(), emailOf(omar), omar.password)).status).toBe(401))
  await layla.signIn(emailOf(layla))
  await eventually(async () => expect((await deleteAccount(layla)).status).toBe(202))
})

test('does not count a suspended admin as a remaining admin', async () => {
  await using place = await installation()
  await using running = await place.start()
  const layla = await running.visitor().register()
  const omar = await running.visitor().register()
  const params = { id: omar.user?.id ?? '' }
  await layla.call('PATCH /api/admin/users/{id}', { params, body: { role: 'admin' } })
  await layla.call('POST /api/admin/users/{id}/suspend', { params, body: { reason: 'spam' } })
  expect(await deleteAccount(layla)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
  await layla.call('POST /api/admin/users/{id}/restore', { params })
  expect((await deleteAccount(layla)).status).toBe(202)
})

test('keeps one of two admins when one of them deletes their own account and suspends the other at the same time', async () => {
  await using place = await installation()
  await using running = await place.start()
  const layla = await running.visitor().register()
  const omar = await running.visitor().register()
  const params = { id: omar.user?.id ?? '' }
  await layla.call('PATCH /api/admin/users/{id}', { params, body: { role: 'admin' } })
  const [left, suspended] = await Promise.all([
    deleteAccount(layla),
    layla.ask('POST /api/admin/users/{id}/suspend', { params, body: { reason: 'spam' } }),
  ])
  // Either request may succeed, but only one of the two.
  expect([left.status, suspended.status].filter((status) => status < 300)).toHaveLength(1)
})

test('deletes uploads that were prepared at a platform when the account is deleted', async () => {
  await using place = await startFrogy()
  await place.person()
  const layla = await place.person('facebook')
  await layla.schedule({ platform: 'facebook', content: 'Ready, and never out', at: later(place, 30_000) })
  await expect.poll(() => place.simulator.hidden('facebook')).toHaveLength(1)
  expect((await deleteAccount(layla)).status).toBe(202)
  place.clock.advance(GRACE_MS + 1)
  await expect.poll(() => place.simulator.hidden('facebook')).toEqual([])
})

test("keeps a Facebook permission that another user's page needs when an account is deleted", async () => {
  await using place = await installation()
  await using running = await place.start()
  await running.visitor().register()
  const [layla, omar] = [await running.visitor().register(), await running.visitor().register()]
  // Layla and Omar sign in at Facebook as the same person, and each keeps a different page of that person.
  for (const [index, who] of [layla, omar].entries()) {
    await who.connect('facebook')
    const pages = await accountsOf(who)
    expect(pages).toHaveLength(2)
    await who.call('DELETE /api/social-accounts/{id}', { params: { id: pages[index]?.id ?? '' } })
  }
  expect((await accountsOf(layla))[0]?.username).not.toBe((await accountsOf(omar))[0]?.username)
  expect((await deleteAccount(layla)).status).toBe(202)
  place.clock.advance(GRACE_MS + 1)
  await eventually(async () =>
    expect((await login(running.visitor(), emailOf(layla), layla.password)).status).toBe(401),
  )
  const post = await omar.call('POST /api/posts', {
    body: { platform: 'facebook', content: 'Still connected', status: 'published' },
  })
  expect(await omar.decided(post)).toMatchObject({ status: 'published' })
})

test('deletes all data of an account after fourteen days, including images and platform permissions', async () => {
  await using place = await installation()
  const mediaIn = () => {
    const media = join(place.dataDir, 'media')
    return existsSync(media)
      ? readdirSync(media, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : []
  }
  const nextEmail = `next-${crypto.randomUUID()}@example.com`
  let layla: Person
  let askNetwork: () => Promise<Response>
  {
    await using running = await place.start()
    const admin = await running.visitor().register()
    const omar = await running.visitor().register()
    layla = await running.visitor().register()
    await layla.connect('twitter')
    const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile('jpeg'))])
    const { media } = await layla.call('POST /api/images/upload', { form })
    const images = media.images.map(({ id }) => id)
    const at = new Date(place.clock.now().getTime() + DAY_MS)
    await layla.call('POST /api/posts', {
      body: {
        platform: 'twitter',
        content: 'Hello',
        status: 'scheduled',
        scheduledAt: at.toISOString(),
        media: { images },
      },
    })
    const body = { platform: 'twitter', content: 'Out', status: 'published' } as const
    await layla.call('POST /api/posts', { body })
    const portrait = new FormData()
    portrait.append('picture', new Blob([new Uint8Array(await pictureFile())]), 'me.jpg')
    await layla.call('POST /api/profile/picture', { form: portrait })
    await layla.call('PATCH /api/voice', { body: { dos: ['one'] } })
    await layla.call('POST /api/phrases', { body: { text: SECRET_TEXT } })
    await layla.call('POST /api/content/generate-linkedin', {
      body: { topic: SECRET_TEXT, sourceContent: `${SECRET_TEXT}. We took four names off.`, platform: ['linkedin'] },
    })
    const hook = { url: 'https://hooks.example/frogy', events: ['post.published' as const] }
    await layla.call('POST /api/webhooks', { body: hook })
    await layla.call('POST /api/posts', { body: { ...body, content: SECRET_TEXT } })
    await layla.call('POST /api/profile/email', { body: { email: nextEmail } })
    await mailTo(place.dataDir, nextEmail)
    await login(running.visitor(), emailOf(layla), 'a wrong password')
    // Change another user's role, because the audit log names the changed user.
    const params = { id: layla.user?.id ?? '' }
    await admin.call('PATCH /api/admin/users/{id}', { params, body: { role: 'admin' } })
    await layla.call('POST /api/admin/users/{id}/suspend', {
      params: { id: omar.user?.id ?? '' },
      body: { reason: 'spam' },
    })
  }
  const { twitter: token } = await accessTokensIn(place)
  askNetwork = () =>
    fetch(`${place.simulator.url}/twitter/2/users/me`, { headers: { authorization: `Bearer ${token}` } })
  expect((await askNetwork()).status).toBe(200)
  expect(mediaIn()).not.toEqual([])
  {
    await using running = await place.start()
    expect((await deleteAccount(layla.movedTo(running.url))).status).toBe(202)
    place.clock.advance(GRACE_MS + 1)
    await eventually(async () => {
      expect((await askNetwork()).status).toBe(401)
      expect(mediaIn()).toEqual([])
    })
    expect((await login(running.visitor(), emailOf(layla), layla.password)).status).toBe(401)
  }
  const stored = await place.everythingStored()
  expect(stored.includes(layla.user?.id ?? '')).toBe(false)
  for (const gone of [emailOf(layla), nextEmail, SECRET_TEXT, 'hooks.example'])
    expect({ gone, isStored: stored.includes(gone) }).toEqual({ gone, isStored: false })
  const mails = mailsIn(place.dataDir).join('\n')
  for (const gone of [emailOf(layla), nextEmail])
    expect({ gone, isKept: mails.includes(gone) }).toEqual({ gone, isKept: false })
  await using running = await place.start()
  await running.visitor().call('POST /api/register', { body: registration(emailOf(layla)) })
})
