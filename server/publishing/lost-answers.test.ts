import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { SEND_AGAIN_AFTER_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { eventually } from '#tests/support/eventually.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import type { Held } from '#tests/support/gate.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { attempts, HOUR_MS, mails, startBehindGate, texts, untilLastAttempt } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

test.concurrent('a post whose answer was lost is looked up and published once', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter', 'threads', 'facebook')
  for (const platform of ['twitter', 'threads', 'facebook'] as const) {
    for (const fault of ['drop_after', 'garbage'] as const) {
      await frogy.simulator.fault({ platform, operation: 'publish', fault })
      const { body } = await layla.ask('POST /api/posts', {
        body: { platform, content: `Lost by ${fault}`, status: 'published' },
      })
      expect(body.status, `${platform} ${fault}`).toBe('published')
    }
    expect(await texts(frogy, platform)).toEqual(['Lost by drop_after', 'Lost by garbage'])
  }
})

test.concurrent('an answer 500 proves nothing: the network is asked, and the post that it made is found', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({
    platform: 'twitter',
    operation: 'publish',
    fault: 'status',
    status: 500,
    afterWork: true,
  })
  const { body } = await layla.ask('POST /api/posts', {
    body: { platform: 'twitter', content: 'Made all the same', status: 'published' },
  })
  expect(body.status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['Made all the same'])
})

test.concurrent('at X a request that never arrived is sent again 90 s after it was sent at the earliest', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'twitter', content: 'Second try', at: frogy.clock.now() })
  await untilLastAttempt(layla, post, 'unknown')
  expect(await texts(frogy, 'twitter')).toEqual([])

  await untilStatus(frogy, layla, post, 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Second try'])
  const [first, second] = (await attempts(layla, post)).map(({ sentAt }) => Date.parse(sentAt ?? ''))
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(90_000)
})

for (const platform of ['threads', 'facebook'] as const) {
  test.concurrent(`at ${platform}, where the same request makes no second post, it is sent again as soon as there is surely nothing to see`, async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person(platform)
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'drop_before' })
    const post = await layla.schedule({ platform, content: 'Second try', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    frogy.clock.advance(10_500)
    await untilLastAttempt(layla, post, 'rejected')
    frogy.clock.advance(3_000)
    expect((await layla.decided(post)).status).toBe('published')
    expect(await texts(frogy, platform)).toEqual(['Second try'])
  })
}

test.concurrent('nothing says that a post did not go out while nobody knows', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.manners({ twitterDuplicateMs: 0 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'garbage', count: 9 })
  const lost = async (content: string) => {
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    const post = await layla.schedule({ platform: 'twitter', content, at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    return (await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } }))[0]?.failure
  }
  expect(await lost('Hello')).toMatchObject({
    code: 'answer_lost',
    message: 'The connection broke after sending. It may be live, so nothing is sent again until that is known.',
  })
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect((await lost('مرحبا'))?.message).toContain('انقطع الاتصال')
})

test.concurrent('rubbish instead of a list of posts is no proof that a post is not there', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.manners({ twitterDuplicateMs: 0 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'garbage', count: 2 })
  const post = await layla.schedule({ platform: 'twitter', content: 'There all the time', at: frogy.clock.now() })
  for (const left of [1, 0]) {
    await eventually(async () => expect((await frogy.simulator.faults())[0]?.count ?? 0).toBe(left))
    frogy.clock.advance(11_000)
  }
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['There all the time'])
})

test.concurrent('the same text that is already out as another post is not taken for the lost one', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('threads')
  const body = { platform: 'threads', content: 'Every Monday', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'drop_after' })
  await layla.call('POST /api/posts', { body })
  const posts = await layla.call('GET /api/posts', {})
  expect(posts.map(({ status }) => status)).toEqual(['published', 'published'])
  expect(await texts(frogy, 'threads')).toEqual(['Every Monday', 'Every Monday'])
})

test.concurrent('where a network cannot be asked the owner is, in the app and by mail, and nothing is sent before the answer', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Is it live?', status: 'published' },
  })
  expect(post).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
  expect(await mails(frogy, 1)).toHaveLength(1)
  frogy.clock.advance(24 * HOUR_MS)
  expect((await layla.read(post)).status).toBe('unconfirmed')

  const live = await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'live' } })
  expect(live).toMatchObject({ status: 'published', failure: null })
  expect(await texts(frogy, 'linkedin')).toEqual(['Is it live?'])
  expect(
    (await layla.ask('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })).body
      .code,
  ).toBe('not_unconfirmed')
})

test.concurrent('the owner of a LinkedIn post is asked only once its request can no longer be on its way', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Where is it?', at: frogy.clock.now() })
  await untilLastAttempt(layla, post, 'unknown')
  // Another one makes the worker go round.
  const other = await layla.schedule({ platform: 'linkedin', content: 'Behind it', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect(await layla.read(post)).toMatchObject({ status: 'publishing', failure: null })
  frogy.clock.advance(SETTLE_MS)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
})

test.concurrent('an owner who says "it is not live" sooner than a frozen sender wakes is believed, and it is sent again only then', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Not there', at: frogy.clock.now() })
  await untilStatus(frogy, layla, post, 'unconfirmed')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  // Another one makes the worker go round.
  const other = await layla.schedule({ platform: 'linkedin', content: 'Beside it', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect((await layla.read(post)).status).toBe('publishing')
  await untilStatus(frogy, layla, post, 'published')
  const [first, second] = (await attempts(layla, post)).map(({ sentAt }) => Date.parse(sentAt ?? ''))
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(90_000)
})

test.concurrent('an owner who says "it is not live" gets it sent once', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Not there', status: 'published' },
  })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['Not there'])
})

test.concurrent('an owner who was wrong about "it is not live" still gets one post: the network names it, and it is adopted', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'It was there', status: 'published' },
  })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  const [there] = await frogy.simulator.posts('linkedin')
  expect(await layla.decided(post)).toMatchObject({
    status: 'published',
    permalink: expect.stringContaining(there?.id ?? '-') as string,
  })
  expect(await texts(frogy, 'linkedin')).toEqual(['It was there'])
})

test.concurrent('a post whose account was disconnected while it was sent can be resolved, and sent from the account connected anew', async () => {
  await using behind = await startBehindGate('linkedin')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Where is it?', at: held.clock.now() })
  const sending = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  held.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  sending.cut()
  await layla.connect('linkedin')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  held.clock.advance(SEND_AGAIN_AFTER_MS)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(held, 'linkedin')).toEqual(['Where is it?'])
})

test.concurrent('a post in flight keeps its account: taken away and connected again meanwhile, that is asked about it, and nobody else', async () => {
  await using behind = await startBehindGate('twitter')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('answer', ({ method, path }) => method === 'POST' && path === '/twitter/2/tweets')
  const post = await layla.schedule({ platform: 'twitter', content: 'Through it all', at: held.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  await layla.connect('twitter')
  answer.cut()
  await untilStatus(held, layla, post, 'published')
  const told = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
  expect(told.map(({ what }) => what)).not.toContain('asked_owner')
  expect(await texts(held, 'twitter')).toEqual(['Through it all'])
})

test.concurrent('a post whose owner is asked because its account was taken away is found once the same one is connected again', async () => {
  await using behind = await startBehindGate('twitter')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('answer', ({ method, path }) => method === 'POST' && path === '/twitter/2/tweets')
  const post = await layla.schedule({ platform: 'twitter', content: 'Found in the end', at: held.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  held.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  answer.cut()
  await layla.connect('twitter', '1590117264083714049')
  // Another account is not asked. One more post makes the worker go round.
  const other = await layla.schedule({ platform: 'twitter', content: 'From another', at: held.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect((await layla.read(post)).status).toBe('unconfirmed')

  await layla.connect('twitter')
  await layla.until(post, ({ status }) => status === 'published')
  expect((await texts(held, 'twitter')).toSorted()).toEqual(['Found in the end', 'From another'])
})

test.concurrent('"it is not live" sends a post from no other account than the one that it was written for', async () => {
  await using behind = await startBehindGate('linkedin')
  const { frogy: held, gate, layla } = behind
  await layla.connect('linkedin', 'fR8omar5Qt')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Only for this one', at: held.clock.now() })
  const sending = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  held.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  sending.cut()
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  expect(await texts(held, 'linkedin')).toEqual([])
})

test.concurrent('nobody is asked about a post whose account was disconnected while its answer may still come', async () => {
  await using behind = await startBehindGate('linkedin')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('answer', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'On its way', at: held.clock.now() })
  const sending = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  // A post without an account is decided in the worker's next round, behind the other one.
  const other = await layla.schedule({ platform: 'twitter', content: 'Without an account', at: held.clock.now() })
  expect((await layla.decided(other)).status).toBe('failed')
  expect((await layla.read(post)).status).toBe('publishing')
  sending.release()
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(held, 'linkedin')).toEqual(['On its way'])
})

test.concurrent('a clock that jumps while a post is being sent does not send it twice', async () => {
  await using behind = await startBehindGate('twitter')
  const { frogy: held, gate, layla } = behind
  const arrival = gate.hold('answer', ({ path }) => path === '/twitter/2/tweets')
  const post = await layla.schedule({ platform: 'twitter', content: 'Through the jump', at: held.clock.now() })
  const answered = await arrival
  held.clock.advance(20 * 60_000)
  // Another post makes the worker go round.
  const other = await layla.schedule({ platform: 'twitter', content: 'After it', at: held.clock.now() })
  answered.release()
  expect((await layla.decided(post)).status).toBe('published')
  expect((await layla.decided(other)).status).toBe('published')
  expect(await attempts(layla, post)).toHaveLength(1)
  expect(await texts(held, 'twitter')).toEqual(['Through the jump', 'After it'])
})

test.concurrent('a duplicate that X does not show is asked of its owner, and found by itself once X shows it', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  const post = await calledDuplicate(frogy, layla)
  expect(post).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
  const told = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
  // How often it looked by then is left to the clock.
  expect(told.map(({ what }) => what).join(' ')).toMatch(
    /^written prepared sent answer_lost (not_seen )?not_there postponed prepared sent called_duplicate (not_seen )+asked_owner looks_again$/,
  )

  await frogy.simulator.manners({ twitterListMs: 0 })
  frogy.clock.advance(61_000)
  await layla.until(post, ({ status }) => status === 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['There, but not on the list'])
})

test.concurrent('an owner who says that it is another one gets no third question: it failed as a duplicate', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  const post = await calledDuplicate(frogy, layla)
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  await layla.until(post, async () => (await attempts(layla, post)).length === 3)
  await untilLastAttempt(layla, post, 'unknown')
  frogy.clock.advance(11_000)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'duplicate' } })
  expect(await texts(frogy, 'twitter')).toEqual(['There, but not on the list'])
})

test.concurrent('what the network names as a duplicate is not adopted when it is another post of Frogy’s', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const body = { platform: 'linkedin', content: 'Every Monday', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const { body: second } = await layla.ask('POST /api/posts', { body })
  expect(second.status).toBe('unconfirmed')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: second.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  expect(await layla.decided(second)).toMatchObject({ status: 'failed', failure: { code: 'duplicate' } })
  expect(await texts(frogy, 'linkedin')).toEqual(['Every Monday'])
})

for (const [fault, out] of [
  ['drop_after', 'is found'],
  ['drop_before', 'goes out after all'],
] as const) {
  test.concurrent(`a network that is down for minutes is asked on beside the owner, and what was sent by then (${fault}) ${out}`, async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person('twitter')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 1_000 })
    const post = await layla.schedule({ platform: 'twitter', content: 'In the middle of it', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(frogy, layla, post, 'unconfirmed')
    expect(await mails(frogy, 1)).toHaveLength(1)

    await frogy.simulator.clearFaults()
    await untilStatus(frogy, layla, post, 'published')
    expect(await texts(frogy, 'twitter')).toEqual(['In the middle of it'])
  })
}

test.concurrent('a post whose account was lost before the network could be asked is found once it is connected again', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', as: 'token', count: 2 })
  const post = await layla.schedule({ platform: 'twitter', content: 'Between two keys', at: frogy.clock.now() })
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])
  await layla.connect('twitter')
  frogy.clock.advance(61_000)
  await layla.until(post, ({ status }) => status === 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Between two keys'])
})

test.concurrent('a post that nobody is asked about any more is looked up as soon as its account is connected again', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', as: 'token', count: 2 })
  const post = await layla.schedule({ platform: 'twitter', content: 'Back after days', at: frogy.clock.now() })
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  const isToLookAgain = async () =>
    (await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })).some(({ isAhead }) => isAhead)
  expect(await isToLookAgain()).toBe(true)
  frogy.clock.advance(25 * HOUR_MS)
  await layla.until(post, async () => !(await isToLookAgain()))
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])

  frogy.clock.advance(5 * HOUR_MS)
  await layla.connect('twitter')
  await layla.until(post, ({ status }) => status === 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Back after days'])
})

test.concurrent('LinkedIn, which does not let anybody look, is not asked again when the account is connected again', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Is it live?', status: 'published' },
  })
  const timeline = () => layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
  const before = await timeline()
  await layla.connect('linkedin')
  // Another one makes the worker go round.
  const other = await layla.schedule({ platform: 'linkedin', content: 'After it', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect(await timeline()).toEqual(before)
})

for (const [platform, published] of [
  ['threads', /threads_publish/],
  ['facebook', /\d+_\d+$/],
] as const) {
  test.concurrent.each([0, 30])(
    `an owner who was wrong about "it is not live" %d hours later gets no second post at ${platform}`,
    async (hours) => {
      await using behind = await startBehindGate(platform)
      const { frogy: held, gate, layla } = behind
      const arrival = gate.hold('answer', ({ method, path }) => method === 'POST' && published.test(path))
      const post = await layla.schedule({ platform, content: 'It was there', at: held.clock.now() })
      const answer = await arrival
      await held.simulator.fault({ platform, operation: 'list', fault: 'status', as: 'token', count: 9 })
      answer.cut()
      expect((await layla.decided(post)).status).toBe('unconfirmed')
      await held.simulator.clearFaults()
      held.clock.advance(hours * HOUR_MS)
      await layla.connect(platform)
      await layla.ask('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
      await layla.until(post, ({ status }) => status === 'published')
      expect(await texts(held, platform)).toEqual(['It was there'])
    },
  )
}

test.concurrent('an owner who was wrong after the account was taken away and connected anew is told that it is live', async () => {
  await using behind = await startBehindGate('threads')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('answer', ({ path }) => path.includes('threads_publish'))
  const post = await layla.schedule({ platform: 'threads', content: 'It was there', at: held.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  held.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  answer.cut()
  await layla.connect('threads')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(held, 'threads')).toEqual(['It was there'])
})

test.concurrent('what X calls a duplicate is looked for since the first request, however long ago that was', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 1_000 })
  const post = await layla.schedule({ platform: 'twitter', content: 'It was there', at: frogy.clock.now() })
  const sentAt = frogy.clock.now()
  await untilLastAttempt(layla, post, 'unknown')
  await untilStatus(frogy, layla, post, 'unconfirmed')
  frogy.clock.advance(40 * 60_000)
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  await layla.until(post, async () => (await attempts(layla, post)).length === 2)
  await untilLastAttempt(layla, post, 'unknown')
  await frogy.simulator.clearFaults()
  await untilStatus(frogy, layla, post, 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['It was there'])
  // It has been out since it was sent, not since it was found.
  const { publishedAt } = await layla.read(post)
  expect(Math.abs(Date.parse(publishedAt ?? '') - sentAt.getTime())).toBeLessThan(5_000)
})

test.concurrent('a duplicate of something else stays one, however often its owner posts it again', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter', 'linkedin')
  for (const platform of ['twitter', 'linkedin'] as const) {
    const body = { platform, content: 'Every Monday', status: 'published' } as const
    // One that Frogy does not know any more.
    const first = await layla.call('POST /api/posts', { body })
    await layla.call('DELETE /api/posts/{id}', { params: { id: first.id }, query: { network: 'false' } })
    const { body: second } = await layla.ask('POST /api/posts', { body })
    const { body: again } = await layla.ask('POST /api/posts/{id}/publish', { params: { id: second.id } })
    expect([second, again]).toMatchObject([{ failure: { code: 'duplicate' } }, { status: 'failed' }])
  }
})

test.concurrent('a lost post that Frogy itself stumbles over does not hold up those behind it', async () => {
  await using place = await installation()
  const first = await place.start()
  const layla = await first.visitor().register()
  await layla.connect('twitter')
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 300, 200))]
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(file) })
  await place.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
  await place.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 1_000 })
  const spoilt = await layla.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: 'With a spoilt picture',
      status: 'scheduled',
      scheduledAt: place.clock.now().toISOString(),
      media: { images: media.images.map(({ id }) => id) },
    },
  })
  await untilLastAttempt(layla, spoilt, 'unknown')
  await first[Symbol.asyncDispose]()
  {
    await using database = await place.database()
    await database.query(sql`update images set renditions = 'null'`)
  }
  await using second = await place.start()
  layla.movedTo(second.url)
  const behind = await layla.schedule({ platform: 'twitter', content: 'Behind it', at: place.clock.now() })
  place.clock.advance(5_000)
  expect((await layla.decided(behind)).status).toBe('published')
})

if (SERVER_URL) {
  test.concurrent('a worker that was frozen while it prepared changes nothing of what another one has sent by then', async () => {
    await using behind = await startBehindGate('threads')
    const { frogy: held, gate, layla } = behind
    const frozen = gate.hold('answer', ({ method, path }) => method === 'POST' && path.endsWith('/threads'))
    const post = await layla.schedule({ platform: 'threads', content: 'Once', at: held.clock.now() })
    const answerOfFrozen = await frozen
    await using _other = await openApp(
      readConfig({
        PORT: '0',
        ROLE: 'worker',
        DATA_DIR: held.dataDir,
        DATABASE_URL: held.databaseUrl,
        LOG_LEVEL: 'silent',
        SIMULATOR_PORT: new URL(held.simulator.url).port,
        THREADS_BASE_URL: `${gate.url}/threads`,
      }),
      { clock: held.clock },
    )
    const sending = gate.hold('answer', ({ method, path }) => method === 'POST' && path.includes('threads_publish'))
    // The frozen one is taken for dead.
    await using database = await openDatabase({
      databaseUrl: held.databaseUrl,
      dataDir: held.dataDir,
      onError: console.error,
    })
    let answer: Held | undefined
    void sending.then((arrived) => (answer = arrived))
    await eventually(async () => {
      await database.query(sql`
        update account_leases set lease_until = clock_timestamp() - interval '1 second'
        where not exists (select from publish_attempts where state = 'sending')`)
      expect(answer).toBeDefined()
    })
    answerOfFrozen.release()
    answer?.cut()
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(held, layla, post, 'published')
    expect(await texts(held, 'threads')).toEqual(['Once'])
  })
}

test.concurrent('a proven refusal that comes after the owner was asked ends the question', async () => {
  await using behind = await startBehindGate('linkedin')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  await held.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', as: 'permission' })
  const arrival = gate.hold('answer', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Not allowed', at: held.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  held.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  answer.release()
  await layla.until(post, ({ status }) => status === 'failed')
  expect(await layla.read(post)).toMatchObject({ failure: { code: 'permission' } })
})

/** A post that X has and does not list, with its owner asked: first its answer was lost, then it was called a duplicate. */
async function calledDuplicate(frogy: Frogy, layla: Person): Promise<Post> {
  await frogy.simulator.manners({ twitterListMs: 24 * HOUR_MS })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  const content = 'There, but not on the list'
  const post = await layla.schedule({ platform: 'twitter', content, at: frogy.clock.now() })
  await untilLastAttempt(layla, post, 'unknown')
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  await untilLastAttempt(layla, post, 'rejected')
  frogy.clock.advance(3_000)
  await layla.until(post, async () => (await attempts(layla, post)).length === 2)
  await untilLastAttempt(layla, post, 'unknown')
  frogy.clock.advance(11_000)
  return await layla.decided(post)
}

/** Lets time pass, a little at a time, until a post has come so far. */
async function untilStatus(
  frogy: Pick<Frogy, 'clock'>,
  layla: Person,
  post: Post,
  status: Post['status'],
): Promise<void> {
  const passing = async () => {
    frogy.clock.advance(5_000)
    return (await layla.read(post)).status
  }
  await eventually(async () => expect(await passing()).toBe(status))
}
