import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post, PostChange } from '#core/posts/contract.ts'
import sql from '#server/db/sql.ts'
import { accessTokensIn, accountsOf, OMAR_AT_LINKEDIN, SARA_AT_THREADS } from '#tests/support/accounts.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const LINKEDIN_LAYLA = 'fR7layla2H'

describe('disconnecting an account', () => {
  test('revokes the permission at the network and deletes the account', async () => {
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

  test('keeps the permission while another user has connected the same account, because networks revoke it for all users', async () => {
    const [layla, omar] = [await frogy.person('twitter', 'linkedin'), await frogy.person('twitter', 'linkedin')]
    for (const { id } of await accountsOf(layla)) await disconnect(layla, id)
    for (const platform of ['twitter', 'linkedin'] as const) {
      const post = await omar.schedule({ platform, content: `Still ${platform}`, at: frogy.clock.now() })
      expect((await omar.decided(post)).status).toBe('published')
    }
  })

  test('disconnects an account whose permission the network has already ended', async () => {
    const layla = await frogy.person('linkedin')
    const [account] = await accountsOf(layla)
    await frogy.simulator.revoke('linkedin', LINKEDIN_LAYLA)
    const { status } = await layla.ask('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    expect(status).toBe(204)
  })

  test('makes the next account the default, and keeps scheduled posts waiting for the disconnected one', async () => {
    const layla = await frogy.person('linkedin')
    await layla.connect('linkedin', OMAR_AT_LINKEDIN)
    const [first, second] = await accountsOf(layla)
    const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at: later(frogy) })
    expect(post).toMatchObject({ accountId: first?.id, formerAccount: null })
    await disconnect(layla, first?.id)
    expect(await accountsOf(layla)).toMatchObject([{ id: second?.id, isDefault: true }])
    const waiting = { status: 'scheduled', accountId: null, formerAccount: first?.displayName }
    expect(await layla.read(post)).toMatchObject(waiting)
    await layla.connect('linkedin', OMAR_AT_LINKEDIN)
    expect(await layla.read(post)).toMatchObject(waiting)

    await layla.connect('linkedin')
    const again = (await accountsOf(layla)).find(({ id }) => id !== second?.id)
    expect(again).toMatchObject({ isDefault: false })
    expect(await layla.read(post)).toMatchObject({ status: 'scheduled', accountId: again?.id, formerAccount: null })
  })

  test("keeps the posts of a user's only account until it is reconnected", async () => {
    const layla = await frogy.person('threads')
    const [account] = await accountsOf(layla)
    const post = await layla.schedule({ platform: 'threads', content: 'Hello', at: later(frogy) })
    await disconnect(layla, account?.id)
    expect(await layla.read(post)).toMatchObject({ status: 'scheduled', accountId: null })
    await layla.connect('threads', SARA_AT_THREADS)
    expect(await layla.read(post)).toMatchObject({ status: 'scheduled', accountId: null })
    await layla.connect('threads')
    const same = (await accountsOf(layla)).find(({ isDefault }) => !isDefault)
    expect((await layla.read(post)).accountId).toBe(same?.id)
  })

  test('gives posts written without any account to the first account that is connected', async () => {
    const layla = await frogy.person()
    const post = await layla.schedule({ platform: 'threads', content: 'Hello', at: later(frogy) })
    expect(post).toMatchObject({ accountId: null, formerAccount: null })
    await layla.connect('threads')
    const [account] = await accountsOf(layla)
    expect((await layla.read(post)).accountId).toBe(account?.id)
  })

  test('moves a post of a disconnected account to another account when the author chooses one, edits the post or publishes it', async () => {
    const layla = await frogy.person('threads')
    await layla.connect('threads', SARA_AT_THREADS)
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
    // A moved post keeps its new account, even when the user reconnects its original account.
    await layla.connect('threads')
    for (const post of [chosen, edited]) if (post) expect(await layla.read(post)).toMatchObject(moved)
  })

  test('keeps a post waiting after its move to a network without an account, until the user connects one', async () => {
    const layla = await frogy.person('threads')
    const [account] = await accountsOf(layla)
    const post = await layla.schedule({ platform: 'threads', content: 'Hello', at: later(frogy) })
    await disconnect(layla, account?.id)
    const params = { id: post.id }
    const edited = await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'Still for Layla' } })
    expect(edited).toMatchObject({ accountId: null, formerAccount: account?.displayName })
    const taken = await layla.call('PATCH /api/posts/{id}', { params, body: { platform: 'linkedin' } })
    expect(taken).toMatchObject({ accountId: null, formerAccount: null })
    await layla.connect('linkedin', OMAR_AT_LINKEDIN)
    const [omar] = await accountsOf(layla)
    expect((await layla.read(post)).accountId).toBe(omar?.id)
  })

  // This test needs a database server: the embedded database runs one transaction at a time, so it cannot deadlock.
  if (SERVER_URL) {
    test('disconnects an account without a deadlock while a worker takes its post to send it', async () => {
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
            // Clear the cached `pg_stat_activity`. Within a transaction, PostgreSQL otherwise repeats its first result.
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
