import { AsyncLocalStorage } from 'node:async_hooks'
import { fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { ConfigError } from '../config-error.ts'
import { syncFolder } from '../sync-folder.ts'
import { programFile } from '../program-file.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { compiledEngine } from './engine.ts'
import { reportSlow, type SlowQuery } from './slow-queries.ts'
import type { Lite } from './lite.ts'
import sql, { Statement, type Sql } from './sql.ts'

/** Thrown when all connections of this process are in use. */
class PoolFull extends Error {
  override readonly name = 'PoolFull'
}

export interface Queryable {
  /** The statement's `Columns` type the rows. `timestamptz` is a Date, `bigint` a number. */
  query<Row>(statement: Statement<Row>): Promise<Row[]>
}

export interface Database extends Queryable, AsyncDisposable {
  readonly kind: 'embedded' | 'server'
  /**
   * Commits when `work` resolves and rolls back when it throws. `work` may use only `tx` and must not call the
   * network.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Runs multi-statement SQL without parameters under the migration lock. */
  migrateWith(work: (session: Queryable & { run(sqlText: string): Promise<void> }) => Promise<void>): Promise<void>
  /** Calls `onPayload` for each NOTIFY, and `onGap` when notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>
  /** The current connections of this process. The embedded database has one. */
  readonly connections: () => { max: number; open: number; idle: number; waiting: number }
  /** Copies the files of the embedded database between two statements. */
  readonly copyFiles?: (target: string) => Promise<void>
  /** How the job queue connects: its own connections, or the shared embedded database. */
  readonly forQueue: { connectionString: string; connections: number } | { lite: PGlite }
}

const TIMESTAMPTZ = 1184
const BIGINT = 20

/** Parses `2026-11-21 10:03:00.988+00` in the ISO format that `Date` parses fastest. */
const toDate = (text: string): Date =>
  new Date(`${text.slice(0, 10)}T${text.slice(11)}${/[+-]\d\d$/.test(text) ? ':00' : ''}`)

/**
 * Set while a transaction runs. A query through the outer database handle would then wait for the same connection and
 * deadlock.
 */
const insideTransaction = new AsyncLocalStorage<true>()

function refuseInsideTransaction(): void {
  if (insideTransaction.getStore()) throw new Error('The database handle was used inside a transaction; use its tx')
}

/** Call it in functions whose change must commit together with other changes. @throws Error outside a transaction */
export function requireTransaction(): void {
  if (!insideTransaction.getStore()) throw new Error('This belongs into the transaction of what it is about')
}

export const isInTransaction = (): boolean => insideTransaction.getStore() ?? false

/** Converts dates to ISO text, so that the drivers of both databases send the same value. */
const parameters = (statement: Sql): unknown[] =>
  statement.values.map((value) => (value instanceof Date ? value.toISOString() : value))

/** Verifies that the first row has the columns that the statement names. */
function rowsOf<Row>(statement: Statement<Row>, rows: object[]): Row[] {
  const [first] = rows
  // Skip statements of the job queue, which are plain text and name no columns.
  const absent = first && statement instanceof Statement && statement.names.find((name) => !Object.hasOwn(first, name))
  if (absent) throw new Error(`A statement gives no "${absent}": ${statement.text}`)
  return rows as Row[]
}

/** Names of prepared statements, by text. A name lets a connection reuse the plan. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, (name = hash('sha256', text, 'base64url')))
  return name
}

/** The maximum number of connections of a process to a database server: for its calls, and for its job queue. */
export interface Connections {
  main: number
  queue: number
}
const CONNECTIONS: Connections = { main: 10, queue: 3 }

/**
 * Opens the embedded database, or the server of DATABASE_URL.
 * @throws ConfigError when the server refuses the connection
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
  connections?: Connections
  /** Statements have no time limits, because backups and restores read and write large tables. */
  isPatient?: boolean
  onError: (error: unknown) => void
  /** How long a statement may take before `onSlow` reports it. If it is undefined, no statement is reported. */
  slowQueryMs?: number | undefined
  onSlow?: (slow: SlowQuery) => void
  /** Receives a line for the operator once a new embedded database is ready. */
  onCreated?: (text: string) => void
}): Promise<Database> {
  const { slowQueryMs, onSlow = () => {}, onCreated = () => {} } = options
  const watched: Watched = (on) => reportSlow(on, slowQueryMs, onSlow)
  if (!options.databaseUrl) return await openEmbedded(options.dataDir, options.onError, watched, onCreated)
  const database = await openServer(options.databaseUrl, options, watched)
  try {
    await database.query(sql`select 1`)
    return database
  } catch (cause) {
    await database[Symbol.asyncDispose]()
    throw new ConfigError([`DATABASE_URL cannot be used: ${placeOf(options.databaseUrl)} (${reasonOf(cause)})`])
  }
}

type Watched = (on: Queryable) => Queryable

/** The address without credentials, for the log. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return host + pathname
}

/**
 * The reason of a failed connection. A host with several addresses fails with one error for each, and an empty message.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

async function openServer(
  connectionString: string,
  {
    connections: { main, queue } = CONNECTIONS,
    isPatient = false,
    onError: report,
  }: Pick<Parameters<typeof openDatabase>[0], 'connections' | 'isPatient' | 'onError'>,
  watched: Watched,
): Promise<Database> {
  const { default: pg } = await import('pg')
  let isClosing = false
  // Ignore errors during shutdown, which are expected.
  const onError = (error: unknown) => {
    if (!isClosing) report(error)
  }
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => {
      if (oid === TIMESTAMPTZ) return toDate
      if (oid === BIGINT) return Number
      return pg.types.getTypeParser(oid, format)
    },
  }
  const shared = {
    connectionString,
    types,
    options: '-c timezone=UTC',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    // Limit the wait in this process too, because `statement_timeout` does not help when packets are lost.
    query_timeout: isPatient ? 0 : 25_000,
  }
  const pool = new pg.Pool({
    ...shared,
    max: main,
    statement_timeout: isPatient ? 0 : 20_000,
    idle_in_transaction_session_timeout: isPatient ? 0 : 20_000,
  })
  // The pool replaces a broken idle connection. Without a listener the error would end the process.
  pool.on('error', onError)

  let established = 0
  pool.on('connect', () => established++)
  pool.on('remove', () => established--)
  const whenFull = (error: unknown): never => {
    const isQueueTimeout = error instanceof Error && error.message === 'timeout exceeded when trying to connect'
    throw isQueueTimeout && established >= main ? new PoolFull('All connections are in use', { cause: error }) : error
  }

  const on = (client: pg.Pool | pg.PoolClient): Queryable =>
    watched({
      query: async <Row>(statement: Statement<Row>) =>
        rowsOf<Row>(
          statement,
          (
            await client.query<object>({
              name: nameOf(statement.text),
              text: statement.text,
              values: parameters(statement),
            })
          ).rows,
        ),
    })
  const outside = on(pool)

  return {
    kind: 'server',
    forQueue: { connectionString, connections: queue },
    connections: () => ({ max: main, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    query: (statement) => {
      refuseInsideTransaction()
      return outside.query(statement).catch(whenFull)
    },
    async transaction(work) {
      refuseInsideTransaction()
      const client = await pool.connect().catch(whenFull)
      // The pool handles errors of idle connections only. Without this listener, an error would end the process.
      client.on('error', onError)
      const release = (broken?: Error) => {
        client.off('error', onError)
        client.release(broken)
      }
      try {
        await client.query('begin')
        const result = await insideTransaction.run(true, () => work(on(client)))
        await client.query('commit')
        release()
        return result
      } catch (error) {
        // Discard a connection that cannot roll back.
        await client.query('rollback').then(
          () => release(),
          (broken: Error) => release(broken),
        )
        throw error
      }
    },
    async migrateWith(work) {
      const client = await pool.connect()
      client.on('error', onError)
      try {
        // Wait without a time limit, because another process may hold the lock for a migration longer than the
        // statement timeout.
        await client.query('set statement_timeout = 0')
        await client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.migrations})`)
        await work({ ...on(client), run: async (sqlText) => void (await client.query(sqlText)) })
      } finally {
        client.off('error', onError)
        // Closes the connection, which releases the lock and resets the settings.
        client.release(true)
      }
    },
    async listen(channel, onPayload, onGap) {
      let stopped = false
      let client: pg.Client | undefined
      const connect = async (): Promise<void> => {
        const next = new pg.Client(shared)
        next.on('error', onError)
        next.on('notification', (message) => onPayload(message.payload ?? ''))
        try {
          await next.connect()
          await next.query(`select pg_advisory_lock_shared(${ADVISORY_LOCKS.running})`)
          await next.query(`listen ${channel}`)
        } catch (error) {
          await next.end().catch(() => {})
          throw error
        }
        client = next
        // Only an established connection reconnects here. A failed attempt also emits `end` but has already scheduled
        // its retry.
        next.once('end', reconnectSoon)
      }
      const reconnectSoon = (): void => {
        if (!stopped) setTimeout(() => void reconnect(), 1_000).unref()
      }
      const reconnect = async (): Promise<void> => {
        if (stopped) return
        try {
          await connect()
        } catch {
          return reconnectSoon()
        }
        // End a client that connected after the listener was stopped.
        if (stopped) await client?.end()
        else onGap()
      }
      await connect()
      return async () => {
        stopped = true
        await client?.end()
      }
    },
    [Symbol.asyncDispose]: () => {
      isClosing = true
      return pool.end()
    },
  }
}

async function openEmbedded(
  dataDir: string,
  onError: (error: unknown) => void,
  watched: Watched,
  onCreated: (text: string) => void,
): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataDir(dataDir)
  const folder = join(dataDir, 'db')
  // Creating a database takes 500 MB that a process never returns, so a child process does it.
  if (!existsSync(folder)) {
    // Create the database in a draft folder and then rename it, so that a killed start leaves no incomplete database.
    const draft = `${folder}.new`
    rmSync(draft, { recursive: true, force: true })
    const from = performance.now()
    // Turn off the optimizing WebAssembly compiler, because this process is short-lived.
    const maker = fork(programFile('make-embedded'), [draft], {
      execArgv: ['--liftoff-only'],
      detached: true,
    })
    const [code] = (await once(maker, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`The embedded database could not be made in ${folder}`)
    renameSync(draft, folder)
    syncFolder(dataDir)
    onCreated(`Created the database in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  const lite = await openLite(folder)
  let isClosing = false
  let maintained = 0
  const maintain = async () => {
    try {
      await lite.vacuumTables(++maintained % VACUUM_ALL_EVERY === 0 ? 'all' : 'grown')
      await lite.shortenLog()
    } catch (error) {
      if (!isClosing) onError(error)
    }
  }
  const maintenance = setInterval(() => void maintain(), MAINTENANCE_INTERVAL_MS).unref()

  const queryableBy = (ask: Lite['ask']): Queryable =>
    watched({
      query: async <Row>(statement: Statement<Row>) =>
        rowsOf<Row>(statement, await ask(statement.text, parameters(statement))),
    })
  const outside = queryableBy((text, values) => lite.ask(text, values))
  let pending = 0
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    pending++
    return await work.finally(() => pending--)
  }

  return {
    kind: 'embedded',
    forQueue: { lite },
    connections: () => ({ max: 1, open: 1, idle: pending === 0 ? 1 : 0, waiting: Math.max(0, pending - 1) }),
    copyFiles: (target) => lite.copyFiles(target),
    query: (statement) => {
      refuseInsideTransaction()
      return counted(outside.query(statement))
    },
    transaction: (work) => {
      refuseInsideTransaction()
      return counted(
        lite.transaction((tx) =>
          insideTransaction.run(true, () => work(queryableBy((text, values) => lite.askWithin(tx, text, values)))),
        ),
      )
    },
    migrateWith: (work) => work({ ...outside, run: async (sqlText) => void (await lite.exec(sqlText)) }),
    async listen(channel, onPayload) {
      // Leave the transaction's context: PGlite notifies in the middle of another statement, perhaps inside a
      // transaction.
      return await lite.listen(channel, (payload) => insideTransaction.exit(onPayload, payload))
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      clearInterval(maintenance)
      await lite.close()
      lock.close()
    },
  }
}

const MAINTENANCE_INTERVAL_MS = 60_000
/** After how many intervals all tables are vacuumed. Sixty intervals are an hour. */
const VACUUM_ALL_EVERY = 60

/** Opens the embedded database, and creates it if `folder` is missing. */
export async function openLite(folder: string): Promise<Lite> {
  const { Lite } = await import('./lite.ts')
  const parsers = { [TIMESTAMPTZ]: toDate, [BIGINT]: Number }
  const lite = new Lite(folder, { parsers, pgliteWasmModule: compiledEngine() })
  await lite.waitReady
  return lite
}

/** Two processes would corrupt the embedded database. The operating system releases this lock when the process ends. */
function lockDataDir(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, 'frogy.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.close()
    throw new FolderInUseError(dataDir, cause)
  }
}

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  constructor(dataDir: string, cause: unknown) {
    super(
      `${dataDir} is in use by another Frogy. Stop that one, or give this one another DATA_DIR (or a DATABASE_URL, which any number can share).`,
      { cause },
    )
  }
}

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57014', // statement timeout
  '25P03', // transaction timeout
  '40P01', // deadlock; a retry may succeed
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '55000', // not accepting connections
])
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|PGlite is closed/i

const BUSY_TEXT = /no more connections allowed|remaining connection slots|query_wait_timeout/i

/** Whether all connections were in use: in this process, at the server or at its pooler. The database itself works. */
export function isDatabaseBusy(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return error instanceof PoolFull || code === '53300' || BUSY_TEXT.test(message ?? '')
}

/** Whether the database is unreachable or busy, as opposed to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return isDatabaseBusy(error) || AWAY_CODES.has(code ?? '') || AWAY_TEXT.test(message ?? '')
}

/** Whether the disk is full (SQLSTATE 53100 or the operating system). */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === '53100' || code === 'ENOSPC' || /No space left on device/i.test(message ?? '')
}

/** The name of a violated unique constraint. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
