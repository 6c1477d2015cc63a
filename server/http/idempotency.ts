import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { RepeatableCall } from './caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, type RowOf, type Statement } from '../db/sql.ts'

/** How long a call may be repeated under its key. A post's key is kept longer than its response. */
export const ANSWERS_KEPT_MS = 7 * 24 * 3_600_000
/** Lease of a running call. Another process takes over after it expires. */
const LEASE_MS = 5_000
/** How long to wait for another call with the same key. Our own client times out after 30 s. */
const WAIT_MS = 25_000
const LOOK_EVERY_MS = 100

/** The header shared by all attempts of one call. */
export const KeyHeader = z.object({ 'Idempotency-Key': z.string().trim().max(200).optional() })

export interface KeyedCall {
  userId: string
  key: string
  fingerprint: string
}

interface StoredAnswer {
  status: number
  answer: unknown
}

export interface IdempotencyKeys {
  /**
   * Runs a call unless its key already has a response. A rejected call changed nothing and may be repeated.
   * @returns the response, and whether it is a stored one
   * @throws AppError idempotency_key_reused, call_under_way
   */
  once(
    call: KeyedCall,
    signal: AbortSignal,
    run: (call: RepeatableCall) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { isReplayed: boolean }>
}

/** Stores calls in the database, shared by all web processes. */
export function idempotencyKeys(database: Database, clock: Clock, onError: (error: unknown) => void): IdempotencyKeys {
  return {
    async once(call, signal, run) {
      const holder = randomUUID()
      const givesUpAt = performance.now() + WAIT_MS
      for (;;) {
        const found = await claimOrFind(call, holder)
        if (found && found.fingerprint !== call.fingerprint) throw new AppError('idempotency_key_reused')
        if (found && found.status !== null) return { ...storedAnswer(found), isReplayed: true }
        if (found?.held_by === holder)
          return { ...(await runClaimed(call, holder, found.made, run)), isReplayed: false }
        if (performance.now() > givesUpAt) throw new AppError('call_under_way', { retryAfterMs: LEASE_MS })
        await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    },
  }

  /**
   * Reserves a call for this process if the call is new, or if the process that reserved it took too long. Otherwise
   * returns its row, or undefined while another process is changing that row.
   */
  async function claimOrFind({ userId, key, fingerprint }: KeyedCall, holder: string): Promise<KeyRow | undefined> {
    const [held] = await database.query(sql`
      insert into idempotency_keys as k (user_id, key, fingerprint, created_at, held_by, held_until)
      values (${userId}, ${key}, ${fingerprint}, ${clock.now()}, ${holder}, ${HELD_UNTIL})
      on conflict (user_id, key) do update set held_by = excluded.held_by, held_until = excluded.held_until
        where k.status is null and k.held_until <= clock_timestamp() and k.fingerprint = excluded.fingerprint
      returning ${COLUMNS}`)
    if (held) return held
    const [found] = await database.query(
      sql`select ${COLUMNS} from idempotency_keys k where user_id = ${userId} and key = ${key}`,
    )
    return found
  }

  async function runClaimed(
    { userId, key }: KeyedCall,
    holder: string,
    createdId: string | null,
    run: (call: RepeatableCall) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> {
    const own = sql`user_id = ${userId} and key = ${key} and held_by = ${holder}`
    const write = (statement: Statement<unknown>) => database.query(statement).catch(onError)
    const heartbeat = setInterval(
      () => void write(sql`update idempotency_keys set held_until = ${HELD_UNTIL} where ${own}`),
      LEASE_MS / 3,
    )
    try {
      const done = await run({
        createdId,
        async recordCreated(tx, id, dueAt) {
          const recorded = await tx.query(
            sql`update idempotency_keys k set made = ${id}, due_at = ${dueAt ?? null} where ${own} returning ${columns('idempotency_keys k', 'made')}`,
          )
          if (recorded.length === 0) throw new AppError('call_under_way', { retryAfterMs: LEASE_MS })
        },
      })
      const answer = done.answer === undefined ? null : JSON.stringify(done.answer)
      // If this write fails, a retry finds the call unfinished, with the id of its result.
      await write(sql`update idempotency_keys set status = ${done.status}, answer = ${answer} where ${own}`)
      return done
    } catch (error) {
      await write(sql`
        with refused as (delete from idempotency_keys where ${own} and made is null)
        update idempotency_keys set held_until = clock_timestamp() where ${own} and made is not null`)
      throw error
    } finally {
      clearInterval(heartbeat)
    }
  }
}

const HELD_UNTIL = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`
const COLUMNS = columns('idempotency_keys k', 'fingerprint', 'held_by', 'made', 'status', 'answer')
type KeyRow = RowOf<typeof COLUMNS>

const storedAnswer = ({ status, answer }: KeyRow): StoredAnswer => ({
  status: status ?? 200,
  answer: answer === null ? undefined : (JSON.parse(answer) as unknown),
})

/** Returns a hash of a call's parts, which tells different calls under one idempotency key apart. */
export function fingerprintOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = Buffer.from(part)
    // Prefix each part with its length, so that different lists never hash the same bytes.
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest('base64url')
}

/**
 * Deletes stored responses of these users. A repeated call then finds its result by id, or runs again when it created
 * nothing.
 */
export async function forgetAnswers(on: Queryable, userIds: string[]): Promise<void> {
  const areTheirs = sql`user_id = any(${userIds}::uuid[]) and status is not null`
  await on.query(sql`
    with nothing as (delete from idempotency_keys where ${areTheirs} and made is null)
    update idempotency_keys set status = null, answer = null, held_until = clock_timestamp() where ${areTheirs} and made is not null`)
}

/**
 * Deletes old keys and responses. The key of a post outlives the post's own time by the same period, so a late retry
 * cannot create it twice.
 */
export async function deleteOldIdempotencyKeys(on: Queryable, now: Date): Promise<void> {
  const old = new Date(now.getTime() - ANSWERS_KEPT_MS)
  const isAwaited = sql`(coalesce(k.due_at >= ${old}, false) or exists (
    select from posts p where p.id = k.made and (p.status in ('in_review', 'scheduled', 'publishing', 'unconfirmed')
      or coalesce(p.published_at, p.scheduled_at) >= ${old})))`
  await on.query(sql`delete from idempotency_keys k where created_at < ${old} and not ${isAwaited}`)
  await on.query(
    sql`update idempotency_keys set status = null, answer = null where created_at < ${old} and status is not null`,
  )
}
