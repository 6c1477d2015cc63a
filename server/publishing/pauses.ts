import type { Platform } from '#core/platforms/platform.ts'
import {
  ACCOUNTS_OF_AN_OUTAGE,
  FAILURES_OF_AN_OUTAGE,
  lessonOf,
  LONGEST_OUTAGE_PAUSE_MS,
  type Lesson,
} from '#core/publishing/pauses.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Published, Outcome } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, count, type RowOf, type Sql } from '../db/sql.ts'
import { postponePosts, failPosts, retryPostNow, retryPostsNow } from '../posts/transitions/postpone.ts'

const COLUMNS = columns('pauses', 'platform', 'remote_id', 'kind', 'reason', 'detail', 'until', 'trial')
export type Pause = RowOf<typeof COLUMNS>

/** Whom a pause concerns. */
type Concerned = Pick<AccountRow, 'platform' | 'remote_id'>

/** The first pause. */
const SOON_MS = 2_000
/** How long what others have learnt may be unknown here. */
const REFRESH_EVERY_MS = 1_000

/**
 * What was learnt about networks and accounts that cannot be posted to just now, so that it is learnt once and not by each
 * post: their due posts wait together, in their order. Kept in the database, for all workers; each remembers it for a
 * second, so that it costs nothing where nothing is wrong.
 */
export interface Pauses {
  /** Reads what others have learnt. */
  refresh(): Promise<void>
  /** When the next outage is to be looked after; undefined where there is none. */
  nextAt(): Date | undefined
  /** Whether a post is to wait, as far as it is known here. */
  isHolding(account: Concerned, post: { id: string }): boolean
  /** Puts off what is due on an account that is paused. */
  holdUp(account: AccountRow): Promise<void>
  /** Learns from what a network said, or did not say, when this account was posted from. */
  learn(account: AccountRow, outcome: Published | Outcome<unknown>): Promise<void>
  /** A look at the network got no answer: whether it is down is to be found out, so that it is looked again when it is not. */
  watch(account: AccountRow): Promise<void>
  /** Takes the outages that are to be looked after now, until then. */
  takeDue(until: Date): Promise<Pause[]>
  /** The network still does not answer. */
  learnStillDown(pause: Pause, detail: string | null): Promise<void>
  /** Its account is in other hands just now. */
  postpone(pause: Pause): Promise<void>
  /** Lets one post try, until then, whether an outage is over. */
  letTry(pause: Pause, postId: string, until: Date): Promise<void>
  /** Lets everything go out that waited for an outage. */
  end(concerned: Concerned): Promise<void>
}

export function openPauses({ database, clock }: { database: Database; clock: Clock }): Pauses {
  let known: Pause[] = []
  let readAt = Number.NEGATIVE_INFINITY

  async function read(on: Queryable = database): Promise<void> {
    readAt = clock.now().getTime()
    known = await on.query(sql`select ${COLUMNS} from pauses`)
  }

  function concerning({ platform, remote_id }: Concerned): Pause[] {
    const all = known.filter(
      (one) => one.platform === platform && (one.remote_id === '' || one.remote_id === remote_id),
    )
    // While the network is down, its accounts are.
    const isNetworkDown = all.some(isOfNetwork)
    return all.filter((one) => one.kind === 'limit' || !isNetworkDown || isOfNetwork(one))
  }

  async function learn(account: AccountRow, lesson: Lesson): Promise<void> {
    if (
      lesson.learnt !== 'outage' &&
      known.some(({ kind, platform }) => kind === 'outage' && platform === account.platform)
    ) {
      await end(account)
    }
    if (lesson.learnt === 'answers') return
    await database.transaction(async (tx) => {
      if (lesson.learnt === 'limit') await noteLimit(tx, account, lesson, clock.now())
      else await noteOutage(tx, account, lesson, clock.now())
      await read(tx)
    })
  }

  async function end(concerned: Concerned): Promise<void> {
    await database.transaction(async (tx) => {
      await endOutage(tx, concerned, clock.now())
      await read(tx)
    })
  }

  return {
    async refresh() {
      // Either way: a clock may be set back.
      if (Math.abs(clock.now().getTime() - readAt) >= REFRESH_EVERY_MS) await read()
    },
    nextAt() {
      const times = known.flatMap(({ kind, until }) => (kind === 'outage' && until ? [until.getTime()] : []))
      return times.length > 0 ? new Date(Math.min(...times)) : undefined
    },
    isHolding: (account, { id }) => concerning(account).some((one) => isHolding(one, clock.now()) && one.trial !== id),
    async holdUp(account) {
      const now = clock.now()
      for (const pause of concerning(account).filter((one) => isHolding(one, now))) {
        const isOver = !(await database.transaction((tx) => hold(tx, pause, account, now)))
        // What is remembered is wrong: it would hold up what nobody puts off.
        if (isOver) await read()
      }
    },
    async learn(account, outcome) {
      const lesson = lessonOf(outcome.ok ? null : outcome.failure, clock.now())
      if (lesson) await learn(account, lesson)
    },
    async watch({ platform, remote_id }) {
      if (!known.some((one) => one.platform === platform && one.remote_id === remote_id && one.until === null)) return
      await database.query(sql`
        update pauses set until = ${new Date(clock.now().getTime() + SOON_MS)} where ${isPause({ platform, remote_id, kind: 'outage' })} and until is null`)
      await read()
    },
    async takeDue(until) {
      const now = clock.now()
      return await database.transaction(async (tx) => {
        await tx.query(sql`
          delete from pauses where (platform, remote_id, kind) in (
            select platform, remote_id, kind from pauses
            where kind = 'limit' and until < ${longAgo(now)} or ${isForgotten(now)}
            for update skip locked)`)
        const taken = await tx.query(sql`
          update pauses set until = ${until} where (platform, remote_id, kind) in (
            select platform, remote_id, kind from pauses o where kind = 'outage' and until <= ${now} and ${IS_NOT_COVERED}
            for update skip locked)
          returning ${COLUMNS}`)
        await read(tx)
        return taken
      })
    },
    async postpone(pause) {
      await database.query(
        sql`update pauses set until = ${new Date(clock.now().getTime() + SOON_MS)} where ${isPause(pause)}`,
      )
      await read()
    },
    async letTry(pause, postId, until) {
      await database.transaction(async (tx) => {
        await tx.query(sql`update pauses set trial = ${postId}, until = ${until} where ${isPause(pause)}`)
        await retryPostNow(tx, postId, clock.now())
        await read(tx)
      })
    },
    async learnStillDown(pause, detail) {
      await database.transaction(async (tx) => {
        await tx.query(sql`
          update pauses set failures = failures + 1, detail = ${detail}, trial = null, until = ${clock.now()}::timestamptz + ${PAUSE_AFTER}
          where ${isPause(pause)}`)
        await read(tx)
      })
    },
    end,
  }
}

const isOfNetwork = ({ kind, remote_id }: Pause): boolean => kind === 'outage' && remote_id === ''

const isHolding = ({ kind, until }: Pause, now: Date): boolean => until !== null && (kind === 'outage' || until > now)

/** While the network is down, its accounts are. */
const IS_NOT_COVERED = sql`(o.remote_id = '' or not exists (
  select from pauses n where n.platform = o.platform and n.kind = 'outage' and n.remote_id = ''))`

/** What nobody has met again for so long is forgotten. */
const longAgo = (now: Date): Date => new Date(now.getTime() - 10 * 60_000)

/** A lost answer that no other has followed. */
const isForgotten = (now: Date): Sql => sql`(kind = 'outage' and until is null and since < ${longAgo(now)})`

const isPause = ({ platform, remote_id, kind }: Pick<Pause, 'platform' | 'remote_id' | 'kind'>): Sql =>
  sql`pauses.platform = ${platform} and pauses.remote_id = ${remote_id} and pauses.kind = ${kind}`

/** As `outagePauseMs` says, for a pause that was met once more. */
const PAUSE_AFTER = sql`least(2 ^ least(pauses.failures + 1, 10), ${LONGEST_OUTAGE_PAUSE_MS / 1_000}) * interval '1 second'`

async function noteLimit(
  tx: Queryable,
  { platform, remote_id: remoteId }: Concerned,
  { of, until, reason, detail }: Extract<Lesson, { learnt: 'limit' }>,
  now: Date,
): Promise<void> {
  const whom = of === 'network' ? '' : remoteId
  // A reset time may have passed already on our clock, and be told again and again.
  const soonest = new Date(now.getTime() + SOON_MS)
  await tx.query(sql`
    insert into pauses (platform, remote_id, kind, reason, detail, since, until)
    values (${platform}, ${whom}, 'limit', ${reason}, ${detail}, ${now}, ${until > soonest ? until : soonest})
    on conflict (platform, remote_id, kind) do update set reason = excluded.reason, detail = excluded.detail,
      failures = pauses.failures + 1, until = greatest(excluded.until, ${now}::timestamptz + ${PAUSE_AFTER})`)
}

/** One lost answer may be chance: posts wait from the second in a row on, or when a connection was not even made. */
async function noteOutage(
  tx: Queryable,
  { platform, remote_id: remoteId }: Concerned,
  { mayBeOut, detail }: Extract<Lesson, { learnt: 'outage' }>,
  now: Date,
): Promise<void> {
  const meet = (whom: string, firstUntil: Date | null) =>
    tx.query(sql`
      insert into pauses (platform, remote_id, kind, reason, detail, since, until)
      values (${platform}, ${whom}, 'outage', 'not_reached', ${detail}, ${now}, ${firstUntil})
      on conflict (platform, remote_id, kind) do update set failures = pauses.failures + 1, detail = excluded.detail, trial = null,
        until = ${now}::timestamptz + ${PAUSE_AFTER}
      -- What was under way when it began tells nothing new.
      where pauses.until is null or pauses.until <= ${now} or pauses.trial is not null`)
  await takeOutages(tx, platform)
  await tx.query(sql`delete from pauses where platform = ${platform} and ${isForgotten(now)}`)
  const soon = new Date(now.getTime() + SOON_MS)
  await meet(remoteId, mayBeOut ? null : soon)
  const [down] = await tx.query(sql`
    select ${count('accounts')}, ${computed('failures', 'integer', sql`sum(failures)`, 0)} from pauses
    where platform = ${platform} and kind = 'outage' and remote_id <> '' and not is_alone`)
  const isNetworks = (down?.accounts ?? 0) >= ACCOUNTS_OF_AN_OUTAGE && (down?.failures ?? 0) >= FAILURES_OF_AN_OUTAGE
  if (isNetworks) await meet('', soon)
}

/** One at a time writes of a network's outages: who writes of its own writes of the others', too. */
async function takeOutages(tx: Queryable, platform: Platform): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`outages of ${platform}`}))`)
}

/** The network has answered: for this account, and, where it was taken to be down, for everybody. */
async function endOutage(tx: Queryable, { platform, remote_id: remoteId }: Concerned, now: Date): Promise<void> {
  await takeOutages(tx, platform)
  const ended = await tx.query(sql`
    delete from pauses where platform = ${platform} and kind = 'outage' and (remote_id in ('', ${remoteId})
      or exists (select from pauses n where n.platform = pauses.platform and n.kind = 'outage' and n.remote_id = ''))
    returning ${columns('pauses', 'remote_id')}`)
  await tx.query(
    sql`update pauses set is_alone = true where platform = ${platform} and kind = 'outage' and not is_alone`,
  )
  if (ended.length === 0) return
  const isNetworks = ended.some((one) => one.remote_id === '')
  // Also what waited there when its account was taken away: nobody else would take it up before it is too late.
  const accounts = sql`(p.account_id in (select id from social_accounts where platform = ${platform} and remote_id = ${remoteId})
    or p.account_id is null and p.platform = ${platform} and p.former_remote_id = ${remoteId})`
  await retryPostsNow(tx, isNetworks ? sql`p.platform = ${platform}` : accounts, now)
}

/**
 * Puts off an account's due posts, unless the pause is over by now: whoever ends one wakes only what is put off by then.
 * @returns whether it is not over
 */
async function hold(
  tx: Queryable,
  { platform, remote_id, kind }: Pause,
  account: AccountRow,
  now: Date,
): Promise<boolean> {
  const [pause] = await tx.query(
    sql`select ${COLUMNS} from pauses where ${isPause({ platform, remote_id, kind })} for share`,
  )
  if (!pause || !isHolding(pause, now)) return false
  const which = sql`p.account_id = ${account.id} and p.id is distinct from ${pause.trial}`
  const failure = { code: pause.reason, detail: pause.detail, at: now.toISOString() }
  if (pause.kind === 'outage') await postponePosts(tx, which, failure, null, now)
  else {
    await postponePosts(tx, which, { ...failure, code: 'rate_limited' }, pause.until, now)
    await failPosts(tx, which, failure, pause.until ?? now, now)
  }
  return true
}
