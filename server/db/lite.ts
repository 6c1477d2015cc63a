import { constants, fsyncSync } from 'node:fs'
import { parse, PGlite, protocol, types, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { CAN_SYNC_FOLDERS } from '../sync-folder.ts'

type Engine = Parameters<NodeFS['init']>[1]
/** What the engine's file system is made of, as far as it is of use here. */
interface FileSystem {
  stream_ops: { fsync?: (file: { nfd: number; node: { mode: number } }) => number }
  tryFSOperation(operation: () => void): void
}

const { serialize } = protocol
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]
/** A statement that the database knows by a name. */
interface Planned {
  name: string
  parameters: number[]
  /** What its rows are made of. */
  described: Message[]
}
/** Each holds some of the engine's memory. */
const MOST_PLANNED = 500

const LONG_LOG_BYTES = 64 * 1024 ** 2

/** PostgreSQL's own types (pg_type.dat), and those of their lists. */
export const LISTS_OF: [type: number, listType: number][] = [
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
 * PostgreSQL in this process, whose changes are on the disk when it says so. PGlite leaves out the call that PostgreSQL
 * makes for it, and has it told not to make it; with both put back, PostgreSQL's own rules hold: its log is synced at
 * each commit, and its tables before the log that would bring them back is used anew.
 */
export class Lite extends PGlite {
  readonly #folder: SyncedFolder
  readonly #planned = new Map<string, Planned>()

  constructor(folder: string, options: Pick<PGliteOptions, 'parsers' | 'pgliteWasmModule'>) {
    const synced = new SyncedFolder(folder)
    super({
      ...options,
      fs: synced,
      // All of PGlite's own but the one that turns syncing off. Of the ways to sync, its file system can do this one.
      startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
      postgresqlconf: ['shared_buffers = 16MB', 'max_wal_size = 64MB', "timezone = 'UTC'"],
    })
    this.#folder = synced
  }

  /** Runs one statement, once nobody else has the database. @returns its rows */
  async ask(text: string, values: unknown[]): Promise<object[]> {
    return await this._runExclusiveTransaction(() => this.#run(text, values))
  }

  /** Runs one statement within a transaction. @returns its rows @throws Error once that is over */
  async askWithin(tx: Transaction, text: string, values: unknown[]): Promise<object[]> {
    if (tx.closed) throw new Error('Transaction is closed')
    return await this.#run(text, values)
  }

  /**
   * A statement is read and planned once, and from then on run by its name, in one call of the engine. PGlite's own
   * `query` does all of it anew each time, in six.
   */
  async #run(text: string, values: unknown[]): Promise<object[]> {
    return await this._runExclusiveQuery(async () => {
      const planned = this.#planned.get(text) ?? (await this.#plan(text))
      const given = values.map((value, at) => this.#written(value, planned.parameters[at] ?? types.TEXT))
      const answer = await this.#send(serialize.bind({ statement: planned.name, values: given }), serialize.execute())
      return parse.parseResults([...planned.described, ...answer], this.parsers)[0]?.rows ?? []
    })
  }

  async #plan(text: string): Promise<Planned> {
    if (this.#planned.size >= MOST_PLANNED) {
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
    const written: unknown = this.serializers[type]?.(value) ?? String(value)
    // PGlite would begin to write the message, and what follows would be written behind that beginning.
    if (typeof written !== 'string') throw new TypeError(`A parameter of type ${type} cannot be written`)
    return written
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    // Asked once more, an engine that has given up spins for ever.
    if (this.#folder.hasGivenUp) throw new Error('The embedded database has ended: its disk refused a write')
    return super.execProtocolRawSync(message)
  }

  /** PGlite would ask the database for all that there are, at each opening; what is in use here never changes. */
  override async _initArrayTypes(): Promise<void> {
    for (const [type, listType] of LISTS_OF) {
      const [serialize, parse] = [this.serializers[type], this.parsers[type] ?? String]
      this.serializers[listType] = (list) => types.arraySerializer(list, serialize, listType)
      this.parsers[listType] = (text) => types.arrayParser(text, parse, listType) as unknown
    }
  }

  /**
   * Takes a checkpoint once the log has grown long. A PostgreSQL within one process has nobody beside it who would: the log
   * would grow until the process ends, and with it the time that the start after a power cut takes.
   */
  async shortenLog(): Promise<void> {
    const { rows } = await this.query<{ bytes: number }>(
      'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    )
    if ((rows[0]?.bytes ?? 0) > LONG_LOG_BYTES) await this.exec('checkpoint')
  }
}

class SyncedFolder extends NodeFS {
  hasGivenUp = false

  override async init(lite: PGlite, engine: Engine): ReturnType<NodeFS['init']> {
    const onAbort = () => {
      this.hasGivenUp = true
      // PostgreSQL does not go on once the disk has refused what must be on it, and nor does whoever holds it: what is
      // on the disk is found at the next start.
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
