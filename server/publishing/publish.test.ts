import { expect, test, vi } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { openGate } from '#tests/support/gate.ts'
import { installation } from '#tests/support/installation.ts'
import { mailsIn } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { startProcess } from '#tests/support/processes.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const HOUR_MS = 3_600_000
const later = (frogy: Frogy, ms = HOUR_MS) => new Date(frogy.clock.now().getTime() + ms)

test('a scheduled post goes out at its time, once, and not before', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const at = later(frogy)
  const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at })

  frogy.clock.advanceTo(new Date(at.getTime() - 2_000))
  expect(await frogy.simulator.posts('linkedin')).toEqual([])
  expect((await layla.read(post)).status).toBe('scheduled')

  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await frogy.simulator.posts('linkedin')).toMatchObject([{ text: 'Hello', deleted: false }])
})

for (const platform of ['linkedin', 'twitter', 'facebook', 'threads'] as const) {
  test(`what is published at ${platform} is the text that was previewed, and it is out when the answer comes`, async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person(platform)
    const content = 'Costs fell (a lot) 3 < 5 & «ثقة»\n\n#machine_learning\u200f [now] https://example.com/a_(b) 👩‍💻'
    const { status, body } = await layla.ask('POST /api/posts', {
      body: { platform, content, status: 'published', hashtags: 'Work, ثقة' },
    })
    expect({ status, post: body.status }).toEqual({ status: 201, post: 'published' })
    expect(await texts(frogy, platform)).toEqual([`${content}\n\n#Work #ثقة`])
  })
}

test('a post whose answer was lost is looked up and published once', async () => {
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

test('an answer 500 proves nothing: the network is asked, and the post that it made is found', async () => {
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

test('a request that never arrived is sent again, once the network has surely nothing', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'twitter', content: 'Second try', at: frogy.clock.now() })
  await untilLastAttempt(layla, post, 'unknown')
  expect(await texts(frogy, 'twitter')).toEqual([])

  frogy.clock.advance(11_000)
  await untilLastAttempt(layla, post, 'rejected')
  frogy.clock.advance(3_000)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['Second try'])
})

test('rubbish instead of a list of posts is no proof that a post is not there', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.manners({ twitterDuplicateMs: 0 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'garbage', count: 2 })
  const post = await layla.schedule({ platform: 'twitter', content: 'There all the time', at: frogy.clock.now() })
  for (const left of [1, 0]) {
    await expect.poll(async () => (await frogy.simulator.faults())[0]?.count ?? 0, { timeout: 20_000 }).toBe(left)
    frogy.clock.advance(11_000)
  }
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['There all the time'])
})

test('the same text that is already out as another post is not taken for the lost one', async () => {
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

test('where a network cannot be asked the owner is, in the app and by mail, and nothing is sent before the answer', async () => {
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

test('an owner who says "it is not live" gets it sent once', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Not there', status: 'published' },
  })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['Not there'])
})

test('an owner who was wrong about "it is not live" still gets one post: the network names it, and it is adopted', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'It was there', status: 'published' },
  })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  const [there] = await frogy.simulator.posts('linkedin')
  expect(await layla.decided(post)).toMatchObject({
    status: 'published',
    permalink: expect.stringContaining(there?.id ?? '-') as string,
  })
  expect(await texts(frogy, 'linkedin')).toEqual(['It was there'])
})

test('a refusal ends as failed, with the reason in the language of its owner and a mail', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  await layla.call('POST /api/posts', { body: { platform: 'twitter', content: 'Twice the same', status: 'published' } })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'twitter', content: 'Twice the same', status: 'published' },
  })
  expect(post).toMatchObject({
    status: 'failed',
    failure: { code: 'duplicate', message: expect.stringContaining('لم يُنشر شيء') as string },
  })
  const [mail] = await mails(frogy, 1)
  expect(mail).toContain('Twice the same')
  expect(mail).toContain('X: منشور بانتظار قرار')

  await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'Something new' } })
  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })).status).toBe('published')
})

test("a network's pause is waited for as long as it says, and then the post goes out", async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({
    platform: 'twitter',
    operation: 'publish',
    fault: 'status',
    status: 429,
    retryAfter: 600,
  })
  const post = await layla.schedule({ platform: 'twitter', content: 'Patience', at: frogy.clock.now() })
  await layla.until(post, ({ failure }) => failure?.code === 'rate_limited')
  frogy.clock.advance(590_000)
  expect(await layla.read(post)).toMatchObject({ status: 'scheduled' })
  expect(await texts(frogy, 'twitter')).toEqual([])
  frogy.clock.advance(15_000)
  expect(await layla.decided(post)).toMatchObject({ status: 'published', failure: null })
})

test('a day that is used up is told as that, in the words that people know', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter', 'linkedin')
  for (const [platform, words] of [
    ['twitter', /^Daily tweet limit reached\. Nothing went out/],
    ['linkedin', /^LinkedIn's daily limit is reached/],
  ] as const) {
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', as: 'quota' })
    const { body } = await layla.ask('POST /api/posts', {
      body: { platform, content: 'One more', status: 'published' },
    })
    expect(body).toMatchObject({ status: 'failed', failure: { code: 'daily_limit' } })
    expect(body.failure?.message).toMatch(words)
  }
})

test('a pause that LinkedIn names is over before the day is, whatever its words say', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const tooMany = { platform: 'linkedin', operation: 'publish', fault: 'status', status: 429 } as const
  await frogy.simulator.fault({ ...tooMany, retryAfter: 30 })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Not for long', at: frogy.clock.now() })
  await layla.until(post, ({ failure }) => failure?.code === 'rate_limited')
  frogy.clock.advance(31_000)
  expect(await layla.decided(post)).toMatchObject({ status: 'published', failure: null })
})

test('a network that is down is tried again with growing pauses, then given up in words', async () => {
  await using behind = await startBehindGate('twitter')
  const { frogy: shielded, gate, layla } = behind
  await gate[Symbol.asyncDispose]()
  // Until nobody listens, a connection kept from before could be cut in mid-request, which proves less.
  await expect
    .poll(() => fetch(gate.url).then(String, ({ cause }: { cause: { code: string } }) => cause.code))
    .toBe('ECONNREFUSED')
  const post = await layla.schedule({ platform: 'twitter', content: 'Nobody there', at: shielded.clock.now() })
  for (let attempt = 1; attempt < 6; attempt++) {
    await layla.until(
      post,
      async () => (await attempts(layla, post)).filter(({ state }) => state === 'rejected').length >= attempt,
    )
    shielded.clock.advance(11 * 60_000)
  }
  const ended = await layla.decided(post)
  expect(ended).toMatchObject({ status: 'failed', failure: { code: 'not_reached' } })
})

test('an edit, a move and a deletion before the time always win', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const at = later(frogy)
  const edited = await layla.schedule({ platform: 'linkedin', content: 'Old words', at })
  const moved = await layla.schedule({ platform: 'linkedin', content: 'Moved', at })
  const removed = await layla.schedule({ platform: 'linkedin', content: 'Removed', at })
  await layla.call('PATCH /api/posts/{id}', { params: { id: edited.id }, body: { content: 'New words' } })
  await layla.call('PATCH /api/posts/{id}', {
    params: { id: moved.id },
    body: { scheduledAt: later(frogy, 2 * HOUR_MS).toISOString() },
  })
  await layla.call('DELETE /api/posts/{id}', { params: { id: removed.id } })
  frogy.clock.advanceTo(at)
  await layla.decided(edited)
  expect(await texts(frogy, 'linkedin')).toEqual(['New words'])
  frogy.clock.advance(HOUR_MS)
  await layla.decided(moved)
  expect(await texts(frogy, 'linkedin')).toEqual(['New words', 'Moved'])
})

test('once sending has begun, an edit, a move and a deletion are refused in words', async () => {
  await using behind = await startBehindGate('linkedin')
  const { frogy: held, gate, layla } = behind
  const arrival = gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'On its way', at: held.clock.now() })
  const sending = await arrival
  const params = { id: post.id }
  const replies = [
    await layla.ask('PATCH /api/posts/{id}', { params, body: { content: 'Too late' } }),
    await layla.ask('PATCH /api/posts/{id}', { params, body: { scheduledAt: later(held).toISOString() } }),
    await layla.ask('DELETE /api/posts/{id}', { params }),
    await layla.ask('POST /api/posts/{id}/publish', { params }),
  ]
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [409, 'already_publishing']))
  sending.release()
  expect((await layla.decided(post)).status).toBe('published')
})

test('a post that was only prepared when its worker ended is late like any other', async () => {
  await using place = await installation()
  const first = await place.start()
  const layla = await first.visitor().register()
  await layla.connect('threads')
  await place.simulator.fault({ platform: 'threads', operation: 'upload', fault: 'slow', delayMs: 20_000 })
  const post = await layla.schedule({ platform: 'threads', content: 'Far too late', at: place.clock.now() })
  await layla.until(post, ({ status }) => status === 'publishing')
  await first[Symbol.asyncDispose]()

  place.clock.advance(HOUR_MS + 10 * 60_000)
  await using second = await place.start()
  layla.movedTo(second.url)
  expect(await layla.decided(post)).toMatchObject({ status: 'missed', failure: { code: 'missed' } })
  expect(await place.simulator.posts('threads')).toEqual([])
})

test('a post that is late goes out within its owner’s patience, and is missed beyond it', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const soon = await layla.schedule({ platform: 'linkedin', content: 'A little late', at: later(frogy) })
  frogy.clock.advance(HOUR_MS + 50 * 60_000)
  expect((await layla.decided(soon)).status).toBe('published')

  const long = await layla.schedule({ platform: 'linkedin', content: 'Far too late', at: later(frogy) })
  frogy.clock.advance(HOUR_MS + 70 * 60_000)
  expect(await layla.decided(long)).toMatchObject({ status: 'missed', failure: { code: 'missed' } })
  expect(await texts(frogy, 'linkedin')).toEqual(['A little late'])
  expect(await mails(frogy, 1)).toHaveLength(1)

  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: long.id } })).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['A little late', 'Far too late'])
})

test('a token is renewed ahead of its end, and its single-use refresh token is used once', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  const posts = []
  for (const hours of [3, 6, 9])
    posts.push(
      await layla.schedule({ platform: 'twitter', content: `After ${hours} hours`, at: later(frogy, hours * HOUR_MS) }),
    )
  for (const post of posts) {
    frogy.clock.advance(3 * HOUR_MS)
    expect((await layla.decided(post)).status).toBe('published')
  }
})

test('a renewal that fails in passing is no disconnect', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  const post = await layla.schedule({ platform: 'twitter', content: 'Still connected', at: later(frogy, 3 * HOUR_MS) })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'refresh', fault: 'status', status: 503, count: 2 })
  frogy.clock.advance(3 * HOUR_MS)
  await layla.until(post, ({ failure }) => failure?.code === 'not_reached')
  frogy.clock.advance(5_000)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: false }])
})

test('a permission that the network took back ends in words, and the account asks to be reconnected', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const [account] = await frogy.simulator.posts('linkedin')
  expect(account).toBeUndefined()
  await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'While it lasts', status: 'published' },
  })
  const [first] = await frogy.simulator.posts('linkedin')
  await frogy.simulator.revoke('linkedin', first?.accountId ?? '')
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'After it', status: 'published' },
  })
  expect(post).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])

  await layla.connect('linkedin')
  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })).status).toBe('published')
})

test('an account that is switched off publishes nothing, and a disconnected one says so', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const params = { id: account?.id ?? '' }
  const at = later(frogy)
  const off = await layla.schedule({ platform: 'linkedin', content: 'Switched off', at })
  await layla.call('PATCH /api/social-accounts/{id}', { params, body: { isActive: false } })
  frogy.clock.advanceTo(at)
  expect(await layla.decided(off)).toMatchObject({ status: 'failed', failure: { code: 'account_inactive' } })

  const gone = await layla.schedule({ platform: 'linkedin', content: 'Disconnected', at: later(frogy) })
  await layla.call('DELETE /api/social-accounts/{id}', { params })
  frogy.clock.advance(HOUR_MS)
  expect(await layla.decided(gone)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  expect(await texts(frogy, 'linkedin')).toEqual([])
})

test('what was about to be sent before its account was disconnected is not sent after an edit', async () => {
  await using behind = await startBehindGate('threads')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('request', ({ path }) => path.endsWith('/threads'))
  const post = await layla.schedule({ platform: 'threads', content: 'Old words', at: held.clock.now() })
  const preparing = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  preparing.release()

  await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'New words' } })
  await layla.connect('threads')
  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })).status).toBe('published')
  expect(await texts(held, 'threads')).toEqual(['New words'])
})

test('a post whose account was disconnected while it was sent can be resolved, and sent from the account connected anew', async () => {
  await using behind = await startBehindGate('linkedin')
  const { frogy: held, gate, layla } = behind
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Where is it?', at: held.clock.now() })
  await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  held.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  await layla.connect('linkedin')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(held, 'linkedin')).toEqual(['Where is it?'])
})

test('nobody is asked about a post whose account was disconnected while its answer may still come', async () => {
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

test('a clock that jumps while a post is being sent does not send it twice', async () => {
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

test('a token that ends only once in a while is renewed although nobody posts', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('threads')
  for (let week = 0; week < 12; week++) {
    const [before] = await layla.call('GET /api/social-accounts', {})
    frogy.clock.advance(7 * 24 * HOUR_MS)
    expect(before?.needsReconnect).toBe(false)
    // A post that is due makes sure that the worker has gone round since.
    const draft = await layla.schedule({ platform: 'linkedin', content: `Week ${week}`, at: frogy.clock.now() })
    await layla.decided(draft)
  }
  const { body } = await layla.ask('POST /api/posts', {
    body: { platform: 'threads', content: 'Twelve weeks later', status: 'published' },
  })
  expect(body.status).toBe('published')
})

test('a network that hangs holds up its own posts only', async () => {
  await using frogy = await startFrogy()
  const people = await Promise.all(Array.from({ length: 9 }, () => frogy.person('linkedin')))
  const omar = await frogy.person('twitter')
  const at = later(frogy)
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'slow', delayMs: 8_000, count: 9 })
  for (const [n, person] of people.entries()) await person.schedule({ platform: 'linkedin', content: `Slow ${n}`, at })
  const quick = await omar.schedule({ platform: 'twitter', content: 'Quick', at })
  frogy.clock.advanceTo(at)
  expect((await omar.decided(quick)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual([])
})

test('posts of one account go out one after the other, in the order of their times', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('threads')
  const at = later(frogy)
  const posts = []
  for (const minute of [3, 1, 2]) {
    posts.push(
      await layla.schedule({
        platform: 'threads',
        content: `Minute ${minute}`,
        at: new Date(at.getTime() + minute * 60_000),
      }),
    )
  }
  frogy.clock.advanceTo(new Date(at.getTime() + 10 * 60_000))
  for (const post of posts) await layla.decided(post)
  expect(await texts(frogy, 'threads')).toEqual(['Minute 1', 'Minute 2', 'Minute 3'])
})

if (SERVER_URL) {
  test('any number of workers on one server publish each post once', async () => {
    await using frogy = await startFrogy()
    const environment = {
      DATA_DIR: frogy.dataDir,
      DATABASE_URL: frogy.databaseUrl,
      ROLE: 'worker',
      SIMULATOR_PORT: new URL(frogy.simulator.url).port,
    }
    await using _first = await startProcess(environment)
    await using _second = await startProcess(environment)
    const people = await Promise.all([1, 2, 3, 4].map(() => frogy.person('linkedin', 'threads')))
    const at = new Date(Date.now() + 3_000)
    const posts = await Promise.all(
      people.flatMap((person, one) =>
        (['linkedin', 'threads'] as const).flatMap((platform) =>
          Array.from({ length: 10 }, async (_, n) => ({
            person,
            post: await person.schedule({ platform, content: `${one} ${platform} ${n}`, at }),
          })),
        ),
      ),
    )
    for (const { person, post } of posts) expect((await person.decided(post)).status).toBe('published')
    const out = [...(await texts(frogy, 'linkedin')), ...(await texts(frogy, 'threads'))]
    expect(out.toSorted()).toEqual(posts.map(({ post }) => post.content).toSorted())
  })
}

async function texts(frogy: Frogy, platform: Post['platform']): Promise<string[]> {
  return (await frogy.simulator.posts(platform)).map(({ text }) => text)
}

const attempts = (person: Person, post: Pick<Post, 'id'>) =>
  person.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })

async function untilLastAttempt(person: Person, post: Pick<Post, 'id'>, state: 'unknown' | 'rejected'): Promise<void> {
  await person.until(post, async () => (await attempts(person, post)).at(-1)?.state === state)
}

/** The mails in the outbox, once there are so many: they are written in the background. */
async function mails(frogy: Frogy, count: number): Promise<string[]> {
  return await vi.waitFor(() => {
    const found = mailsIn(frogy.dataDir)
    if (found.length < count) throw new Error(`${found.length} of ${count} mails are in the outbox`)
    return found
  }, 10_000)
}

/** Frogy with somebody connected to one network, and a gate on the way there at which requests can be held. */
async function startBehindGate(platform: Post['platform']) {
  await using opened = new AsyncDisposableStack()
  const simulated = opened.use(await startFrogy())
  const gate = opened.use(await openGate(simulated.simulator.url))
  const frogy = opened.use(
    await startFrogy({
      [`${platform.toUpperCase()}_BASE_URL`]: `${gate.url}/${platform}`,
      SIMULATOR_PORT: new URL(simulated.simulator.url).port,
    }),
  )
  const layla = await frogy.person(platform)
  const stack = opened.move()
  return {
    frogy: { ...frogy, simulator: simulated.simulator },
    gate,
    layla,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
