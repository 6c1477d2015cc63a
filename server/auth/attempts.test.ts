import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import type { Person, Reply } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { tally } from '#tests/support/tally.ts'

const RIGHT = 'correct horse'
const HOUR_MS = 3_600_000

let frogy: Frogy
let layla: Person
let email: string
beforeEach(async () => {
  // In production a proxy stands before Frogy and tells whom it serves.
  frogy = await startFrogy({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
  layla = await frogy.person()
  email = layla.user?.email ?? ''
  await layla.call('POST /api/logout', {})
})
afterEach(() => frogy[Symbol.asyncDispose]())

const at = (address: string) => ({ 'x-forwarded-for': address })
const someAddress = (n: number) => `203.0.${n >> 8}.${n & 255}`
const signIn = (who: Person, address: string, password: string, to = email) =>
  who.ask('POST /api/login', { body: { email: to, password }, headers: at(address) })
const forgot = (who: Person, address: string, of = email) =>
  who.ask('POST /api/forgot-password', { body: { email: of }, headers: at(address) })
const statuses = (replies: Reply<unknown>[]) => tally(replies.map(({ status }) => status))
const retryAfterS = ({ headers }: Reply<unknown>) => Number(headers.get('retry-after'))
const mailsTo = (address: string) => mailsIn(frogy.dataDir).filter((mail) => mail.includes(`To: ${address}\n`))
const tokenIn = (mail: string) => /token=([\w-]+)/.exec(mail)?.[1] ?? ''

const HOME = '198.51.100.7'

/** Tries until the wait is longer than a test takes. @returns how often the password was looked at */
async function untilHeldUp(attempt: (n: number) => Promise<Reply<unknown>>): Promise<number> {
  let looked = 0
  for (let n = 0; n < 200; n++) {
    const reply = await attempt(n)
    if (reply.status === 401) looked++
    else if (retryAfterS(reply) > 40) return looked
    else frogy.clock.advance(retryAfterS(reply) * 1000)
  }
  throw new Error('Nobody held them up')
}

/** Strangers who do not know the password, at Layla's own place. */
const strangersTry = () => untilHeldUp(() => signIn(frogy.visitor(), HOME, 'wrong horse'))

describe('while strangers try to get in', () => {
  test('a person signs in where they have signed in before', async () => {
    await strangersTry()
    expect((await signIn(frogy.visitor(), HOME, RIGHT)).status).toBe(429)
    expect((await signIn(layla, HOME, RIGHT)).status).toBe(200)
  })

  test('a person who has just chosen a new password signs in, there and anywhere else', async () => {
    await strangersTry()
    const browser = frogy.visitor()
    expect((await forgot(browser, HOME)).status).toBe(200)
    const token = tokenIn(await mailTo(frogy.dataDir, email))
    const choice = { token, password: 'a new horse', confirmPassword: 'a new horse' }
    expect((await browser.ask('POST /api/reset-password', { body: choice, headers: at(HOME) })).status).toBe(200)
    expect((await signIn(frogy.visitor(), '198.51.100.8', 'a new horse')).status).toBe(200)
    await strangersTry()
    expect((await signIn(frogy.visitor(), HOME, 'a new horse')).status).toBe(429)
    expect((await signIn(browser, HOME, 'a new horse')).status).toBe(200)
  })

  test('many addresses win little more than one: fifty tries, then one a minute', async () => {
    const looked = await untilHeldUp((n) => signIn(frogy.visitor(), someAddress(n), 'wrong horse'))
    expect(looked).toBeGreaterThan(50)
    expect(looked).toBeLessThan(60)
    const refused = await signIn(frogy.visitor(), HOME, RIGHT)
    expect(refused.status).toBe(429)
    expect(retryAfterS(refused)).toBeLessThanOrEqual(60)
    expect((await signIn(layla, HOME, RIGHT)).status).toBe(200)
  })
})

describe('a known browser', () => {
  test('is known for its own account only', async () => {
    const other = 'person-2@example.com'
    await untilHeldUp(() => signIn(layla, HOME, 'wrong horse', other))
    expect((await signIn(frogy.visitor(), HOME, RIGHT, other)).status).toBe(429)
    // What it did elsewhere is not held against its own person.
    expect((await signIn(layla, HOME, RIGHT)).status).toBe(200)
  })

  test('is held up by its own wrong passwords as a stranger is, and holds up nobody else', async () => {
    const looked = await untilHeldUp(() => signIn(layla, HOME, 'wrong horse'))
    expect(looked).toBeLessThan(13)
    expect((await signIn(layla, HOME, RIGHT)).status).toBe(429)
    expect((await signIn(frogy.visitor(), HOME, RIGHT)).status).toBe(200)
  })

  test('is not made up', async () => {
    const { headers } = await signIn(layla, HOME, RIGHT)
    const cookie = headers.getSetCookie().find((one) => one.startsWith('frogy_browser='))
    const [userId = '', id = '', since = '', signature = ''] = /=([^;]+)/.exec(cookie ?? '')?.[1]?.split('.') ?? []
    expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    await strangersTry()
    const withCookie = async (...parts: string[]) =>
      (
        await frogy.visitor().ask('POST /api/login', {
          body: { email, password: RIGHT },
          headers: { ...at(HOME), cookie: `frogy_browser=${parts.join('.')}` },
        })
      ).status
    expect(await withCookie(userId, id, String(Number(since) + 1), signature)).toBe(429)
    expect(await withCookie(userId, crypto.randomUUID(), since, signature)).toBe(429)
    expect(await withCookie(userId, id, since, '')).toBe(429)
    expect(await withCookie(userId, id)).toBe(429)
    expect(await withCookie(userId, id, since, signature)).toBe(200)
  })

  test('is forgotten when nobody has signed in there for more than a year', async () => {
    frogy.clock.advance(401 * 24 * HOUR_MS)
    await strangersTry()
    expect((await signIn(layla, HOME, RIGHT)).status).toBe(429)
  })

  test('is served when others at its address have used its share up', async () => {
    for (let n = 0; n < 300; n++) {
      await frogy.visitor().fetch('/api/login', { method: 'POST', headers: at(HOME) })
    }
    expect((await signIn(frogy.visitor(), HOME, RIGHT)).status).toBe(429)
    expect((await signIn(layla, HOME, RIGHT)).status).toBe(200)
    for (let n = 0; n < 21; n++) await forgot(frogy.visitor(), HOME, `${crypto.randomUUID()}@example.com`)
    expect((await forgot(frogy.visitor(), HOME)).status).toBe(429)
    expect((await forgot(layla, HOME)).status).toBe(200)
    expect(tokenIn(await mailTo(frogy.dataDir, email))).not.toBe('')
  })
})

describe('links to a new password', () => {
  test('are ten in an hour at most, whoever asks, and nobody is told or kept from using them', async () => {
    const replies = []
    for (let n = 0; n < 15; n++) replies.push(await forgot(frogy.visitor(), someAddress(n)))
    expect(statuses(replies)).toEqual({ 200: 15 })
    expect(new Set(replies.map(({ body }) => body.message)).size).toBe(1)
    await mailTo(frogy.dataDir, email, 10)

    const browser = frogy.visitor()
    expect((await forgot(browser, HOME)).status).toBe(200)
    frogy.clock.advance(HOUR_MS - 60_000)
    const password = 'a new horse'
    const [first = ''] = mailsTo(email)
    expect(mailsTo(email)).toHaveLength(10)
    const reset = { token: tokenIn(first), password, confirmPassword: password }
    expect((await browser.ask('POST /api/reset-password', { body: reset })).status).toBe(200)
    expect((await forgot(frogy.visitor(), HOME)).status).toBe(200)
    await mailTo(frogy.dataDir, email, 11)
  })

  test('come again in the next hour', async () => {
    for (let n = 0; n < 11; n++) await forgot(frogy.visitor(), someAddress(n))
    await mailTo(frogy.dataDir, email, 10)
    frogy.clock.advance(HOUR_MS)
    await forgot(frogy.visitor(), HOME)
    expect(await mailTo(frogy.dataDir, email, 11)).toContain('/reset-password?token=')
  })
})
