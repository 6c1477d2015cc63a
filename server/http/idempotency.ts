import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Clock } from '../clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, type RowOf, type Statement } from '../db/sql.ts'

/** How long a call may be made again under its key and be answered the same. */
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
export interface KeptAnswer {
  status: number
  answer: unknown
}

/** What a handler has of the key that its call was made under. */
export interface Making {
  /** What an earlier try of the same call made before it was cut short; null where it made nothing. */
  readonly madeBefore: string | null
  /**
   * Notes what the call makes, in the transaction that makes it: so it is made once.
   * @throws AppError call_under_way when another one has taken the call over meanwhile
   */
  note(tx: Queryable, id: string): Promise<void>
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
    make: (making: Making) => Promise<KeptAnswer>,
  ): Promise<KeptAnswer & { isRepeated: boolean }>
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
        if (found && found.status !== null) return { ...keptAnswer(found), isRepeated: true }
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
    make: (making: Making) => Promise<KeptAnswer>,
  ): Promise<KeptAnswer> {
    const own = sql`user_id = ${userId} and key = ${key} and held_by = ${holder}`
    const write = (statement: Statement<unknown>) => database.query(statement).catch(onError)
    const heartbeat = setInterval(
      () => void write(sql`update idempotency_keys set held_until = ${HELD_UNTIL} where ${own}`),
      HOLD_MS / 3,
    )
    try {
      const done = await make({
        madeBefore,
        async note(tx, id) {
          const noted = await tx.query(
            sql`update idempotency_keys k set made = ${id} where ${own} returning ${columns('idempotency_keys k', 'made')}`,
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

const keptAnswer = ({ status, answer }: KeyRow): KeptAnswer => ({
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

/** Deletes the keys of calls that were made too long ago for anybody to make them again. */
export async function deleteOldIdempotencyKeys(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from idempotency_keys where created_at < ${new Date(now.getTime() - ANSWERS_KEPT_MS)}`)
}
