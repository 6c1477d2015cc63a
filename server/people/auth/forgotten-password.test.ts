import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import type { TestDatabase } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { login, registration, randomEmail } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const tokenIn = (mail: string) => /\/reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
const reset = (who: Person, token: string, password: string) =>
  who.ask('POST /api/reset-password', { body: { token, password, confirmPassword: password } })

async function dropResets(place: Pick<TestDatabase, 'databaseUrl' | 'dataDir'>): Promise<void> {
  await using database = await openDatabase({ ...place, onError: console.error })
  await database.query(sql`drop table password_resets`)
}

describe('password reset', () => {
  const forgot = (email: string, language = 'en') =>
    frogy.visitor(language).ask('POST /api/forgot-password', { body: { email } })

  test('changes the password by a mailed reset link and ends all sessions', async () => {
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

  test('answers a reset request for an unknown address like any other, and sends no mail', async () => {
    const [known, unknown] = [(await frogy.person()).user?.email ?? '', randomEmail()]
    const answers = [await forgot(unknown), await forgot(known)]
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    await mailTo(frogy.dataDir, known)
    expect(mailsIn(frogy.dataDir).filter((mail) => mail.includes(unknown))).toEqual([])
  })

  test('answers a reset request as usual when its mail fails', async () => {
    await using broken = await startFrogy({}, { fill: dropResets })
    const { user } = await broken.person()
    const answers = []
    for (const one of [user?.email ?? '', randomEmail()])
      answers.push(await broken.visitor().ask('POST /api/forgot-password', { body: { email: one } }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  test('accepts a reset link once, even under concurrent use', async () => {
    const { user } = await frogy.person()
    await forgot(user?.email ?? '')
    const token = tokenIn(await mailTo(frogy.dataDir, user?.email ?? ''))
    const replies = await Promise.all([1, 2].map((n) => reset(frogy.visitor(), token, `horse number ${n}`)))
    expect(countValues(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 1 })
    expect(await reset(frogy.visitor(), token, 'horse number 3')).toMatchObject({
      status: 400,
      body: { code: 'invalid_token' },
    })
  })

  test('expires a reset link after an hour', async () => {
    const [prompt, slow] = [(await frogy.person()).user?.email ?? '', (await frogy.person()).user?.email ?? '']
    const tokenFor = async (email: string) => {
      await forgot(email)
      return tokenIn(await mailTo(frogy.dataDir, email))
    }
    const [first, second] = [await tokenFor(prompt), await tokenFor(slow)]
    frogy.clock.advance(59 * 60_000)
    expect((await reset(frogy.visitor(), first, 'in good time')).status).toBe(200)
    frogy.clock.advance(2 * 60_000)
    expect((await reset(frogy.visitor(), second, 'too late now')).body.code).toBe('invalid_token')
  })

  test("invalidates the user's other reset links after one is used", async () => {
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

  test('keeps a reset link valid after a weak or mistyped new password', async () => {
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

  test("rejects the name of the user's workspace as a new password, in a reset and in a change", async () => {
    const layla = await frogy.person()
    await layla.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
    await forgot(layla.user?.email ?? '')
    const token = tokenIn(await mailTo(frogy.dataDir, layla.user?.email ?? ''))
    const password = 'Logistics.Najd1'
    expect((await reset(frogy.visitor(), token, password)).body.code).toBe('weak_password')
    const change = { currentPassword: layla.password, password, confirmPassword: password, endAccess: false }
    expect((await layla.ask('POST /api/profile/password', { body: change })).body.code).toBe('weak_password')
  })

  test("mails a reset link in the account's language and responds in the browser's language", async () => {
    const layla = await frogy.person()
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    const { body } = await forgot(layla.user?.email ?? '', 'en')
    expect(body.message).toMatch(/^If your email/)
    expect(await mailTo(frogy.dataDir, layla.user?.email ?? '')).toContain('اختيار كلمة مرور جديدة')
    expect((await forgot(layla.user?.email ?? '', 'ar')).body.message).toMatch(/^إذا كان/)
  })
})

test('stores no plain passwords, session tokens or mailed links', async () => {
  await using place = await installation()
  const email = randomEmail()
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
