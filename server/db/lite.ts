import { constants, fsyncSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { parse, PGlite, protocol, types, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { CAN_SYNC_FOLDERS } from '../sync-folder.ts'

type Engine = Parameters<NodeFS['init']>[1]
/** The parts of Emscripten's file system that are used here. */
interface FileSystem {
  stream_ops: { fsync?: (file: { nfd: number; node: { mode: number } }) => number }
  tryFSOperation(operation: () => void): void
}

const { serialize } = protocol
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]
interface PreparedStatement {
  name: string
  parameters: number[]
  /** The engine's description of the rows that the statement returns. */
  described: Message[]
}
/** The maximum number of prepared statements, because each uses memory of the engine. */
const MAX_PREPARED = 500

const MAX_WAL_BYTES = 64 * 1024 ** 2
/** The size of a page of PostgreSQL's files. */
const PAGE_BYTES = 8_192
/**
 * A table must grow by at least this many pages to be analyzed again. Smaller tables are read as quickly without
 * statistics.
 */
const MIN_GROWTH_PAGES = 8

/** PostgreSQL's types and their array types, from pg_type.dat. */
export const ARRAY_TYPES: [type: number, listType: number][] = [
  [types.BOOL, 1000],
  [types.BYTEA, 1001],
  [types.INT2, 1005],
  [types.INT4, 1007],
  [types.TEXT, 1009],
  [types.BPCHAR, 1014],
  [types.VARCHAR, 1015],
  [types.INT8, 1016],
  [types.FLOAT4, 1021],
  [types.FLOAT8, 1022],
  [types.OID, 1028],
  [types.TIMESTAMP, 1115],
  [types.DATE, 1182],
  [types.TIMESTAMPTZ, 1185],
  [types.NUMERIC, 1231],
  [types.JSON, 199],
  [types.UUID, 2951],
  [types.JSONB, 3807],
]

/**
 * PGlite with durable commits. PGlite ignores fsync calls, and its `-F` makes PostgreSQL skip them. This class restores
 * them: it syncs the WAL at each commit, and tables before their WAL is recycled.
 */
export class Lite extends PGlite {
  readonly #folder: SyncedFolder
  readonly #path: string
  readonly #planned = new Map<string, PreparedStatement>()

  constructor(folder: string, options: Pick<PGliteOptions, 'parsers' | 'pgliteWasmModule'>) {
    const synced = new SyncedFolder(folder)
    super({
      ...options,
      fs: synced,
      // Remove `-F`, a default of PGlite that turns syncing off. PGlite's file system supports only the sync method
      // `fsync`.
      startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
      postgresqlconf: ['shared_buffers = 16MB', 'max_wal_size = 64MB', "timezone = 'UTC'"],
    })
    this.#folder = synced
    this.#path = folder
  }

  /** Runs a statement once all earlier statements and transactions have ended. */
  async ask(text: string, values: unknown[]): Promise<object[]> {
    return await this._runExclusiveTransaction(() => this.#run(text, values))
  }

  /** Runs a statement in a transaction. @throws Error after the transaction has ended */
  async askWithin(tx: Transaction, text: string, values: unknown[]): Promise<object[]> {
    if (tx.closed) throw new Error('Transaction is closed')
    return await this.#run(text, values)
  }

  /**
   * Prepares each statement once and runs it with one call of the engine. PGlite's `query` needs six calls each time.
   */
  async #run(text: string, values: unknown[]): Promise<object[]> {
    return await this._runExclusiveQuery(async () => {
      const planned = this.#planned.get(text) ?? (await this.#plan(text))
      const given = values.map((value, at) => this.#written(value, planned.parameters[at] ?? types.TEXT))
      const answer = await this.#send(serialize.bind({ statement: planned.name, values: given }), serialize.execute())
      return parse.parseResults([...planned.described, ...answer], this.parsers)[0]?.rows ?? []
    })
  }

  async #plan(text: string): Promise<PreparedStatement> {
    if (this.#planned.size >= MAX_PREPARED) {
      await this.#send(serialize.query('deallocate all'))
      this.#planned.clear()
    }
    const name = `s${this.#planned.size}`
    const described = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const planned = {
      name,
      parameters: parse.parseDescribeStatementResults(described),
      described: described.filter((message) => message.name === 'rowDescription'),
    }
    this.#planned.set(text, planned)
    return planned
  }

  #send(...messages: Uint8Array[]): Promise<Message[]> {
    return this.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })
  }

  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const serialized: unknown = this.serializers[type]?.(value) ?? String(value)
    // Throw early, because PGlite would leave a partial message in its buffer and corrupt the next one.
    if (typeof serialized !== 'string') throw new TypeError(`A parameter of type ${type} cannot be written`)
    return serialized
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    // Fail early, because an engine that has aborted would loop forever.
    if (this.#folder.hasAborted) throw new Error('The embedded database has ended: its disk refused a write')
    return super.execProtocolRawSync(message)
  }

  /** Registers the array types from a list. PGlite would query them at each start, although they never change. */
  override async _initArrayTypes(): Promise<void> {
    for (const [type, listType] of ARRAY_TYPES) {
      const [serialize, parse] = [this.serializers[type], this.parsers[type] ?? String]
      this.serializers[listType] = (list) => types.arraySerializer(list, serialize, listType)
      this.parsers[listType] = (text) => types.arrayParser(text, parse, listType) as unknown
    }
  }

  /** Copies the files between two statements. The copy recovers like a database after a power cut, with all commits. */
  async copyFiles(target: string): Promise<void> {
    const mode = constants.COPYFILE_FICLONE
    await this._runExclusiveTransaction(() =>
      this._runExclusiveQuery(() => cp(this.#path, target, { recursive: true, mode })),
    )
  }

  /**
   * Takes a checkpoint when the WAL is long. Single-process PostgreSQL has no checkpointer, so the WAL and the
   * recovery time would grow.
   */
  async shortenLog(): Promise<void> {
    const { rows } = await this.query<{ bytes: number }>(
      'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    )
    if ((rows[0]?.bytes ?? 0) > MAX_WAL_BYTES) await this.exec('checkpoint')
  }

  /**
   * Vacuums and analyzes all tables, or those that have grown by a fifth since the last time. Single-process PostgreSQL
   * has no autovacuum, so its files would only grow, and it would plan statements for the tables' first sizes.
   */
  async vacuumTables(which: 'all' | 'grown'): Promise<void> {
    const { rows } = await this.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')
          and ($1 or pg_relation_size(c.oid) / ${PAGE_BYTES} > ${MIN_GROWTH_PAGES} + 1.2 * relpages)`,
      [which === 'all'],
    )
    // Vacuum one table at a time, so that other statements can run between two tables.
    for (const { name } of rows) await this.exec(`vacuum (analyze) ${name}`)
  }
}

class SyncedFolder extends NodeFS {
  hasAborted = false

  override async init(lite: PGlite, engine: Engine): ReturnType<NodeFS['init']> {
    const onAbort = () => {
      this.hasAborted = true
      // PostgreSQL stops after a failed fsync, and so must this process. The next start recovers.
      setImmediate(() => {
        throw new Error('The embedded database has ended: its disk refused a write. Frogy ends with it.')
      })
    }
    return super.init(lite, { ...engine, onAbort, preRun: [...(engine.preRun ?? []), addSync] })
  }
}

function addSync(engine: { FS: { filesystems: { NODEFS: unknown } } }): void {
  const files = engine.FS.filesystems.NODEFS as FileSystem
  files.stream_ops.fsync = ({ nfd, node }) => {
    const isFolder = (node.mode & constants.S_IFMT) === constants.S_IFDIR
    if (CAN_SYNC_FOLDERS || !isFolder) files.tryFSOperation(() => fsyncSync(nfd))
    return 0
  }
}
