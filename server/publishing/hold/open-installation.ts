import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, isTrue, list, type Sql } from '../../db/sql.ts'
import { isPublishingHeld, lockInstallation } from '../../installation/installation-row.ts'
import { placeOf } from '../../installation/place.ts'
import { askFirstForDuePosts } from '../../posts/transitions/ask-first.ts'
import { SILENT_AFTER_MS } from '../heartbeats.ts'
import { loseOutcomes } from './lose-outcomes.ts'
import { releasePublishing } from './release.ts'
import { discardReleaseRequest, isReleaseRequested } from './release-request.ts'

/**
 * How often the data records where it runs. An older copy is then recognized even if it is restored to the same place.
 */
const RENEW_EVERY_MS = 15_000
/** How long the result of the check for held publishing is cached. Publishing itself does not use this cache. */
const CACHE_MS = 1_000

interface InstallationParts {
  database: Database
  clock: Clock
  dataDir: string
  isHeldByEnvironment: boolean
  /** Adds the administrators' mail to the transaction that holds publishing. */
  notifyAdmins(tx: Queryable): Promise<void>
  /** Call this before a transaction that may notify administrators. */
  beforeNotifying(): Promise<void>
}

export interface Installation extends AsyncDisposable {
  /**
   * Checks whether the data still runs where it was recorded, and holds publishing if it is a copy. Call it before
   * claiming posts.
   */
  mayPublish(): Promise<boolean>
  /**
   * SQL condition, checked right before sending: the database is the one that was last checked, and publishing is not
   * held.
   */
  readonly isUnheld: () => Sql
  /** Records that the installation is alive, unless publishing is held. */
  beat(): Promise<void>
  /** Whether publishing is held, for other work that reaches external services. The answer may be a second old. */
  isHeld(): Promise<boolean>
}

/**
 * Checks at start whether this data was restored or copied. Data without a row comes from an older release and is
 * accepted.
 */
export async function openInstallation(parts: InstallationParts): Promise<Installation> {
  const { database, clock } = parts
  const place = await placeOf(database, parts.dataDir)
  let beats = 0
  let identity: unknown
  let renewedAt = performance.now()
  let cached: { at: number; held: Promise<boolean> } | undefined

  const READ = list(
    columns('installation', 'place', 'beats', 'held_since'),
    computed('identity', 'jsonb', place.identity),
  )

  // Discard a release request that was copied with the data, because it would release the copy.
  discardReleaseRequest(parts.dataDir)
  await start()

  async function start(): Promise<void> {
    const seen = await readPlace()
    identity = seen.identity
    if (seen.isCopy) await parts.beforeNotifying()
    await database.transaction(async (tx) => {
      const now = clock.now()
      const row = await lockInstallation(tx)
      if (!row) {
        const wroteLast = await lastHeartbeat(tx)
        if (wroteLast && (await isAlone(tx, database))) await askFirstForDuePosts(tx, wroteLast, now)
        await tx.query(sql`
          insert into installation (place, alive_at) values ('{}', ${wroteLast ?? now}) on conflict do nothing`)
      } else if (seen.isCopy) return await hold(tx, 'copy', now)
      else if (row.held_because === 'environment' && !parts.isHeldByEnvironment) await releasePublishing(tx, now)
      else if (!row.held_since && !parts.isHeldByEnvironment && !row.ended_cleanly && (await isAlone(tx, database)))
        await askFirstForDuePosts(tx, row.alive_at, now)
      if (parts.isHeldByEnvironment) await hold(tx, 'environment', now)
    })
    await renew()
  }

  async function readPlace(): Promise<{ identity: unknown; isCopy: boolean }> {
    const [row] = await database.query(sql`select ${READ} from installation`)
    if (row) return { identity: row.identity, isCopy: !place.isHere(row.place, row.identity) }
    const [alone] = await database.query(sql`select ${computed('identity', 'jsonb', place.identity)}`)
    return { identity: alone?.identity, isCopy: false }
  }

  async function hold(tx: Queryable, because: 'copy' | 'environment', now: Date): Promise<void> {
    const row = await lockInstallation(tx)
    if (!row || row.held_because === 'copy') return
    await tx.query(sql`
      update installation set held_since = coalesce(held_since, ${now}), held_because = ${because}`)
    await loseOutcomes(tx, row.alive_at, row.held_since ?? now, now)
    if (because === 'copy') await parts.notifyAdmins(tx)
  }

  /**
   * Stores where the installation runs and that it is alive now. While publishing is held, `alive_at` stays unchanged.
   */
  async function renew(isEnding = false): Promise<void> {
    const now = clock.now()
    await place.renew(identity, async (described) => {
      const [row] = await database.query(sql`
        update installation set place = ${JSON.stringify(described)}, beats = beats + 1, ended_cleanly = ${isEnding},
          alive_at = case when held_since is null then greatest(alive_at, ${now}) else alive_at end
        where beats >= ${beats} returning ${columns('installation', 'beats')}`)
      if (row) beats = row.beats
    })
    renewedAt = performance.now()
  }

  /** Holds publishing, because the database was restored after this process had checked it. */
  async function holdAsCopy(): Promise<void> {
    await parts.beforeNotifying()
    const seen = await readPlace()
    await database.transaction(async (tx) => await hold(tx, 'copy', clock.now()))
    identity = seen.identity
    beats = 0
    await renew()
  }

  return {
    async mayPublish() {
      const [row] = await database.query(sql`select ${READ} from installation`)
      if (!row) return false
      if (database.kind === 'server' && (row.beats < beats || !place.isHere(row.place, row.identity))) {
        await holdAsCopy()
        return false
      }
      beats = row.beats
      identity = row.identity
      if (!isReleaseRequested(database, parts.dataDir)) return row.held_since === null
      await database.transaction((tx) => releasePublishing(tx, clock.now()))
      discardReleaseRequest(parts.dataDir)
      return true
    },
    isUnheld: () =>
      sql`exists (select from installation where held_since is null and beats >= ${beats} and ${place.identity} = ${JSON.stringify(identity)}::jsonb)`,
    async beat() {
      if (database.kind === 'embedded' && performance.now() - renewedAt < RENEW_EVERY_MS) {
        await database.query(sql`
          update installation set alive_at = greatest(alive_at, ${clock.now()}), ended_cleanly = false where held_since is null`)
      } else await renew()
    },
    isHeld() {
      if (!cached || performance.now() - cached.at > CACHE_MS)
        cached = { at: performance.now(), held: isPublishingHeld(database) }
      return cached.held
    },
    async [Symbol.asyncDispose]() {
      // Record that the installation stopped cleanly, but only if no other process may still publish.
      await isAlone(database, database)
        .then((alone) => renew(alone))
        .catch(() => {})
    },
  }
}

/** Whether no worker of another process is alive. The embedded database has one process. */
async function isAlone(on: Queryable, { kind }: Database): Promise<boolean> {
  if (kind === 'embedded') return true
  const [row] = await on.query(sql`
    select ${isTrue('isAlone', sql`not exists (select from workers where worked_at > clock_timestamp() - ${SILENT_AFTER_MS} * interval '1 millisecond')`)}`)
  return row?.isAlone ?? true
}

async function lastHeartbeat(on: Queryable): Promise<Date | null> {
  const [row] = await on.query(sql`select ${computed('at', 'timestamptz', sql`max(worked_at)`)} from workers`)
  return row?.at ?? null
}
