import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import type { ServerEvent } from '#core/api.ts'
import type { Notification } from '#core/notifications/contract.ts'
import { SETTLE_MS } from '#core/publishing/sending-times.ts'
import type { Mail } from '#server/adapters/mail/mailer.ts'
import { ACCOUNT_COLUMNS } from '#server/accounts/store.ts'
import { markLost } from '#server/accounts/transitions.ts'
import type { Database } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { POST_COLUMNS } from '#server/posts/store.ts'
import { recordSetback } from '#server/posts/transitions.ts'
import { listen, type EventStream } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { mailsIn, mailTo } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { untilLastAttempt } from '#tests/support/publishing.ts'
import { startProcess } from '#tests/support/processes.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { sendDueMails } from './notification-mailer.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const list = (person: Person) => person.call('GET /api/notifications', {})
const emailOf = (person: Person) => person.user?.email ?? ''
const mailsTo = (frogy: Frogy, person: Person) =>
  mailsIn(frogy.dataDir).filter((mail) => mail.includes(`To: ${emailOf(person)}\n`))
const later = (frogy: Frogy, ms: number) => new Date(frogy.clock.now().getTime() + ms)

/** Refused, as X refuses what it has already. */
async function refused(person: Person, count: number, content = 'The same again'): Promise<string[]> {
  const body = { platform: 'twitter', content, status: 'published' } as const
  const ids = []
  for (let n = 0; n < count; n++) {
    const post = await person.call('POST /api/posts', { body })
    expect(post.status).toBe('failed')
    ids.push(post.id)
  }
  return ids
}

async function withOneOut(frogy: Frogy): Promise<Person> {
  const layla = await frogy.person('twitter')
  await layla.call('POST /api/posts', {
    body: { platform: 'twitter', content: 'The same again', status: 'published' },
  })
  return layla
}

/** An account whose permission the network has taken back, before anybody knows. */
async function revoked(frogy: Frogy): Promise<Person> {
  const platform = 'threads'
  const layla = await frogy.person(platform)
  await layla.call('POST /api/posts', { body: { platform, content: 'While it lasts', status: 'published' } })
  const [first] = await frogy.simulator.posts(platform)
  await frogy.simulator.revoke(platform, first?.accountId ?? '')
  return layla
}

test('a post whose account was disconnected is offered again once that one is back, and not for another', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const [own] = await layla.call('GET /api/social-accounts', {})
  await layla.connect('linkedin', 'fR8omar5Qt')
  const post = await layla.schedule({ platform: 'linkedin', content: 'From one of two', at: later(frogy, HOUR_MS) })
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: own?.id ?? '' } })
  frogy.clock.advance(HOUR_MS + 1_000)
  expect((await layla.decided(post)).status).toBe('failed')
  expect((await list(layla)).items).toMatchObject([{ kind: 'failed', action: 'connect' }])
  await layla.connect('linkedin')
  expect((await list(layla)).items).toMatchObject([{ action: 'post_again' }])
})

test('a post that failed is told of, with the one thing to do, and again only when something new happens', async () => {
  await using frogy = await startFrogy()
  const layla = await withOneOut(frogy)
  expect(await list(layla)).toEqual({ unread: 0, items: [] })
  await using stream = await listen(layla)
  const [id] = await refused(layla, 1)
  const event = await nextNotification(stream)

  const { unread, items } = await list(layla)
  expect(unread).toBe(1)
  expect(items).toMatchObject([
    {
      id: event?.id,
      kind: 'failed',
      platform: 'twitter',
      title: 'A post on X did not go out',
      text: expect.stringContaining('the same text is already there') as string,
      count: 1,
      posts: [{ id, revision: 1, excerpt: 'The same again' }],
      isRead: false,
      action: 'review',
    },
  ])

  // What is taken care of is told, too: the page that shows it reads it anew.
  await layla.call('DELETE /api/posts/{id}', { params: { id: id ?? '' } })
  expect(await nextNotification(stream)).toBeDefined()
  expect(await list(layla)).toEqual({ unread: 0, items: [] })
})

test('many posts that fail for one reason on one account are one notification that counts, and two mails at most', async () => {
  await using frogy = await startFrogy()
  const layla = await withOneOut(frogy)
  await refused(layla, 1)
  await mailTo(frogy.dataDir, emailOf(layla))
  await refused(layla, 6)
  expect((await list(layla)).items).toMatchObject([{ count: 7, title: '7 posts on X did not go out' }])
  expect(mailsTo(frogy, layla)).toHaveLength(1)

  frogy.clock.advance(10 * MINUTE_MS)
  const joined = await mailTo(frogy.dataDir, emailOf(layla), 2)
  expect(joined).toContain('Subject: X: 6 posts need you')
  expect(joined).toContain('and 1 more')
})

test('other reasons and other kinds are other notifications', async () => {
  await using frogy = await startFrogy()
  const layla = await withOneOut(frogy)
  await layla.connect('linkedin')
  await refused(layla, 1)
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const lost = await layla.schedule({ platform: 'linkedin', content: 'Is it live?', at: frogy.clock.now() })
  await untilLastAttempt(layla, lost, 'unknown')
  frogy.clock.advance(SETTLE_MS)
  expect((await layla.decided(lost)).status).toBe('unconfirmed')
  await layla.schedule({ platform: 'linkedin', content: 'Too late', at: later(frogy, HOUR_MS) })
  frogy.clock.advance(3 * HOUR_MS)
  await eventually(async () =>
    expect((await list(layla)).items.map(({ kind, action }) => [kind, action])).toEqual([
      ['missed', 'post_again'],
      ['unconfirmed', 'answer'],
      ['failed', 'review'],
    ]),
  )
  expect((await list(layla)).items[1]?.posts).toEqual([{ id: lost.id, revision: 1, excerpt: 'Is it live?' }])
  const mail = await mailTo(frogy.dataDir, emailOf(layla), 3)
  expect(mailsTo(frogy, layla).join()).toContain(`/unconfirmed/${lost.id}`)
  expect(mail).toContain('Subject: LinkedIn: a post needs you')
})

test('an account that needs reconnecting is one notification and one mail, however many posts', async () => {
  await using frogy = await startFrogy()
  const layla = await revoked(frogy)
  const at = later(frogy, HOUR_MS)
  const posts = []
  for (let n = 0; n < 12; n++) posts.push(await layla.schedule({ platform: 'threads', content: `Coming ${n}`, at }))
  for (let n = 0; n < 3; n++)
    await layla.schedule({ platform: 'threads', content: `Tomorrow ${n}`, at: later(frogy, DAY_MS) })
  frogy.clock.advanceTo(at)
  for (const post of posts) expect((await layla.decided(post)).failure?.code).toBe('reconnect')

  const { unread, items } = await list(layla)
  expect(unread).toBe(1)
  expect(items).toMatchObject([{ kind: 'reconnect', action: 'reconnect', count: 12 }])
  expect(items[0]?.text).toMatch(/12 posts did not go out\. 3 coming posts are at risk\.$/)
  const mail = await mailTo(frogy.dataDir, emailOf(layla))
  expect(mail).toContain('/social-accounts')
  frogy.clock.advance(2 * HOUR_MS)
  // One more of them, also after it was read of, is no second notification and no second mail.
  await layla.call('POST /api/notifications/read', { body: {} })
  const one = await layla.schedule({ platform: 'threads', content: 'One more', at: frogy.clock.now() })
  await layla.decided(one)
  expect((await list(layla)).items).toMatchObject([{ kind: 'reconnect', count: 13, isRead: false }])
  await everybodyIsTold(frogy)
  expect(mailsTo(frogy, layla)).toHaveLength(1)
})

test('once it is connected again, what waits goes out by itself and what failed is offered again', async () => {
  await using frogy = await startFrogy()
  const layla = await revoked(frogy)
  const failed = await layla.call('POST /api/posts', {
    body: { platform: 'threads', content: 'Too early', status: 'published' },
  })
  const waiting = await layla.schedule({ platform: 'threads', content: 'In time', at: later(frogy, HOUR_MS) })
  await layla.connect('threads')
  expect((await list(layla)).items).toMatchObject([
    { kind: 'reconnect', action: 'post_again', posts: [{ id: failed.id }], text: 'One post did not go out meanwhile.' },
  ])
  frogy.clock.advance(HOUR_MS)
  expect((await layla.decided(waiting)).status).toBe('published')
  await layla.call('POST /api/posts/{id}/publish', { params: { id: failed.id } })
  expect(await list(layla)).toMatchObject({ unread: 0, items: [{ action: null }] })
})

test('all the posts that a lost account held up are offered together, in the order in which they were due', async () => {
  await using frogy = await startFrogy()
  const layla = await revoked(frogy)
  const at = (minutes: number) => later(frogy, minutes * MINUTE_MS)
  const last = await layla.schedule({ platform: 'threads', content: 'Third', at: at(3) })
  const first = await layla.schedule({ platform: 'threads', content: 'First', at: at(1) })
  const second = await layla.schedule({ platform: 'threads', content: 'Second', at: at(2) })
  frogy.clock.advance(3 * MINUTE_MS)
  for (const post of [first, second, last]) await layla.decided(post)
  await layla.connect('threads')

  const [restored] = (await list(layla)).items
  expect(restored).toMatchObject({ kind: 'reconnect', action: 'post_all', count: 3 })
  const params = { id: restored?.id ?? '' }
  const waiting = await layla.call('GET /api/notifications/{id}/posts', { params })
  expect(waiting.map(({ content }) => content)).toEqual(['First', 'Second', 'Third'])

  await layla.call('POST /api/posts/{id}/publish', { params: { id: second.id } })
  const left = await layla.call('GET /api/notifications/{id}/posts', { params })
  expect(left.map(({ id }) => id)).toEqual([first.id, last.id])
  expect(await (await frogy.person()).call('GET /api/notifications/{id}/posts', { params })).toEqual([])
})

test('an account that was switched on again is not to be switched on once more', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const switched = (isActive: boolean) =>
    layla.call('PATCH /api/social-accounts/{id}', { params: { id: account?.id ?? '' }, body: { isActive } })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Switched off', at: later(frogy, MINUTE_MS) })
  await switched(false)
  frogy.clock.advance(MINUTE_MS)
  expect((await layla.decided(post)).failure?.code).toBe('account_inactive')
  expect((await list(layla)).items).toMatchObject([{ action: 'activate' }])
  await switched(true)
  expect((await list(layla)).items).toMatchObject([
    {
      action: 'post_again',
      posts: [{ id: post.id }],
      text: 'The account works again. The post has not gone out yet.',
    },
  ])
})

test('an account that is lost a second time is told of a second time', async () => {
  await using frogy = await startFrogy()
  const layla = await revoked(frogy)
  const lose = (content: string) =>
    layla.call('POST /api/posts', { body: { platform: 'threads', content, status: 'published' } })
  await lose('First')
  await mailTo(frogy.dataDir, emailOf(layla))
  await layla.connect('threads')
  await layla.call('POST /api/notifications/read', { body: {} })
  const [account] = await frogy.simulator.posts('threads')
  await frogy.simulator.revoke('threads', account?.accountId ?? '')
  await lose('Second')
  expect(await list(layla)).toMatchObject({ unread: 1, items: [{ kind: 'reconnect', action: 'reconnect' }] })
  frogy.clock.advance(11 * MINUTE_MS)
  await mailTo(frogy.dataDir, emailOf(layla), 2)
})

test('a permission that ends within a week and does not renew itself is told of once', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const endsAt = new Date(account?.expiresAt ?? '')
  await layla.schedule({ platform: 'linkedin', content: 'After that', at: new Date(endsAt.getTime() + HOUR_MS) })
  for (const days of [35, 15, 8]) {
    frogy.clock.advanceTo(new Date(endsAt.getTime() - days * DAY_MS))
    // Who comes back once in a while stays signed in.
    await layla.call('GET /api/user', {})
  }
  await everybodyIsTold(frogy)
  expect((await endings(layla)).length).toBe(0)

  frogy.clock.advance(2 * DAY_MS + HOUR_MS)
  await eventually(async () =>
    expect(await endings(layla)).toMatchObject([{ accountId: account?.id, action: 'reconnect' }]),
  )
  expect((await endings(layla))[0]?.text).toBe('Its permission ends in 5 days. One post is planned there after that.')
  await mailTo(frogy.dataDir, emailOf(layla))
  await layla.call('POST /api/notifications/read', { body: {} })
  frogy.clock.advance(2 * HOUR_MS)
  await everybodyIsTold(frogy)
  expect(await endings(layla)).toMatchObject([{ isRead: true }])
  await layla.connect('linkedin')
  expect(await endings(layla)).toMatchObject([{ action: null }])
})

test('an ending that was told of is never told of again, however long nobody heeds it', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const endsAt = new Date(account?.expiresAt ?? '')
  const goneBy = async (days: number) => {
    frogy.clock.advanceTo(new Date(endsAt.getTime() + days * DAY_MS))
    await layla.call('POST /api/login', { body: { email: emailOf(layla), password: layla.password } })
    await everybodyIsTold(frogy)
  }
  await goneBy(-5)
  await eventually(async () => expect(await endings(layla)).toHaveLength(1))
  await layla.call('POST /api/notifications/read', { body: {} })
  await goneBy(80)
  expect(await endings(layla)).toMatchObject([{ isRead: true }])
  // What was read so long ago is forgotten, and stays so.
  for (const days of [86, 87, 200]) {
    await goneBy(days)
    expect(await endings(layla)).toEqual([])
  }
  expect(mailsTo(frogy, layla)).toHaveLength(1)
})

test('what is taken care of counts no more, and needs no mail', async () => {
  await using frogy = await startFrogy()
  const layla = await withOneOut(frogy)
  const [first = ''] = await refused(layla, 1)
  await mailTo(frogy.dataDir, emailOf(layla))
  const [second = ''] = await refused(layla, 1)
  await layla.call('DELETE /api/posts/{id}', { params: { id: second } })
  await layla.call('PATCH /api/posts/{id}', { params: { id: first }, body: { content: 'New words' } })
  await layla.call('POST /api/posts/{id}/publish', { params: { id: first } })
  expect(await list(layla)).toMatchObject({ unread: 0, items: [{ count: 1, action: null }] })
  frogy.clock.advance(11 * MINUTE_MS)
  await everybodyIsTold(frogy)
  expect(mailsTo(frogy, layla)).toHaveLength(1)
})

test('what was read stays read in every browser, and what comes afterwards is new', async () => {
  await using frogy = await startFrogy()
  const layla = await withOneOut(frogy)
  await refused(layla, 2)
  const [read] = (await list(layla)).items
  await layla.call('POST /api/notifications/read', { body: { ids: [read?.id ?? ''] } })
  expect(await list(layla)).toMatchObject({ unread: 0, items: [{ isRead: true, count: 2 }] })
  await refused(layla, 1)
  expect(await list(layla)).toMatchObject({ unread: 1, items: [{ count: 1, isRead: false }, { isRead: true }] })
})

test('a browser hears that a notification was read in another, and that its account is there again', async () => {
  await using frogy = await startFrogy()
  const layla = await revoked(frogy)
  await layla.call('POST /api/posts', { body: { platform: 'threads', content: 'Held up', status: 'published' } })
  const [lost] = (await list(layla)).items
  await using stream = await listen(layla)
  await layla.call('POST /api/notifications/read', { body: {} })
  expect(await nextNotification(stream)).toEqual({ type: 'notification', id: lost?.id })
  await layla.connect('threads')
  expect(await nextNotification(stream)).toEqual({ type: 'notification', id: lost?.id })
})

test('they are for their owner only, in the language of whoever reads', async () => {
  await using frogy = await startFrogy()
  const [layla, omar] = [await withOneOut(frogy), await frogy.person()]
  await refused(layla, 3)
  const [own] = (await list(layla)).items
  await omar.call('POST /api/notifications/read', { body: { ids: [own?.id ?? ''] } })
  expect(await list(omar)).toEqual({ unread: 0, items: [] })
  expect((await list(layla)).unread).toBe(1)
  expect((await frogy.visitor().ask('GET /api/notifications', {})).status).toBe(401)
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect((await list(layla)).items[0]?.title).toBe('تعذّر نشر ٣ منشورات على X')
})

test('a mail server that is away for a while gets the mail when it is back', async () => {
  await using server = await openMailServer()
  server.isRefusing = true
  await using frogy = await startFrogy({ SMTP_URL: server.url })
  const layla = await withOneOut(frogy)
  const refusal = server.next()
  await refused(layla, 1)
  await refusal
  server.isRefusing = false
  const mail = server.next()
  await eventually(async () => {
    frogy.clock.advance(MINUTE_MS)
    expect(server.received).toHaveLength(1)
  })
  expect(await mail).toContain('Subject: X: a post needs you')
})

test('a process that is killed before it could tell leaves it to the next one, and nobody is told twice', async () => {
  await using place = await installation()
  await using server = await openMailServer()
  server.isSilent = true
  const environment = { ...place.environment, SMTP_URL: server.url }
  let layla: Person
  {
    await using first = await startProcess(environment)
    layla = await new Person(first.url).register()
    await layla.connect('twitter')
    await layla.call('POST /api/posts', {
      body: { platform: 'twitter', content: 'The same again', status: 'published' },
    })
    const arrived = server.next()
    await refused(layla, 1)
    await arrived
    await first.kill()
  }
  server.isSilent = false
  {
    await using database = await place.database()
    // The time for which a dead process may have been at it is over.
    await database.query(sql`update notifications set mail_claimed_until = now() where mail_claimed_until is not null`)
  }
  const mail = server.next()
  await using second = await startProcess(environment)
  expect(await mail).toContain('Subject: X: a post needs you')
  layla.movedTo(second.url)
  expect((await list(layla)).unread).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('a post that fails just as there was nothing to mail any more is mailed all the same', async () => {
  await using place = await installation()
  let layla: Person
  let late: string
  {
    await using frogy = await place.start()
    layla = await frogy.visitor().register()
    await layla.connect('twitter')
    await layla.call('POST /api/posts', {
      body: { platform: 'twitter', content: 'The same again', status: 'published' },
    })
    await refused(layla, 1)
    await mailTo(place.dataDir, emailOf(layla))
    // The second would be mailed ten minutes later, but is taken care of.
    const [second = ''] = await refused(layla, 1)
    await layla.call('DELETE /api/posts/{id}', { params: { id: second } })
    const at = new Date(place.clock.now().getTime() + DAY_MS)
    late = (await layla.schedule({ platform: 'twitter', content: 'Too late for that look', at })).id
  }
  place.clock.advance(11 * MINUTE_MS)
  const mails = await toldWhile(place, failing(place, late))
  expect(mails).toMatchObject([
    { to: emailOf(layla), text: expect.stringContaining('Too late for that look') as string },
  ])
})

test('a post that fails just as the mail of the first is noted waits for those that follow', async () => {
  await using place = await installation()
  let layla: Person
  let second: string
  {
    await using frogy = await place.start({ SMTP_URL: 'smtp://127.0.0.1:1' })
    layla = await frogy.visitor().register()
    await layla.connect('twitter')
    await layla.call('POST /api/posts', {
      body: { platform: 'twitter', content: 'The same again', status: 'published' },
    })
    await refused(layla, 1)
    const at = new Date(place.clock.now().getTime() + DAY_MS)
    second = (await layla.schedule({ platform: 'twitter', content: 'Right after it', at })).id
  }
  place.clock.advance(2 * MINUTE_MS)
  expect(await toldBeside(place, failing(place, second))).toMatchObject([
    { text: expect.stringContaining('The same again') as string },
  ])
  place.clock.advance(10 * MINUTE_MS)
  expect(await toldWhile(place, async () => {})).toMatchObject([
    { text: expect.stringContaining('Right after it') as string },
  ])
})

test('an account that is lost again just as it needed no mail any more is mailed of all the same', async () => {
  await using place = await installation()
  let layla: Person
  {
    await using frogy = await place.start()
    layla = await frogy.visitor().register()
    const lose = async () => {
      await layla.connect('threads')
      const [one] = await place.simulator.posts('threads')
      if (one) await place.simulator.revoke('threads', one.accountId)
      const body = { platform: 'threads', content: `Perhaps ${crypto.randomUUID()}`, status: 'published' } as const
      await layla.call('POST /api/posts', { body })
    }
    await lose()
    await lose()
    await mailTo(place.dataDir, emailOf(layla))
    await lose()
    await layla.connect('threads')
  }
  place.clock.advance(11 * MINUTE_MS)
  const mails = await toldWhile(place, losing(place))
  expect(mails).toMatchObject([
    { to: emailOf(layla), subject: expect.stringContaining('on Threads needs reconnecting') as string },
  ])
})

type Happens = (database: Database) => Promise<void>

/** A post fails as its worker would record it. */
function failing({ clock }: Installation, id: string): Happens {
  const now = clock.now()
  const failure = { code: 'duplicate', detail: null, at: now.toISOString() } as const
  return (database) =>
    database.transaction(async (tx) => {
      const [post] = await tx.query(sql`select ${POST_COLUMNS} from posts where id = ${id}`)
      if (post) await recordSetback(tx, post, 'refused', failure, null, now)
    })
}

/** The only account there is is lost. */
function losing({ clock }: Installation): Happens {
  return async (database) => {
    const [account] = await database.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts`)
    if (account) await markLost(database, account, clock.now())
  }
}

/**
 * Tells whom there is to tell, and lets something happen at the first moment between reading what to mail and recording
 * that it was mailed.
 * @returns what was mailed until nothing was due any more
 */
async function toldWhile(place: Installation, happens: Happens): Promise<Mail[]> {
  await using database = await place.database()
  let hasHappened = false
  return await toldBy(place, {
    ...database,
    async transaction(work) {
      if (!hasHappened) await happens(database)
      hasHappened = true
      return await database.transaction(work)
    },
  })
}

/** Like `toldWhile`, but it happens while that is being recorded, and waits for the row to be free. */
async function toldBeside(place: Installation, happens: Happens): Promise<Mail[]> {
  await using database = await place.database()
  const { promise: recording, resolve: isRecording } = Promise.withResolvers<void>()
  const happened = recording.then(() => happens(database))
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let isFirst = true
  const mails = await toldBy(place, {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        const query: typeof tx.query = async (statement) => {
          const rows = await tx.query(statement)
          isRecording()
          // The embedded database does one thing after the other by itself.
          if (isFirst && database.kind === 'server') {
            // What a transaction has once seen of others stays as it is for it, until it is told to look again.
            const lookAgain = () => tx.query(sql`select pg_stat_clear_snapshot()`)
            await eventually(async () => {
              await lookAgain()
              expect(await tx.query(waiting)).toHaveLength(1)
            })
          }
          isFirst = false
          return rows
        }
        return await work({ query })
      }),
  })
  await happened
  return mails
}

/** Tells people with this database until nothing is due any more. */
async function toldBy(place: Installation, database: Database): Promise<Mail[]> {
  const mails: Mail[] = []
  const isDue = () => database.query(sql`select from notifications where mail_at <= ${place.clock.now()}`)
  expect(await isDue()).toHaveLength(1)
  await sendDueMails({
    database,
    clock: place.clock,
    mailer: { send: () => {}, deliver: async (mail) => void mails.push(mail), settled: async () => {} },
    publicUrl: () => 'http://localhost',
    log: Fastify().log,
    giveUp: async () => {},
  })
  expect(await isDue()).toEqual([])
  return mails
}

async function nextNotification(stream: EventStream): Promise<ServerEvent | undefined> {
  for (;;) {
    const event = await stream.next()
    if (!event || event.type === 'notification') return event
  }
}

const endings = async (person: Person): Promise<Notification[]> =>
  (await list(person)).items.filter(({ kind }) => kind === 'ending')

/** Mails go out in the order in which they are due: once somebody's newest has come, all before it have, too. */
async function everybodyIsTold(frogy: Frogy): Promise<void> {
  const other = await frogy.person('twitter')
  const body = { platform: 'twitter', content: `Mark ${crypto.randomUUID()}`, status: 'published' } as const
  await other.call('POST /api/posts', { body })
  await other.call('POST /api/posts', { body })
  await mailTo(frogy.dataDir, emailOf(other))
}

/** A mail server that takes everything, refuses everything, or says nothing. */
async function openMailServer() {
  const waiting: ((mail: string) => void)[] = []
  const seen = {
    isRefusing: false,
    isSilent: false,
    received: [] as string[],
    next: () => new Promise<string>((resolve) => void waiting.push(resolve)),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const { isSilent, isRefusing } = seen
      if (!isSilent) stream.once('end', () => done(isRefusing ? new Error('Not now') : undefined))
      void text(stream).then((mail) => {
        if (!isSilent && !isRefusing) seen.received.push(mail)
        waiting.shift()?.(mail)
      })
    },
  })
  server.on('error', () => {}) // a killed process cuts its connection
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return Object.assign(seen, {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  })
}
