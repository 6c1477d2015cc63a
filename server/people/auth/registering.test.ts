import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalizedEmail } from '#core/people/email.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { installation } from '#tests/support/installation.ts'
import { login, registration, randomEmail } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
  // The first registered user becomes an admin; these tests need ordinary users.
  await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

describe('registration', () => {
  test('creates an account and signs its user in', async () => {
    const omar = frogy.visitor()
    const email = randomEmail()
    const { status, body } = await omar.ask('POST /api/register', {
      body: { ...registration(email), preferredLanguage: 'ar', timeZone: 'Asia/Riyadh' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      email,
      firstName: 'Omar',
      lastName: 'Saleh',
      profileImageUrl: null,
      role: 'user',
      preferredLanguage: 'ar',
      timeZone: 'Asia/Riyadh',
      lateAfterMinutes: 60,
      weekStartsOn: null,
      theme: null,
      numerals: null,
      hijriDates: false,
      defaultPlatforms: ['linkedin'],
      mailed: ['trouble', 'account'],
    })
    expect(await omar.call('GET /api/user', {})).toEqual(body)
  })

  test("uses the browser's language by default and drops an unknown time zone", async () => {
    const omar = frogy.visitor('ar-SA,ar;q=0.9,en;q=0.8')
    const { body } = await omar.ask('POST /api/register', {
      body: { ...registration(randomEmail()), timeZone: 'Mars/Olympus' },
    })
    expect(body).toMatchObject({ preferredLanguage: 'ar', timeZone: null })
  })

  test('rejects registration with any spelling of an email address that has an account', async () => {
    const email = randomEmail()
    await frogy.visitor().call('POST /api/register', { body: registration(email) })
    const again = await frogy.visitor().ask('POST /api/register', { body: registration(` ${email.toUpperCase()} `) })
    expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test('signs a user in by every spelling of an internationalized address', async () => {
    const name = crypto.randomUUID()
    const typed = `\u200f${name.toUpperCase()}@مثال.إختبار\u200e`
    const plain = `${name}@xn--mgbh0fb.xn--kgbechtv`
    const omar = await frogy.visitor().call('POST /api/register', { body: registration(typed) })
    expect(omar.email).toBe(plain)
    for (const spelling of [typed, plain, ` ${plain}\u2069`, `${name}@مثال.إختبار`]) {
      expect((await login(frogy.visitor(), spelling, 'correct horse')).body).toMatchObject({ id: omar.id })
      const again = await frogy.visitor().ask('POST /api/register', { body: registration(spelling) })
      expect(again.body.code).toBe('email_taken')
    }
  })

  test('creates one account for two concurrent registrations of an address', async () => {
    const email = randomEmail()
    const replies = await Promise.all(
      [1, 2].map(() => frogy.visitor().ask('POST /api/register', { body: registration(email) })),
    )
    expect(countValues(replies.map(({ status }) => status))).toEqual({ 201: 1, 409: 1 })
  })

  test('reports each invalid field of a registration', async () => {
    const { status, body } = await frogy.visitor().ask('POST /api/register', {
      body: { email: 'omar', password: '12345', confirmPassword: '12345', firstName: '  ', lastName: 'x'.repeat(81) },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: 'Validation failed', code: 'validation_failed' })
    expect(Object.fromEntries((body.issues ?? []).map(({ path, message }) => [path, message]))).toEqual({
      email: 'This is not a valid email address.',
      password: 'At least 6 characters are required.',
      confirmPassword: 'At least 6 characters are required.',
      firstName: 'This field is required.',
      lastName: 'At most 80 characters are allowed.',
    })
  })

  test.each([
    {},
    { firstName: '', lastName: ' ', email: '', password: '', confirmPassword: '' },
    { firstName: '\u200b' },
  ])('reports each invalid field only once for the registration %j', async (given) => {
    const body = { ...registration(''), ...given }
    const { body: refused } = await frogy.visitor().ask('POST /api/register', { body })
    const paths = refused.issues?.map(({ path }) => path) ?? []
    expect(paths).toEqual([...new Set(paths)])
    expect(paths).toContain('email')
  })

  test('reports at the confirmation field that the two passwords differ', async () => {
    const { status, body } = await frogy.visitor().ask('POST /api/register', {
      body: { ...registration(randomEmail()), confirmPassword: 'correct house' },
    })
    expect(status).toBe(422)
    expect(body.issues).toEqual([
      { path: 'confirmPassword', message: "Passwords don't match", code: 'passwordsDiffer' },
    ])
  })

  test('rejects a common password and says why, in English and Arabic', async () => {
    const ask = async (language: string, password: string) =>
      await frogy.visitor(language).ask('POST /api/register', {
        body: { ...registration('omar.saleh@example.com'), password, confirmPassword: password },
      })
    const message = 'This password is too easy to guess. Choose another one.'
    expect(await ask('en', 'Password1')).toMatchObject({
      status: 422,
      body: { code: 'weak_password', message, issues: [{ path: 'password', code: 'password_common' }] },
    })
    expect((await ask('ar', '١٢٣٤٥٦')).body.message).toMatch(/التخمين/)
    for (const own of ['omar.saleh@example.com', 'Omar Saleh'])
      expect((await ask('en', own)).body.code).toBe('weak_password')
    for (const [language, text] of [
      ['en', /unrelated words/],
      ['ar', /كلمات/],
    ] as const)
      expect((await ask(language, 'Password1!')).body.issues?.[0]?.message).toMatch(text)
    expect((await ask('en', 'k8#wq2 lamp')).status).toBe(201)
  })

  test('ignores an attempt to register as an admin', async () => {
    const { status, body } = await frogy.visitor().ask('POST /api/register', {
      body: { ...registration(randomEmail()), role: 'admin' },
    })
    expect({ status, issues: body.issues?.map(({ path }) => path) }).toEqual({ status: 422, issues: ['role'] })
  })
})

describe('admins', () => {
  test('makes exactly one user an admin when several register first at the same time', async () => {
    await using place = await installation()
    await using empty = await place.start()
    const people = await Promise.all(
      Array.from({ length: 4 }, () =>
        empty.visitor().call('POST /api/register', { body: registration(randomEmail()) }),
      ),
    )
    expect(countValues(people.map(({ role }) => role))).toEqual({ admin: 1, user: 3 })
  })

  test('makes users in ADMIN_EMAILS admins once their address is confirmed, including existing ones', async () => {
    await using place = await installation()
    const [early, doubtful, late] = [randomEmail(), randomEmail(), `${crypto.randomUUID()}@مثال.إختبار`]
    const confirmed = async (frogy: Awaited<ReturnType<typeof place.start>>, email: string) => {
      const token = /confirm-email\?token=(\S+)/.exec(await mailTo(place.dataDir, normalizedEmail(email)))?.[1] ?? ''
      await frogy.visitor().call('POST /api/confirm-email', { body: { token } })
    }
    {
      await using before = await place.start()
      for (const email of [randomEmail(), early, doubtful])
        await before.visitor().call('POST /api/register', { body: registration(email) })
      await confirmed(before, early)
    }
    await using after = await place.start({ ADMIN_EMAILS: ` ${early.toUpperCase()}, ${late},${doubtful}` })
    const roleOf = async (email: string) => (await login(after.visitor(), email, 'correct horse')).body.role
    expect(await after.visitor().call('POST /api/register', { body: registration(late) })).toMatchObject({
      role: 'user',
    })
    expect([await roleOf(early), await roleOf(doubtful), await roleOf(late)]).toEqual(['admin', 'user', 'user'])
    await confirmed(after, late)
    expect([await roleOf(doubtful), await roleOf(late)]).toEqual(['user', 'admin'])
    expect(await after.visitor().call('POST /api/register', { body: registration(randomEmail()) })).toMatchObject({
      role: 'user',
    })
  })

  test('rejects registration in English and Arabic while registration is closed', async () => {
    await using closed = await startFrogy({ REGISTRATION: 'closed' })
    const english = await closed.visitor().ask('POST /api/register', { body: registration(randomEmail()) })
    const arabic = await closed.visitor('ar').ask('POST /api/register', { body: registration(randomEmail()) })
    expect(english).toMatchObject({ status: 403, body: { code: 'registration_closed' } })
    expect(english.body.message).toMatch(/^Sign-up is closed/)
    expect(arabic.body.message).toMatch(/التسجيل/)
  })
})

describe('language and fields of requests', () => {
  test("uses the browser's language before sign-in and the user's afterwards", async () => {
    const layla = frogy.visitor('ar')
    expect((await login(layla, randomEmail(), 'wrong horse')).body.message).toBe(
      'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
    )
    await layla.call('POST /api/register', { body: { ...registration(randomEmail()), preferredLanguage: 'en' } })
    const missing = () => layla.ask('GET /api/posts/{id}', { params: { id: crypto.randomUUID() } })
    expect((await missing()).body).toEqual({
      code: 'not_found',
      message: 'This doesn’t exist, or you don’t have access.',
    })

    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect((await missing()).body).toEqual({
      code: 'not_found',
      message: 'هذا العنصر غير موجود، أو لا تتيح صلاحياتك الوصول إليه.',
    })
  })

  test("rejects a request body that is not JSON, with a message in the user's language", async () => {
    const layla = await frogy.person()
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    const broken = await layla.fetch('/api/posts', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(await broken.json()).toEqual({ code: 'malformed_json', message: 'محتوى الطلب ليس بصيغة JSON صحيحة.' })
  })

  test('limits the setting for late posts to between a quarter of an hour and a day', async () => {
    const layla = await frogy.person()
    for (const lateAfterMinutes of [15, 1440]) {
      const changed = await layla.call('PATCH /api/user', { body: { lateAfterMinutes } })
      expect(changed).toEqual({ ...layla.user, lateAfterMinutes })
      expect(await layla.call('GET /api/user', {})).toEqual(changed)
    }
    for (const lateAfterMinutes of [14, 1441, 15.5, '60', null]) {
      const { status, body } = await layla.ask('PATCH /api/user', { body: { lateAfterMinutes } })
      const issues = body.issues?.map(({ path }) => path)
      expect({ lateAfterMinutes, status, issues }).toEqual({
        lateAfterMinutes,
        status: 422,
        issues: ['lateAfterMinutes'],
      })
    }
    expect((await layla.call('GET /api/user', {})).lateAfterMinutes).toBe(1440)
  })

  test("stores the first day of a user's week, and can reset it to the browser's first day", async () => {
    const layla = await frogy.person()
    for (const weekStartsOn of [6, 0, null, 1] as const) {
      const changed = await layla.call('PATCH /api/user', { body: { weekStartsOn } })
      expect(changed).toEqual({ ...layla.user, weekStartsOn })
    }
    await layla.call('PATCH /api/user', { body: { lateAfterMinutes: 60 } })
    expect((await layla.call('GET /api/user', {})).weekStartsOn).toBe(1)
    for (const weekStartsOn of [2, -1, '6', true])
      expect((await layla.ask('PATCH /api/user', { body: { weekStartsOn } })).status).toBe(422)
  })

  test('rejects a change of fields that users may not change, such as the role', async () => {
    const layla = await frogy.person()
    const changed = await layla.call('PATCH /api/user', { body: { timeZone: 'Africa/Cairo' } })
    expect(changed).toEqual({ ...layla.user, timeZone: 'Africa/Cairo' })
    const { status } = await layla.ask('PATCH /api/user', { body: { role: 'admin' } })
    expect(status).toBe(422)
    expect(await layla.call('GET /api/user', {})).toEqual(changed)
  })
})
