import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql, { columns } from '#server/db/sql.ts'
import { accessTokensIn, accountsOf, OMAR_AT_LINKEDIN, SARA_AT_THREADS } from '#tests/support/accounts.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

describe('several accounts', () => {
  test("makes a network's first account the default until the user chooses another", async () => {
    const layla = await frogy.person()
    await layla.connect('linkedin')
    await layla.connect('linkedin', OMAR_AT_LINKEDIN)
    const [first, second] = await accountsOf(layla)
    expect([first?.isDefault, second?.isDefault]).toEqual([true, false])

    const chosen = await layla.call('PATCH /api/social-accounts/{id}', {
      params: { id: second?.id ?? '' },
      body: { isDefault: true },
    })
    expect(chosen).toMatchObject({ id: second?.id, isDefault: true })
    expect((await accountsOf(layla)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [second?.id, true],
      [first?.id, false],
    ])
  })

  test('keeps the headline of an account through a reconnection, until the user removes it', async () => {
    const layla = await frogy.person('linkedin')
    const [account] = await accountsOf(layla)
    expect(account?.headline).toBeNull()
    const params = { id: account?.id ?? '' }
    const set = (headline: string | null) =>
      layla.ask('PATCH /api/social-accounts/{id}', { params, body: { headline } })
    expect((await set('  مديرة العمليات، Najd Logistics ')).body.headline).toBe('مديرة العمليات، Najd Logistics')
    await layla.call('PATCH /api/social-accounts/{id}', { params, body: { isActive: false } })
    await layla.connect('linkedin')
    expect((await accountsOf(layla))[0]?.headline).toBe('مديرة العمليات، Najd Logistics')
    expect((await set('a'.repeat(221))).status).toBe(422)
    expect((await set('')).body.headline).toBeNull()
  })

  test('publishes from the default account, from the account that a post names, or from the next account when the default is inactive', async () => {
    const layla = await frogy.person()
    await layla.connect('threads')
    await layla.connect('threads', SARA_AT_THREADS)
    const [first, second] = await accountsOf(layla)
    const schedule = async (accountId?: string) => {
      const at = new Date(frogy.clock.now().getTime() + 3_600_000).toISOString()
      const body = { content: 'Hello', platform: 'threads', status: 'scheduled', scheduledAt: at, accountId } as const
      return (await layla.call('POST /api/posts', { body })).accountId
    }
    expect(await schedule()).toBe(first?.id)
    expect(await schedule(second?.id)).toBe(second?.id)

    const off = await layla.call('PATCH /api/social-accounts/{id}', {
      params: { id: first?.id ?? '' },
      body: { isActive: false },
    })
    expect(off).toMatchObject({ isActive: false, isDefault: true })
    expect(await schedule()).toBe(second?.id)
  })

  test('activates a reconnected account, and keeps its id, order and posts', async () => {
    const layla = await frogy.person('linkedin')
    await layla.connect('linkedin', OMAR_AT_LINKEDIN)
    const [before] = await accountsOf(layla)
    const id = before?.id ?? ''
    await layla.call('PATCH /api/social-accounts/{id}', { params: { id }, body: { isActive: false } })
    await layla.connect('linkedin')
    const [after, ...others] = await accountsOf(layla)
    expect(after).toMatchObject({ id, isActive: true, isDefault: true })
    expect(others).toHaveLength(1)
  })

  test('keeps inactive accounts inactive when the user signs in to the network again, unless they needed a reconnect', async () => {
    const layla = await frogy.person('facebook')
    const [first, second] = await accountsOf(layla)
    const switchOff = (id = '') =>
      layla.call('PATCH /api/social-accounts/{id}', { params: { id }, body: { isActive: false } })
    await switchOff(second?.id)
    await layla.connect('facebook')
    expect(await accountsOf(layla)).toMatchObject([{ isActive: true }, { id: second?.id, isActive: false }])

    await layla.call('POST /api/posts', { body: { platform: 'facebook', content: 'One', status: 'published' } })
    const [out] = await frogy.simulator.posts('facebook')
    await frogy.simulator.revoke('facebook', out?.accountId ?? '')
    await layla.ask('POST /api/posts', { body: { platform: 'facebook', content: 'Two', status: 'published' } })
    await switchOff(first?.id)
    expect(await accountsOf(layla)).toMatchObject([{ id: first?.id, isActive: false, needsReconnect: true }, {}])
    await layla.connect('facebook')
    expect(await accountsOf(layla)).toMatchObject([
      { id: first?.id, isActive: true, needsReconnect: false },
      { id: second?.id, isActive: false },
    ])
  })

  test('lets two users connect the same account without seeing each other', async () => {
    const [layla, noura] = [await frogy.person('twitter'), await frogy.person('twitter')]
    const [[first], [second]] = [await accountsOf(layla), await accountsOf(noura)]
    expect(first?.username).toBe(second?.username)
    expect(first?.id).not.toBe(second?.id)
  })
})

test('hides an account from other users, who cannot read it, change it or post from it', async () => {
  const [layla, omar] = [await frogy.person('linkedin'), await frogy.person('linkedin')]
  const id = (await accountsOf(layla))[0]?.id ?? ''
  const replies = [
    await omar.ask('PATCH /api/social-accounts/{id}', { params: { id }, body: { isActive: false } }),
    await omar.ask('DELETE /api/social-accounts/{id}', { params: { id } }),
    await omar.ask('POST /api/posts', {
      body: { content: 'Hello', platform: 'linkedin', status: 'published', accountId: id },
    }),
  ]
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [404, 'not_found']),
  )
  expect((await accountsOf(omar)).map((account) => account.id)).not.toContain(id)
  expect(await accountsOf(layla)).toMatchObject([{ id, isActive: true }])
})

test('never returns a token, and stores no token in plain text', async () => {
  await using place = await installation()
  const answers: string[] = []
  {
    await using running = await place.start()
    const layla = await running.visitor().register()
    for (const platform of ['linkedin', 'twitter', 'facebook', 'threads'] as const) await layla.connect(platform)
    const [account] = await accountsOf(layla)
    answers.push(
      JSON.stringify(await accountsOf(layla)),
      JSON.stringify(
        await layla.call('PATCH /api/social-accounts/{id}', {
          params: { id: account?.id ?? '' },
          body: { isDefault: true },
        }),
      ),
    )
  }
  const stored = await place.everythingStored()
  const tokens = await accessTokensIn(place)
  expect(Object.keys(tokens).toSorted()).toEqual(['facebook', 'linkedin', 'threads', 'twitter'])
  for (const token of Object.values(tokens)) {
    expect(token.length).toBeGreaterThan(20)
    for (const text of [stored, ...answers]) expect(text).not.toContain(token)
  }
})

describe("rotation of the installation's secret", () => {
  const [OLD, NEW] = ['an old secret that is long enough', 'a newer secret that is long enough']
  const idOfKey = (sealed: string) => sealed.split('.')[1]

  test('re-encrypts tokens after a change of the secret, and then works without the old secret', async () => {
    await using place = await installation()
    const sealedNow = async () => {
      await using database = await place.database()
      const [row] = await database.query(
        sql`select ${columns('social_accounts', 'sealed_tokens')} from social_accounts`,
      )
      return row?.sealed_tokens ?? ''
    }
    let layla: Person
    let publicKey: string
    {
      await using running = await place.start({ APP_SECRET: OLD })
      layla = await running.visitor().register()
      await layla.connect('linkedin')
      // Concurrent requests for the push key must create only one key pair.
      const asked = await Promise.all([1, 2, 3].map(() => layla.call('GET /api/push', {})))
      expect(new Set(asked.map((one) => one.publicKey)).size).toBe(1)
      publicKey = asked[0]?.publicKey ?? ''
    }
    const sealedByOld = await sealedNow()
    {
      await using running = await place.start({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD })
      // Expect that a session from before the change of the secret remains valid.
      expect(await accountsOf(layla.movedTo(running.url))).toHaveLength(1)
    }
    expect(idOfKey(await sealedNow())).not.toBe(idOfKey(sealedByOld))
    await using running = await place.start({ APP_SECRET: NEW })
    const email = layla.user?.email ?? ''
    await layla.movedTo(running.url).call('POST /api/login', { body: { email, password: layla.password } })
    const post = await layla.call('POST /api/posts', {
      body: { platform: 'linkedin', content: 'Sealed anew', status: 'published' },
    })
    expect(post.status).toBe('published')
    expect((await layla.call('GET /api/push', {})).publicKey).toBe(publicKey)
  })

  test('refuses to start with a message when the database was encrypted with another secret', async () => {
    await using place = await installation()
    {
      await using running = await place.start({ APP_SECRET: OLD })
      await (await running.visitor().register()).connect('linkedin')
    }
    await expect(place.start({ APP_SECRET: NEW })).rejects.toThrow(/APP_SECRET_PREVIOUS/)
    await using running = await place.start({ APP_SECRET: OLD })
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  })
})
