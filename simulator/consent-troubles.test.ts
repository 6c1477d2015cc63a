import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './open-simulator.ts'
import { APP, Client, CONSENT, type TestedPlatform } from './test-client.ts'

let simulator: Simulator
let client: Client
beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(() => client.control('reset', {}))
afterAll(() => simulator.close())

const PERSONAL = '17841484402917635'

/** Requests consent with a simulated problem, which a URL parameter or a button on the consent page selects. */
async function ask(platform: TestedPlatform, trouble: string, how: 'address' | 'button' = 'address', more = {}) {
  const [path, scope] = CONSENT[platform]
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: APP.client_id,
    redirect_uri: APP.redirect_uri,
    state: 'a-state',
    scope,
    ...(platform === 'twitter' && { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }),
    ...more,
  })
  if (how === 'button') return await client.call('POST', `${path}?${query}`, { form: { trouble } })
  return await client.get(`${path}?${query}&sim_trouble=${trouble}`)
}

const TROUBLES: [TestedPlatform, string[]][] = [
  ['linkedin', ['redirect', 'right']],
  ['twitter', ['redirect', 'right']],
  ['facebook', ['redirect', 'right', 'app-type', 'development']],
  ['instagram', ['redirect', 'right', 'app-type', 'development', 'personal']],
  ['threads', ['redirect', 'right', 'app-type', 'development']],
]

describe.each(TROUBLES)('consent problems on %s', (platform, troubles) => {
  test("shows each consent problem on the network's own page", async () => {
    for (const trouble of troubles) {
      for (const how of ['address', 'button'] as const) {
        const { status, headers } = await ask(platform, trouble, how)
        expect([status, headers.get('location')]).toEqual([400, null])
      }
    }
  })

  test('redirects back to the app after a consent problem if configured, but never to an unregistered address', async () => {
    await client.control('manners', { consentTroubles: 'returned' })
    expect((await ask(platform, 'redirect')).headers.get('location')).toBeNull()
    for (const trouble of troubles.filter((one) => one !== 'redirect')) {
      const back = new URL((await ask(platform, trouble)).headers.get('location') ?? '')
      expect(back.searchParams.get('state')).toBe('a-state')
      expect(back.searchParams.get('code')).toBeNull()
      expect([...back.searchParams.keys()].some((name) => name.startsWith('error'))).toBe(true)
    }
  })

  test("lists on a network's consent page only the problems that this network can simulate", async () => {
    const { page } = await client.approve(platform)
    const offered = [...page.text.matchAll(/name="trouble" value="([\w-]+)"/g)].map(([, value]) => value)
    expect(offered).toEqual(troubles)
  })
})

test('lets Facebook silently omit scopes that the app may not request, without listing them as declined', async () => {
  await client.control('manners', { consentTroubles: 'left_out' })
  const back = new URL((await ask('facebook', 'app-type')).headers.get('location') ?? '')
  const token = (await client.exchange('facebook', back.searchParams.get('code') ?? '')).json.access_token
  const { data } = (await client.get('/facebook/v26.0/me/permissions', token)).json
  expect(data).toEqual([
    { permission: 'public_profile', status: 'granted' },
    { permission: 'read_insights', status: 'granted' },
  ])
})

test('rejects a personal Instagram account, or accepts it and reports its type if configured', async () => {
  const ofPersonal = { sim_account: PERSONAL }
  const { query } = await client.approve('instagram')
  const path = CONSENT.instagram[0]
  const agree = () => client.call('POST', `${path}?${query}`, { form: { decision: 'approve', account: PERSONAL } })
  expect((await agree()).status).toBe(400)
  expect((await ask('instagram', 'personal', 'address', ofPersonal)).status).toBe(400)
  await client.control('manners', { consentTroubles: 'left_out' })
  const code = new URL((await agree()).headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { data } = (await client.exchange('instagram', code)).json
  const me = await client.get('/instagram/v26.0/me?fields=username,account_type', data[0].access_token)
  expect(me.json.data[0]).toMatchObject({ username: 'tom.becker', account_type: 'PERSONAL' })
})

describe('a business’s Pages', () => {
  const V = '/facebook/v26.0'
  const personToken = async (scope: string, account?: string) => {
    const { code } = await client.approve('facebook', { scope, ...(account && { account }) })
    return (await client.exchange('facebook', code)).json.access_token
  }

  test("lists a business's Pages only for a token with the business_management scope", async () => {
    const person = await personToken('pages_show_list,business_management')
    const { data: businesses } = (await client.get(`${V}/me/businesses`, person)).json
    expect(businesses).toHaveLength(1)
    const pagesAs = async (edge: string) =>
      (await client.get(`${V}/${businesses[0].id}/${edge}?fields=id,access_token,tasks`, person)).json.data
    expect(await pagesAs('owned_pages')).toMatchObject([
      { id: '108230947561182', tasks: expect.arrayContaining(['MANAGE']) },
    ])
    expect(await pagesAs('client_pages')).toEqual([])
    const other = await personToken('pages_show_list')
    expect((await client.get(`${V}/me/businesses`, other)).json.error.code).toBe(200)
    expect((await client.get(`${V}/${businesses[0].id}/owned_pages`, other)).json.error.code).toBe(200)
  })

  test('lists the shared Pages of an inspected token even if the person shared all Pages, if configured', async () => {
    const person = await personToken('pages_show_list,pages_manage_posts')
    const inspect = async () => {
      const query = `input_token=${person}&access_token=${encodeURIComponent(`${APP.client_id}|${APP.client_secret}`)}`
      return (await client.get(`${V}/debug_token?${query}`)).json.data.granular_scopes
    }
    expect(await inspect()).toEqual([{ scope: 'pages_show_list' }, { scope: 'pages_manage_posts' }])
    await client.control('manners', { facebookTargetIds: 'listed' })
    expect((await inspect())[0].target_ids).toEqual(['104857639217745', '108230947561182'])
  })
})

test('reports the scopes of a Threads token', async () => {
  const token = await client.signIn('threads', { scope: 'threads_basic,threads_content_publish' })
  const { data } = (await client.get(`/threads/v1.0/debug_token?input_token=${token}&access_token=${token}`)).json
  expect(data).toMatchObject({ is_valid: true, scopes: ['threads_basic', 'threads_content_publish'] })
  expect((await client.get(`/threads/v1.0/debug_token?input_token=x&access_token=${token}`)).json.error.code).toBe(100)
})
