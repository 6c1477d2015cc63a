import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldRows } from '#server/operate/background/delete-old-rows.ts'
import sql, { columns } from '#server/db/sql.ts'
import { installation } from '#tests/support/installation.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import type { Person, Reply } from '#tests/support/person.ts'
import { login, randomEmail } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'
import { emailOf } from '#tests/support/notification-fixtures.ts'

const RIGHT = 'correct horse'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let frogy: Frogy
beforeAll(async () => {
  // Frogy trusts the test's address as a proxy, so each test can choose its client address in `x-forwarded-for`.
  frogy = await startFrogy({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** Each test has a new user and new client addresses, because rate limits count both. */
let testNumber = 0
let layla: Person
let email: string
let home: string
beforeEach(async () => {
  home = `198.51.100.${++testNumber}`
  layla = await frogy.person()
  email = emailOf(layla)
  await layla.call('POST /api/logout', {})
})

const at = (address: string) => ({ 'x-forwarded-for': address })
const someAddress = (n: number) => `203.${testNumber}.${n >> 8}.${n & 255}`
const signIn = (who: Person, address: string, password: string, to = email) =>
  who.ask('POST /api/login', { body: { email: to, password }, headers: at(address) })
const forgot = (who: Person, address: string, of = email) =>
  who.ask('POST /api/forgot-password', { body: { email: of }, headers: at(address) })
const statuses = (replies: Reply<unknown>[]) => countValues(replies.map(({ status }) => status))
const retryAfterS = ({ headers }: Reply<unknown>) => Number(headers.get('retry-after'))
const mailsTo = (address: string) => mailsIn(frogy.dataDir).filter((mail) => mail.includes(`To: ${address}\n`))
const tokenIn = (mail: string) => /token=([\w-]+)/.exec(mail)?.[1] ?? ''

/**
 * Repeats an attempt until its wait is longer than 40 seconds.
 * @returns the number of attempts whose password was checked
 */
async function untilDelayed(attempt: (n: number) => Promise<Reply<unknown>>): Promise<number> {
  let looked = 0
  for (let n = 0; n < 200; n++) {
    const reply = await attempt(n)
    if (reply.status === 401) looked++
    else if (retryAfterS(reply) > 40) return looked
    else frogy.clock.advance(retryAfterS(reply) * 1000)
  }
  throw new Error('Nobody held them up')
}

/** Guesses wrong passwords for Layla's account in new browsers, until a rate limit delays them. */
const guessAsStranger = () => untilDelayed(() => signIn(frogy.visitor(), home, 'wrong horse'))

describe('during an attack on an account', () => {
  test('lets a user sign in from a known browser during an attack on the account', async () => {
    await guessAsStranger()
    expect((await signIn(frogy.visitor(), home, RIGHT)).status).toBe(429)
    expect((await signIn(layla, home, RIGHT)).status).toBe(200)
  })

  test('lets a user sign in from any browser after a password reset, despite an earlier attack', async () => {
    await guessAsStranger()
    const browser = frogy.visitor()
    expect((await forgot(browser, home)).status).toBe(200)
    const token = tokenIn(await mailTo(frogy.dataDir, email))
    const choice = { token, password: 'a new horse', confirmPassword: 'a new horse' }
    expect((await browser.ask('POST /api/reset-password', { body: choice, headers: at(home) })).status).toBe(200)
    expect((await signIn(frogy.visitor(), someAddress(0), 'a new horse')).status).toBe(200)
    await guessAsStranger()
    expect((await signIn(frogy.visitor(), home, 'a new horse')).status).toBe(429)
    expect((await signIn(browser, home, 'a new horse')).status).toBe(200)
  })

  test('limits password guesses from many addresses to fifty, then one a minute', async () => {
    const looked = await untilDelayed((n) => signIn(frogy.visitor(), someAddress(n), 'wrong horse'))
    expect(looked).toBeGreaterThan(50)
    expect(looked).toBeLessThan(60)
    const refused = await signIn(frogy.visitor(), home, RIGHT)
    expect(refused.status).toBe(429)
    expect(retryAfterS(refused)).toBeLessThanOrEqual(60)
    expect((await signIn(layla, home, RIGHT)).status).toBe(200)
  })
})

describe('a known browser', () => {
  test('treats a browser as known only for the account that signed in there', async () => {
    const other = emailOf(await frogy.person())
    await untilDelayed(() => signIn(layla, home, 'wrong horse', other))
    expect((await signIn(frogy.visitor(), home, RIGHT, other)).status).toBe(429)
    // Failures on another account do not count against this browser's own user.
    expect((await signIn(layla, home, RIGHT)).status).toBe(200)
  })

  test('counts failed sign-ins of a known browser separately from other browsers', async () => {
    const looked = await untilDelayed(() => signIn(layla, home, 'wrong horse'))
    expect(looked).toBeLessThan(13)
    expect((await signIn(layla, home, RIGHT)).status).toBe(429)
    expect((await signIn(frogy.visitor(), home, RIGHT)).status).toBe(200)
  })

  test('ignores a forged cookie of a known browser', async () => {
    const { headers } = await signIn(layla, home, RIGHT)
    const cookie = headers.getSetCookie().find((one) => one.startsWith('frogy_browser='))
    const [userId = '', id = '', since = '', signature = ''] = /=([^;]+)/.exec(cookie ?? '')?.[1]?.split('.') ?? []
    expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    await guessAsStranger()
    const withCookie = async (...parts: string[]) =>
      (
        await frogy.visitor().ask('POST /api/login', {
          body: { email, password: RIGHT },
          headers: { ...at(home), cookie: `frogy_browser=${parts.join('.')}` },
        })
      ).status
    expect(await withCookie(userId, id, String(Number(since) + 1), signature)).toBe(429)
    expect(await withCookie(userId, crypto.randomUUID(), since, signature)).toBe(429)
    expect(await withCookie(userId, id, since, '')).toBe(429)
    expect(await withCookie(userId, id)).toBe(429)
    expect(await withCookie(userId, id, since, signature)).toBe(200)
  })

  test('no longer treats a browser as known after more than a year without a sign-in', async () => {
    frogy.clock.advance(401 * DAY_MS)
    await guessAsStranger()
    expect((await signIn(layla, home, RIGHT)).status).toBe(429)
  })

  test('accepts sign-in and reset requests of a known browser when other browsers used up the limit of the same client address', async () => {
    for (let n = 0; n < 300; n++) {
      await frogy.visitor().fetch('/api/login', { method: 'POST', headers: at(home) })
    }
    expect((await signIn(frogy.visitor(), home, RIGHT)).status).toBe(429)
    expect((await signIn(layla, home, RIGHT)).status).toBe(200)
    for (let n = 0; n < 21; n++) await forgot(frogy.visitor(), home, randomEmail())
    expect((await forgot(frogy.visitor(), home)).status).toBe(429)
    expect((await forgot(layla, home)).status).toBe(200)
    expect(tokenIn(await mailTo(frogy.dataDir, email))).not.toBe('')
  })
})

describe('password reset mails', () => {
  test('sends at most ten reset mails an hour, gives the same answer to further requests, and keeps earlier links valid', async () => {
    const replies = []
    for (let n = 0; n < 15; n++) replies.push(await forgot(frogy.visitor(), someAddress(n)))
    expect(statuses(replies)).toEqual({ 200: 15 })
    expect(new Set(replies.map(({ body }) => body.message)).size).toBe(1)
    await mailTo(frogy.dataDir, email, 10)

    const browser = frogy.visitor()
    expect((await forgot(browser, home)).status).toBe(200)
    frogy.clock.advance(HOUR_MS - 60_000)
    const password = 'a new horse'
    const [first = ''] = mailsTo(email)
    expect(mailsTo(email)).toHaveLength(10)
    const reset = { token: tokenIn(first), password, confirmPassword: password }
    expect((await browser.ask('POST /api/reset-password', { body: reset })).status).toBe(200)
    expect((await forgot(frogy.visitor(), home)).status).toBe(200)
    await mailTo(frogy.dataDir, email, 11)
  })

  test('sends password reset mails again one hour after the limit was reached', async () => {
    for (let n = 0; n < 11; n++) await forgot(frogy.visitor(), someAddress(n))
    await mailTo(frogy.dataDir, email, 10)
    frogy.clock.advance(HOUR_MS)
    await forgot(frogy.visitor(), home)
    expect(await mailTo(frogy.dataDir, email, 11)).toContain('/reset-password?token=')
  })
})

describe('rate limits for sign-in', () => {
  test('delays wrong passwords increasingly, and accepts the right one after the wait', async () => {
    using _ = frogy.clock.stopped()
    const tryPassword = (password: string) => signIn(frogy.visitor(), home, password)

    const waits: number[] = []
    while (waits.length < 4) {
      const reply = await tryPassword('wrong horse')
      if (reply.status === 401) continue
      expect(reply).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      waits.push(retryAfterS(reply))
      frogy.clock.advance(retryAfterS(reply) * 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8])

    // After another failure even the right password must wait. Then the right password clears all counts.
    expect((await tryPassword('wrong horse')).status).toBe(401)
    const early = await tryPassword(RIGHT)
    expect(early.status).toBe(429)
    frogy.clock.advance(retryAfterS(early) * 1000)
    expect((await tryPassword(RIGHT)).status).toBe(200)
    expect((await tryPassword('wrong horse')).status).toBe(401)
    expect((await tryPassword(RIGHT)).status).toBe(200)
  })

  test('verifies at most five of twenty simultaneous password guesses', async () => {
    using _ = frogy.clock.stopped()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(frogy.visitor(), home, `wrong horse ${n}`)),
    )
    expect(statuses(replies)).toEqual({ 401: 5, 429: 15 })
  })

  test('limits a client address that tries many accounts, and accepts a sign-in from that address after the wait', async () => {
    using _ = frogy.clock.stopped()
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => signIn(frogy.visitor(), home, 'wrong horse', randomEmail())),
    )
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
    frogy.clock.advance(Math.max(...refused.map(retryAfterS)) * 1000)
    expect((await signIn(frogy.visitor(), home, RIGHT)).status).toBe(200)
  })

  test('counts an IPv6 /64 network as one address for rate limits', async () => {
    const askFrom = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await frogy.visitor().ask('POST /api/forgot-password', { body: { email: randomEmail() }, headers }))
        .status
    }
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push(await askFrom(`2001:db8:7:1:${n.toString(16)}::${n + 1}`))
    expect(countValues(statuses)).toEqual({ 200: 20, 429: 1 })
    expect(await askFrom('2001:db8:7:2::1')).toBe(200)
    // IPv4 addresses count separately even in IPv6 notation, in which they all share one /64 network.
    for (let n = 0; n < 21; n++) expect(await askFrom(`::ffff:192.0.2.${n}`)).toBe(200)
  })

  test('deletes only expired rate-limit counts', async () => {
    await using place = await installation()
    const nobody = randomEmail()
    const countAttempt = async () => {
      await using guarded = await place.start({ RATE_LIMITS: 'on' })
      await login(guarded.visitor(), nobody, 'wrong horse')
      await guarded.visitor().ask('POST /api/forgot-password', { body: { email: nobody } })
    }
    const kept = async () => {
      await using database = await place.database()
      await deleteOldRows(database, place.clock.now())
      const rows = await database.query(sql`select ${columns('throttles', 'key')} from throttles`)
      return rows.map(({ key }) => key.replace(/:.*| 127.*/, '')).toSorted()
    }
    await countAttempt()
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

  test('allows five requests for a mailed link an hour from one client address', async () => {
    const ask = () => forgot(frogy.visitor(), home)
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const early = await ask()
    expect(retryAfterS(early)).toBeGreaterThan(3_500)
    expect(early.body.message).toMatch(/^Too many attempts\. Try again in (59|60) minutes\.$/)
    frogy.clock.advance(HOUR_MS)
    expect((await ask()).status).toBe(200)
  })
})
