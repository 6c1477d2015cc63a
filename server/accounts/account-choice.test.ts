import { afterAll, beforeAll, expect, test } from 'vitest'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { accountsOf, OMAR_AT_LINKEDIN, SARA_AT_THREADS } from '#tests/support/accounts.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// The browser and the server choose a post's account with the same function: `postingAccount`.

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const LAYLA = '17841405793187219'
const KENJI = '17841478215503641'

/** A user with three Threads accounts. The default one needs a reconnect, and the other two work. */
async function withLostDefault(): Promise<{ layla: Person; lost: SocialAccount; shown: SocialAccount }> {
  const layla = await frogy.person('threads')
  await layla.connect('threads', SARA_AT_THREADS)
  await layla.connect('threads', KENJI)
  await frogy.simulator.revoke('threads', LAYLA)
  const first = await layla.ask('POST /api/posts', {
    body: { platform: 'threads', content: crypto.randomUUID(), status: 'published' },
  })
  expect(first.body.status).toBe('failed')
  const accounts = await accountsOf(layla)
  const lost = accounts.find(({ needsReconnect }) => needsReconnect)
  const shown = postingAccount(accounts, 'threads', frogy.clock.now())
  if (!lost?.isDefault || !shown || shown.id === lost.id)
    throw new Error('A lost default and another account were expected')
  return { layla, lost, shown }
}

const text = () => `Post ${crypto.randomUUID()}`

test('publishes from the account that the browser shows if the default account needs a reconnect', async () => {
  const { layla, shown } = await withLostDefault()
  const body = { platform: 'threads', content: text(), status: 'published' } as const
  expect(await layla.call('POST /api/posts', { body })).toMatchObject({ status: 'published', accountId: shown.id })
  const coming = await layla.schedule({ platform: 'threads', content: text(), at: later(frogy) })
  expect(coming.accountId).toBe(shown.id)
})

test("moves a post to a network's working account if the network's default account needs a reconnect", async () => {
  const { layla, shown } = await withLostDefault()
  await layla.connect('linkedin')
  const coming = await layla.schedule({ platform: 'linkedin', content: text(), at: later(frogy) })
  const moved = await layla.call('PATCH /api/posts/{id}', {
    params: { id: coming.id },
    body: { platform: 'threads' },
  })
  expect(moved.accountId).toBe(shown.id)
})

test('publishes the post of a deleted account now, on request, from the account that the browser shows', async () => {
  const { layla, lost, shown } = await withLostDefault()
  const kenji = (await accountsOf(layla)).find(({ id }) => id !== lost.id && id !== shown.id)
  const body = {
    platform: 'threads',
    content: text(),
    status: 'scheduled',
    scheduledAt: later(frogy).toISOString(),
    accountId: kenji?.id ?? '',
  } as const
  const coming = await layla.call('POST /api/posts', { body })
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: kenji?.id ?? '' } })
  const posted = await layla.call('POST /api/posts/{id}/publish', { params: { id: coming.id } })
  expect(posted).toMatchObject({ status: 'published', accountId: shown.id })
})

test('moves the posts of a deselected account to the account that the browser shows', async () => {
  const { layla, shown } = await withLostDefault()
  const coming = await layla.schedule({ platform: 'threads', content: text(), at: later(frogy) })
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: shown.id }, query: { unchosen: 'true' } })
  const next = postingAccount(await accountsOf(layla), 'threads', frogy.clock.now())
  expect(next).toMatchObject({ needsReconnect: false })
  expect((await layla.read(coming)).accountId).toBe(next?.id)
})

test('treats an account with an expired token as one that needs a reconnect', async () => {
  await using own = await startFrogy()
  const layla = await own.person('linkedin')
  own.clock.advance(61 * 86_400_000)
  await layla.signIn(layla.user?.email ?? '')
  await layla.connect('linkedin', OMAR_AT_LINKEDIN)
  const [ended, other] = await accountsOf(layla)
  expect(ended).toMatchObject({ isDefault: true, needsReconnect: false })
  const coming = await layla.schedule({ platform: 'linkedin', content: 'Hello', at: later(own) })
  expect(coming.accountId).toBe(other?.id)
})

test('keeps posts waiting for the default account when no account works', async () => {
  await using own = await startFrogy()
  const layla = await own.person('linkedin')
  own.clock.advance(61 * 86_400_000)
  await layla.signIn(layla.user?.email ?? '')
  const [ended] = await accountsOf(layla)
  const coming = await layla.schedule({ platform: 'linkedin', content: 'Hello', at: later(own) })
  expect(coming.accountId).toBe(ended?.id)
})

test('uses the account that a post names, even if the account needs a reconnect', async () => {
  const { layla, lost } = await withLostDefault()
  const body = {
    platform: 'threads',
    content: text(),
    status: 'scheduled',
    scheduledAt: later(frogy).toISOString(),
    accountId: lost.id,
  } as const
  expect((await layla.call('POST /api/posts', { body })).accountId).toBe(lost.id)
})

test('makes a working account the next default', async () => {
  const layla = await frogy.person('threads')
  await layla.connect('threads', SARA_AT_THREADS)
  await layla.connect('threads', KENJI)
  const [first, second, third] = await accountsOf(layla)
  await layla.call('PATCH /api/social-accounts/{id}', { params: { id: second?.id ?? '' }, body: { isActive: false } })
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: first?.id ?? '' } })
  expect((await accountsOf(layla)).find(({ isDefault }) => isDefault)?.id).toBe(third?.id)
})
