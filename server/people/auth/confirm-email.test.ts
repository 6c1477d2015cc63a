import ar from '#core/messages/ar/mail.json' with { type: 'json' }
import sql, { columns } from '#server/db/sql.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { installation } from '#tests/support/installation.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const DAY_MS = 24 * 3_600_000

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const PASSWORD = 'correct horse'
const someEmail = () => `${crypto.randomUUID()}@example.com`
const registration = (email: string, names = { firstName: 'Omar', lastName: 'Saleh' }) => ({
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  ...names,
})
const emailOf = (person: Person) => person.user?.email ?? ''
const tokenIn = (mail: string) => /\/confirm-email\?token=([\w.-]+)/.exec(mail)?.[1] ?? ''
const confirm = (who: Person, token: string) => who.ask('POST /api/confirm-email', { body: { token } })
const isConfirmed = async (person: Person) => (await person.call('GET /api/user', {})).emailConfirmed
const mailsTo = (email: string, at = frogy) => mailsIn(at.dataDir).filter((mail) => mail.includes(`To: ${email}\n`))

/** Publishes the same text twice. X rejects the second post as a duplicate. */
async function failingPost(person: Person, content: string): Promise<void> {
  const body = { platform: 'twitter', content, status: 'published' } as const
  await person.call('POST /api/posts', { body })
  expect((await person.call('POST /api/posts', { body })).status).toBe('failed')
}

describe('a new email address', () => {
  test("sends one mail to a new address, in the user's language, without the names typed at registration", async () => {
    const email = someEmail()
    const names = { firstName: 'Buy cheap watches', lastName: 'call us now' }
    const omar = frogy.visitor('ar')
    const { body } = await omar.ask('POST /api/register', { body: registration(email, names) })
    expect(body.emailConfirmed).toBe(false)
    const mail = await mailTo(frogy.dataDir, email)
    expect(mail).toContain(ar.confirm.subject)
    expect(tokenIn(mail)).not.toBe('')
    for (const typed of Object.values(names)) expect(mail).not.toContain(typed)

    await frogy.visitor().call('POST /api/forgot-password', { body: { email } })
    const reset = await mailTo(frogy.dataDir, email, 2)
    for (const typed of Object.values(names)) expect(reset).not.toContain(typed)
  })

  test('confirms an address by its mailed link, in any browser and more than once', async () => {
    const omar = await frogy.visitor().register()
    const token = tokenIn(await mailTo(frogy.dataDir, emailOf(omar)))
    expect(await confirm(frogy.visitor(), token)).toMatchObject({
      status: 200,
      body: { message: 'Your email address is confirmed.' },
    })
    expect(await isConfirmed(omar)).toBe(true)
    expect((await confirm(omar, token)).status).toBe(200)
  })

  test("rejects a confirmation link that is forged, changed, another user's or older than a week", async () => {
    const [omar, noura] = [await frogy.visitor().register(), await frogy.visitor().register()]
    const [own, other] = [
      tokenIn(await mailTo(frogy.dataDir, emailOf(omar))),
      tokenIn(await mailTo(frogy.dataDir, emailOf(noura))),
    ]
    const [id = '', until = '', signature = ''] = own.split('.')
    const wrong = [
      'x',
      '..',
      `${id}.${until}.`,
      `${id}.${Number(until) + 1}.${signature}`,
      `${id}.${other.split('.').slice(1).join('.')}`,
      `${crypto.randomUUID()}.${until}.${signature}`,
      `${id}' or true --.${until}.${signature}`,
    ]
    for (const token of wrong)
      expect(await confirm(omar, token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
    await using place = await installation()
    await using late = await place.start()
    await late.visitor().register()
    const slow = await late.visitor().register()
    const token = tokenIn(await mailTo(place.dataDir, emailOf(slow)))
    place.clock.advance(7 * DAY_MS)
    expect((await confirm(slow, token)).body.code).toBe('invalid_token')
    expect(await isConfirmed(omar)).toBe(false)
  })

  test('confirms an address by a password reset link', async () => {
    const omar = await frogy.visitor().register()
    await omar.call('POST /api/forgot-password', { body: { email: emailOf(omar) } })
    const token = /reset-password\?token=([\w-]+)/.exec(await mailTo(frogy.dataDir, emailOf(omar), 2))?.[1] ?? ''
    const choice = { token, password: 'a new horse', confirmPassword: 'a new horse' }
    await omar.call('POST /api/reset-password', { body: choice })
    const { body } = await omar.ask('POST /api/login', { body: { email: emailOf(omar), password: 'a new horse' } })
    expect(body.emailConfirmed).toBe(true)
  })

  test('resends the confirmation mail up to five times a day, until the address is confirmed', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const omar = await guarded.visitor().register()
    const again = () => omar.ask('POST /api/confirm-email/resend', {})
    const first = tokenIn(await mailTo(guarded.dataDir, emailOf(omar)))
    for (let n = 0; n < 5; n++) expect((await again()).status).toBe(200)
    const refused = await again()
    expect(refused).toMatchObject({ status: 429, body: { message: 'Too many attempts. Try again in 24 hours.' } })
    await mailTo(guarded.dataDir, emailOf(omar), 6)
    expect((await guarded.visitor().ask('POST /api/confirm-email/resend', {})).status).toBe(401)

    guarded.clock.advance(DAY_MS)
    await confirm(omar, first)
    expect((await again()).status).toBe(200)
    await guarded.visitor().call('POST /api/forgot-password', { body: { email: emailOf(omar) } })
    await mailTo(guarded.dataDir, emailOf(omar), 7)
    expect(mailsTo(emailOf(omar), guarded).filter((mail) => tokenIn(mail) !== '')).toHaveLength(6)
  })
})

test('mails pending notifications only after the address is confirmed', async () => {
  const [omar, layla] = [await frogy.visitor().register(), await frogy.person('twitter')]
  await omar.connect('twitter')
  await failingPost(omar, 'Buy at evil.example')
  await failingPost(layla, 'Another text')
  // Layla's mail was due after Omar's, so Omar's would have arrived by now.
  await mailTo(frogy.dataDir, emailOf(layla))
  expect(mailsTo(emailOf(omar)).join('\n')).not.toContain('evil.example')
  expect((await omar.call('GET /api/notifications', {})).unread).toBe(1)

  await confirm(omar, tokenIn(mailsTo(emailOf(omar))[0] ?? ''))
  frogy.clock.advance(60_000)
  await expect.poll(() => mailsTo(emailOf(omar)).join('\n')).toContain('evil.example')
})

test('does not mail notifications that were read before the address was confirmed', async () => {
  const [omar, layla] = [await frogy.visitor().register(), await frogy.person('twitter')]
  await omar.connect('twitter')
  await failingPost(omar, 'Read in the app')
  await omar.call('POST /api/notifications/read', { body: {} })
  const token = tokenIn(await mailTo(frogy.dataDir, emailOf(omar)))
  frogy.clock.advance(1_000)
  await confirm(omar, token)
  frogy.clock.advance(60_000)
  await failingPost(layla, 'One more text')
  await mailTo(frogy.dataDir, emailOf(layla))
  expect(mailsTo(emailOf(omar)).join('\n')).not.toContain('Read in the app')
})

describe('confirmed users', () => {
  test('treats the email address of the first account as confirmed from the start', async () => {
    await using place = await installation()
    await using empty = await place.start()
    const first = await empty.visitor().register()
    expect(first.user).toMatchObject({ role: 'admin', emailConfirmed: true })
    const second = await empty.visitor().register()
    expect(second.user).toMatchObject({ role: 'user', emailConfirmed: false })
    await mailTo(place.dataDir, emailOf(second))
    expect(mailsIn(place.dataDir)).toHaveLength(1)
  })

  test('treats the email address of an account as confirmed if an older release without email confirmation created the account', async () => {
    await using place = await installation()
    await using database = await place.database()
    await database.query(sql`alter table users drop column email_confirmed_at`)
    await database.query(sql`delete from migrations where name like '0011%'`)
    const [made] = await database.query(sql`
      insert into users (email, first_name, last_name, created_at) values ('early@example.com', 'L', 'H', now()) returning id`)
    await migrate(database)
    const rows = await database.query(
      sql`select ${columns('users', 'id')} from users where email_confirmed_at is not null`,
    )
    expect(rows).toEqual([made])
  })
})

describe('names', () => {
  const ask = async (firstName: string) => {
    const names = { firstName, lastName: 'Saleh' }
    const { status, body } = await frogy.visitor().ask('POST /api/register', { body: registration(someEmail(), names) })
    return { status, issues: body.issues }
  }

  test.each([
    'Omar\nSaleh',
    'Omar\r\nBcc: all@example.com',
    'a\tb',
    'O\u0007',
    'O\u2028K',
    'https://evil.example',
    'x://y',
    '\u202Eramo',
  ])('rejects the first name %j', async (name) => {
    const message = 'Names can’t contain line breaks, addresses or phone numbers.'
    expect(await ask(name)).toEqual({ status: 422, issues: [{ path: 'firstName', message, code: 'name' }] })
  })

  test.each(['\u200B', '\u3164\u2800'])('rejects the invisible first name %j', async (name) => {
    expect(await ask(name)).toEqual({
      status: 422,
      issues: [{ path: 'firstName', message: 'This field is required.', code: 'required' }],
    })
  })

  test.each(['عمر', "O'Neil-Smith", 'María José', 'می\u200Cنا', 'J. R. R.', '李', ' Omar\n'])(
    'accepts the first name %j',
    async (name) => {
      expect(await ask(name)).toMatchObject({ status: 201 })
    },
  )
})
