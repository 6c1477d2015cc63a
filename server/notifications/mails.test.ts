import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import type { Mail } from '#server/adapters/mail/mailer.ts'
import { ACCOUNT_COLUMNS } from '#server/accounts/store.ts'
import { markLost } from '#server/accounts/transitions.ts'
import type { Database } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { POST_COLUMNS } from '#server/posts/store.ts'
import { recordSetback } from '#server/posts/transitions/fail.ts'
import { eventually } from '#tests/support/eventually.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess } from '#tests/support/processes.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import {
  emailOf,
  notificationsOf,
  publishOnce,
  createRefusedPosts,
  repeatedText,
  userWithPublishedPost,
} from '#tests/support/notification-fixtures.ts'
import { sendDueMails } from './notification-mailer.ts'

// Frogy sends each mail once, even if a process dies or sending fails. It also mails about events that happen during a
// failed attempt.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000

test('sends a notification mail after the mail server recovers', async () => {
  await using server = await openMailServer()
  server.isRefusing = true
  await using frogy = await startFrogy({ SMTP_URL: server.url })
  const layla = await userWithPublishedPost(frogy)
  const refusal = server.next()
  await createRefusedPosts(layla, 1)
  await refusal
  server.isRefusing = false
  const mail = server.next()
  await eventually(async () => {
    frogy.clock.advance(MINUTE_MS)
    expect(server.received).toHaveLength(1)
  })
  expect(await mail).toContain('Subject: X: a post needs your attention')
})

test('sends a notification mail exactly once, although the first process is killed before it sends the mail', async () => {
  await using place = await installation()
  await using server = await openMailServer()
  server.isSilent = true
  const environment = { ...place.environment, SMTP_URL: server.url }
  let layla: Person
  {
    await using first = await startProcess(environment)
    layla = await new Person(first.url).register()
    await layla.connect('twitter')
    await publishOnce(layla)
    const arrived = server.next()
    await createRefusedPosts(layla, 1)
    await arrived
    await first.kill()
  }
  server.isSilent = false
  {
    await using database = await place.database()
    // End the killed process's reservation of the mail.
    await database.query(sql`update notifications set mail_claimed_until = now() where mail_claimed_until is not null`)
  }
  const mail = server.next()
  await using second = await startProcess(environment)
  expect(await mail).toContain('Subject: X: a post needs your attention')
  layla.movedTo(second.url)
  expect((await notificationsOf(layla)).unread).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('mails about a post that fails just after the mailer found nothing to mail', async () => {
  await using place = await installation()
  let layla: Person
  let late: string
  {
    await using frogy = await place.start()
    layla = await frogy.visitor().register()
    await layla.connect('twitter')
    await publishOnce(layla)
    await createRefusedPosts(layla, 1)
    await mailTo(place.dataDir, emailOf(layla))
    // A second mail would be due in ten minutes, but the user deletes its post.
    const [second = ''] = await createRefusedPosts(layla, 1)
    await layla.call('DELETE /api/posts/{id}', { params: { id: second } })
    const at = new Date(place.clock.now().getTime() + DAY_MS)
    late = (await layla.schedule({ platform: 'twitter', content: 'Too late for that look', at })).id
  }
  place.clock.advance(11 * MINUTE_MS)
  const mails = await mailedWhile(place, failing(place, late))
  expect(mails).toMatchObject([
    { to: emailOf(layla), text: expect.stringContaining('Too late for that look') as string },
  ])
})

test('puts a post that fails while a mail is being recorded into the next mail', async () => {
  await using place = await installation()
  let layla: Person
  let second: string
  {
    await using frogy = await place.start({ SMTP_URL: 'smtp://127.0.0.1:1' })
    layla = await frogy.visitor().register()
    await layla.connect('twitter')
    await publishOnce(layla)
    await createRefusedPosts(layla, 1)
    const at = new Date(place.clock.now().getTime() + DAY_MS)
    second = (await layla.schedule({ platform: 'twitter', content: 'Right after it', at })).id
  }
  place.clock.advance(2 * MINUTE_MS)
  expect(await mailedDuringRecording(place, failing(place, second))).toMatchObject([
    { text: expect.stringContaining(repeatedText(layla)) as string },
  ])
  place.clock.advance(10 * MINUTE_MS)
  expect(await mailedWhile(place, async () => {})).toMatchObject([
    { text: expect.stringContaining('Right after it') as string },
  ])
})

test("mails about an account's new loss although the mail about its previous loss was just cancelled", async () => {
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
  const mails = await mailedWhile(place, losing(place))
  expect(mails).toMatchObject([
    { to: emailOf(layla), subject: expect.stringContaining('on Threads needs reconnecting') as string },
  ])
})

type SideEffect = (database: Database) => Promise<void>

/** Returns a function that records a post as failed in the database, as a worker does. */
function failing({ clock }: Installation, id: string): SideEffect {
  const now = clock.now()
  const failure = { code: 'duplicate', detail: null, at: now.toISOString() } as const
  return (database) =>
    database.transaction(async (tx) => {
      const [post] = await tx.query(sql`select ${POST_COLUMNS} from posts where id = ${id}`)
      if (post) await recordSetback(tx, post, 'refused', failure, null, now)
    })
}

/** Returns a function that records the loss of the user's only account in the database. */
function losing({ clock }: Installation): SideEffect {
  return async (database) => {
    const [account] = await database.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts`)
    if (account) await markLost(database, account, clock.now())
  }
}

/**
 * Sends due mails. Runs `sideEffect` once, after the mailer has read what to mail and before it records the mail.
 * @returns all mails until none was due
 */
async function mailedWhile(place: Installation, sideEffect: SideEffect): Promise<Mail[]> {
  await using database = await place.database()
  let hasHappened = false
  return await mailsSentBy(place, {
    ...database,
    async transaction(work) {
      if (!hasHappened) await sideEffect(database)
      hasHappened = true
      return await database.transaction(work)
    },
  })
}

/** Like `mailedWhile`, but starts `sideEffect` while the mailer records the mail and holds the row lock. */
async function mailedDuringRecording(place: Installation, sideEffect: SideEffect): Promise<Mail[]> {
  await using database = await place.database()
  const { promise: recording, resolve: isRecording } = Promise.withResolvers<void>()
  const happened = recording.then(() => sideEffect(database))
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let isFirst = true
  const mails = await mailsSentBy(place, {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        const query: typeof tx.query = async (statement) => {
          const rows = await tx.query(statement)
          isRecording()
          // Only on a database server can a transaction wait for another one. The embedded database runs one at a time.
          if (isFirst && database.kind === 'server') {
            // Within a transaction, PostgreSQL's statistics stay unchanged until their snapshot is cleared.
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

/** Sends mails from this database until none is due. */
async function mailsSentBy(place: Installation, database: Database): Promise<Mail[]> {
  const mails: Mail[] = []
  const isDue = () => database.query(sql`select from notifications where mail_at <= ${place.clock.now()}`)
  expect(await isDue()).toHaveLength(1)
  await sendDueMails({
    database,
    clock: place.clock,
    mailer: { deliver: async (mail) => void mails.push(mail), forget: async () => {} },
    publicUrl: () => 'http://localhost',
    log: Fastify().log,
    giveUp: async () => {},
  })
  expect(await isDue()).toEqual([])
  return mails
}

/** A mail server that accepts every mail, rejects every mail, or never answers. */
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
  server.on('error', () => {}) // Ignore the connection that a killed process cuts.
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return Object.assign(seen, {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  })
}
