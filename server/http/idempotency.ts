import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Making } from './caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, type RowOf, type Statement } from '../db/sql.ts'

/** How long a call may be made again under its key and be answered the same. A post's key is kept longer than its answer. */
export const ANSWERS_KEPT_MS = 7 * 24 * 3_600_000
/** How long one who makes a call may be silent before another takes it over: a process that died left it half done. */
const HOLD_MS = 5_000
/** How long somebody waits for the answer of another one with the same key. Our own client gives up after 30 s. */
const WAIT_MS = 25_000
const LOOK_EVERY_MS = 100

/** The header that the client's tries of one call have in common. */
export const KeyHeader = z.object({ 'Idempotency-Key': z.string().trim().max(200).optional() })

/** A call that was made under a key. */
export interface KeyedCall {
  userId: string
  key: string
  fingerprint: string
}

/** What a call was answered with. */
export interface StoredAnswer {
  status: number
  answer: unknown
}

export interface IdempotencyKeys {
  /**
   * Makes a call unless it was made under its key already. A call that was refused may be made again: it changed nothing.
   * @returns the answer, and whether it is that of an earlier call
   * @throws AppError idempotency_key_reused, call_under_way
   */
  once(
    call: KeyedCall,
    signal: AbortSignal,
    make: (making: Making) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { isRepeated: boolean }>
}

/** Remembers calls in the database, so that all web processes know of them. */
export function idempotencyKeys(database: Database, clock: Clock, onError: (error: unknown) => void): IdempotencyKeys {
  return {
    async once(call, signal, make) {
      const holder = randomUUID()
      const givesUpAt = performance.now() + WAIT_MS
      for (;;) {
        const found = await holdOrFind(call, holder)
        if (found && found.fingerprint !== call.fingerprint) throw new AppError('idempotency_key_reused')
        if (found && found.status !== null) return { ...storedAnswer(found), isRepeated: true }
        if (found?.held_by === holder) return { ...(await makeHeld(call, holder, found.made, make)), isRepeated: false }
        if (performance.now() > givesUpAt) throw new AppError('call_under_way', { retryAfterMs: HOLD_MS })
        await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    },
  }

  /** Takes a call whose key nobody has, or whose holder is gone; else tells what became of it, undefined when that changes just now. */
  async function holdOrFind({ userId, key, fingerprint }: KeyedCall, holder: string): Promise<KeyRow | undefined> {
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

  async function makeHeld(
    { userId, key }: KeyedCall,
    holder: string,
    madeBefore: string | null,
    make: (making: Making) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> {
    const own = sql`user_id = ${userId} and key = ${key} and held_by = ${holder}`
    const write = (statement: Statement<unknown>) => database.query(statement).catch(onError)
    const heartbeat = setInterval(
      () => void write(sql`update idempotency_keys set held_until = ${HELD_UNTIL} where ${own}`),
      HOLD_MS / 3,
    )
    try {
      const done = await make({
        madeBefore,
        async note(tx, id, dueAt) {
          const noted = await tx.query(
            sql`update idempotency_keys k set made = ${id}, due_at = ${dueAt ?? null} where ${own} returning ${columns('idempotency_keys k', 'made')}`,
          )
          if (noted.length === 0) throw new AppError('call_under_way', { retryAfterMs: HOLD_MS })
        },
      })
      const answer = done.answer === undefined ? null : JSON.stringify(done.answer)
      // Where this fails, whoever asks again finds the call half done, and what it made.
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

const HELD_UNTIL = sql`clock_timestamp() + ${HOLD_MS} * interval '1 millisecond'`
const COLUMNS = columns('idempotency_keys k', 'fingerprint', 'held_by', 'made', 'status', 'answer')
type KeyRow = RowOf<typeof COLUMNS>

const storedAnswer = ({ status, answer }: KeyRow): StoredAnswer => ({
  status: status ?? 200,
  answer: answer === null ? undefined : (JSON.parse(answer) as unknown),
})

/** What tells calls apart that are made under one key. */
export function fingerprintOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = Buffer.from(part)
    // With its length, so that no two lists of parts are the same bytes.
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest('base64url')
}

/**
/**
 * Forgets what these people were answered with. What a call made is found by whoever makes it again, as after a crash; one
 * that made nothing is made anew.
 */
export async function forgetAnswers(on: Queryable, userIds: string[]): Promise<void> {
  const areTheirs = sql`user_id = any(${userIds}::uuid[]) and status is not null`
  await on.query(sql`
    with nothing as (delete from idempotency_keys where ${areTheirs} and made is null)
    update idempotency_keys set status = null, answer = null, held_until = clock_timestamp() where ${areTheirs} and made is not null`)
}

/**
 * Forgets answers that were given too long ago for anybody to ask for them again, and with them the keys. That of a post
 * stays until as long after the post's own time, so that it is not made once more; who asks again is told of the post.
 */
export async function deleteOldIdempotencyKeys(on: Queryable, now: Date): Promise<void> {
  const old = new Date(now.getTime() - ANSWERS_KEPT_MS)
  const isAwaited = sql`(coalesce(k.due_at >= ${old}, false) or exists (
    select from posts p where p.id = k.made and (p.status in ('scheduled', 'publishing', 'unconfirmed')
      or coalesce(p.published_at, p.scheduled_at) >= ${old})))`
  await on.query(sql`delete from idempotency_keys k where created_at < ${old} and not ${isAwaited}`)
  await on.query(
    sql`update idempotency_keys set status = null, answer = null where created_at < ${old} and status is not null`,
  )
}
