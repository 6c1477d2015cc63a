import { codeAt, turnOnTwoFactor } from '#tests/support/authenticator-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { login, registration, randomEmail } from '#tests/support/sign-in-requests.ts'
import { giveGoogleConsent, startGoogleSignIn, signInWithGoogle, createGoogleUser } from '#tests/support/google.ts'
import { installation } from '#tests/support/installation.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())
afterEach(() => frogy.simulator.manners({ googleToken: 'right' }))

const isSignedIn = async (who: ReturnType<Frogy['visitor']>) => (await who.ask('GET /api/user', {})).status === 200
const MINUTE_MS = 60_000

describe('availability of Google sign-in', () => {
  test('offers Google sign-in with a configured or simulated Google app', async () => {
    expect(await frogy.visitor().call('GET /api/google/config', {})).toEqual({ available: true })
  })

  test('hides Google sign-in in production without a configured app', async () => {
    for (const SIMULATOR of ['on', 'off']) {
      await using production = await startFrogy({
        NODE_ENV: 'production',
        SIMULATOR,
        RATE_LIMITS: 'on',
        PUBLIC_URL: '',
      })
      const visitor = production.visitor()
      expect(await visitor.call('GET /api/google/config', {})).toEqual({ available: false })
      const start = await visitor.fetch('/api/auth/google')
      expect(start.headers.get('location')).toBe('/auth?error=google_unavailable')
    }
  })
})

describe('a Google user without an account', () => {
  test("creates a confirmed account from Google's data and signs in", async () => {
    const [visitor, huda] = [frogy.visitor('ar'), await createGoogleUser(frogy)]
    expect(await signInWithGoogle(visitor, huda, '?next=/schedule&timeZone=Asia/Riyadh')).toBe('/schedule')
    expect(await visitor.call('GET /api/user', {})).toMatchObject({
      email: huda.email,
      emailConfirmed: true,
      firstName: 'Huda',
      lastName: 'Nasser',
      role: 'user',
      preferredLanguage: 'ar',
      timeZone: 'Asia/Riyadh',
    })
    expect((await login(frogy.visitor(), huda.email, '')).status).toBe(422)
    expect((await login(frogy.visitor(), huda.email, 'correct horse')).status).toBe(401)
  })

  test('signs in to no account by a Google address with look-alike characters', async () => {
    const omar = await frogy.person()
    const email = `${omar.user?.email}`
    for (const other of [email.replace('@', '\u200b@'), email.replace(/^./, '\u212a')]) {
      const stranger = await createGoogleUser(frogy, { email: other })
      expect(await signInWithGoogle(frogy.visitor(), stranger)).toBe('/auth?error=google_unverified')
    }
  })

  test('signs in to the same account after the email address at Google has changed', async () => {
    const [first, huda] = [frogy.visitor(), await createGoogleUser(frogy)]
    await signInWithGoogle(first, huda)
    const { id } = await first.call('GET /api/user', {})
    await frogy.simulator.googlePerson({ ...huda, email: randomEmail(), verified: false })
    const again = frogy.visitor()
    expect(await signInWithGoogle(again, huda)).toBe('/')
    expect(await again.call('GET /api/user', {})).toMatchObject({ id, email: huda.email })
  })

  test('reauthenticates a user without a password through Google', async () => {
    await using place = await startFrogy()
    const [visitor, huda] = [place.visitor(), await createGoogleUser(place)]
    await signInWithGoogle(visitor, huda)
    expect(await visitor.call('GET /api/profile', {})).toMatchObject({ hasPassword: false })
    place.clock.advance(11 * MINUTE_MS)
    expect(await visitor.ask('DELETE /api/profile', {})).toMatchObject({
      status: 403,
      body: { code: 'password_needed' },
    })
    expect(await signInWithGoogle(visitor, huda, '?next=/profile')).toBe('/profile')
    expect(await visitor.ask('DELETE /api/profile', {})).toMatchObject({ status: 202 })
  })

  test('creates one account for two concurrent Google callbacks', async () => {
    const huda = await createGoogleUser(frogy)
    const visitors = [frogy.visitor(), frogy.visitor(), frogy.visitor()]
    await Promise.all(visitors.map((one) => signInWithGoogle(one, huda)))
    const ids = await Promise.all(visitors.map(async (one) => (await one.call('GET /api/user', {})).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('creates no account for an address that Google has not verified', async () => {
    const [visitor, huda] = [frogy.visitor(), await createGoogleUser(frogy, { verified: false })]
    expect(await signInWithGoogle(visitor, huda)).toBe('/auth?error=google_unverified')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test.each([
    ['is too long', 'x'.repeat(300), 'x'.repeat(300)],
    ['is invisible', '\u200b', '\u202e'],
    ['contains a link', 'https://evil.example', 'win now://'],
  ])("uses the email address as first name when Google's name %s", async (what, given, family) => {
    const [visitor, huda] = [
      frogy.visitor(),
      await createGoogleUser(frogy, { given, family, email: `huda-${what.length}@example.org` }),
    ]
    expect(await signInWithGoogle(visitor, huda)).toBe('/')
    const { firstName, lastName } = await visitor.call('GET /api/user', {})
    expect({ firstName, lastName }).toEqual({ firstName: huda.email.split('@')[0], lastName: '' })
  })

  test('signs in existing Google users but creates no account while registration is closed', async () => {
    await using place = await installation()
    const email = randomEmail()
    {
      await using open = await place.start()
      await open.visitor().call('POST /api/register', { body: registration(email) })
    }
    await using closed = await place.start({ REGISTRATION: 'closed', SIMULATOR: 'auto' })
    const at = { ...frogy, simulator: place.simulator } as unknown as Frogy
    const [stranger, owner] = [await createGoogleUser(at), await createGoogleUser(at, { email })]
    const visitor = closed.visitor()
    expect(await signInWithGoogle(visitor, stranger)).toBe('/auth?error=google_closed')
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await signInWithGoogle(visitor, owner)).toBe('/')
  })

  test('makes the first Google user and those in ADMIN_EMAILS admins', async () => {
    await using empty = await startFrogy({ ADMIN_EMAILS: 'chosen@example.com' }, { template: 'empty' })
    const people = [
      await createGoogleUser(empty),
      await createGoogleUser(empty),
      await createGoogleUser(empty, { email: 'chosen@example.com' }),
    ]
    const roles = []
    for (const one of people) {
      const visitor = empty.visitor()
      await signInWithGoogle(visitor, one)
      roles.push((await visitor.call('GET /api/user', {})).role)
    }
    expect(roles).toEqual(['admin', 'user', 'admin'])
  })
})

describe('a Google user whose address has an account', () => {
  test('signs in to an existing account when Google and Frogy verified its address, and mails the owner', async () => {
    const layla = await frogy.person()
    const own = await createGoogleUser(frogy, { email: (layla.user?.email ?? '').toUpperCase() })
    const visitor = frogy.visitor()
    expect(await signInWithGoogle(visitor, own)).toBe('/')
    expect((await visitor.call('GET /api/user', {})).id).toBe(layla.user?.id)
    const mail = await mailTo(frogy.dataDir, layla.user?.email ?? '')
    expect(mail).toContain('Google sign-in was added')
    // The password still works, and later sign-ins send no mail.
    expect((await login(frogy.visitor(), layla.user?.email ?? '', layla.password)).status).toBe(200)
    await signInWithGoogle(frogy.visitor(), own)
    expect(mailsIn(frogy.dataDir).filter((one) => one.includes(`To: ${layla.user?.email}\n`))).toEqual([mail])
  })

  test('mails the owner about Google sign-in immediately, but signs in only after the second factor', async () => {
    const layla = await frogy.person()
    const email = layla.user?.email ?? ''
    const { secret } = await turnOnTwoFactor(layla, frogy.clock.now())
    expect(await mailTo(frogy.dataDir, email)).toContain('Two-factor sign-in is on')
    const own = await createGoogleUser(frogy, { email })
    const visitor = frogy.visitor()
    expect(await signInWithGoogle(visitor, own, '?next=/schedule')).toBe('/auth?mode=code&next=%2Fschedule')
    expect(await mailTo(frogy.dataDir, email, 2)).toContain('Google sign-in was added')
    expect(await isSignedIn(visitor)).toBe(false)

    frogy.clock.advance(MINUTE_MS)
    const code = codeAt(secret, frogy.clock.now())
    expect((await visitor.ask('POST /api/login/code', { body: { code } })).body).toMatchObject({ email })
    expect(await isSignedIn(visitor)).toBe(true)
    expect(mailsIn(frogy.dataDir).filter((one) => one.includes(`To: ${email}\n`))).toHaveLength(2)
  })

  test('redirects a suspended Google user to the sign-in page', async () => {
    const [admin, layla] = [await frogy.visitor().signIn('person-1@example.com'), await frogy.person()]
    const own = await createGoogleUser(frogy, { email: layla.user?.email ?? '' })
    await signInWithGoogle(frogy.visitor(), own)
    const params = { id: layla.user?.id ?? '' }
    await admin.call('POST /api/admin/users/{id}/suspend', { params, body: { reason: 'spam' } })
    const visitor = frogy.visitor()
    expect(await signInWithGoogle(visitor, own, '?next=/schedule')).toBe(
      '/auth?error=google_suspended&next=%2Fschedule',
    )
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('rejects sign-in to an account whose address is only a part of the one at Google', async () => {
    const layla = await frogy.person()
    const email = `Omar <${layla.user?.email}>`
    const [visitor, thief] = [frogy.visitor(), await createGoogleUser(frogy, { email })]
    expect(await signInWithGoogle(visitor, thief)).toBe('/auth?error=google_unverified')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('rejects sign-in to an existing account by an address that Google has not verified', async () => {
    const layla = await frogy.person()
    const [visitor, thief] = [
      frogy.visitor(),
      await createGoogleUser(frogy, { email: layla.user?.email ?? '', verified: false }),
    ]
    expect(await signInWithGoogle(visitor, thief)).toBe('/auth?error=google_unverified')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('rejects Google sign-in to an account with an unconfirmed address', async () => {
    const email = randomEmail()
    const squatter = frogy.visitor()
    await squatter.call('POST /api/register', { body: registration(email) })
    const [visitor, owner] = [frogy.visitor(), await createGoogleUser(frogy, { email })]
    expect(await signInWithGoogle(visitor, owner)).toBe('/auth?error=google_unconfirmed')
    expect(await isSignedIn(visitor)).toBe(false)
  })
})

describe('the Google callback', () => {
  test('accepts a Google callback only once', async () => {
    const [visitor, huda] = [frogy.visitor(), await createGoogleUser(frogy)]
    const back = await giveGoogleConsent(await startGoogleSignIn(visitor), huda.sub)
    expect((await visitor.fetch(back)).headers.get('location')).toBe('/')
    await visitor.call('POST /api/logout', {})
    expect((await visitor.fetch(back)).headers.get('location')).toBe('/auth?error=google_expired')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('accepts a Google callback only in the browser that started the sign-in', async () => {
    const [thief, victim, own] = [frogy.visitor(), frogy.visitor(), await createGoogleUser(frogy)]
    const back = await giveGoogleConsent(await startGoogleSignIn(thief), own.sub)
    expect((await victim.fetch(back)).headers.get('location')).toBe('/auth?error=google_expired')
    await startGoogleSignIn(victim)
    expect((await victim.fetch(back)).headers.get('location')).toBe('/auth?error=google_expired')
    expect(await isSignedIn(victim)).toBe(false)
    // Another browser's attempt to use the callback did not consume it.
    expect((await thief.fetch(back)).headers.get('location')).toBe('/')
  })

  test('accepts a Google callback only with its own authorization code', async () => {
    const [thief, victim] = [frogy.visitor(), frogy.visitor()]
    const [theirs, own] = [await createGoogleUser(frogy), await createGoogleUser(frogy)]
    const [stolen, given] = [
      new URL(await giveGoogleConsent(await startGoogleSignIn(victim), theirs.sub), frogy.url),
      new URL(await giveGoogleConsent(await startGoogleSignIn(thief), own.sub), frogy.url),
    ]
    given.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect((await thief.fetch(given.pathname + given.search)).headers.get('location')).toBe('/auth?error=google_failed')
    expect(await isSignedIn(thief)).toBe(false)
  })

  test('rejects a Google callback that is late or has a missing or unknown `state`', async () => {
    const [visitor, huda] = [frogy.visitor(), await createGoogleUser(frogy)]
    const late = await giveGoogleConsent(await startGoogleSignIn(visitor), huda.sub)
    for (const path of ['', '?code=x', '?code=x&state=made-up', '?error=access_denied'])
      expect((await visitor.fetch(`/api/auth/google/callback${path}`)).headers.get('location')).toBe(
        '/auth?error=google_expired',
      )
    frogy.clock.advance(16 * MINUTE_MS)
    expect((await visitor.fetch(late)).headers.get('location')).toBe('/auth?error=google_expired')
  })

  test('returns to the sign-in page when the user declines at Google, and keeps the requested page', async () => {
    const visitor = frogy.visitor()
    const consent = await startGoogleSignIn(visitor, '?next=/schedule')
    const state = consent.searchParams.get('state') ?? ''
    const back = await visitor.fetch(`/api/auth/google/callback?error=access_denied&state=${encodeURIComponent(state)}`)
    expect(back.headers.get('location')).toBe('/auth?error=google_cancelled&next=%2Fschedule')
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/api/logout',
    '/auth',
    '/a b',
    'javascript:x',
  ])('redirects after a Google sign-in to the home page instead of the unsafe target %s', async (next) => {
    const [visitor, huda] = [frogy.visitor(), await createGoogleUser(frogy)]
    expect(await signInWithGoogle(visitor, huda, `?next=${encodeURIComponent(next)}`)).toBe('/')
  })

  test("ends the browser's previous session at a Google sign-in", async () => {
    const layla = await frogy.person()
    const old = layla.cookie
    const huda = await createGoogleUser(frogy)
    expect(await signInWithGoogle(layla, huda)).toBe('/')
    expect((await layla.call('GET /api/user', {})).email).toBe(huda.email)
    expect((await fetch(`${frogy.url}/api/user`, { headers: { cookie: old } })).status).toBe(401)
  })

  test('accepts Google callbacks in two tabs of one browser', async () => {
    const [visitor, huda] = [frogy.visitor(), await createGoogleUser(frogy)]
    const [one, other] = [await startGoogleSignIn(visitor), await startGoogleSignIn(visitor)]
    expect((await visitor.fetch(await giveGoogleConsent(one, huda.sub))).headers.get('location')).toBe('/')
    expect((await visitor.fetch(await giveGoogleConsent(other, huda.sub))).headers.get('location')).toBe('/')
  })
})

describe('the ID token', () => {
  test.each([
    'wrong_nonce',
    'no_nonce',
    'wrong_audience',
    'wrong_issuer',
    'expired',
    'alg_none',
    'alg_hs256',
    'wrong_signature',
    'unknown_key',
  ])('rejects an ID token with the fault %s', async (googleToken) => {
    const [visitor, huda] = [frogy.visitor(), await createGoogleUser(frogy)]
    await frogy.simulator.manners({ googleToken })
    expect(await signInWithGoogle(visitor, huda)).toBe('/auth?error=google_failed')
    expect(await isSignedIn(visitor)).toBe(false)
    await frogy.simulator.manners({ googleToken: 'right' })
    expect(await signInWithGoogle(visitor, huda)).toBe('/')
  })

  test('verifies an ID token with recently rotated keys', async () => {
    const huda = await createGoogleUser(frogy)
    for (let times = 0; times < 3; times++) {
      expect(await signInWithGoogle(frogy.visitor(), huda)).toBe('/')
      await frogy.simulator.rotateGoogleKeys()
    }
  })

  test("checks the expiry of an ID token by Frogy's clock", async () => {
    frogy.clock.advance(3 * 24 * 60 * MINUTE_MS)
    expect(await signInWithGoogle(frogy.visitor(), await createGoogleUser(frogy))).toBe('/')
  })
})

test('redirects to the sign-in page when Google is unreachable', async () => {
  await using away = await startFrogy({
    GOOGLE_CLIENT_ID: 'frogy',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  })
  const visitor = away.visitor()
  expect(await visitor.call('GET /api/google/config', {})).toEqual({ available: true })
  expect((await visitor.fetch('/api/auth/google')).headers.get('location')).toBe('/auth?error=google_not_started')
})
