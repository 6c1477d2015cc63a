import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { accountsOf } from '#tests/support/accounts.ts'
import { CONSENT_PLATFORMS, giveConsent, finishConsent, startConsent } from '#tests/support/oauth-consent.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const PAGES = ['104857639217745', '108230947561182'] as const

describe('connecting an account', () => {
  test.each(['linkedin', 'twitter', 'threads'] as const)('connects an account at the network %s', async (platform) => {
    const layla = await frogy.person(platform)
    const [account, ...others] = await accountsOf(layla)
    expect(others).toEqual([])
    expect(account).toMatchObject({
      platform,
      isActive: true,
      isDefault: true,
      simulated: true,
      needsReconnect: false,
    })
    expect(account?.displayName).toMatch(/Layla/i)
  })

  test('connects the Facebook Pages that the user may post to, and makes the first the default', async () => {
    const layla = await frogy.person('facebook')
    const pages = await accountsOf(layla)
    expect(pages.map(({ displayName }) => displayName).toSorted()).toEqual(['Najd Logistics', 'مقهى البركة'])
    expect(pages.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect(pages.map(({ expiresAt }) => expiresAt)).toEqual([null, null])
  })

  test('sends an unguessable state, and a PKCE challenge instead of the verifier where supported', async () => {
    const layla = await frogy.person()
    const [linkedin, twitter, again] = [
      await startConsent(layla, 'linkedin'),
      await startConsent(layla, 'twitter'),
      await startConsent(layla, 'twitter'),
    ]
    const states = [linkedin, twitter, again].map((consent) => consent.searchParams.get('state') ?? '')
    expect(new Set(states).size).toBe(3)
    for (const state of states) expect(state).toMatch(/^[\w-]{43}$/)
    expect(twitter.searchParams.get('code_challenge_method')).toBe('S256')
    expect(twitter.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(twitter.searchParams.get('code_challenge')).not.toBe(again.searchParams.get('code_challenge'))
    expect(twitter.searchParams.get('redirect_uri')).toBe(`${frogy.url}/api/social-accounts/twitter/callback`)
  })

  test('accepts an OAuth state only once', async () => {
    const layla = await frogy.person()
    const back = await giveConsent(await startConsent(layla, 'linkedin'))
    expect(await finishConsent(layla, back)).toBe('/social-accounts?connected=linkedin')
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=invalid_state')
    expect(await accountsOf(layla)).toHaveLength(1)
  })

  test("refuses another user's OAuth state, and does not consume it", async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const back = await giveConsent(await startConsent(layla, 'linkedin'))
    expect(await finishConsent(omar, back)).toBe('/social-accounts?error=invalid_state')
    expect(await accountsOf(omar)).toEqual([])
    expect(await finishConsent(layla, back)).toBe('/social-accounts?connected=linkedin')
  })

  test('refuses the OAuth state of another network, an invented state and a missing one', async () => {
    const layla = await frogy.person()
    const back = new URL(await giveConsent(await startConsent(layla, 'linkedin')), frogy.url)
    const { search, searchParams } = back
    for (const path of [
      `/api/social-accounts/threads/callback${search}`,
      `/api/social-accounts/linkedin/callback?code=${searchParams.get('code')}&state=${'x'.repeat(43)}`,
      `/api/social-accounts/linkedin/callback?code=${searchParams.get('code')}`,
      '/api/social-accounts/linkedin/callback?error=access_denied',
    ]) {
      expect(await finishConsent(layla, path)).toBe('/social-accounts?error=invalid_state')
    }
    expect(await accountsOf(layla)).toEqual([])
  })

  test.each(['linkedin', 'twitter', 'facebook', 'threads'] as const)(
    'reports that the user declined at the network %s, and connects nothing',
    async (platform) => {
      const layla = await frogy.person()
      const consent = await startConsent(layla, platform)
      const refused = await fetch(consent, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'cancel' }),
        redirect: 'manual',
      })
      const back = new URL(refused.headers.get('location') ?? '')
      expect(await finishConsent(layla, back.pathname + back.search)).toBe('/social-accounts?error=oauth_cancelled')
      expect(await accountsOf(layla)).toEqual([])
    },
  )

  test('connects nothing for an invented OAuth code', async () => {
    const layla = await frogy.person()
    const state = (await startConsent(layla, 'threads')).searchParams.get('state')
    const led = await finishConsent(layla, `/api/social-accounts/threads/callback?code=made-up&state=${state}`)
    expect(led).toMatch(/\?error=/)
    expect(await accountsOf(layla)).toEqual([])
  })

  test('redirects a browser without a session to the sign-in page, and answers an API client with an error', async () => {
    const path = '/api/social-accounts/linkedin/connect'
    const page = await frogy.visitor().fetch(path, { headers: { accept: 'text/html,application/xhtml+xml' } })
    expect({ status: page.status, to: page.headers.get('location') }).toEqual({
      status: 302,
      to: '/auth?next=%2Fsocial-accounts',
    })
    expect((await frogy.visitor().fetch(path)).status).toBe(401)
  })

  test('refuses an unknown or unconfigured network with a message', async () => {
    const layla = await frogy.person()
    expect((await layla.fetch('/api/social-accounts/myspace/connect')).status).toBe(404)
    expect((await layla.fetch('/api/social-accounts/__proto__/connect')).status).toBe(404)

    await using bare = await startFrogy({ SIMULATOR: 'off' })
    const omar = await bare.person()
    const refused = await omar.ask('GET /api/social-accounts/{platform}/connect', { params: { platform: 'twitter' } })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'platform_not_configured', message: 'X is not set up on this installation.' },
    })
    // Networks that users connect by a form need no app of the operator.
    const available = (await omar.call('GET /api/platforms', {})).filter((one) => one.available)
    expect(available.filter(({ platform }) => !connectFormOf(platform))).toEqual([])
  })

  test('shows the redirect URIs to administrators only', async () => {
    await using own = await startFrogy({ PUBLIC_URL: 'https://frogy.example.com' })
    const [admin, layla] = [await own.person(), await own.person()]
    const addressesFor = async (who: Person) =>
      (await who.call('GET /api/platforms', {})).map(({ redirectUri }) => redirectUri)
    expect(await addressesFor(admin)).toEqual(
      PLATFORMS.map((platform) =>
        CONSENT_PLATFORMS.includes(platform)
          ? `https://frogy.example.com/api/social-accounts/${platform}/callback`
          : null,
      ),
    )
    expect(await addressesFor(layla)).toEqual(PLATFORMS.map(() => null))
    expect((await startConsent(admin, 'threads')).searchParams.get('redirect_uri')).toBe(
      (await addressesFor(admin))[PLATFORMS.indexOf('threads')],
    )
  })

  test('lists the networks that users can connect, and marks the simulated networks', async () => {
    const layla = await frogy.person()
    const platforms = await layla.call('GET /api/platforms', {})
    expect(platforms.map(({ platform }) => platform)).toEqual(PLATFORMS)
    for (const platform of platforms.filter(({ available }) => available)) expect(platform.simulated).toBe(true)
  })
})

describe('selection among new accounts', () => {
  /** Signs in to Facebook with these Pages granted, and returns the redirect. */
  async function signIn(who: Person, pages: readonly string[] = PAGES): Promise<URL> {
    const consent = await startConsent(who, 'facebook')
    consent.searchParams.set('sim_pages', pages.join(','))
    return new URL(await finishConsent(who, await giveConsent(consent)), frogy.url)
  }
  const added = (back: URL) => back.searchParams.get('added')?.split(',').toSorted() ?? []
  const idsOf = async (who: Person) => (await accountsOf(who)).map(({ id }) => id).toSorted()

  test('asks the user to select among accounts that were not connected before', async () => {
    const layla = await frogy.person()
    const back = await signIn(layla)
    expect(`${back.pathname}${back.search}`).toMatch(/^\/social-accounts\?connected=facebook&added=/)
    expect(added(back)).toEqual(await idsOf(layla))
    expect((await signIn(layla)).search).toBe('?connected=facebook')

    const [first, second] = await accountsOf(layla)
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: second?.id ?? '' } })
    expect(added(await signIn(layla))).toEqual((await idsOf(layla)).filter((id) => id !== first?.id))
  })

  test('asks the user for no selection when only one account was connected', async () => {
    const layla = await frogy.person()
    expect((await signIn(layla, [PAGES[0]])).search).toBe('?connected=facebook')
  })

  test('publishes from the selected accounts, and gives them the posts that have no account', async () => {
    const layla = await frogy.person()
    const early = await layla.schedule({ platform: 'facebook', content: 'Before any Page', at: later(frogy) })
    await layla.connect('facebook')
    const [first, second] = await accountsOf(layla)
    expect((await layla.read(early)).accountId).toBe(first?.id)
    await layla.call('PATCH /api/social-accounts/{id}', { params: { id: second?.id ?? '' }, body: { isDefault: true } })
    await leaveOut(layla, first?.id)
    expect(await accountsOf(layla)).toMatchObject([{ id: second?.id, isDefault: true, needsReconnect: false }])
    expect(await layla.read(early)).toMatchObject({ status: 'scheduled', accountId: second?.id, formerAccount: null })
    const { status } = await layla.call('POST /api/posts', {
      body: { platform: 'facebook', content: 'Still allowed', status: 'published' },
    })
    expect(status).toBe('published')
  })

  test('gives posts without an account to the next connected account, even after the user deselected all earlier ones', async () => {
    const layla = await frogy.person()
    const early = await layla.schedule({ platform: 'facebook', content: 'Before any Page', at: later(frogy) })
    await layla.connect('facebook')
    for (const { id } of await accountsOf(layla)) await leaveOut(layla, id)
    expect(await layla.read(early)).toMatchObject({ accountId: null, formerAccount: null })
    await signIn(layla, [PAGES[1]])
    const [page] = await accountsOf(layla)
    expect((await layla.read(early)).accountId).toBe(page?.id)
  })

  test('keeps posts waiting for their account if the user reconnects the network but does not select that account', async () => {
    const layla = await frogy.person('facebook')
    const [first] = await accountsOf(layla)
    const name = first?.displayName ?? ''
    const coming = await layla.schedule({ platform: 'facebook', content: 'For the first', at: later(frogy) })
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: first?.id ?? '' } })
    await signIn(layla)
    const again = (await accountsOf(layla)).find(({ displayName }) => displayName === name)
    expect((await layla.read(coming)).accountId).toBe(again?.id)
    await leaveOut(layla, again?.id)
    expect(await layla.read(coming)).toMatchObject({ accountId: null, formerAccount: name })
  })

  const leaveOut = (who: Person, id = '') =>
    who.call('DELETE /api/social-accounts/{id}', { params: { id }, query: { unchosen: 'true' } })
})
