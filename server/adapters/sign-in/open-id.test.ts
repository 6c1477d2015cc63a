import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openIdSignIn } from './open-id.ts'
import { codeAt, turnOnTwoFactor } from '#tests/support/authenticator-app.ts'
import { CLIENT, openIdProvider, signInByOidc, startOidc, type Hostility } from '#tests/support/open-id-provider.ts'
import type { OpenIdProvider } from '#tests/support/open-id-provider.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { login, randomEmail, registration } from '#tests/support/sign-in-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let provider: OpenIdProvider
let frogy: Frogy
let admin: Person
beforeAll(async () => {
  provider = await openIdProvider()
  frogy = await startFrogy({
    ...provider.environment,
    REGISTRATION: 'closed',
    OIDC_DOMAINS: '@Acme.example, مثال.إختبار',
  })
  admin = await frogy.person()
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})
afterEach(() => provider.behave({}))

const someone = (more: Record<string, unknown> = {}) => {
  const sub = randomUUID()
  return { sub, email: `${sub}@acme.example`, email_verified: true, given_name: 'Huda', family_name: 'Nasser', ...more }
}
const signIn = (who: Person, claims: Record<string, unknown>, query = '') => signInByOidc(provider, who, claims, query)
const isSignedIn = async (who: Person) => (await who.ask('GET /api/user', {})).status === 200

describe('a user of the provider without an account', () => {
  test('creates a confirmed account for an email address in an allowed domain while registration is closed', async () => {
    const [visitor, huda] = [frogy.visitor('ar'), someone()]
    expect(await visitor.call('GET /api/oidc/config', {})).toEqual({ available: true, name: 'Acme' })
    expect(await signIn(visitor, huda, '?next=/schedule&timeZone=Asia/Dubai')).toBe('/schedule')
    expect(await visitor.call('GET /api/user', {})).toMatchObject({
      email: huda.email,
      emailConfirmed: true,
      firstName: 'Huda',
      lastName: 'Nasser',
      role: 'user',
      preferredLanguage: 'ar',
      timeZone: 'Asia/Dubai',
    })
    expect((await login(frogy.visitor(), huda.email, 'correct horse')).status).toBe(401)
  })

  test.each([
    ['an ASCII domain in capitals', 'ACME.EXAMPLE', '/'],
    ['an Arabic domain', 'مثال.إختبار', '/'],
    ['a subdomain', 'hr.acme.example', '/auth?error=oidc_closed'],
    ['a domain that ends alike', 'notacme.example', '/auth?error=oidc_closed'],
    ['the domain before the last @', 'acme.example@evil.example', '/auth?error=oidc_unverified'],
    ['another domain', 'evil.example', '/auth?error=oidc_closed'],
  ])('allows or rejects an email address by the domain after its last @: %s', async (_, domain, end) => {
    expect(await signIn(frogy.visitor(), someone({ email: `${randomUUID()}@${domain}` }))).toBe(end)
  })

  test('admits an invited user and an address in ADMIN_EMAILS from any domain', async () => {
    await using place = await startFrogy({
      ...provider.environment,
      REGISTRATION: 'closed',
      OIDC_DOMAINS: 'acme.example',
      ADMIN_EMAILS: 'boss@elsewhere.example',
    })
    const { link } = await (await place.person()).call('POST /api/admin/invitations', { body: {} })
    const token = new URL(link).searchParams.get('invitation')
    const [guest, boss] = [someone({ email: randomEmail() }), someone({ email: 'boss@elsewhere.example' })]
    expect(await signIn(place.visitor(), guest)).toBe('/auth?error=oidc_closed')
    expect(await signIn(place.visitor(), guest, `?invitation=${token}`)).toBe('/')
    expect(await signIn(place.visitor(), guest)).toBe('/')
    expect(await signIn(place.visitor(), someone({ email: randomEmail() }), `?invitation=${token}`)).toBe(
      '/auth?error=oidc_invitation',
    )
    const visitor = place.visitor()
    expect(await signIn(visitor, boss)).toBe('/')
    expect((await visitor.call('GET /api/user', {})).role).toBe('admin')
  })

  test('follows the setting REGISTRATION when no domains and groups are configured', async () => {
    for (const [REGISTRATION, end] of [
      ['open', '/'],
      ['closed', '/auth?error=oidc_closed'],
    ] as const) {
      await using place = await startFrogy({ ...provider.environment, REGISTRATION })
      expect(await signIn(place.visitor(), someone())).toBe(end)
    }
  })

  test('creates no account for an unverified address, even in an allowed domain', async () => {
    for (const email_verified of [false, 'true', undefined, null, 1])
      expect(await signIn(frogy.visitor(), someone({ email_verified }))).toBe('/auth?error=oidc_unverified')
  })
})

describe('groups', () => {
  let place: Frogy
  beforeAll(async () => {
    place = await startFrogy({
      ...provider.environment,
      REGISTRATION: 'open',
      OIDC_GROUPS: '/writers, staff of Acme',
      OIDC_GROUPS_CLAIM: 'realm.roles',
    })
  })
  afterAll(() => place[Symbol.asyncDispose]())
  const inGroups = (...roles: unknown[]) => ({ realm: { roles } })

  test.each([
    ['a list', { realm: { roles: ['guests', '/writers'] } }, '/'],
    ['a single text', { realm: { roles: 'staff of Acme' } }, '/'],
    ['a claim with a dot in its name', { 'realm.roles': ['/writers'] }, '/'],
    ['other groups', { realm: { roles: ['/Writers', 'staff'] } }, '/auth?error=oidc_group'],
    ['no claim', {}, '/auth?error=oidc_group'],
    ['a claim of another shape', { realm: { roles: { '/writers': true } } }, '/auth?error=oidc_group'],
    ['nested lists', { realm: { roles: [['/writers']] } }, '/auth?error=oidc_group'],
    ['inherited properties', { realm: null }, '/auth?error=oidc_group'],
  ])('accepts a user only if the OpenID claims name an allowed group: %s', async (_, claims, end) => {
    const visitor = place.visitor()
    expect(await signIn(visitor, someone(claims))).toBe(end)
    expect(await isSignedIn(visitor)).toBe(end === '/')
  })

  test('rejects a user who left the group, and accepts them again after their return', async () => {
    const huda = someone()
    expect(await signIn(place.visitor(), { ...huda, ...inGroups('/writers') })).toBe('/')
    expect(await signIn(place.visitor(), { ...huda, ...inGroups('guests') })).toBe('/auth?error=oidc_group')
    expect(await signIn(place.visitor(), { ...huda, ...inGroups('/writers') })).toBe('/')
  })

  test('rejects a user with an existing account but without an allowed group', async () => {
    const layla = await place.person()
    expect(await signIn(place.visitor(), someone({ email: layla.user?.email }))).toBe('/auth?error=oidc_group')
  })

  test('reads address and groups from the userinfo endpoint if the ID token lacks them', async () => {
    const { email, email_verified, ...huda } = someone()
    provider.behave({ userInfo: { email, email_verified, ...inGroups('/writers') } })
    const visitor = place.visitor()
    const consent = await startOidc(visitor)
    expect(consent.searchParams.get('scope')).toBe('openid email profile groups')
    expect((await visitor.fetch(provider.consent(consent, huda))).headers.get('location')).toBe('/')
    expect((await visitor.call('GET /api/user', {})).email).toBe(email)
  })

  test("rejects another user's userinfo, and never applies the verification of one address to another", async () => {
    const { email, email_verified, ...huda } = someone()
    provider.behave({ userInfo: { sub: 'another', email, email_verified, ...inGroups('/writers') } })
    expect(await signIn(place.visitor(), huda)).toBe('/auth?error=oidc_failed')
    const layla = await place.person()
    provider.behave({ userInfo: { email: randomEmail(), email_verified: true, ...inGroups('/writers') } })
    const visitor = place.visitor()
    await signIn(visitor, { ...huda, email: layla.user?.email })
    expect((await visitor.ask('GET /api/user', {})).body.email).not.toBe(layla.user?.email)
  })
})

describe('a user with an account', () => {
  test('adds OpenID sign-in to the account with the same email address, mails its owner, and asks for a code', async () => {
    const layla = await frogy.person()
    const email = layla.user?.email ?? ''
    const { secret } = await turnOnTwoFactor(layla, frogy.clock.now())
    await mailTo(frogy.dataDir, email)
    const own = someone({ email })
    const visitor = frogy.visitor()
    expect(await signIn(visitor, own, '?next=/schedule')).toBe('/auth?mode=code&next=%2Fschedule')
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await mailTo(frogy.dataDir, email, 2)).toContain('Acme sign-in was added to your Frogy account')
    frogy.clock.advance(60_000)
    await visitor.call('POST /api/login/code', { body: { code: codeAt(secret, frogy.clock.now()) } })
    expect((await visitor.call('GET /api/user', {})).id).toBe(layla.user?.id)
  })

  test("signs an OpenID user in to the same account after the user's email address has changed", async () => {
    const [first, again, huda] = [frogy.visitor(), frogy.visitor(), someone()]
    await signIn(first, huda)
    const { id } = await first.call('GET /api/user', {})
    expect(await signIn(again, { ...huda, email: randomEmail(), email_verified: false })).toBe('/')
    expect((await again.call('GET /api/user', {})).id).toBe(id)
  })

  test('signs in no user by an address that the provider or Frogy has not verified', async () => {
    const layla = await frogy.person()
    const email = layla.user?.email
    expect(await signIn(frogy.visitor(), someone({ email, email_verified: false }))).toBe('/auth?error=oidc_unverified')
    await using open = await startFrogy(provider.environment)
    const squatted = randomEmail()
    await open.visitor().call('POST /api/register', { body: registration(squatted) })
    expect(await signIn(open.visitor(), someone({ email: squatted }))).toBe('/auth?error=oidc_unconfirmed')
  })

  test('creates a separate account for a second OpenID user with the same name', async () => {
    const [first, other] = [frogy.visitor(), frogy.visitor()]
    const huda = someone()
    await signIn(first, huda)
    await signIn(other, someone({ name: 'Huda Nasser' }))
    expect((await other.call('GET /api/user', {})).id).not.toBe((await first.call('GET /api/user', {})).id)
  })

  test('rejects the sign-in of a suspended user', async () => {
    const [visitor, huda] = [frogy.visitor(), someone()]
    await signIn(visitor, huda)
    const params = { id: (await visitor.call('GET /api/user', {})).id }
    await admin.call('POST /api/admin/users/{id}/suspend', { params, body: { reason: 'spam' } })
    expect(await signIn(frogy.visitor(), huda)).toBe('/auth?error=oidc_suspended')
  })
})

describe('the callback', () => {
  test('accepts a sign-in callback once, only in the browser that started it, and not at the callback URL of Google', async () => {
    const [visitor, other, huda] = [frogy.visitor(), frogy.visitor(), someone()]
    const back = provider.consent(await startOidc(visitor), huda)
    await startOidc(other)
    const end = async (who: Person, at: string) => (await who.fetch(at)).headers.get('location')
    expect(await end(other, back)).toBe('/auth?error=oidc_expired')
    expect(await end(visitor, back.replace('/oidc/', '/google/'))).toBe('/auth?error=google_expired')
    expect(await end(visitor, back)).toBe('/')
    expect(await end(visitor, back)).toBe('/auth?error=oidc_expired')
    expect(await end(visitor, '/api/auth/oidc/callback?code=x')).toBe('/auth?error=oidc_expired')
  })

  test('rejects a code of another sign-in, a replayed code, a late callback and another issuer in the callback URL', async () => {
    provider.behave({ keepsCodes: true })
    const [thief, victim] = [frogy.visitor(), frogy.visitor()]
    const own = new URL(provider.consent(await startOidc(thief), someone()), frogy.url)
    const stolen = new URL(provider.consent(await startOidc(victim), someone()), frogy.url)
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    const end = async (who: Person, at: URL | string) =>
      (await who.fetch(typeof at === 'string' ? at : at.pathname + at.search)).headers.get('location')
    expect(await end(thief, own)).toBe('/auth?error=oidc_failed')
    expect(await end(victim, stolen)).toBe('/')
    const again = new URL(provider.consent(await startOidc(victim), someone()), frogy.url)
    again.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(await end(victim, again)).toBe('/auth?error=oidc_failed')
    const mixed = new URL(provider.consent(await startOidc(victim), someone()), frogy.url)
    mixed.searchParams.set('iss', 'https://evil.example')
    expect(await end(victim, mixed)).toBe('/auth?error=oidc_failed')
    const late = provider.consent(await startOidc(victim), someone())
    frogy.clock.advance(16 * 60_000)
    expect(await end(victim, late)).toBe('/auth?error=oidc_expired')
  })

  test('keeps the address of the requested page when the user declines to sign in', async () => {
    const visitor = frogy.visitor()
    const state = (await startOidc(visitor, '?next=/schedule')).searchParams.get('state')
    const back = await visitor.fetch(`/api/auth/oidc/callback?error=access_denied&state=${state}`)
    expect(back.headers.get('location')).toBe('/auth?error=oidc_cancelled&next=%2Fschedule')
  })
})

describe('the ID token', () => {
  const past = Math.floor(Date.now() / 1000) - 3_600
  test.each<[string, Hostility]>([
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://evil.example/' } }],
    ['of the issuer without its slash', { claims: { iss: 'http://127.0.0.1/realms/acme' } }],
    ['for another client', { claims: { aud: 'another-app' } }],
    ['for several clients, authorized for another', { claims: { aud: [CLIENT.id, 'another'], azp: 'another' } }],
    ['that expired', { claims: { iat: past - 300, exp: past } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with a numeric subject', { claims: { sub: 7 } }],
    ['with algorithm none', { header: { alg: 'none' }, isTokenWithoutSignature: true }],
    ['signed with the client secret', { header: { alg: 'HS256' } }],
    ['signed by another key', { isSignedByAnotherKey: true }],
    ['without a signature', { isTokenWithoutSignature: true }],
    ['of an unknown key', { header: { kid: 'unknown' } }],
    ['that never arrives because the provider fails', { status: 500 }],
  ])('rejects an ID token %s', async (_, hostility) => {
    const [visitor, huda] = [frogy.visitor(), someone()]
    const consent = await startOidc(visitor)
    provider.behave(hostility)
    expect((await visitor.fetch(provider.consent(consent, huda))).headers.get('location')).toBe(
      '/auth?error=oidc_failed',
    )
    expect(await isSignedIn(visitor)).toBe(false)
  })
})

describe('a provider in trouble', () => {
  const app = () => ({ issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret })
  const checks = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) }
  const back = 'http://127.0.0.1/callback'

  test('stops waiting for an OpenID provider that does not answer in time', async () => {
    const client = openIdSignIn(app(), frogy.clock, 0.05)
    provider.behave({ isSilentAt: '/.well-known/openid-configuration' })
    await expect(client.consentUrl(back, checks)).rejects.toMatchObject({ trouble: 'not_started' })
    provider.behave({})
    await client.consentUrl(back, checks)
    provider.behave({ isSilentAt: '/token' })
    await expect(client.identify(new URL(`${back}?code=x&state=state`), checks)).rejects.toMatchObject({
      trouble: 'failed',
    })
  })

  test('rejects provider metadata that names another issuer', async () => {
    provider.behave({ metadata: { issuer: 'https://evil.example/' } })
    await expect(openIdSignIn(app(), frogy.clock).consentUrl(back, checks)).rejects.toMatchObject({
      trouble: 'not_started',
    })
  })

  test('returns to the sign-in page when the provider is down, and shows no button if no provider is configured', async () => {
    await using away = await startFrogy({ ...provider.environment, OIDC_ISSUER: 'http://127.0.0.1:9' })
    expect((await startOidc(away.visitor(), '?next=/schedule')).search).toBe('?error=oidc_not_started')
    await using none = await startFrogy()
    expect(await none.visitor().call('GET /api/oidc/config', {})).toEqual({ available: false, name: null })
    expect((await startOidc(none.visitor())).search).toBe('?error=oidc_unavailable')
  })
})
