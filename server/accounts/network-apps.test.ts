import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { APP_ADDRESSES } from '#core/accounts/networks-contract.ts'
import { appGuideOf } from '#core/platforms/app-guides.ts'
import { connectFormOf } from '#core/platforms/connect-forms.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const WITH_APP = PLATFORMS.filter((platform) => appGuideOf(platform))

let frogy: Frogy
let administrator: Person
beforeAll(async () => {
  frogy = await startFrogy()
  administrator = await frogy.person()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

describe('the guide to the networks’ apps', () => {
  test('guides administrators to the app of each network that users connect on a consent page', () => {
    expect(WITH_APP).toEqual(PLATFORMS.filter((platform) => !connectFormOf(platform)))
  })

  test("lists the addresses of this installation that an administrator enters into each network's app", async () => {
    const apps = await administrator.call('GET /api/admin/networks', {})
    expect(apps.map(({ platform }) => platform)).toEqual(PLATFORMS)
    for (const { platform, state, addresses } of apps) {
      if (!appGuideOf(platform)) {
        expect({ state, addresses }).toEqual({ state: 'keyless', addresses: [] })
        continue
      }
      expect(state).toBe('simulated')
      const redirect = `${frogy.url}/api/social-accounts/${platform}/callback`
      expect(addresses[0]).toEqual({ name: 'redirect', url: redirect })
      for (const { name, url } of addresses) {
        expect(APP_ADDRESSES).toContain(name)
        if (name !== 'privacy' && name !== 'terms') continue
        expect((await fetch(url)).status).toBe(200)
      }
    }
  })

  test('rejects requests about network apps from a user who is not an administrator', async () => {
    const sara = await frogy.person()
    expect((await sara.ask('GET /api/admin/networks', {})).status).toBe(403)
    const check = await sara.ask('POST /api/admin/networks/{platform}/check', { params: { platform: 'linkedin' } })
    expect(check.status).toBe(403)
  })
})

describe('the check of an app', () => {
  const check = async (platform: string) =>
    await administrator.call('POST /api/admin/networks/{platform}/check', { params: { platform } })

  test.each(WITH_APP)(
    'finds that the network %s accepts the keys of the app, and connects nothing',
    async (platform) => {
      expect((await check(platform)).trouble).toBe(null)
      expect(await administrator.call('GET /api/social-accounts', {})).toEqual([])
    },
  )

  test.each([
    ['linkedin', 401, { error: 'invalid_client', error_description: 'Client authentication failed' }],
    ['twitter', 401, { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }],
    ['facebook', 400, { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } }],
    ['instagram', 400, { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' }],
    ['threads', 400, { error_message: 'No application data was given', error_code: 1_349_026 }],
  ] as const)('finds that the network %s rejects the keys of the app', async (platform, status, body) => {
    await frogy.simulator.fault({ platform, operation: 'token', fault: 'status', status, body })
    expect((await check(platform)).trouble).toBe('app_credentials')
  })

  test.each(WITH_APP)('finds that the network %s cannot be reached', async (platform) => {
    await frogy.simulator.fault({ platform, operation: 'token', fault: 'drop_before' })
    expect((await check(platform)).trouble).toBe('network_down')
  })

  test('responds 404 for an unknown network', async () => {
    const reply = await administrator.ask('POST /api/admin/networks/{platform}/check', {
      params: { platform: 'myspace' },
    })
    expect(reply.status).toBe(404)
  })
})
