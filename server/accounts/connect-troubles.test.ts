import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONNECT_TROUBLES, type ConnectTrouble } from '#core/accounts/connect-trouble.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { CONSENT_PLATFORMS, giveConsent, finishConsent, startConsent } from '#tests/support/oauth-consent.ts'
import { testDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess } from '#tests/support/processes.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const NOBODYS_PAGES = '122107713940862215'
const PERSONAL = '17841484402917635'

/** Tries to connect an account. Returns the error code, and then expects that no account was connected. */
async function troubleOf(platform: Platform, asked: Record<string, string> = {}): Promise<string | null> {
  const layla = await frogy.person()
  const led = await finishConsent(layla, await giveConsent(await startConsent(layla, platform), asked))
  const { searchParams } = new URL(led, frogy.url)
  const trouble = searchParams.get('error')
  if (trouble) {
    expect(await layla.call('GET /api/social-accounts', {})).toEqual([])
    expect(CONNECT_TROUBLES).toContain(trouble)
    expect([...searchParams.keys()].filter((name) => name !== 'error' && name !== 'platform')).toEqual([])
    expect(searchParams.get('platform') ?? platform).toBe(platform)
  }
  return trouble
}

describe('errors from the consent page', () => {
  beforeEach(() => frogy.simulator.manners({ consentTroubles: 'returned' }))

  test.each([
    ['linkedin', 'right', 'right_not_enabled'],
    ['twitter', 'right', 'right_not_enabled'],
    ['facebook', 'right', 'right_not_enabled'],
    ['facebook', 'app-type', 'app_type'],
    ['facebook', 'development', 'app_in_development'],
    ['instagram', 'right', 'right_not_enabled'],
    ['instagram', 'app-type', 'app_credentials'],
    ['instagram', 'development', 'app_in_development'],
    ['threads', 'right', 'right_not_enabled'],
    ['threads', 'app-type', 'app_credentials'],
    ['threads', 'development', 'app_in_development'],
  ] as const)(
    'maps a consent-page error of the network %s (cause: %s) to the error code %s',
    async (platform, sim_trouble, trouble) => {
      expect(await troubleOf(platform, { sim_trouble })).toBe(trouble)
    },
  )

  test('rejects a personal account on Instagram', async () => {
    expect(await troubleOf('instagram', { sim_account: PERSONAL })).toBe('no_professional_account')
  })
})

describe('consent with fewer rights', () => {
  test('reports that the user declined the permission to post', async () => {
    expect(await troubleOf('facebook', { sim_decline: 'pages_manage_posts' })).toBe('right_declined')
    expect(await troubleOf('instagram', { sim_decline: 'instagram_business_content_publish' })).toBe('right_declined')
  })

  test('asks again for a permission that the user declined on Facebook, and then connects', async () => {
    const layla = await frogy.person()
    const declined = await giveConsent(await startConsent(layla, 'facebook'), { sim_decline: 'pages_manage_posts' })
    expect(await finishConsent(layla, declined)).toBe('/social-accounts?error=right_declined&platform=facebook')
    expect(await finishConsent(layla, await giveConsent(await startConsent(layla, 'facebook')))).toContain(
      '?connected=facebook',
    )
  })

  test('reports a permission that Facebook omits silently because the app may not request it', async () => {
    await frogy.simulator.manners({ consentTroubles: 'left_out' })
    expect(await troubleOf('facebook', { sim_trouble: 'right' })).toBe('right_not_enabled')
    expect(await troubleOf('facebook', { sim_trouble: 'app-type' })).toBe('app_type')
  })

  test.each([
    ['linkedin', 'w_member_social'],
    ['twitter', 'tweet.write'],
    ['threads', 'threads_content_publish'],
  ] as const)('reports that the network %s granted no permission to post', async (platform, sim_decline) => {
    expect(await troubleOf(platform, { sim_decline })).toBe('right_not_enabled')
  })

  test('reports that the user has no Facebook Page, or granted access to none', async () => {
    expect(await troubleOf('facebook', { sim_account: NOBODYS_PAGES })).toBe('no_page')
    expect(await troubleOf('facebook', { sim_pages: '' })).toBe('no_page')
  })

  test('reports a personal Instagram account that is recognizable only after the sign-in', async () => {
    await frogy.simulator.manners({ consentTroubles: 'left_out' })
    expect(await troubleOf('instagram', { sim_account: PERSONAL })).toBe('no_professional_account')
  })
})

describe('refused code exchanges', () => {
  const graph = (error: object) => ({ error: { type: 'OAuthException', ...error } })
  const REFUSALS: [Platform, number, object, ConnectTrouble][] = [
    ['linkedin', 400, { error: 'invalid_redirect_uri', error_description: 'no match' }, 'redirect_mismatch'],
    ['linkedin', 401, { error: 'invalid_client', error_description: 'no match' }, 'app_credentials'],
    [
      'linkedin',
      401,
      { error: 'invalid_request', error_description: 'authorization code not found' },
      'connection_expired',
    ],
    [
      'twitter',
      400,
      { error: 'invalid_request', error_description: 'Value passed for the redirect uri was invalid.' },
      'redirect_mismatch',
    ],
    [
      'twitter',
      401,
      { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
      'app_credentials',
    ],
    [
      'facebook',
      400,
      graph({ code: 100, error_subcode: 36008, message: 'the redirect_uri differs' }),
      'redirect_mismatch',
    ],
    ['facebook', 400, graph({ code: 191, message: 'Given URL is not allowed' }), 'redirect_mismatch'],
    ['facebook', 400, graph({ code: 1, message: 'Error validating client secret.' }), 'app_credentials'],
    ['facebook', 400, graph({ code: 3, message: 'Application does not have the capability' }), 'app_type'],
    [
      'instagram',
      400,
      { error_type: 'OAuthException', code: 400, error_message: 'Invalid redirect_uri' },
      'redirect_mismatch',
    ],
    [
      'instagram',
      400,
      { error_type: 'OAuthException', code: 400, error_message: 'Insufficient developer role' },
      'app_in_development',
    ],
    ['threads', 400, graph({ code: 100, error_subcode: 36008, message: 'redirect_uri' }), 'redirect_mismatch'],
    ['threads', 400, graph({ code: 1, message: 'Error validating client secret.' }), 'app_credentials'],
    ['threads', 400, graph({ code: 4_815_162, message: 'Something new' }), 'connection_failed'],
  ]
  test.each(REFUSALS)(
    'maps the refusal of an OAuth code by the network %s (status %i, body %j) to the error code %s',
    async (platform, status, body, trouble) => {
      await frogy.simulator.fault({ platform, operation: 'token', fault: 'status', status, body })
      expect(await troubleOf(platform)).toBe(trouble)
    },
  )

  test.each(CONSENT_PLATFORMS)(
    'reports the network %s as down when it drops the connection, answers with 503 or sends garbage',
    async (platform) => {
      for (const fault of [{ fault: 'drop_before' }, { fault: 'status', status: 503 }, { fault: 'garbage' }] as const) {
        await frogy.simulator.fault({ platform, operation: 'token', ...fault })
        expect(await troubleOf(platform)).toBe('network_down')
      }
    },
  )

  test("reports X's OAuth code as expired when X's redirect takes longer than half a minute", async () => {
    const layla = await frogy.person()
    const back = await giveConsent(await startConsent(layla, 'twitter'))
    await frogy.simulator.passes(31_000)
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=connection_expired&platform=twitter')
  })
})

test("reports an unknown error as a failed connection, without the vendor's words", async () => {
  const layla = await frogy.person()
  const state = (await startConsent(layla, 'linkedin')).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ state, error: 'odd', error_description: '<b>Call +1 555</b>' })
  const led = await finishConsent(layla, `/api/social-accounts/linkedin/callback?${query}`)
  expect(led).toBe('/social-accounts?error=connection_failed')
})

test("logs the vendor's message on one line, without the OAuth code and state", async () => {
  await using database = await testDatabase()
  const simulatorPort = await freePort()
  const environment = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl }
  await using running = await startProcess({
    ...environment,
    SIMULATOR_PORT: String(simulatorPort),
    SIMULATOR_AUTO_CONSENT: '1',
  })
  const layla = await new Person(running.url).register()
  const simulator = simulatorAt(`http://127.0.0.1:${simulatorPort}`)
  await simulator.manners({ consentTroubles: 'returned' })
  const refused = await giveConsent(await startConsent(layla, 'facebook'), { sim_trouble: 'development' })
  await finishConsent(layla, refused)
  const message = `Error validating client secret. ${'x'.repeat(5_000)}\r\n{"level":60}`
  const body = { error: { message, type: 'OAuthException', code: 1 } }
  await simulator.fault({ platform: 'facebook', operation: 'token', fault: 'status', status: 400, body })
  const back = await giveConsent(await startConsent(layla, 'facebook'))
  await finishConsent(layla, back)

  await expect.poll(() => running.printed()).toMatch(/client secret/)
  const lines = running
    .printed()
    .split('\n')
    .filter((line) => line.includes('an account was not connected'))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { platform: 'facebook', trouble: 'app_in_development', said: expect.stringContaining('unavailable for this app') },
    {
      platform: 'facebook',
      trouble: 'app_credentials',
      said: expect.stringContaining('Error validating client secret'),
    },
  ])
  for (const line of lines) expect(line.length).toBeLessThan(1_000)
  expect(running.printed()).not.toContain('already sent')
  for (const name of ['code', 'state']) {
    const secret = new URL(back, running.url).searchParams.get(name) ?? ''
    expect(secret.length).toBeGreaterThan(20)
    expect(running.printed()).not.toContain(secret)
  }
})

describe('single use of an OAuth redirect', () => {
  test("refuses a network's redirect in another browser of the same user, and accepts it later in the original browser", async () => {
    const layla = await frogy.person()
    const elsewhere = await frogy.visitor().signIn(layla.user?.email ?? '')
    const back = await giveConsent(await startConsent(layla, 'linkedin'))
    expect(await finishConsent(elsewhere, back)).toBe('/social-accounts?error=invalid_state')
    expect(await finishConsent(layla, back)).toBe('/social-accounts?connected=linkedin')
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=invalid_state')
  })

  test('invalidates a connection attempt when its session ends', async () => {
    const layla = await frogy.person()
    const back = await giveConsent(await startConsent(layla, 'linkedin'))
    await layla.call('POST /api/logout', {})
    await layla.signIn(layla.user?.email ?? '')
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=invalid_state')
  })

  test('does not mix up the OAuth redirects of two tabs that connect the same or different networks', async () => {
    const layla = await frogy.person()
    const [linkedin, threads, again] = [
      await startConsent(layla, 'linkedin'),
      await startConsent(layla, 'threads'),
      await startConsent(layla, 'linkedin'),
    ]
    expect(await finishConsent(layla, await giveConsent(again, { sim_account: 'fR8omar5Qt' }))).toContain(
      'connected=linkedin',
    )
    expect(await finishConsent(layla, await giveConsent(threads))).toContain('connected=threads')
    expect(await finishConsent(layla, await giveConsent(linkedin))).toContain('connected=linkedin')
    expect(await layla.call('GET /api/social-accounts', {})).toHaveLength(3)
  })

  test('reports an OAuth redirect after a quarter of an hour as expired, and does not accept it again', async () => {
    await using own = await startFrogy()
    const layla = await own.person()
    const back = await giveConsent(await startConsent(layla, 'linkedin'))
    own.clock.advance(16 * 60_000)
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=connection_expired&platform=linkedin')
    expect(await finishConsent(layla, back)).toBe('/social-accounts?error=invalid_state')
  })

  test('refuses an OAuth code with the PKCE verifier of another connection attempt', async () => {
    const layla = await frogy.person()
    const [one, other] = [await startConsent(layla, 'twitter'), await startConsent(layla, 'twitter')]
    const state = one.searchParams.get('state') ?? ''
    const stolen = new URL(await giveConsent(other), frogy.url).searchParams.get('code') ?? ''
    const query = new URLSearchParams({ state, code: stolen })
    const led = await finishConsent(layla, `/api/social-accounts/twitter/callback?${query}`)
    expect(led).toMatch(/\?error=(?!oauth_cancelled)/)
    expect(await layla.call('GET /api/social-accounts', {})).toEqual([])
  })
})
