import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const NEW = 'a lamp on the quay'
let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** A user with two API keys, a feed URL and a webhook, and a function that requests the API and the feed. */
async function withAccess() {
  const layla = await frogy.person()
  const body = { name: 'A program', scopes: ['posts:read' as const] }
  const tokens = [
    (await layla.call('POST /api/keys', { body })).token,
    (await layla.call('POST /api/keys', { body })).token,
  ]
  const { calendar } = await layla.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
  const feed = new URL(calendar ?? '')
  await layla.call('POST /api/webhooks', { body: { url: 'https://example.com/hook', events: ['post.published'] } })
  const works = async () => {
    const byKey = tokens.map((token) =>
      fetch(new URL('/api/posts', frogy.url), { headers: { authorization: `Bearer ${token}` } }),
    )
    const replies = await Promise.all([...byKey, fetch(new URL(feed.pathname + feed.search, frogy.url))])
    return replies.map(({ status }) => status)
  }
  expect(await works()).toEqual([200, 200, 200])
  return { layla, works, email: layla.user?.email ?? '' }
}
const change = (who: Person, more: { endAccess?: boolean } = {}) =>
  who.call('POST /api/profile/password', {
    body: { currentPassword: who.password, password: NEW, confirmPassword: NEW, ...more },
  })
/** The numbers of API keys, feeds and webhooks that the dialog for a new password shows. */
const access = async (who: Person) => (await who.call('GET /api/profile', {})).access
const notices = async (who: Person) => (await who.call('GET /api/notifications', {})).items

describe('a new password', () => {
  test('revokes keys, feed addresses and webhooks after a password reset, and lists what it revoked', async () => {
    const { layla, works, email } = await withAccess()
    await frogy.visitor().call('POST /api/forgot-password', { body: { email } })
    const token = /reset-password\?token=(\S+)/.exec(await mailTo(frogy.dataDir, email))?.[1] ?? ''
    const body = { token, password: NEW, confirmPassword: NEW }
    await frogy.visitor().call('POST /api/reset-password', { body })
    expect(await works()).toEqual([401, 401, 404])
    expect(await mailTo(frogy.dataDir, email, 2)).toMatch(/• 2 API keys\n• 1 feed address\n• 1 webhook/)
    const again = frogy.visitor()
    again.password = NEW
    await again.signIn(email)
    expect(await again.call('GET /api/webhooks', {})).toEqual([])
    expect(await notices(again)).toMatchObject([
      { kind: 'security', text: expect.stringContaining('2 API keys, 1 feed address, and 1 webhook') },
    ])
    expect(await layla.ask('GET /api/user', {})).toMatchObject({ status: 401 })
  })

  test("counts the user's keys for workspaces in the profile, even when the profile is opened in a workspace", async () => {
    const { layla } = await withAccess()
    const { id } = await layla.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
    layla.movedTo(`${frogy.url}/w/${id}`)
    await layla.call('POST /api/keys', { body: { name: 'Shared', scopes: ['posts:read'] } })
    expect(await access(layla)).toEqual({ keys: 3, assistants: 0, feeds: 1, webhooks: 1 })
    expect((await change(layla)).access).toEqual({ keys: 0, assistants: 0, feeds: 0, webhooks: 0 })
  })

  test('revokes API keys, feeds and webhooks after a password change, unless the user keeps them', async () => {
    const kept = await withAccess()
    await change(kept.layla, { endAccess: false })
    expect(await kept.works()).toEqual([200, 200, 200])
    expect(await kept.layla.call('GET /api/webhooks', {})).toHaveLength(1)
    expect(await notices(kept.layla)).toEqual([])
    expect(await mailTo(frogy.dataDir, kept.email)).not.toContain('API key')

    const ended = await withAccess()
    await change(ended.layla)
    expect(await ended.works()).toEqual([401, 401, 404])
    expect(await ended.layla.call('GET /api/webhooks', {})).toEqual([])
    expect(await notices(ended.layla)).toMatchObject([{ kind: 'security', action: 'secure' }])
    expect(await mailTo(frogy.dataDir, ended.email)).toContain('• 2 API keys')
  })
})
