import sql, { columns } from '../db/sql.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldRows } from '#server/background/delete-old-rows.ts'
import { PASSWORD_COST } from './passwords.ts'
import { installation } from '#tests/support/installation.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { tally } from '#tests/support/tally.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
  // Whoever comes first is the admin; the people of these tests are ordinary ones.
  await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const registration = (email: string) => ({
  email,
  password: 'correct horse',
  confirmPassword: 'correct horse',
  firstName: 'Omar',
  lastName: 'Saleh',
})
const someEmail = () => `${crypto.randomUUID()}@example.com`
const login = (who: Person, email: string, password: string) =>
  who.ask('POST /api/login', { body: { email, password } })
const tokenIn = (mail: string) => /\/reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
const reset = (who: Person, token: string, password: string) =>
  who.ask('POST /api/reset-password', { body: { token, password, confirmPassword: password } })

describe('registering', () => {
  test('makes the account and signs it in', async () => {
    const omar = frogy.visitor()
    const email = someEmail()
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
    })
    expect(await omar.call('GET /api/user', {})).toEqual(body)
  })

  test("takes the browser's language when none is given, and forgets a time zone that nobody knows", async () => {
    const omar = frogy.visitor('ar-SA,ar;q=0.9,en;q=0.8')
    const { body } = await omar.ask('POST /api/register', {
      body: { ...registration(someEmail()), timeZone: 'Mars/Olympus' },
    })
    expect(body).toMatchObject({ preferredLanguage: 'ar', timeZone: null })
  })

  test('is refused for an address that has an account, however it is written', async () => {
    const email = someEmail()
    await frogy.visitor().call('POST /api/register', { body: registration(email) })
    const again = await frogy.visitor().ask('POST /api/register', { body: registration(` ${email.toUpperCase()} `) })
    expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test('the same address twice at once makes one account', async () => {
    const email = someEmail()
    const replies = await Promise.all(
      [1, 2].map(() => frogy.visitor().ask('POST /api/register', { body: registration(email) })),
    )
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 1, 409: 1 })
  })

  test('names what is wrong, field by field', async () => {
    const { status, body } = await frogy.visitor().ask('POST /api/register', {
      body: { email: 'omar', password: '12345', confirmPassword: '12345', firstName: '  ', lastName: 'x'.repeat(81) },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: 'Validation failed', code: 'validation_failed' })
    expect(Object.fromEntries((body.issues ?? []).map(({ path, message }) => [path, message]))).toEqual({
      email: 'This is not a valid e-mail address.',
      password: 'At least 6 characters are needed.',
      confirmPassword: 'At least 6 characters are needed.',
      firstName: 'This is needed.',
      lastName: 'At most 80 characters are possible.',
    })
  })

  test('says that two passwords differ at the second one', async () => {
    const { status, body } = await frogy.visitor().ask('POST /api/register', {
      body: { ...registration(someEmail()), confirmPassword: 'correct house' },
    })
    expect(status).toBe(422)
    expect(body.issues).toEqual([{ path: 'confirmPassword', message: "Passwords don't match" }])
  })

  test('with a password that anybody would try first is refused in both languages, with that reason', async () => {
    const ask = async (language: string, password: string) =>
      await frogy.visitor(language).ask('POST /api/register', {
        body: { ...registration('omar.saleh@example.com'), password, confirmPassword: password },
      })
    const message = 'This password is among the first that anybody would try. Choose another one.'
    expect(await ask('en', 'Password1')).toMatchObject({
      status: 422,
      body: { code: 'weak_password', message, issues: [{ path: 'password', message }] },
    })
    expect((await ask('ar', '١٢٣٤٥٦')).body.message).toMatch(/التخمين/)
    for (const own of ['omar.saleh@example.com', 'Omar Saleh'])
      expect((await ask('en', own)).body.code).toBe('weak_password')
    expect((await ask('en', 'k8#wq2')).status).toBe(201)
  })

  test('nobody makes themselves an admin by asking for it', async () => {
    const { status, body } = await frogy.visitor().ask('POST /api/register', {
      body: { ...registration(someEmail()), role: 'admin' },
    })
    expect({ status, issues: body.issues?.map(({ path }) => path) }).toEqual({ status: 422, issues: ['role'] })
  })
})

describe('admins', () => {
  test('of several who register at once on an empty installation, exactly one is the admin', async () => {
    await using place = await installation()
    await using empty = await place.start()
    const people = await Promise.all(
      Array.from({ length: 4 }, () => empty.visitor().call('POST /api/register', { body: registration(someEmail()) })),
    )
    expect(tally(people.map(({ role }) => role))).toEqual({ admin: 1, user: 3 })
  })

  test('addresses in ADMIN_EMAILS are admins, also those that had an account before', async () => {
    await using place = await installation()
    const [early, late] = [someEmail(), someEmail()]
    {
      await using before = await place.start()
      await before.visitor().call('POST /api/register', { body: registration(someEmail()) })
      const { role } = await before.visitor().call('POST /api/register', { body: registration(early) })
      expect(role).toBe('user')
    }
    await using after = await place.start({ ADMIN_EMAILS: ` ${early.toUpperCase()}, ${late}` })
    const [known, fresh] = [after.visitor(), after.visitor()]
    expect((await login(known, early, 'correct horse')).body.role).toBe('admin')
    expect(await fresh.call('POST /api/register', { body: registration(late) })).toMatchObject({ role: 'admin' })
    expect(await after.visitor().call('POST /api/register', { body: registration(someEmail()) })).toMatchObject({
      role: 'user',
    })
  })

  test('a closed installation takes nobody in and says so in both languages', async () => {
    await using closed = await startFrogy({ REGISTRATION: 'closed' })
    const english = await closed.visitor().ask('POST /api/register', { body: registration(someEmail()) })
    const arabic = await closed.visitor('ar').ask('POST /api/register', { body: registration(someEmail()) })
    expect(english).toMatchObject({ status: 403, body: { code: 'registration_closed' } })
    expect(english.body.message).toMatch(/not open/)
    expect(arabic.body.message).toMatch(/التسجيل/)
  })
})

describe('signing in', () => {
  test('works with the address in any case, and with the same password typed on another keyboard', async () => {
    const email = someEmail()
    const composed = 'pâsswörd'.normalize('NFC')
    await frogy.visitor().call('POST /api/register', {
      body: { ...registration(email), password: composed, confirmPassword: composed },
    })
    const reply = await login(frogy.visitor(), `  ${email.toUpperCase()}`, composed.normalize('NFD'))
    expect(reply).toMatchObject({ status: 200, body: { email } })
  })

  test('tells nobody whether the address or the password was wrong', async () => {
    const { user } = await frogy.person()
    const wrong = await login(frogy.visitor(), user?.email ?? '', 'wrong horse')
    const unknown = await login(frogy.visitor(), someEmail(), 'wrong horse')
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
    expect(wrong.body).toMatchObject({
      code: 'invalid_credentials',
      message: 'The e-mail address or the password is not right.',
    })
  })

  test('works as long for an unknown address as for a wrong password', async () => {
    await using costly = await startFrogy({}, { passwordCost: PASSWORD_COST })
    const { user } = await costly.visitor().register()
    const work = async (email: string) => {
      const before = process.cpuUsage()
      for (let i = 0; i < 3; i++) await login(costly.visitor(), email, 'wrong horse')
      const { user: userTime, system } = process.cpuUsage(before)
      return userTime + system
    }
    await work(someEmail())
    const [known, unknown] = [await work(user?.email ?? ''), await work(someEmail())]
    // Without the hash it would be a hundredth.
    expect(unknown / known).toBeGreaterThan(0.2)
    expect(unknown / known).toBeLessThan(5)
  })

  test('the cookie is out of reach of scripts and of other sites, and goes over https only where Frogy does', async () => {
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

  test('at https the name that the cookie had before is believed no more, and goes with the next sign-in', async () => {
    await using place = await installation()
    const [email, layla] = [someEmail(), new Person('')]
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

  test('ends the session that this browser had, also when that was somebody else’s', async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const elsewhere = frogy.visitor()
    await login(elsewhere, layla.user?.email ?? '', 'correct horse')
    await login(layla, layla.user?.email ?? '', 'correct horse')
    expect(await layla.call('GET /api/sessions', {})).toHaveLength(2)

    await login(layla, omar.user?.email ?? '', 'correct horse')
    expect(await elsewhere.call('GET /api/sessions', {})).toHaveLength(1)
    await layla.call('POST /api/register', { body: registration(someEmail()) })
    expect(await omar.call('GET /api/sessions', {})).toHaveLength(1)
  })

  test('signing out ends the session at the server, not only in the browser', async () => {
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

  test('without a session the current user is 401, and so it is with a made-up one', async () => {
    expect(await frogy.visitor().ask('GET /api/user', {})).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
    for (const cookie of ['frogy_session=', 'frogy_session=x', 'frogy_session=%00', '=;=', 'frogy_session']) {
      expect((await fetch(`${frogy.url}/api/user`, { headers: { cookie } })).status).toBe(401)
    }
  })

  test('a session lasts thirty days after it was last used', async () => {
    await using own = await startFrogy()
    const [busy, idle] = [await own.person(), await own.person()]
    own.clock.advance(29 * DAY_MS)
    expect((await busy.ask('GET /api/user', {})).status).toBe(200)
    own.clock.advance(2 * DAY_MS)
    expect((await busy.ask('GET /api/user', {})).status).toBe(200)
    expect((await idle.ask('GET /api/user', {})).status).toBe(401)
  })
})

describe('open sessions', () => {
  test('are listed, this one marked, and can be ended one by one', async () => {
    const layla = await frogy.person()
    const phone = frogy.visitor()
    await phone.ask('POST /api/login', {
      body: { email: layla.user?.email ?? '', password: layla.password },
      headers: { 'user-agent': 'Frogy on a phone' },
    })
    const sessions = await layla.call('GET /api/sessions', {})
    expect(tally(sessions.map(({ isCurrent }) => isCurrent))).toEqual({ true: 1, false: 1 })
    const other = sessions.find(({ isCurrent }) => !isCurrent)
    expect(other?.userAgent).toBe('Frogy on a phone')

    expect((await layla.ask('DELETE /api/sessions/{id}', { params: { id: other?.id ?? '' } })).status).toBe(204)
    expect((await phone.ask('GET /api/user', {})).status).toBe(401)
    expect(await layla.call('GET /api/sessions', {})).toHaveLength(1)
    expect((await layla.ask('DELETE /api/sessions/{id}', { params: { id: other?.id ?? '' } })).status).toBe(404)
  })

  test("another person's are neither listed nor ended", async () => {
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

describe('a forgotten password', () => {
  const forgot = (email: string, language = 'en') =>
    frogy.visitor(language).ask('POST /api/forgot-password', { body: { email } })

  test('is replaced by the mailed link, and everybody who was signed in is out', async () => {
    const layla = await frogy.person()
    const email = layla.user?.email ?? ''
    expect(await forgot(email)).toMatchObject({
      status: 200,
      body: { message: 'If your email is registered, you will receive a password reset link.' },
    })
    const mail = await mailTo(frogy.dataDir, email)
    expect(mail).toContain('Subject: Choose a new Frogy password')
    expect(mail).toContain('Hello,\n')

    const visitor = frogy.visitor()
    expect((await reset(visitor, tokenIn(mail), 'a new horse')).status).toBe(200)
    expect((await layla.ask('GET /api/user', {})).status).toBe(401)
    expect((await login(visitor, email, layla.password)).status).toBe(401)
    expect((await login(visitor, email, 'a new horse')).status).toBe(200)
  })

  test('the answer is the same for an address that nobody has, and no mail is written', async () => {
    const [known, unknown] = [(await frogy.person()).user?.email ?? '', someEmail()]
    const answers = [await forgot(unknown), await forgot(known)]
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    await mailTo(frogy.dataDir, known)
    expect(mailsIn(frogy.dataDir).filter((mail) => mail.includes(unknown))).toEqual([])
  })

  test('whatever becomes of the mail, the answer is the one that strangers get', async () => {
    await using place = await installation()
    const email = someEmail()
    {
      await using before = await place.start()
      await before.visitor().call('POST /api/register', { body: registration(email) })
    }
    {
      await using database = await place.database()
      await database.query(sql`drop table password_resets`)
    }
    await using broken = await place.start()
    const answers = []
    for (const one of [email, someEmail()])
      answers.push(await broken.visitor().ask('POST /api/forgot-password', { body: { email: one } }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  test('a mail that was promised is sent before Frogy stops', async () => {
    await using place = await installation()
    const email = someEmail()
    {
      await using stopping = await place.start()
      await stopping.visitor().call('POST /api/register', { body: registration(email) })
      await stopping.visitor().call('POST /api/forgot-password', { body: { email } })
    }
    expect(mailsIn(place.dataDir).filter((mail) => mail.includes(`To: ${email}\n`))).toHaveLength(1)
  })

  test('the link works once, also when it is used twice at once', async () => {
    const { user } = await frogy.person()
    await forgot(user?.email ?? '')
    const token = tokenIn(await mailTo(frogy.dataDir, user?.email ?? ''))
    const replies = await Promise.all([1, 2].map((n) => reset(frogy.visitor(), token, `horse number ${n}`)))
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 1 })
    expect(await reset(frogy.visitor(), token, 'horse number 3')).toMatchObject({
      status: 400,
      body: { code: 'invalid_token' },
    })
  })

  test('the link works for an hour', async () => {
    await using own = await startFrogy()
    const [prompt, slow] = [(await own.person()).user?.email ?? '', (await own.person()).user?.email ?? '']
    const tokenFor = async (email: string) => {
      await own.visitor().call('POST /api/forgot-password', { body: { email } })
      return tokenIn(await mailTo(own.dataDir, email))
    }
    const [first, second] = [await tokenFor(prompt), await tokenFor(slow)]
    own.clock.advance(59 * 60_000)
    expect((await reset(own.visitor(), first, 'in good time')).status).toBe(200)
    own.clock.advance(2 * 60_000)
    expect((await reset(own.visitor(), second, 'too late now')).body.code).toBe('invalid_token')
  })

  test('a used link ends the others of that person', async () => {
    const { user } = await frogy.person()
    const email = user?.email ?? ''
    await forgot(email)
    const first = tokenIn(await mailTo(frogy.dataDir, email, 1))
    await forgot(email)
    await mailTo(frogy.dataDir, email, 2)
    const tokens = mailsIn(frogy.dataDir)
      .filter((mail) => mail.includes(`To: ${email}\n`))
      .map(tokenIn)
    const second = tokens.find((token) => token !== first) ?? ''
    expect((await reset(frogy.visitor(), second, 'a new horse')).status).toBe(200)
    expect((await reset(frogy.visitor(), first, 'another horse')).status).toBe(400)
  })

  test('a weak or mistyped new password does not use the link up', async () => {
    const { user } = await frogy.person()
    await forgot(user?.email ?? '')
    const token = tokenIn(await mailTo(frogy.dataDir, user?.email ?? ''))
    expect((await reset(frogy.visitor(), token, '12345')).status).toBe(422)
    expect((await reset(frogy.visitor(), token, 'iloveyou')).body.code).toBe('weak_password')
    expect((await reset(frogy.visitor(), token, user?.email ?? '')).body.code).toBe('weak_password')
    const differing = { token, password: 'a new horse', confirmPassword: 'a new house' }
    expect((await frogy.visitor().ask('POST /api/reset-password', { body: differing })).status).toBe(422)
    expect((await reset(frogy.visitor(), token, 'a new horse')).status).toBe(200)
  })

  test("the mail is in its reader's language, the answer in that of who asks", async () => {
    const layla = await frogy.person()
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    const { body } = await forgot(layla.user?.email ?? '', 'en')
    expect(body.message).toMatch(/^If your email/)
    expect(await mailTo(frogy.dataDir, layla.user?.email ?? '')).toContain('اختيار كلمة مرور جديدة')
    expect((await forgot(layla.user?.email ?? '', 'ar')).body.message).toMatch(/^إذا كان/)
  })
})

describe('too many attempts', () => {
  const RIGHT = 'correct horse'
  const retryAfter = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'))

  test('a wrong password costs more and more time, and the right one is let in after the wait', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const { user } = await guarded.person()
    const tryPassword = (password: string) => login(guarded.visitor(), user?.email ?? '', password)

    const waits: number[] = []
    while (waits.length < 4) {
      const reply = await tryPassword('wrong horse')
      if (reply.status === 401) continue
      expect(reply).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      waits.push(retryAfter(reply))
      guarded.clock.advance(retryAfter(reply) * 1000)
    }
    // Each about twice the one before; hashing takes a part of it.
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThan(waits[index - 1] ?? 0)
    expect(waits.at(-1)).toBeGreaterThanOrEqual(5)

    // One more failure, and even the right password has to wait; then it is let in and all is forgotten.
    expect((await tryPassword('wrong horse')).status).toBe(401)
    const early = await tryPassword(RIGHT)
    expect(early.status).toBe(429)
    guarded.clock.advance(retryAfter(early) * 1000)
    expect((await tryPassword(RIGHT)).status).toBe(200)
    expect((await tryPassword('wrong horse')).status).toBe(401)
    expect((await tryPassword(RIGHT)).status).toBe(200)
  })

  test('many guesses at once win nothing', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const { user } = await guarded.person()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => login(guarded.visitor(), user?.email ?? '', `wrong horse ${n}`)),
    )
    const looked = replies.filter(({ status }) => status === 401).length
    expect(looked).toBeLessThanOrEqual(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20 - looked)
  })

  test('one address that tries many accounts is slowed down, and let in again after the wait', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const { user } = await guarded.person()
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => login(guarded.visitor(), someEmail(), 'wrong horse')),
    )
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(3)
    guarded.clock.advance(Math.max(...refused.map(retryAfter)) * 1000)
    expect((await login(guarded.visitor(), user?.email ?? '', RIGHT)).status).toBe(200)
  })

  test('whoever has a whole network of IPv6 addresses is one address', async () => {
    // A proxy stands before Frogy and tells whom it serves.
    await using guarded = await startFrogy({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
    const askFrom = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await guarded.visitor().ask('POST /api/forgot-password', { body: { email: someEmail() }, headers }))
        .status
    }
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push(await askFrom(`2001:db8:7:1:${n.toString(16)}::${n + 1}`))
    expect(tally(statuses)).toEqual({ 200: 20, 429: 1 })
    expect(await askFrom('2001:db8:7:2::1')).toBe(200)
    // Not all that come by IPv4, though these can be written as addresses of one network.
    for (let n = 0; n < 21; n++) expect(await askFrom(`::ffff:192.0.2.${n}`)).toBe(200)
  })

  test('what is over is forgotten, and what is not is kept', async () => {
    await using place = await installation()
    const email = someEmail()
    const tryOnce = async () => {
      await using guarded = await place.start({ RATE_LIMITS: 'on' })
      await login(guarded.visitor(), email, 'wrong horse')
      await guarded.visitor().ask('POST /api/forgot-password', { body: { email } })
    }
    const kept = async () => {
      await using database = await place.database()
      await deleteOldRows(database, place.clock.now())
      const rows = await database.query(sql`select ${columns('throttles', 'key')} from throttles`)
      return rows.map(({ key }) => key.replace(/:.*| 127.*/, '')).toSorted()
    }
    await tryOnce()
    expect(await kept()).toEqual([
      'POST /api/forgot-password',
      'POST /api/login',
      'forgot',
      'forgot',
      'forgot-from',
      'login',
      'login',
      'login-from',
    ])
    place.clock.advance(2 * HOUR_MS)
    expect(await kept()).toEqual(['login', 'login', 'login-from'])
    place.clock.advance(DAY_MS)
    expect(await kept()).toEqual([])
  })

  test('mails with links are limited for each address', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const { user } = await guarded.person()
    const ask = () => guarded.visitor().ask('POST /api/forgot-password', { body: { email: user?.email ?? '' } })
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const early = await ask()
    expect(retryAfter(early)).toBeGreaterThan(3_500)
    expect(early.body.message).toMatch(/^Too many attempts\. Try again in (59|60) minutes\.$/)
    guarded.clock.advance(HOUR_MS)
    expect((await ask()).status).toBe(200)
  })
})

test('neither passwords nor session tokens nor mailed links can be read in the database', async () => {
  await using place = await installation()
  const email = someEmail()
  const secrets: string[] = ['correct horse']
  {
    await using running = await place.start()
    const layla = running.visitor()
    const made = await layla.ask('POST /api/register', { body: registration(email) })
    secrets.push(/frogy_session=([\w-]+)/.exec(made.headers.get('set-cookie') ?? '')?.[1] ?? '')
    await layla.call('POST /api/forgot-password', { body: { email } })
    secrets.push(tokenIn(await mailTo(place.dataDir, email)))
  }
  const stored = await place.everythingStored()
  expect(stored).toContain(email)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10)
    expect(stored).not.toContain(secret)
  }
})

describe('languages', () => {
  test("before sign-in messages are in the browser's language, then in the person's own", async () => {
    const layla = frogy.visitor('ar')
    expect((await login(layla, someEmail(), 'wrong horse')).body.message).toBe(
      'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
    )
    await layla.call('POST /api/register', { body: { ...registration(someEmail()), preferredLanguage: 'en' } })
    const missing = () => layla.ask('GET /api/posts/{id}', { params: { id: crypto.randomUUID() } })
    expect((await missing()).body).toEqual({ code: 'not_found', message: 'This is not here, or not yours.' })

    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect((await missing()).body).toEqual({
      code: 'not_found',
      message: 'العنصر غير موجود أو لا يخص هذا الحساب.',
    })
  })

  test("what cannot even be parsed is answered in the person's language too", async () => {
    const layla = await frogy.person()
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    const broken = await layla.fetch('/api/posts', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(await broken.json()).toEqual({ code: 'malformed_json', message: 'محتوى الطلب ليس بصيغة JSON صحيحة.' })
  })

  test('how late posts may still go out is a quarter of an hour at least and a day at most', async () => {
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

  test('only what may be changed about oneself is changed', async () => {
    const layla = await frogy.person()
    const changed = await layla.call('PATCH /api/user', { body: { timeZone: 'Africa/Cairo' } })
    expect(changed).toEqual({ ...layla.user, timeZone: 'Africa/Cairo' })
    const { status } = await layla.ask('PATCH /api/user', { body: { role: 'admin' } })
    expect(status).toBe(422)
    expect(await layla.call('GET /api/user', {})).toEqual(changed)
  })
})

test('Google sign-in is not offered where it is not configured', async () => {
  expect(await frogy.visitor().call('GET /api/google/config', {})).toEqual({ available: false })
})
