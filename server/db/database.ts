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
import { compiledEngine } from './engine.ts'
import type { Lite } from './lite.ts'
import sql, { Statement, type Sql } from './sql.ts'

export interface Queryable {
  /** Runs one statement, whose `Columns` say what its rows are. `timestamptz` comes as Date, `bigint` as number. */
  query<Row>(statement: Statement<Row>): Promise<Row[]>
}

export interface Database extends Queryable, AsyncDisposable {
  readonly kind: 'embedded' | 'server'
  /** Commits when `work` resolves, rolls back when it throws. Inside it only `tx` may be used, and no network called. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Runs several statements without parameters, as migrations hold them, in one transaction of their own lock. */
  migrateWith(work: (session: Queryable & { run(sqlText: string): Promise<void> }) => Promise<void>): Promise<void>
  /** Calls `onPayload` for each NOTIFY on `channel`, and `onGap` when some may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>
  /** How the job queue reaches this database: by connections of its own, or through the one that there is. */
  readonly forQueue: { connectionString: string; connections: number } | { lite: PGlite }
}

const TIMESTAMPTZ = 1184
const BIGINT = 20

/** `2026-11-21 10:03:00.988+00` to a Date; with the T and whole offset the engine's fast ISO reader takes it. */
const toDate = (text: string): Date =>
  new Date(`${text.slice(0, 10)}T${text.slice(11)}${/[+-]\d\d$/.test(text) ? ':00' : ''}`)

/** Held while a transaction's work runs: using the outer handle there would wait for itself for ever on one connection. */
const insideTransaction = new AsyncLocalStorage<true>()

function refuseInsideTransaction(): void {
  if (insideTransaction.getStore()) throw new Error('The database handle was used inside a transaction; use its tx')
}

/** For what would be half done if its process died in between. @throws Error outside a transaction */
export function requireTransaction(): void {
  if (!insideTransaction.getStore()) throw new Error('This belongs into the transaction of what it is about')
}

/** Dates go as ISO text, so that both drivers send the same. */
const parameters = (statement: Sql): unknown[] =>
  statement.values.map((value) => (value instanceof Date ? value.toISOString() : value))

/** What the driver gave, once it is seen that the first row has what the statement says. */
function rowsOf<Row>(statement: Statement<Row>, rows: object[]): Row[] {
  const [first] = rows
  // The queue's own statements come as plain text.
  const absent = first && statement instanceof Statement && statement.names.find((name) => !Object.hasOwn(first, name))
  if (absent) throw new Error(`A statement gives no "${absent}": ${statement.text}`)
  return rows as Row[]
}

/** By its name a connection finds a statement planned that it has run before. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, (name = hash('sha256', text, 'base64url')))
  return name
}

/** The key of the advisory lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 7_166_001

/** How many connections to a server a process keeps at most: for its calls, and for its job queue. */
export interface Connections {
  main: number
  queue: number
}
const CONNECTIONS: Connections = { main: 10, queue: 3 }

/** @throws ConfigError when the server of DATABASE_URL refuses the connection */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
  connections?: Connections
  onError: (error: unknown) => void
}): Promise<Database> {
  if (!options.databaseUrl) return await openEmbedded(options.dataDir, options.onError)
  const database = await openServer(options.databaseUrl, options.connections ?? CONNECTIONS, options.onError)
  try {
    await database.query(sql`select 1`)
    return database
  } catch (cause) {
    await database[Symbol.asyncDispose]()
    throw new ConfigError([`DATABASE_URL cannot be used: ${placeOf(options.databaseUrl)} (${reasonOf(cause)})`])
  }
}

/** Without the password, which is nobody's business who reads the log. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return host + pathname
}

/** A name with several addresses fails once for each of them, and says nothing itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

async function openServer(
  connectionString: string,
  { main, queue }: Connections,
  tell: (error: unknown) => void,
): Promise<Database> {
  const { default: pg } = await import('pg')
  let isClosing = false
  // A connection that breaks while it is being closed is no news.
  const onError = (error: unknown) => {
    if (!isClosing) tell(error)
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
    // The server's own limit does not help where packets vanish on the way.
    query_timeout: 25_000,
  }
  const pool = new pg.Pool({
    ...shared,
    max: main,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError)

  const on = (client: pg.Pool | pg.PoolClient): Queryable => ({
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

  return {
    kind: 'server',
    forQueue: { connectionString, connections: queue },
    query: (statement) => {
      refuseInsideTransaction()
      return on(pool).query(statement)
    },
    async transaction(work) {
      refuseInsideTransaction()
      const client = await pool.connect()
      // The pool listens to idle connections only; an error without a listener would end the process.
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
        // A connection that cannot even roll back is thrown away.
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
        // Whoever migrates first may take longer than a statement is given.
        await client.query('set statement_timeout = 0')
        await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
        await work({ ...on(client), run: async (sqlText) => void (await client.query(sqlText)) })
      } finally {
        client.off('error', onError)
        // Closed rather than given back: its lock and its settings go with it.
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
          await next.query(`listen ${channel}`)
        } catch (error) {
          await next.end().catch(() => {})
          throw error
        }
        client = next
        // Only one that was there can go away: a try that fails ends too, and is followed by one other try, not by two.
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
        // Stopped in the meantime: whoever stopped us found nothing to end.
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

async function openEmbedded(dataDir: string, onError: (error: unknown) => void): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  const folder = join(dataDir, 'db')
  // Making a database takes 500 MB that a process does not give back, so another one makes it.
  if (!existsSync(folder)) {
    // Renamed into place when it is whole: a start that was killed half-way leaves nothing that looks like one.
    const draft = `${folder}.new`
    rmSync(draft, { recursive: true, force: true })
    // It ends before anything would have been worth compiling twice.
    const maker = fork(join(import.meta.dirname, 'make-embedded.ts'), [draft], {
      execArgv: ['--liftoff-only'],
      detached: true,
    })
    const [code] = (await once(maker, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`The embedded database could not be made in ${folder}`)
    renameSync(draft, folder)
    syncFolder(dataDir)
  }
  const lite = await openLite(folder)
  let isClosing = false
  const shortenLog = () =>
    lite.shortenLog().catch((error: unknown) => {
      if (!isClosing) onError(error)
    })
  const checkpoints = setInterval(shortenLog, LOG_LOOK_MS).unref()

  const by = (ask: Lite['ask']): Queryable => ({
    query: async <Row>(statement: Statement<Row>) =>
      rowsOf<Row>(statement, await ask(statement.text, parameters(statement))),
  })
  const outside = by((text, values) => lite.ask(text, values))

  return {
    kind: 'embedded',
    forQueue: { lite },
    query: (statement) => {
      refuseInsideTransaction()
      return outside.query(statement)
    },
    transaction: (work) => {
      refuseInsideTransaction()
      return lite.transaction((tx) =>
        insideTransaction.run(true, () => work(by((text, values) => lite.askWithin(tx, text, values)))),
      )
    },
    migrateWith: (work) => work({ ...outside, run: async (sqlText) => void (await lite.exec(sqlText)) }),
    async listen(channel, onPayload) {
      // It is told in the midst of whichever statement caused it, a transaction's perhaps.
      return await lite.listen(channel, (payload) => insideTransaction.exit(onPayload, payload))
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      clearInterval(checkpoints)
      await lite.close()
      lock.close()
    },
  }
}

/** How often the embedded database's log is looked at. */
const LOG_LOOK_MS = 60_000

/** Opens the embedded database; without one in `folder` it is made there. */
export async function openLite(folder: string): Promise<Lite> {
  const { Lite } = await import('./lite.ts')
  const parsers = { [TIMESTAMPTZ]: toDate, [BIGINT]: Number }
  const lite = new Lite(folder, { parsers, pgliteWasmModule: await compiledEngine() })
  await lite.waitReady
  return lite
}

/** The embedded database does not guard its folder, and two processes would destroy it; this lock dies with its process. */
function lockFolder(dataDir: string): DatabaseSync {
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
  '57014', // a statement took too long
  '25P03', // a transaction did
  '40P01', // two waited for each other; the one that was ended may be tried again
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  '55000', // it takes no connections just now
])
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|PGlite is closed/i

/** Whether an error says that the database cannot be reached just now, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return AWAY_CODES.has(code ?? '') || AWAY_TEXT.test(message ?? '')
}

/** Whether an error says that the disk has no room (SQLSTATE class 53 or the operating system). */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === '53100' || code === 'ENOSPC' || /No space left on device/i.test(message ?? '')
}

/** The name of the unique constraint that a statement ran into, if that is what went wrong. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? constraint : undefined
}
