import sql, { columns } from '../db/sql.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post, PostChange } from '#core/posts/contract.ts'
import { readConfig } from '#server/config.ts'
import { secretsFrom } from '#server/secrets.ts'
import { agree, comeBack, setOut } from '#tests/support/consent.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { openTokens } from './store.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const OMAR = 'fR8omar5Qt'
const PAGES = ['104857639217745', '108230947561182'] as const
const LINKEDIN_LAYLA = 'fR7layla2H'
const THREADS_OTHER = '17841461820937455'

const accountsOf = (who: Person) => who.call('GET /api/social-accounts', {})

describe('connecting', () => {
  test.each(['linkedin', 'twitter', 'threads'] as const)(
    'an account at %s is there when the person comes back',
    async (platform) => {
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
    },
  )

  test('Facebook gives the Pages that the person may post to, and keeps the first as the default', async () => {
    const layla = await frogy.person('facebook')
    const pages = await accountsOf(layla)
    expect(pages.map(({ displayName }) => displayName).toSorted()).toEqual(['Najd Logistics', 'مقهى البركة'])
    expect(pages.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect(pages.map(({ expiresAt }) => expiresAt)).toEqual([null, null])
  })

  test('the consent page gets a state that nobody guesses, and a challenge instead of the verifier where the network takes one', async () => {
    const layla = await frogy.person()
    const [linkedin, twitter, again] = [
      await setOut(layla, 'linkedin'),
      await setOut(layla, 'twitter'),
      await setOut(layla, 'twitter'),
    ]
    const states = [linkedin, twitter, again].map((consent) => consent.searchParams.get('state') ?? '')
    expect(new Set(states).size).toBe(3)
    for (const state of states) expect(state).toMatch(/^[\w-]{43}$/)
    expect(twitter.searchParams.get('code_challenge_method')).toBe('S256')
    expect(twitter.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(twitter.searchParams.get('code_challenge')).not.toBe(again.searchParams.get('code_challenge'))
    expect(twitter.searchParams.get('redirect_uri')).toBe(`${frogy.url}/api/social-accounts/twitter/callback`)
  })

  test('a state works once', async () => {
    const layla = await frogy.person()
    const back = await agree(await setOut(layla, 'linkedin'))
    expect(await comeBack(layla, back)).toBe('/social-accounts?connected=linkedin')
    expect(await comeBack(layla, back)).toBe('/social-accounts?error=invalid_state')
    expect(await accountsOf(layla)).toHaveLength(1)
  })

  test('a state is of no use to another person, and is not used up by them', async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const back = await agree(await setOut(layla, 'linkedin'))
    expect(await comeBack(omar, back)).toBe('/social-accounts?error=invalid_state')
    expect(await accountsOf(omar)).toEqual([])
    expect(await comeBack(layla, back)).toBe('/social-accounts?connected=linkedin')
  })

  test('a state of another network, a made-up one, and none at all are refused', async () => {
    const layla = await frogy.person()
    const back = new URL(await agree(await setOut(layla, 'linkedin')), frogy.url)
    const { search, searchParams } = back
    for (const path of [
      `/api/social-accounts/threads/callback${search}`,
      `/api/social-accounts/linkedin/callback?code=${searchParams.get('code')}&state=${'x'.repeat(43)}`,
      `/api/social-accounts/linkedin/callback?code=${searchParams.get('code')}`,
      '/api/social-accounts/linkedin/callback?error=access_denied',
    ]) {
      expect(await comeBack(layla, path)).toBe('/social-accounts?error=invalid_state')
    }
    expect(await accountsOf(layla)).toEqual([])
  })

  test.each(['linkedin', 'twitter', 'facebook', 'threads'] as const)(
    'a person who says no at %s is told so, and nothing is connected',
    async (platform) => {
      const layla = await frogy.person()
      const consent = await setOut(layla, platform)
      const refused = await fetch(consent, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'cancel' }),
        redirect: 'manual',
      })
      const back = new URL(refused.headers.get('location') ?? '')
      expect(await comeBack(layla, back.pathname + back.search)).toBe('/social-accounts?error=oauth_cancelled')
      expect(await accountsOf(layla)).toEqual([])
    },
  )

  test('a made-up code connects nothing', async () => {
    const layla = await frogy.person()
    const state = (await setOut(layla, 'threads')).searchParams.get('state')
    const led = await comeBack(layla, `/api/social-accounts/threads/callback?code=made-up&state=${state}`)
    expect(led).toMatch(/\?error=/)
    expect(await accountsOf(layla)).toEqual([])
  })

  test('a browser without a session is led to the sign-in, a program is told', async () => {
    const path = '/api/social-accounts/linkedin/connect'
    const page = await frogy.visitor().fetch(path, { headers: { accept: 'text/html,application/xhtml+xml' } })
    expect({ status: page.status, to: page.headers.get('location') }).toEqual({
      status: 302,
      to: '/auth?next=%2Fsocial-accounts',
    })
    expect((await frogy.visitor().fetch(path)).status).toBe(401)
  })

  test('a network that is nobody, or not configured here, is refused in words', async () => {
    const layla = await frogy.person()
    expect((await layla.fetch('/api/social-accounts/myspace/connect')).status).toBe(404)
    expect((await layla.fetch('/api/social-accounts/__proto__/connect')).status).toBe(404)

    await using bare = await startFrogy({ SIMULATOR: 'off' })
    const omar = await bare.person()
    const refused = await omar.ask('GET /api/social-accounts/{platform}/connect', { params: { platform: 'twitter' } })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'platform_not_configured', message: 'X is not configured on this installation.' },
    })
    expect((await omar.call('GET /api/platforms', {})).filter(({ available }) => available)).toEqual([])
  })

  test('administrators are told where each network has to send people back to, and nobody else', async () => {
    await using own = await startFrogy({ PUBLIC_URL: 'https://frogy.example.com' })
    const [admin, layla] = [await own.person(), await own.person()]
    const addressesFor = async (who: Person) =>
      (await who.call('GET /api/platforms', {})).map(({ redirectUri }) => redirectUri)
    expect(await addressesFor(admin)).toEqual(
      PLATFORMS.map((platform) => `https://frogy.example.com/api/social-accounts/${platform}/callback`),
    )
    expect(await addressesFor(layla)).toEqual(PLATFORMS.map(() => null))
    expect((await setOut(admin, 'threads')).searchParams.get('redirect_uri')).toBe((await addressesFor(admin)).at(-1))
  })

  test('which networks can be connected, and that they are simulated, is told', async () => {
    const layla = await frogy.person()
    const platforms = await layla.call('GET /api/platforms', {})
    expect(platforms.map(({ platform }) => platform)).toEqual([
      'linkedin',
      'twitter',
      'facebook',
      'instagram',
      'threads',
    ])
    for (const platform of platforms.filter(({ available }) => available)) expect(platform.simulated).toBe(true)
  })
})

describe('several accounts', () => {
  test('on one network: the first is the default until another is chosen', async () => {
    const layla = await frogy.person()
    await layla.connect('linkedin')
    await layla.connect('linkedin', OMAR)
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

  test('a post goes to the default, to the one named, and to the next one when the default is switched off', async () => {
    const layla = await frogy.person()
    await layla.connect('threads')
    await layla.connect('threads', THREADS_OTHER)
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

  test('connecting the same one again keeps its id, its place and its posts, and switches it on', async () => {
    const layla = await frogy.person('linkedin')
    await layla.connect('linkedin', OMAR)
    const [before] = await accountsOf(layla)
    const id = before?.id ?? ''
    await layla.call('PATCH /api/social-accounts/{id}', { params: { id }, body: { isActive: false } })
    await layla.connect('linkedin')
    const [after, ...others] = await accountsOf(layla)
    expect(after).toMatchObject({ id, isActive: true, isDefault: true })
    expect(others).toHaveLength(1)
  })

  test('a sign-in that brings several leaves off what was switched off, unless it needed reconnecting', async () => {
    await using own = await startFrogy()
    const layla = await own.person('facebook')
    const [first, second] = await accountsOf(layla)
    const switchOff = (id = '') =>
      layla.call('PATCH /api/social-accounts/{id}', { params: { id }, body: { isActive: false } })
    await switchOff(second?.id)
    await layla.connect('facebook')
    expect(await accountsOf(layla)).toMatchObject([{ isActive: true }, { id: second?.id, isActive: false }])

    await layla.call('POST /api/posts', { body: { platform: 'facebook', content: 'One', status: 'published' } })
    const [out] = await own.simulator.posts('facebook')
    await own.simulator.revoke('facebook', out?.accountId ?? '')
    await layla.ask('POST /api/posts', { body: { platform: 'facebook', content: 'Two', status: 'published' } })
    await switchOff(first?.id)
    expect(await accountsOf(layla)).toMatchObject([{ id: first?.id, isActive: false, needsReconnect: true }, {}])
    await layla.connect('facebook')
    expect(await accountsOf(layla)).toMatchObject([
      { id: first?.id, isActive: true, needsReconnect: false },
      { id: second?.id, isActive: false },
    ])
  })

  test('two people may connect the same account without seeing each other', async () => {
    const [layla, noura] = [await frogy.person('twitter'), await frogy.person('twitter')]
    const [[first], [second]] = [await accountsOf(layla), await accountsOf(noura)]
    expect(first?.username).toBe(second?.username)
    expect(first?.id).not.toBe(second?.id)
  })
})

describe('which of several new accounts are meant', () => {
  /** Signs in to Facebook with these Pages allowed, and tells where that leads. */
  async function signIn(who: Person, pages: readonly string[] = PAGES): Promise<URL> {
    const consent = await setOut(who, 'facebook')
    consent.searchParams.set('sim_pages', pages.join(','))
    return new URL(await comeBack(who, await agree(consent)), frogy.url)
  }
  const added = (back: URL) => back.searchParams.get('added')?.split(',').toSorted() ?? []
  const idsOf = async (who: Person) => (await accountsOf(who)).map(({ id }) => id).toSorted()

  test('is asked of those that were not connected before', async () => {
    const layla = await frogy.person()
    const back = await signIn(layla)
    expect(`${back.pathname}${back.search}`).toMatch(/^\/social-accounts\?connected=facebook&added=/)
    expect(added(back)).toEqual(await idsOf(layla))
    expect((await signIn(layla)).search).toBe('?connected=facebook')

    const [first, second] = await accountsOf(layla)
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: second?.id ?? '' } })
    expect(added(await signIn(layla))).toEqual((await idsOf(layla)).filter((id) => id !== first?.id))
  })

  test('is not asked where the sign-in brought one', async () => {
    const layla = await frogy.person()
    expect((await signIn(layla, [PAGES[0]])).search).toBe('?connected=facebook')
  })

  test('one that is left out takes nothing from the others: they are posted to, and get what nobody wrote for it', async () => {
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

  test('all of them left out, what was written before waits for whichever comes next', async () => {
    const layla = await frogy.person()
    const early = await layla.schedule({ platform: 'facebook', content: 'Before any Page', at: later(frogy) })
    await layla.connect('facebook')
    for (const { id } of await accountsOf(layla)) await leaveOut(layla, id)
    expect(await layla.read(early)).toMatchObject({ accountId: null, formerAccount: null })
    await signIn(layla, [PAGES[1]])
    const [page] = await accountsOf(layla)
    expect((await layla.read(early)).accountId).toBe(page?.id)
  })

  test('one that comes back with a sign-in and is left out again keeps its posts waiting for it', async () => {
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

describe('disconnecting', () => {
  test('withdraws the permission at the network and forgets the account', async () => {
    await using place = await installation()
    let layla: Person
    {
      await using running = await place.start()
      layla = await running.visitor().register()
      await layla.connect('twitter')
    }
    const { twitter: token } = await accessTokensIn(place)
    const askNetwork = () =>
      fetch(`${place.simulator.url}/twitter/2/users/me`, { headers: { authorization: `Bearer ${token}` } })
    expect((await askNetwork()).status).toBe(200)

    await using running = await place.start()
    const [account] = await accountsOf(layla.movedTo(running.url))
    const gone = await layla.ask('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    expect(gone.status).toBe(204)
    expect(await accountsOf(layla)).toEqual([])
    expect((await askNetwork()).status).toBe(401)
  })

  test('leaves the permission to others who have connected the same account: networks withdraw it from all at once', async () => {
    const [layla, omar] = [await frogy.person('twitter', 'linkedin'), await frogy.person('twitter', 'linkedin')]
    for (const { id } of await accountsOf(layla)) await disconnect(layla, id)
    for (const platform of ['twitter', 'linkedin'] as const) {
      const post = await omar.schedule({ platform, content: `Still ${platform}`, at: frogy.clock.now() })
      expect((await omar.decided(post)).status).toBe('published')
    }
  })

  test('works when the network has ended the permission itself', async () => {
    const layla = await frogy.person('linkedin')
    const [account] = await accountsOf(layla)
    await frogy.simulator.revoke('linkedin', LINKEDIN_LAYLA)
    const { status } = await layla.ask('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    expect(status).toBe(204)
  })

  test('the next account takes over as the default, and the coming posts wait for the one that is gone', async () => {
    const layla = await frogy.person('linkedin')
    await layla.connect('linkedin', OMAR)
    const [first, second] = await accountsOf(layla)
    const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at: later(frogy) })
    expect(post).toMatchObject({ accountId: first?.id, formerAccount: null })
    await disconnect(layla, first?.id)
    expect(await accountsOf(layla)).toMatchObject([{ id: second?.id, isDefault: true }])
    const waiting = { status: 'scheduled', accountId: null, formerAccount: first?.displayName }
    expect(await layla.read(post)).toMatchObject(waiting)
    await layla.connect('linkedin', OMAR)
    expect(await layla.read(post)).toMatchObject(waiting)

    await layla.connect('linkedin')
    const again = (await accountsOf(layla)).find(({ id }) => id !== second?.id)
    expect(again).toMatchObject({ isDefault: false })
    expect(await layla.read(post)).toMatchObject({ status: 'scheduled', accountId: again?.id, formerAccount: null })
  })

  test('of the only account leaves its posts to none but the same one', async () => {
    const layla = await frogy.person('threads')
    const [account] = await accountsOf(layla)
    const post = await layla.schedule({ platform: 'threads', content: 'Hello', at: later(frogy) })
    await disconnect(layla, account?.id)
    expect(await layla.read(post)).toMatchObject({ status: 'scheduled', accountId: null })
    await layla.connect('threads', THREADS_OTHER)
    expect(await layla.read(post)).toMatchObject({ status: 'scheduled', accountId: null })
    await layla.connect('threads')
    const same = (await accountsOf(layla)).find(({ isDefault }) => !isDefault)
    expect((await layla.read(post)).accountId).toBe(same?.id)
  })

  test('what was written before any account was connected goes to the first that is', async () => {
    const layla = await frogy.person()
    const post = await layla.schedule({ platform: 'threads', content: 'Hello', at: later(frogy) })
    expect(post).toMatchObject({ accountId: null, formerAccount: null })
    await layla.connect('threads')
    const [account] = await accountsOf(layla)
    expect((await layla.read(post)).accountId).toBe(account?.id)
  })

  test('a post that waits for its account goes elsewhere when its owner says so', async () => {
    const layla = await frogy.person('threads')
    await layla.connect('threads', THREADS_OTHER)
    const [first, second] = await accountsOf(layla)
    const [chosen, edited, sent] = await Promise.all(
      ['Chosen', 'Edited', 'Sent'].map((content) => layla.schedule({ platform: 'threads', content, at: later(frogy) })),
    )
    await disconnect(layla, first?.id)
    const change = async (post: Post | undefined, body: PostChange) =>
      await layla.call('PATCH /api/posts/{id}', { params: { id: post?.id ?? '' }, body })
    const moved = { accountId: second?.id, formerAccount: null }
    expect(await change(chosen, { accountId: second?.id })).toMatchObject(moved)
    expect(await change(edited, { content: 'Edited by hand' })).toMatchObject(moved)
    const now = await layla.call('POST /api/posts/{id}/publish', { params: { id: sent?.id ?? '' } })
    expect(now).toMatchObject({ status: 'published', ...moved })
    // What has moved stays, also when the account that it was written for is back.
    await layla.connect('threads')
    for (const post of [chosen, edited]) if (post) expect(await layla.read(post)).toMatchObject(moved)
  })

  test('a post that is taken to a network without an account waits for whichever is connected there', async () => {
    const layla = await frogy.person('threads')
    const [account] = await accountsOf(layla)
    const post = await layla.schedule({ platform: 'threads', content: 'Hello', at: later(frogy) })
    await disconnect(layla, account?.id)
    const params = { id: post.id }
    const edited = await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'Still for Layla' } })
    expect(edited).toMatchObject({ accountId: null, formerAccount: account?.displayName })
    const taken = await layla.call('PATCH /api/posts/{id}', { params, body: { platform: 'linkedin' } })
    expect(taken).toMatchObject({ accountId: null, formerAccount: null })
    await layla.connect('linkedin', OMAR)
    const [omar] = await accountsOf(layla)
    expect((await layla.read(post)).accountId).toBe(omar?.id)
  })

  // The embedded database does one thing after the other.
  if (SERVER_URL) {
    test('waits for a post that is just being taken up, and neither is ended by the other', async () => {
      await using place = await installation()
      await using running = await place.start()
      await using database = await place.database()
      const layla = await running.visitor().register()
      await layla.connect('linkedin')
      const [account] = await accountsOf(layla)
      const post = await layla.schedule({ platform: 'linkedin', content: 'Taken up', at: later(place) })
      const going = await database.transaction(async (tx) => {
        await tx.query(sql`select from posts where id = ${post.id} for update`)
        const reply = layla.ask('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
        await expect
          .poll(async () => {
            // Else a transaction sees what it saw first.
            await tx.query(sql`select pg_stat_clear_snapshot()`)
            return await tx.query(
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          })
          .toHaveLength(1)
        await tx.query(sql`
          insert into publish_attempts (post_id, number, revision, account_id, state, text, worker, started_at)
          values (${post.id}, 1, 1, ${account?.id}, 'prepared', '', 'one that takes it up', ${place.clock.now()})`)
        return { reply }
      })
      expect((await going.reply).status).toBe(204)
      expect(await layla.read(post)).toMatchObject({ accountId: null, formerAccount: account?.displayName })
    })
  }

  const disconnect = (who: Person, id = '') => who.call('DELETE /api/social-accounts/{id}', { params: { id } })
})

test("another person's account is not there: neither to read, nor to change, nor to post with", async () => {
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

test('no answer ever holds a token, and the database holds none that can be read', async () => {
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

describe('the secret of an installation', () => {
  const [OLD, NEW] = ['an old secret that is long enough', 'a newer secret that is long enough']
  const idOfKey = (sealed: string) => sealed.split('.')[1]

  test('can be changed: what the previous one sealed is sealed anew, and then does without it', async () => {
    await using place = await installation()
    const sealedNow = async () => {
      await using database = await place.database()
      const [row] = await database.query(
        sql`select ${columns('social_accounts', 'sealed_tokens')} from social_accounts`,
      )
      return row?.sealed_tokens ?? ''
    }
    let layla: Person
    {
      await using running = await place.start({ APP_SECRET: OLD })
      layla = await running.visitor().register()
      await layla.connect('linkedin')
    }
    const sealedByOld = await sealedNow()
    {
      await using running = await place.start({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD })
      // The session begun under the old secret goes on.
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
  })

  test('is missed at the start, in words, when it is another one than the database was sealed with', async () => {
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

/** What Frogy sealed, opened with the installation's own secret: one token a network. */
async function accessTokensIn(place: Installation): Promise<Partial<Record<Platform, string>>> {
  const secrets = secretsFrom(readConfig({ DATA_DIR: place.dataDir }).secrets)
  await using database = await place.database()
  const rows = await database.query(
    sql`select ${columns('social_accounts', 'platform', 'sealed_tokens', 'token_expires_at')} from social_accounts`,
  )
  return Object.fromEntries(rows.map((row) => [row.platform, openTokens(secrets, row).accessToken]))
}
