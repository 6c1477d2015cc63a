import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Paid subscriptions of X allow longer posts.

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** A text that X counts as 300 characters. */
const LONG = 'ضفدع '.repeat(59) + 'ضفدعة'

async function connected(subscription: 'None' | 'Basic' | 'Premium' | 'PremiumPlus'): Promise<Person> {
  await frogy.simulator.manners({ twitterSubscription: subscription })
  return await frogy.person('twitter')
}
const limitOf = async (who: Person) => (await who.call('GET /api/social-accounts', {}))[0]?.textLimit
const publish = (who: Person, content: string) =>
  who.ask('POST /api/posts', { body: { platform: 'twitter', content, status: 'published' } })

test.each(['Basic', 'Premium', 'PremiumPlus'] as const)(
  'publishes long posts for an account with the X subscription %s',
  async (name) => {
    const who = await connected(name)
    expect(await limitOf(who)).toBe(25_000)
    const { body } = await publish(who, `${LONG} ${name}`)
    expect(await who.decided(body)).toMatchObject({ status: 'published' })
    const tooLong = await publish(who, 'ض'.repeat(25_001))
    expect(tooLong.body.issues).toMatchObject([{ code: 'text_too_long' }])
  },
)

test('keeps the limit of 280 characters for an account without a subscription of X', async () => {
  const who = await connected('None')
  expect(await limitOf(who)).toBe(null)
  expect((await publish(who, LONG)).body.issues).toMatchObject([{ code: 'text_too_long' }])
})

test('connects an account when X does not tell the app about the subscription', async () => {
  await frogy.simulator.manners({ twitterSubscription: 'unknown_field' })
  const who = await frogy.person('twitter')
  expect(await limitOf(who)).toBe(null)
})

test.each(['problem', 'legacy'] as const)(
  'returns to 280 characters when the subscription has ended (error format: %s)',
  async (twitterErrors) => {
    const who = await connected('Premium')
    await frogy.simulator.manners({ twitterSubscription: 'None', twitterErrors })
    const { body } = await publish(who, `${LONG} ${twitterErrors}`)
    expect(await who.decided(body)).toMatchObject({ status: 'failed', failure: { code: 'text' } })
    expect(await limitOf(who)).toBe(null)
  },
)

test('keeps the longer limit when X refuses a short post', async () => {
  const who = await connected('Premium')
  await frogy.simulator.manners({ twitterForbids: 'mentions' })
  const { body } = await publish(who, 'Hello @omar')
  expect((await who.decided(body)).status).toBe('failed')
  await frogy.simulator.manners({ twitterForbids: 'nothing' })
  expect(await limitOf(who)).toBe(25_000)
})
