import { createHash, randomUUID, type Hash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Database, Queryable } from '../db/database.ts'
import { QUEUE_SCHEMA } from '../db/queue-schema.ts'
import sql, { isTrue, raw, Statement, type Sql } from '../db/sql.ts'
import { secretId } from '../secrets.ts'
import { syncFolder } from '../sync-folder.ts'
import { quoted, readMigrations, readSequences, readTables, type Table } from './catalog.ts'
import {
  fileLine,
  fileName,
  FORMAT,
  HEAD,
  MANIFEST,
  MANIFEST_SUM,
  manifestSum,
  MOST_PIECE_BYTES,
  objectsName,
  PIECE_BYTES,
  rowsName,
  SECRET,
  sha256,
  type Manifest,
} from './format.ts'
import { sealSecret } from './seal-secret.ts'
import { tarWriter } from './tar.ts'

const compress = promisify(zstdCompress)

/** The number of rows in the first fetch of a table, and the number of bytes that each later fetch should return. */
const FIRST_ROWS = 50
const FETCH_BYTES = 2 * 1024 * 1024
const MOST_ROWS = 5_000

export interface BackupSource {
  database: Database
  /** The stored pictures and other files. */
  storage: Pick<Storage, 'list' | 'stream'>
  filesIn: 'folder' | 'bucket'
  secret: string
  /** The passphrase that encrypts the secret. If it is undefined, the backup omits the secret. */
  passphrase: string | undefined
  version: string
  madeAt: Date
}

/**
 * Writes a backup from one snapshot of the database. The file gets its final name when it is complete and flushed to
 * disk.
 * @returns the manifest and the size
 */
export async function writeBackup(
  source: BackupSource,
  path: string,
  signal?: AbortSignal,
): Promise<{ manifest: Manifest; sizeBytes: number }> {
  const draft = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    const tar = tarWriter(file)
    const manifest = await writeParts(source, tar, signal)
    await file.sync()
    await file.close()
    await rename(draft, path)
    syncFolder(dirname(path))
    return { manifest, sizeBytes: tar.sizeBytes }
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

type Tar = ReturnType<typeof tarWriter>

async function writeParts(source: BackupSource, tar: Tar, signal: AbortSignal | undefined): Promise<Manifest> {
  const { database, version, madeAt } = source
  const head = { product: 'frogy', format: FORMAT, version } as const
  await addText(tar, HEAD, JSON.stringify(head))
  const fromDatabase = await database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    const tables = []
    const migrations = await readMigrations(tx)
    for (const table of await readTables(tx)) {
      signal?.throwIfAborted()
      tables.push(await writeTable(tx, tar, table, signal))
    }
    return { migrations, tables, sequences: await readSequences(tx) }
  })
  // Write the files after the rows. A file is stored before its row is marked ready, so the backup has a file for each
  // row.
  const files = await writeFiles(source, tar, signal)
  const sealed = source.passphrase ? await sealSecret(source.secret, source.passphrase) : undefined
  if (sealed !== undefined) await addText(tar, SECRET, sealed)
  const manifest: Manifest = {
    ...head,
    id: randomUUID(),
    madeAt: madeAt.toISOString(),
    engine: database.kind,
    ...fromDatabase,
    files,
    secret: {
      id: secretId(source.secret),
      isSealed: sealed !== undefined,
      ...(sealed !== undefined && { sha256: sha256(sealed) }),
    },
  }
  const text = JSON.stringify(manifest, null, 1)
  await addText(tar, MANIFEST, text)
  await addText(tar, MANIFEST_SUM, manifestSum(text))
  await tar.end()
  return manifest
}

async function addText(tar: Tar, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  await tar.add(name, bytes.length, [bytes])
}

async function writeTable(
  tx: Queryable,
  tar: Tar,
  table: Table,
  signal: AbortSignal | undefined,
): Promise<Manifest['tables'][number]> {
  const pieces = pieceWriter(tar, (piece) => rowsName(table.name, piece))
  const values = raw(table.columns.map(({ name }) => `${quoted(name)}::text`).join(', '))
  await tx.query(sql`
    declare backup_rows no scroll cursor for select to_json(array[${values}]::text[])::text as "row" from ${await rowsOf(tx, table)}`)
  let rows = 0
  for (let fetched = FIRST_ROWS; ;) {
    signal?.throwIfAborted()
    const batch = await tx.query(fetchRows(fetched))
    let bytes = 0
    for (const { row } of batch) {
      bytes += row.length
      await pieces.add(row)
    }
    rows += batch.length
    if (batch.length < fetched) break
    fetched = Math.max(1, Math.min(MOST_ROWS, Math.floor(FETCH_BYTES / Math.max(1, bytes / batch.length))))
  }
  await tx.query(sql`close backup_rows`)
  return { name: table.name, columns: table.columns.map(({ name }) => name), rows, ...(await pieces.end()) }
}

/** The row type is given by hand, because the columns come from the cursor and not from this statement. */
const fetchRows = (count: number) => new Statement<{ row: string }>([`fetch forward ${count} from backup_rows`], [])

/**
 * Selects the rows of a table. Jobs of the queue become rows of `held_jobs`, because the new queue may have another
 * schema. The first start after a restore moves them into the new queue.
 */
async function rowsOf(tx: Queryable, { name }: Table): Promise<Sql> {
  if (name !== 'held_jobs') return raw(`public.${quoted(name)}`)
  const [queue] = await tx.query(
    sql`select ${isTrue('exists', sql`to_regclass(${`${QUEUE_SCHEMA}.job`}) is not null`)}`,
  )
  if (!queue?.exists) return sql`held_jobs`
  return sql`(select id, kind, data, created_at from held_jobs union all
    select (select coalesce(max(id), 0) from held_jobs) + row_number() over (order by created_on, id), name,
      case when source_name is null then coalesce(data, 'null')
        else coalesce(data, '{}') || jsonb_build_object('kind', source_name, 'error', coalesce(source_output->>'message', source_output->'value'->>'message', '')) end,
      created_on
    from frogy_jobs.job where name in (select name from frogy_jobs.queue where policy = 'standard') and state in ('created', 'retry', 'active')) jobs`
}

/** Writes lines into compressed pieces of limited size. */
function pieceWriter(tar: Tar, nameOf: (piece: number) => string) {
  const hash = createHash('sha256')
  let lines: string[] = []
  let bytes = 0
  let pieces = 0
  async function flush(): Promise<void> {
    if (lines.length === 0) return
    const text = Buffer.from(`${lines.join('\n')}\n`)
    if (text.length > MOST_PIECE_BYTES) throw new Error(`A row is too large for a backup: ${nameOf(pieces)}`)
    const packed = await compress(text)
    hash.update(packed)
    await tar.add(nameOf(pieces), packed.length, [packed])
    pieces++
    lines = []
    bytes = 0
  }
  return {
    async add(line: string): Promise<void> {
      lines.push(line)
      bytes += line.length
      if (bytes >= PIECE_BYTES) await flush()
    },
    async end(): Promise<{ pieces: number; sha256: string }> {
      await flush()
      return { pieces, sha256: hash.digest('hex') }
    },
  }
}

async function writeFiles(
  { storage, filesIn }: BackupSource,
  tar: Tar,
  signal: AbortSignal | undefined,
): Promise<Manifest['files']> {
  let [count, bytes] = [0, 0]
  if (filesIn === 'bucket') {
    const pieces = pieceWriter(tar, objectsName)
    for await (const { key, sizeBytes } of storage.list('')) {
      signal?.throwIfAborted()
      await pieces.add(JSON.stringify([key, String(sizeBytes)]))
      count++
      bytes += sizeBytes
    }
    return { place: 'bucket', count, bytes, sha256: (await pieces.end()).sha256 }
  }
  const hash = createHash('sha256')
  for await (const { key, sizeBytes } of storage.list('')) {
    signal?.throwIfAborted()
    const content = await storage.stream(key)
    // Skip a file that was deleted after it was listed.
    if (!content) continue
    hash.update(fileLine(key, sizeBytes))
    await tar.add(fileName(key), sizeBytes, hashed(content as AsyncIterable<Buffer>, sizeBytes, hash))
    count++
    bytes += sizeBytes
  }
  return { place: 'folder', count, bytes, sha256: hash.digest('hex') }
}

/** Yields only the first `size` bytes, because a file may still grow while it is read. */
async function* hashed(chunks: AsyncIterable<Buffer>, size: number, hash: Hash): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of chunks) {
    if (left === 0) break
    const part = chunk.subarray(0, left)
    left -= part.length
    hash.update(part)
    yield part
  }
}
