import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Language } from '#core/language.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Mailer } from '../adapters/mail/mailer.ts'
import { unavailableClient, type PlatformClients } from '../adapters/platforms/all.ts'
import type { Changes } from '../changes.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseAway, type Database } from '../db/database.ts'
import { failureText } from '../posts/failure-text.ts'
import { translator } from '../messages.ts'
import type { Secrets } from '../secrets.ts'
import { keepLease, LEASE_MS, LeaseLost, leaseDueAccounts, releaseAllLeases, releaseLease } from './leases.ts'
import { publishNext, type PublishParts } from './publish-post.ts'

/** How many accounts one worker serves at once. */
const ACCOUNTS_AT_ONCE = 16
/** The longest sleep: bounds what a missed notification can cost. */
const LONGEST_SLEEP_MS = 5_000
/** Rounds that changes call for come no closer than this. */
const SHORTEST_ROUND_MS = 20
/** The pause when due posts are all in other hands. */
const BUSY_PAUSE_MS = 250

export interface WorkerParts {
  database: Database
  clock: Clock
  changes: Changes
  clients: PlatformClients
  secrets: Secrets
  mailer: Mailer
  log: FastifyBaseLogger
  publicUrl: string
}

export interface Worker extends AsyncDisposable {
  /** When it last went round; health looks at it. */
  readonly lastSeenAt: Date
}

/**
 * Publishes what is due. The queue is the posts table: a worker leases an account that has something due, does that
 * account's posts one after the other, and gives it back. It sleeps until the next post's own time, or until the
 * database tells that something changed.
 */
export function startWorker(parts: WorkerParts): Worker {
  const { database, clock, changes, clients, log } = parts
  const name = `worker:${randomUUID()}`
  const stopping = new AbortController()
  const atWork = new Map<string, Promise<void>>()
  let wake = new AbortController()
  let lastSeenAt = clock.now()
  const publishParts: PublishParts = { ...parts, onTrouble: (postId) => void tellOwner(parts, postId) }

  // Publishing itself changes posts, several times each: many changes become one round.
  let roundAt = 0
  let wakeTimer: NodeJS.Timeout | undefined
  const wakeUp = () => {
    wakeTimer ??= setTimeout(
      () => {
        wakeTimer = undefined
        wake.abort()
      },
      Math.max(0, SHORTEST_ROUND_MS - (performance.now() - roundAt)),
    )
  }
  const unsubscribe = changes.subscribe((change) => {
    if (change.type !== 'notification') wakeUp()
  })
  const ungap = changes.onGap(wakeUp)
  const heartbeat = setInterval(() => void keepLeases(), LEASE_MS / 3)

  const running = run()

  async function run(): Promise<void> {
    // Alone with its database, it knows that whoever held a lease is gone.
    if (database.kind === 'embedded') await releaseAllLeases(database)
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      roundAt = performance.now()
      let sleepUntil = new Date(clock.now().getTime() + 1_000)
      try {
        await takeWork()
        sleepUntil = await nextRound()
        lastSeenAt = clock.now()
      } catch (error) {
        log[isDatabaseAway(error) ? 'warn' : 'error']({ err: error }, 'the worker could not look for due posts')
      }
      await clock.until(sleepUntil, AbortSignal.any([wake.signal, stopping.signal]))
    }
    await Promise.all(atWork.values())
  }

  async function takeWork(): Promise<void> {
    await failWithoutAccount(publishParts)
    const free = ACCOUNTS_AT_ONCE - atWork.size
    if (free <= 0) return
    for (const account of await leaseDueAccounts(database, name, free, clock.now())) {
      const work = publishAllDue(account).finally(() => {
        atWork.delete(account.id)
        wakeUp()
      })
      atWork.set(account.id, work)
    }
  }

  async function publishAllDue(account: AccountRow): Promise<void> {
    const client = clients[account.platform] ?? unavailableClient
    try {
      while (!stopping.signal.aborted && (await publishNext(publishParts, name, account.id, client, stopping.signal)));
      await releaseLease(database, name, account.id)
    } catch (error) {
      if (error instanceof LeaseLost) return
      // The lease runs out by itself; whoever takes the account then finds each attempt as far as it got.
      log.error({ err: error, accountId: account.id }, 'publishing was interrupted')
    }
  }

  /** The next post's own time. Posts that are due but in other hands are looked at again soon. */
  async function nextRound(): Promise<Date> {
    const now = clock.now()
    const [row] = await database.query<{ next: Date | null }>(
      sql`select min(next_step_at) as next from posts where next_step_at is not null`,
    )
    const latest = now.getTime() + LONGEST_SLEEP_MS
    const next = row?.next?.getTime() ?? latest
    return new Date(next <= now.getTime() ? now.getTime() + BUSY_PAUSE_MS : Math.min(next, latest))
  }

  async function keepLeases(): Promise<void> {
    try {
      for (const accountId of atWork.keys()) await keepLease(database, name, accountId, clock.now())
    } catch (error) {
      // Who works there finds out before it sends anything.
      if (!(error instanceof LeaseLost)) log.warn({ err: error }, 'leases could not be kept')
    }
  }

  return {
    get lastSeenAt() {
      return lastSeenAt
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      unsubscribe()
      ungap()
      clearInterval(heartbeat)
      clearTimeout(wakeTimer)
      await running
    },
  }
}

/** A post whose account was taken away, and for whose network there is no other, cannot go out. */
async function failWithoutAccount({ database, clock, onTrouble }: PublishParts): Promise<void> {
  const now = clock.now()
  const failure: StoredFailure = { code: 'account_not_connected', detail: null, at: now.toISOString() }
  const unknown: StoredFailure = { ...failure, code: 'unconfirmed' }
  const rows = await database.query<{ id: string }>(sql`
    update posts p set next_step_at = null, updated_at = ${now},
      status = case when lost.post_id is null then 'failed' else 'unconfirmed' end,
      failure = case when lost.post_id is null then ${JSON.stringify(failure)}::jsonb else ${JSON.stringify(unknown)}::jsonb end
    from posts self left join publish_attempts lost on lost.post_id = self.id and lost.state in ('sending', 'unknown')
    where self.id = p.id and p.account_id is null and p.next_step_at <= ${now}
    returning p.id`)
  for (const { id } of rows) onTrouble(id)
}

/** Mails the owner of a post that needs them; the app shows it anyway. */
async function tellOwner({ database, mailer, publicUrl, log }: WorkerParts, postId: string): Promise<void> {
  try {
    const [row] = await database.query<{
      email: string
      first_name: string
      preferred_language: Language
      platform: Platform
      content: string
      failure: StoredFailure
    }>(sql`
      select email, first_name, preferred_language, platform, content, failure from posts join users on users.id = posts.user_id
      where posts.id = ${postId} and failure is not null`)
    if (!row) return
    const t = translator(row.preferred_language)
    const platform = rulesOf(row.platform).name
    const { message, detail } = failureText(row.failure, row.platform, row.preferred_language)
    const excerpt = row.content.length > 200 ? `${row.content.slice(0, 200)}…` : row.content
    mailer.send({
      to: row.email,
      subject: t('mail.trouble.subject', { platform }),
      text: t('mail.trouble.text', {
        name: row.first_name,
        reason: detail ? `${message}\n${detail}` : message,
        excerpt,
        link: publicUrl,
      }),
      link: publicUrl,
    })
  } catch (error) {
    log.error({ err: error, postId }, 'the owner of a post could not be told')
  }
}
