import { AppError } from '#core/errors.ts'
import type { Export } from '#core/people/export-contract.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Clock } from '../../clock/clock.ts'
import { violatedConstraint, type Database, type Queryable } from '../../db/database.ts'
import sql, { columns, computed, type RowOf } from '../../db/sql.ts'
import { archiveOf } from './archive.ts'

export interface ExportParts {
  database: Database
  clock: Clock
  storage: Storage
}

const ARCHIVE_LIFE_MS = 24 * 3_600_000
/** How many attempts an export gets before the user sees a failure. */
const MAX_ATTEMPTS = 3
/** A running export without progress for this long is considered dead. */
const SILENT_MS = 60 * 60_000
const REPORT_EVERY_MS = 1_000

const COLUMNS = columns(
  'exports',
  'id',
  'user_id',
  'state',
  'attempt',
  'files_done',
  'files_total',
  'size_bytes',
  'requested_at',
  'expires_at',
)
type ExportRow = RowOf<typeof COLUMNS>

/**
 * The file of one attempt to build an archive. Each attempt writes its own file, because an earlier attempt that seems
 * dead may still be writing.
 */
const keyOf = (id: string, attempt: number): string => `exports/${id}-${attempt}`

function toExport(row: ExportRow): Export {
  return {
    id: row.id,
    state: row.state,
    progress: row.state === 'ready' ? 100 : Math.floor((100 * row.files_done) / (row.files_total ?? 1)),
    requestedAt: row.requested_at.toISOString(),
    sizeBytes: row.size_bytes,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** The user's latest archive; null when there is none or it has expired. */
export async function lastExport(on: Queryable, userId: string, now: Date): Promise<Export | null> {
  const [row] = await on.query(sql`
    select ${COLUMNS} from exports where user_id = ${userId} and (expires_at is null or expires_at > ${now})
    order by requested_at desc limit 1`)
  return row ? toExport(row) : null
}

/** Estimates the archive's size: its photos and videos plus 1 kB per post. */
export async function aboutBytes(on: Queryable, userId: string): Promise<number> {
  const pictures = sql`select sum((whole ->> 'sizeBytes')::bigint) from images, jsonb_path_query(renditions, '$[*] ? (@.name == "master")') whole
    where user_id = ${userId} and state = 'ready'`
  const videos = sql`select sum(size_bytes::bigint) from images where user_id = ${userId} and state = 'ready' and video is not null`
  const posts = sql`select count(*) * 1000 from posts where user_id = ${userId}`
  const [row] = await on.query(sql`
    select ${computed('bytes', 'bigint', sql`coalesce((${pictures}), 0) + coalesce((${videos}), 0) + (${posts})`, 0)}`)
  return row?.bytes ?? 0
}

/** Requests an archive. @param add adds the export job in the same transaction @throws AppError export_under_way */
export async function requestExport(
  { database, clock }: Pick<ExportParts, 'database' | 'clock'>,
  userId: string,
  add: (tx: Queryable, exportId: string) => Promise<void>,
): Promise<Export> {
  const now = clock.now()
  return await database
    .transaction(async (tx) => {
      const [row] = await tx.query(sql`
        insert into exports (user_id, state, requested_at, touched_at) values (${userId}, 'waiting', ${now}, ${now})
        returning ${COLUMNS}`)
      if (!row) throw new Error('The export was not returned')
      await add(tx, row.id)
      return toExport(row)
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'one_export_at_once' ? new AppError('export_under_way') : error
    })
}

/**
 * Builds an archive, unless it is ready or the user has requested a later one. Also retries a failed archive when an
 * administrator asks.
 * @param onReady runs in the transaction that marks the archive as ready
 */
export async function makeExport(
  parts: ExportParts,
  id: string,
  signal: AbortSignal,
  onReady: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const { database, clock, storage } = parts
  const [claimed] = await database.query(sql`
    update exports set state = 'working', attempt = attempt + 1, files_done = 0, files_total = null, touched_at = ${clock.now()},
      expires_at = null
    where id = ${id} and state <> 'ready' and user_id is not null and not exists (
      select from exports later where later.user_id = exports.user_id and later.requested_at > exports.requested_at)
    returning ${COLUMNS}`)
  if (!claimed?.user_id) return
  const isCurrent = sql`id = ${id} and attempt = ${claimed.attempt} and state = 'working'`
  try {
    const size = await store(claimed.user_id, claimed.attempt)
    await database.transaction(async (tx) => {
      const now = clock.now()
      const [made] = await tx.query(sql`
        update exports set state = 'ready', size_bytes = ${size}, expires_at = ${new Date(now.getTime() + ARCHIVE_LIFE_MS)}, touched_at = ${now}
        where ${isCurrent} returning ${COLUMNS}`)
      if (!made) return
      await tx.query(sql`
        update exports set expires_at = ${now} where user_id = ${made.user_id} and id <> ${id} and state in ('ready', 'failed')`)
      await onReady(tx)
    })
  } catch (error) {
    if (claimed.attempt >= MAX_ATTEMPTS) await database.query(sql`${failed(clock.now())} where ${isCurrent}`)
    throw error
  }

  async function store(userId: string, attempt: number): Promise<number> {
    const [owner] = await database.query(
      sql`select ${columns('users', 'preferred_language')} from users where id = ${userId}`,
    )
    let reportedAt = Number.NEGATIVE_INFINITY
    const bytes = await archiveOf(
      parts,
      { userId, language: owner?.preferred_language ?? 'en' },
      clock.now(),
      async (filesDone, filesTotal) => {
        signal.throwIfAborted()
        if (performance.now() - reportedAt < REPORT_EVERY_MS) return
        reportedAt = performance.now()
        const [updated] = await database.query(sql`
          update exports set files_done = ${filesDone}, files_total = ${filesTotal}, touched_at = ${clock.now()}
          where ${isCurrent} returning ${columns('exports', 'id')}`)
        if (!updated) throw new Error('Another attempt at this export has taken over')
      },
    )
    // The reader of the stream reports errors. An error after the reader has stopped must not end the process.
    bytes.on('error', () => {})
    try {
      return await storage.putStream(keyOf(id, attempt), bytes, 'application/zip', signal)
    } finally {
      bytes.destroy()
    }
  }
}

const failed = (now: Date) =>
  sql`update exports set state = 'failed', expires_at = ${new Date(now.getTime() + ARCHIVE_LIFE_MS)}, touched_at = ${now}`

/** Opens an archive for its owner. @throws AppError not_found */
export async function openExport({ database, clock, storage }: ExportParts, userId: string, id: string) {
  const [row] = await database.query(sql`
    select ${COLUMNS} from exports where id = ${id} and user_id = ${userId} and state = 'ready' and expires_at > ${clock.now()}`)
  const bytes = row && (await storage.stream(keyOf(id, row.attempt)))
  if (!bytes) throw new AppError('not_found')
  return { bytes, sizeBytes: row.size_bytes ?? undefined, requestedAt: row.requested_at }
}

/** When the next archive expires, or when the next running export is considered dead. */
export async function sweepDueAt(on: Queryable, now: Date): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('at', 'timestamptz', sql`min(case when user_id is null then ${now} when expires_at is not null then expires_at else touched_at + ${SILENT_MS} * interval '1 ms' end)`)} from exports`)
  return row?.at ?? undefined
}

/** Deletes expired archives. Marks exports without progress for an hour as failed. */
export async function sweepExports({ database, clock, storage }: ExportParts, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const silentSince = new Date(now.getTime() - SILENT_MS)
  await database.query(sql`${failed(now)} where expires_at is null and touched_at <= ${silentSince}`)
  const over = await database.query(
    sql`select ${COLUMNS} from exports where expires_at <= ${now} or user_id is null order by requested_at limit 100`,
  )
  for (const { id, attempt } of over) {
    if (signal.aborted) return
    // Delete the row last, because only its attempt number tells which files exist.
    for (let number = 1; number <= attempt; number++) await storage.delete(keyOf(id, number))
    await database.query(sql`delete from exports where id = ${id} and attempt = ${attempt}`)
  }
}
