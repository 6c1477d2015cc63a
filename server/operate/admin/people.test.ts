import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person as Listed } from '#core/operate/admin-contract.ts'
import { codeAt, turnOnTwoFactor } from '#tests/support/authenticator-app.ts'
import { listen } from '#tests/support/event-stream.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { later, HOUR_MS, startWithPausingProxy, texts, type PausableFrogy } from '#tests/support/publishing.ts'
import { passkeyDevice } from '#tests/support/passkey-device.ts'
import type { Person } from '#tests/support/person.ts'
import { login } from '#tests/support/sign-in-requests.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { makeTeam } from '#tests/support/team.ts'

let frogy: PausableFrogy
let admin: Person
beforeAll(async () => {
  frogy = await startWithPausingProxy()
  admin = await frogy.person()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

/** Makes a user's requests go to the host name localhost, because browsers allow no passkeys at an IP address. */
const atName = (who: Person) => who.movedTo(frogy.url.replace('127.0.0.1', 'localhost'))
const idOf = ({ user }: Person) => user?.id ?? ''
const suspend = (who: Person, reason = 'spam links', by = admin) =>
  by.ask('POST /api/admin/users/{id}/suspend', { params: { id: idOf(who) }, body: { reason } })
const restore = (who: Person) => admin.call('POST /api/admin/users/{id}/restore', { params: { id: idOf(who) } })
const setRole = (who: Person, role: 'user' | 'admin', by = admin) =>
  by.ask('PATCH /api/admin/users/{id}', { params: { id: idOf(who) }, body: { role } })
const people = (query: Record<string, string> = {}) => admin.call('GET /api/admin/users', { query })
const emails = ({ people: listed }: { people: Listed[] }) => listed.map(({ email }) => email)
const lastActs = async (count: number) =>
  (await admin.call('GET /api/admin/audit', { query: { limit: String(count) } })).entries

describe('list of users', () => {
  test('lists each user exactly once over all pages, with the total number of users', async () => {
    const first = await people({ limit: '2' })
    const second = await people({ limit: '2', skip: '2' })
    expect(first).toMatchObject({ found: 500, groups: { all: 500, suspended: 0 }, isRegistrationOpen: true })
    expect(new Set([...emails(first), ...emails(second)]).size).toBe(4)
  })

  test('finds users by name and email, in any letter case', async () => {
    const huda = await frogy.visitor().register({ firstName: 'هُدى', lastName: 'Al-Saleh' })
    expect(emails(await people({ search: 'هدي' }))).toEqual([huda.user?.email])
    expect(emails(await people({ search: 'al-SALEH' }))).toEqual([huda.user?.email])
    expect(emails(await people({ search: huda.user?.email.slice(0, 20) ?? '' }))).toEqual([huda.user?.email])
    expect((await people({ search: 'person-1.' })).people).toEqual([])
  })

  test('sorts users by name, registration, last activity and number of posts', async () => {
    const layla = await frogy.person('linkedin')
    await layla.schedule({ platform: 'linkedin', content: 'One', at: later(frogy) })
    await layla.schedule({ platform: 'linkedin', content: 'Two', at: later(frogy) })
    const byPosts = (await people({ sort: 'posts', order: 'desc', limit: '50' })).people
    expect(byPosts.find(({ email }) => email === layla.user?.email)).toMatchObject({ posts: 2 })
    const counts = byPosts.map(({ posts }) => posts)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    frogy.clock.advance(HOUR_MS)
    const omar = await frogy.person()
    const lastSeen = await people({ sort: 'seen', order: 'desc', limit: '2' })
    expect(new Set(emails(lastSeen))).toEqual(new Set([admin.user?.email, omar.user?.email]))
    const names = (await people({ sort: 'name', order: 'desc', limit: '50' })).people.map((one) => one.firstName)
    expect(names).toEqual(names.toSorted((one, other) => (one < other ? 1 : -1)))
  })

  test('shows administrators no user content and rejects other users', async () => {
    const layla = await frogy.person('linkedin')
    await layla.schedule({ platform: 'linkedin', content: 'A secret plan', at: later(frogy) })
    expect(JSON.stringify(await people({ search: layla.user?.email ?? '' }))).not.toContain('secret plan')
    expect(await layla.ask('GET /api/admin/users', {})).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await frogy.visitor().ask('GET /api/admin/users', {})).toMatchObject({ status: 401 })
    expect(await suspend(admin, 'x', layla)).toMatchObject({ status: 403 })
  })
})

describe('a suspended user', () => {
  test('signs a suspended user out everywhere, stops notifications and shows the reason at sign-in', async () => {
    const layla = await frogy.person()
    await using stream = await listen(layla)
    expect((await suspend(layla)).body.suspension).toMatchObject({ reason: 'spam links' })
    expect(await stream.next()).toMatchObject({ type: 'session.ended' })
    expect(await stream.next()).toBeUndefined()
    expect(await layla.ask('GET /api/user', {})).toMatchObject({ status: 401 })
    const { email = '' } = layla.user ?? {}
    const again = frogy.visitor()
    expect(await again.ask('POST /api/login', { body: { email, password: layla.password } })).toMatchObject({
      status: 403,
      body: { code: 'suspended', message: expect.stringContaining('spam links') },
    })
    expect(await again.ask('POST /api/login', { body: { email, password: 'wrong one' } })).toMatchObject({
      body: { code: 'invalid_credentials' },
    })
    expect((await people({ group: 'suspended' })).people).toMatchObject([{ email }])
    await restore(layla)
    expect((await people({ group: 'suspended' })).people).toEqual([])
    await again.signIn(email)
  })

  test("rejects a suspended user's sign-in even after a password reset", async () => {
    const layla = await frogy.person()
    const { email = '' } = layla.user ?? {}
    await suspend(layla)
    await frogy.visitor().call('POST /api/forgot-password', { body: { email } })
    const token = /token=(\S+)/.exec(await mailTo(frogy.dataDir, email))?.[1] ?? ''
    const password = 'another long horse'
    await frogy.visitor().call('POST /api/reset-password', { body: { token, password, confirmPassword: password } })
    expect(await frogy.visitor().ask('POST /api/login', { body: { email, password } })).toMatchObject({
      body: { code: 'suspended' },
    })
  })

  test("rejects a suspended user's passkey and second factor with the reason", async () => {
    const [layla, omar] = [atName(await frogy.person()), await frogy.person()]
    const device = passkeyDevice()
    await device.register(layla)
    const { secret } = await turnOnTwoFactor(omar, frogy.clock.now())
    const waiting = frogy.visitor()
    const { email = '' } = omar.user ?? {}
    expect((await login(waiting, email, omar.password)).body.code).toBe('code_needed')
    for (const one of [layla, omar]) await suspend(one)

    const told = { status: 403, body: { code: 'suspended', message: expect.stringContaining('spam links') as string } }
    const again = atName(frogy.visitor())
    expect(await device.signIn(again)).toMatchObject(told)
    frogy.clock.advance(60_000)
    const code = codeAt(secret, frogy.clock.now())
    expect(await waiting.ask('POST /api/login/code', { body: { code } })).toMatchObject({
      body: { code: 'second_step_over' },
    })
    expect(await login(waiting, email, omar.password)).toMatchObject(told)

    // After the users are restored, their rejected sign-ins stay rejected, and new ones work.
    for (const one of [layla, omar]) await restore(one)
    for (const one of [again, waiting]) expect((await one.ask('GET /api/user', {})).status).toBe(401)
    expect((await waiting.ask('POST /api/login/code', { body: { code } })).body.code).toBe('second_step_over')
    expect((await device.signIn(again)).status).toBe(200)
  })

  test('keeps an account deletion pending when its suspended user tries to sign in', async () => {
    const layla = atName(await frogy.person())
    const device = passkeyDevice()
    await device.register(layla)
    await layla.call('DELETE /api/profile', {})
    await suspend(layla)
    expect((await device.signIn(atName(frogy.visitor()))).body.code).toBe('suspended')
    await restore(layla)
    // The rejected sign-in has not cancelled the deletion, so the mailed link to keep the account still works.
    const token = /keep-account\?token=(\S+)/.exec(await mailTo(frogy.dataDir, layla.user?.email ?? '', 2))?.[1] ?? ''
    expect((await frogy.visitor().ask('POST /api/profile/keep', { body: { token } })).status).toBe(200)
  })

  test("holds back a suspended user's posts, then publishes those that are not too late and marks the others as missed", async () => {
    const layla = await frogy.person('linkedin')
    const at = (ms: number) => new Date(frogy.clock.now().getTime() + ms)
    const early = await layla.schedule({ platform: 'linkedin', content: 'Early', at: at(5 * 60_000) })
    const late = await layla.schedule({ platform: 'linkedin', content: 'Late', at: at(2 * HOUR_MS) })
    const other = await frogy.person('linkedin')
    await suspend(layla)
    frogy.clock.advance(70 * 60_000)
    const others = await other.schedule({ platform: 'linkedin', content: 'Another’s', at: frogy.clock.now() })
    expect((await other.decided(others)).status).toBe('published')
    frogy.clock.advance(60 * 60_000)
    const further = await other.schedule({ platform: 'linkedin', content: 'Another’s, later', at: frogy.clock.now() })
    expect((await other.decided(further)).status).toBe('published')
    expect(await texts(frogy, 'linkedin')).toEqual(['Another’s', 'Another’s, later'])
    await restore(layla)
    await layla.signIn(layla.user?.email ?? '')
    expect(await layla.decided(early)).toMatchObject({ status: 'missed', failure: { code: 'suspended' } })
    expect((await layla.decided(late)).status).toBe('published')
  })

  test("does not publish a suspended user's post that is being prepared", async () => {
    const layla = await frogy.person('threads')
    const made = frogy.gate.hold('request', ({ method, path }) => method === 'POST' && path.startsWith('/threads'))
    await layla.schedule({ platform: 'threads', content: 'Nearly', at: frogy.clock.now() })
    const request = await made
    await suspend(layla)
    request.release()
    const other = await frogy.person('threads')
    const others = await other.schedule({ platform: 'threads', content: 'Another’s', at: frogy.clock.now() })
    expect((await other.decided(others)).status).toBe('published')
    expect(await texts(frogy, 'threads')).toEqual(['Another’s'])
  })

  test("records the outcome of a suspended user's post that was being sent", async () => {
    const layla = await frogy.person('twitter')
    const arrival = frogy.gate.hold('answer', ({ method, path }) => method === 'POST' && path === '/twitter/2/tweets')
    const post = await layla.schedule({ platform: 'twitter', content: 'On its way', at: frogy.clock.now() })
    const answer = await arrival
    await suspend(layla)
    answer.release()
    await restore(layla)
    await layla.signIn(layla.user?.email ?? '')
    expect((await layla.decided(post)).status).toBe('published')
    expect(await texts(frogy, 'twitter')).toEqual(['On its way'])
  })
})

describe('a suspended workspace', () => {
  const within = (who: Person, id: string) => who.movedTo(`${frogy.url}/w/${id}`)
  const setSuspension = (id: string, reason: string | null) =>
    reason === null
      ? admin.ask('POST /api/admin/users/{id}/restore', { params: { id } })
      : admin.ask('POST /api/admin/users/{id}/suspend', { params: { id }, body: { reason } })

  test('lists workspaces separately from users, with their first owner', async () => {
    const { id, owner } = await makeTeam(frogy, 'writer')
    const listed = await people({ group: 'workspaces', search: 'Najd', limit: '50' })
    expect(listed.people.find((one) => one.id === id)).toMatchObject({
      firstName: 'Najd Logistics',
      workspace: { members: 2, owner: owner.user?.email },
    })
    expect(listed.groups.workspaces).toBe(listed.found)
    expect((await people({ search: 'Najd' })).people).toEqual([])
    expect((await people({ search: owner.user?.email ?? '' })).people).toMatchObject([{ workspace: null }])
    const params = { id }
    expect(await admin.ask('PATCH /api/admin/users/{id}', { params, body: { role: 'admin' } })).toMatchObject({
      status: 404,
    })
  })

  test('publishes nothing of a suspended workspace, shows its members the reason, and continues after the suspension', async () => {
    const { id, owner, members } = await makeTeam(frogy, 'writer')
    const [writer] = members
    await owner.connect('linkedin')
    const { token } = await owner.call('POST /api/keys', { body: { name: 'A program', scopes: ['posts:read'] } })
    const byKey = () => frogy.visitor().ask('GET /api/posts', { headers: { authorization: `Bearer ${token}` } })
    const link = await owner.call('POST /api/review-links', {
      body: { from: frogy.clock.now().toISOString(), to: later(frogy).toISOString() },
    })
    const guest = { token: new URL(link.link).hash.slice(1), guest: crypto.randomUUID() }
    const review = () => frogy.visitor().ask('POST /api/review/read', { body: guest })
    const soon = new Date(frogy.clock.now().getTime() + 5 * 60_000)
    const post = await owner.schedule({ platform: 'linkedin', content: 'Ours', at: soon })
    const late = await owner.schedule({ platform: 'linkedin', content: 'Ours, later', at: later(frogy, 2 * HOUR_MS) })
    await using stream = await listen(writer)

    expect((await setSuspension(id, 'spam links')).body.suspension).toMatchObject({ reason: 'spam links' })
    expect(await stream.next()).toMatchObject({ type: 'user.changed', id })
    for (const member of [owner, writer])
      expect(await member.ask('GET /api/posts', {})).toMatchObject({
        status: 403,
        body: { code: 'workspace_suspended', message: expect.stringContaining('spam links') as string },
      })
    expect(await byKey()).toMatchObject({ status: 401 })
    expect(await review()).toMatchObject({ body: { code: 'review_ended' } })
    writer.movedTo(frogy.url)
    expect(await writer.call('GET /api/workspaces', {})).toMatchObject([{ id, suspensionReason: 'spam links' }])
    expect(await writer.call('GET /api/posts', {})).toEqual([])

    frogy.clock.advance(70 * 60_000)
    const other = await frogy.person('linkedin')
    const others = await other.schedule({ platform: 'linkedin', content: 'Another’s', at: frogy.clock.now() })
    expect((await other.decided(others)).status).toBe('published')
    expect(await texts(frogy, 'linkedin')).toEqual(['Another’s'])
    expect(await lastActs(1)).toMatchObject([{ act: 'suspended', subject: 'Najd Logistics' }])

    await setSuspension(id, null)
    expect(await owner.decided(post)).toMatchObject({ status: 'missed', failure: { code: 'suspended' } })
    frogy.clock.advance(HOUR_MS)
    expect((await owner.decided(late)).status).toBe('published')
    expect((await byKey()).status).toBe(200)
    expect((await within(writer, id).call('GET /api/posts', {})).length).toBe(2)
  })
})

describe('an administrator', () => {
  test('grants and revokes the administrator role immediately, even in open pages', async () => {
    const omar = await frogy.person()
    await using stream = await listen(omar)
    expect(await omar.ask('GET /api/admin/users', {})).toMatchObject({ status: 403 })
    expect((await setRole(omar, 'admin')).body).toMatchObject({ role: 'admin' })
    expect(await stream.next()).toEqual({ type: 'user.changed', id: idOf(omar) })
    await omar.call('GET /api/admin/users', {})
    await setRole(omar, 'user')
    expect(await stream.next()).toEqual({ type: 'user.changed', id: idOf(omar) })
    expect(await omar.ask('GET /api/admin/users', {})).toMatchObject({ status: 403 })
    expect(await omar.call('GET /api/user', {})).toMatchObject({ role: 'user' })
  })

  test('rejects an administrator who changes their own role or suspends themselves', async () => {
    for (const refused of [await setRole(admin, 'user'), await suspend(admin)])
      expect(refused).toMatchObject({ status: 409, body: { code: 'own_account' } })
  })

  test("keeps one administrator when two revoke each other's role at the same time", async () => {
    const omar = await frogy.person()
    await setRole(omar, 'admin')
    const [one, other] = await Promise.all([setRole(omar, 'user'), setRole(admin, 'user', omar)])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 403]))
    if (other.status === 200) await setRole(admin, 'admin', omar)
    await setRole(omar, 'user')
  })

  test('ends all sessions of a user at once, also on open pages, and records it in the audit log', async () => {
    const [omar, layla] = [await frogy.person(), await frogy.person()]
    const { email = '' } = omar.user ?? {}
    const onPhone = await frogy.visitor().signIn(email)
    const { token } = await omar.call('POST /api/keys', { body: { name: 'A program', scopes: ['posts:read'] } })
    await using stream = await listen(onPhone)
    const end = (who: Person, by = admin) =>
      by.ask('DELETE /api/admin/users/{id}/sessions', { params: { id: idOf(who) } })
    expect(await end(omar, layla)).toMatchObject({ status: 403 })
    expect(await end(admin)).toMatchObject({ status: 409, body: { code: 'own_account' } })
    expect((await end(omar)).body).toEqual({ ended: 2 })

    expect(await stream.next()).toMatchObject({ type: 'session.ended' })
    expect(await stream.next()).toBeUndefined()
    for (const device of [omar, onPhone]) expect((await device.ask('GET /api/user', {})).status).toBe(401)
    expect((await layla.ask('GET /api/user', {})).status).toBe(200)
    const byKey = { headers: { authorization: `Bearer ${token}` } }
    expect((await frogy.visitor().ask('GET /api/posts', byKey)).status).toBe(200)
    expect((await login(frogy.visitor(), email, omar.password)).status).toBe(200)
    const { id } = await makeTeam(frogy)
    expect((await admin.ask('DELETE /api/admin/users/{id}/sessions', { params: { id } })).status).toBe(404)

    expect((await end(omar)).body).toEqual({ ended: 1 })
    expect((await end(omar)).body).toEqual({ ended: 0 })
    expect(await lastActs(2)).toMatchObject([
      { act: 'sessions_ended', subject: email, before: { sessions: 1 }, after: { sessions: 0 } },
      { act: 'sessions_ended', subject: email, before: { sessions: 2 }, after: { sessions: 0 } },
    ])
  })

  test("ends a user's pending two-factor sign-ins when an administrator ends the user's sessions", async () => {
    const layla = await frogy.person()
    const { email = '' } = layla.user ?? {}
    const { secret } = await turnOnTwoFactor(layla, frogy.clock.now())
    const thief = frogy.visitor()
    expect((await login(thief, email, layla.password)).body).toMatchObject({ code: 'code_needed' })
    await admin.call('DELETE /api/admin/users/{id}/sessions', { params: { id: idOf(layla) } })
    frogy.clock.advance(60_000)
    const code = codeAt(secret, frogy.clock.now())
    expect((await thief.ask('POST /api/login/code', { body: { code } })).body.code).toBe('second_step_over')
  })

  test('removes the two-factor sign-in and passkeys of a user who lost them, and notifies the user', async () => {
    const [layla, omar] = [atName(await frogy.person()), await frogy.person()]
    const device = passkeyDevice()
    await device.register(layla)
    await turnOnTwoFactor(layla, frogy.clock.now())
    const { email = '' } = layla.user ?? {}
    const remove = (who: Person, by = admin) =>
      by.ask('DELETE /api/admin/users/{id}/two-factor', { params: { id: idOf(who) } })
    expect((await people({ search: email })).people).toMatchObject([{ hasTwoFactor: true, passkeys: 1 }])
    expect(await remove(layla, omar)).toMatchObject({ status: 403 })
    await admin.signIn(admin.user?.email ?? '')
    expect(await remove(admin)).toMatchObject({ body: { code: 'own_account' } })
    expect(await remove(omar)).toMatchObject({ status: 409, body: { code: 'two_factor_off' } })

    expect(await remove(layla)).toMatchObject({ status: 200, body: { hasTwoFactor: false, passkeys: 0 } })
    expect((await login(frogy.visitor(), email, layla.password)).status).toBe(200)
    expect((await device.signIn(atName(frogy.visitor()))).body.code).toBe('passkey_refused')
    expect(await mailTo(frogy.dataDir, email, 3)).toContain('An administrator removed two-factor sign-in')
    expect(await layla.call('GET /api/notifications', {})).toMatchObject({
      unread: 1,
      items: [{ kind: 'security', platform: null, text: expect.stringContaining('An administrator') }],
    })
    expect(await lastActs(1)).toMatchObject([
      { act: 'second_factor_removed', subject: email, before: { twoFactor: true, passkeys: 1 } },
    ])
  })

  test("requires recent authentication of an administrator to remove another user's two-factor sign-in", async () => {
    const layla = await frogy.person()
    await turnOnTwoFactor(layla, frogy.clock.now())
    frogy.clock.advance(11 * 60_000)
    const refused = await admin.ask('DELETE /api/admin/users/{id}/two-factor', { params: { id: idOf(layla) } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  })

  test('rejects a role change of an administrator named in ADMIN_EMAILS', async () => {
    await using named = await startFrogy({ ADMIN_EMAILS: 'person-2@example.com' })
    const [first, second] = [await named.person(), await named.person()]
    expect(await setRole(second, 'user', first)).toMatchObject({ status: 409, body: { code: 'role_named' } })
  })

  test('records who changed which user and how in the audit log', async () => {
    const omar = await frogy.person()
    const { email = '' } = omar.user ?? {}
    await setRole(omar, 'admin')
    await suspend(omar, 'lost his laptop')
    await suspend(omar, 'again')
    await restore(omar)
    await setRole(omar, 'user')
    const by = { id: idOf(admin), email: admin.user?.email }
    const told = { actor: by, subject: email, at: expect.any(String) }
    expect(await lastActs(4)).toMatchObject([
      { ...told, act: 'role_changed', before: { role: 'admin' }, after: { role: 'user' } },
      { ...told, act: 'restored', before: { reason: 'lost his laptop' }, after: { reason: null } },
      { ...told, act: 'suspended', before: { reason: null }, after: { reason: 'lost his laptop' } },
      { ...told, act: 'role_changed', before: { role: 'user' }, after: { role: 'admin' } },
    ])
    const found = await admin.call('GET /api/admin/audit', { query: { search: email, act: 'suspended' } })
    expect(found.found).toBe(1)
    expect(await omar.ask('GET /api/admin/audit', {})).toMatchObject({ status: 401 })
  })
})
