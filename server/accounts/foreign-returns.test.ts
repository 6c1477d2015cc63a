import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { accountsOf } from '#tests/support/accounts.ts'
import { createGoogleUser, giveGoogleConsent, startGoogleSignIn } from '#tests/support/google.ts'
import { CONSENT_PLATFORMS, finishConsent, giveConsent, startConsent } from '#tests/support/oauth-consent.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

type Provider = Platform | 'google'
const PROVIDERS: readonly Provider[] = [...CONSENT_PLATFORMS, 'google']

/** Opens a browser: signed out for a sign-in with Google, signed in for connecting a network. */
const newBrowser = async (provider: Provider): Promise<Person> =>
  provider === 'google' ? frogy.visitor() : await frogy.person()

/** Signs the same user in with another browser. */
async function otherSession({ user, password }: Person): Promise<Person> {
  const other = frogy.visitor()
  if (user) await other.call('POST /api/login', { body: { email: user.email, password } })
  return other
}

/** Gives consent at the provider. @returns the callback URL to which the provider redirects the browser */
async function returnFrom(provider: Provider, who: Person): Promise<URL> {
  const path =
    provider === 'google'
      ? await giveGoogleConsent(await startGoogleSignIn(who), (await createGoogleUser(frogy)).sub)
      : await giveConsent(await startConsent(who, provider))
  return new URL(path, frogy.url)
}

const open = (who: Person, { pathname, search }: URL) => finishConsent(who, pathname + search)

const callbackOf = (provider: Provider) =>
  provider === 'google' ? '/api/auth/google/callback' : `/api/social-accounts/${provider}/callback`

/** Expects that the callback has created neither an account nor a session. */
async function expectNothing(provider: Provider, who: Person): Promise<void> {
  if (provider === 'google') expect((await who.ask('GET /api/user', {})).status).toBe(401)
  else expect(await accountsOf(who)).toEqual([])
}

/** Each case returns the browser that received another browser's state or code, and where Frogy redirected it. */
const FOREIGN = {
  'a state of another session of the same user': async (provider) => {
    const own = await newBrowser(provider)
    const other = await otherSession(own)
    return { other, end: await open(other, await returnFrom(provider, own)) }
  },
  'a state of another user': async (provider) => {
    const other = await newBrowser(provider)
    // The second browser has begun its own sign-in. Frogy must still refuse the first browser's state in it.
    await returnFrom(provider, other)
    return { other, end: await open(other, await returnFrom(provider, await newBrowser(provider))) }
  },
  'a state and code of another network': async (provider) => {
    const other = await frogy.person()
    const from = provider === 'linkedin' ? 'twitter' : 'linkedin'
    const back = await returnFrom(from, other)
    back.pathname = callbackOf(provider)
    const end = await open(other, back)
    if (provider === 'google') await other.call('POST /api/logout', {})
    return { other, end }
  },
} satisfies Record<string, (provider: Provider) => Promise<{ other: Person; end: string }>>

const STATE_REFUSED = (provider: Provider) =>
  provider === 'google' ? '/auth?error=google_expired' : '/social-accounts?error=invalid_state'
/**
 * Where Frogy redirects after a refused code. Networks answer only `invalid_grant`, whether the code is used, expired
 * or issued to another user.
 */
const CODE_REFUSED = (provider: Provider) =>
  provider === 'google' ? '/auth?error=google_failed' : `/social-accounts?error=connection_expired&platform=${provider}`

test.each(PROVIDERS.flatMap((provider) => Object.entries(FOREIGN).map(([what, bring]) => ({ provider, what, bring }))))(
  'refuses an OAuth callback at $provider with $what',
  async ({ provider, bring }) => {
    const { other, end } = await bring(provider)
    expect(end).toBe(STATE_REFUSED(provider))
    await expectNothing(provider, other)
  },
)

test.each(PROVIDERS)('refuses a second use of an OAuth state or code of the provider %s', async (provider) => {
  const own = await newBrowser(provider)
  const back = await returnFrom(provider, own)
  expect(await open(own, back)).not.toContain('error=')
  expect(await open(own, back)).toBe(STATE_REFUSED(provider))

  // Put the used code into another user's callback.
  const other = await newBrowser(provider)
  const next = await returnFrom(provider, other)
  next.searchParams.set('code', back.searchParams.get('code') ?? '')
  expect(await open(other, next)).toBe(CODE_REFUSED(provider))
  await expectNothing(provider, other)
})

// At X and Google, PKCE binds the code to the attempt that began it. For the other networks see docs/decisions/014.
test.each([
  // X answers `invalid_request` to a wrong verifier, as to any faulty request.
  { provider: 'twitter', end: '/social-accounts?error=connection_failed' },
  { provider: 'google', end: '/auth?error=google_failed' },
] as const)("refuses another user's unused OAuth code at $provider", async ({ provider, end }) => {
  const [own, other] = [await newBrowser(provider), await newBrowser(provider)]
  const [stolen, back] = [await returnFrom(provider, other), await returnFrom(provider, own)]
  back.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  expect(await open(own, back)).toBe(end)
  await expectNothing(provider, own)
})

test.each(CONSENT_PLATFORMS)(
  'refuses the OAuth code of another network in a callback of the network %s',
  async (provider) => {
    const own = await frogy.person()
    const back = await returnFrom(provider, own)
    const other = await returnFrom(provider === 'linkedin' ? 'twitter' : 'linkedin', own)
    back.searchParams.set('code', other.searchParams.get('code') ?? '')
    expect(await open(own, back)).toBe(CODE_REFUSED(provider))
    expect(await accountsOf(own)).toEqual([])
  },
)
