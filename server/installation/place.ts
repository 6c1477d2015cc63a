import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isDatabaseUnavailable, type Database } from '../db/database.ts'
import sql, { computed, raw, type Sql } from '../db/sql.ts'
import { syncFolder } from '../sync-folder.ts'

/**
 * Describes the place where data is stored, by properties of a file or of the database. The description is stored with
 * the data, so a copy is recognized at another place.
 */
export type StoredPlace = Record<string, string | string[]>

export interface Place {
  /** The identity of the database as SQL of type `jsonb`; constant for the embedded one. */
  readonly identity: Sql
  /**
   * Whether a stored description is that of this place.
   * @param identity the database's identity, read by the same statement as `stored`
   */
  isHere(stored: unknown, identity: unknown): boolean
  /**
   * Makes a new description of this place and stores it through `save`. Copies of the data with the old description no
   * longer match.
   */
  renew(identity: unknown, save: (place: StoredPlace) => Promise<void>): Promise<void>
}

export async function placeOf(database: Database, dataDir: string): Promise<Place> {
  return database.kind === 'embedded' ? folderPlace(dataDir) : await serverPlace(database)
}

/**
 * Whether the installation's row has no description of a place yet. This happens if the process ended right after it
 * created the row.
 */
const isNew = (stored: unknown): boolean => Object.keys(stored ?? {}).length === 0

const FILE = 'installation'

/**
 * A copied file has another inode and birth time. A restore over existing files keeps both, so the file is replaced
 * often. The row has the marks of the file and of its replacement, so that a crash between them does not look like a
 * copy.
 */
function folderPlace(dataDir: string): Place {
  const file = join(dataDir, FILE)
  const draft = `${file}.new`
  return {
    identity: sql`'{}'::jsonb`,
    isHere(stored) {
      if (isNew(stored)) return true
      const mark = markOf(file)
      const { marks } = stored as { marks?: unknown }
      return mark !== undefined && Array.isArray(marks) && marks.includes(mark)
    },
    async renew(_identity, save) {
      const present = markOf(file)
      const next = writeDraft(draft)
      await save({ marks: present === undefined ? [next] : [present, next] })
      renameSync(draft, file)
      syncFolder(dataDir)
    },
  }
}

function writeDraft(draft: string): string {
  rmSync(draft, { force: true })
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeSync(handle, 'Frogy recognizes this folder by this file. A copy of the folder starts without publishing.\n')
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return markOf(draft) ?? ''
}

/**
 * Identifies a file. Device numbers change between starts of a machine, so they only replace a missing time of birth.
 */
function markOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.ino}:${stats.birthtimeNs > 0n ? stats.birthtimeNs : `device ${stats.dev}`}`
}

/**
 * Queries for the identity of a database. A restored dump has other oids, and a restore to a point in time has a new
 * timeline. Rows that are restored into the same tables have a new `xmin`. Frogy never updates rows of `migrations`.
 */
const IDENTITY_PARTS: Record<string, string> = {
  posts: `to_regclass('posts')::oid::text`,
  rows: `(select xmin::text from migrations order by name limit 1)`,
  database: `(select oid::text from pg_database where datname = current_database())`,
  timeline: `substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`,
  system: `(select system_identifier::text from pg_control_system())`,
}

async function serverPlace(database: Database): Promise<Place> {
  const allowed: string[] = []
  for (const [name, part] of Object.entries(IDENTITY_PARTS))
    if (await mayRead(database, part)) allowed.push(`'${name}', ${part}`)
  return {
    identity: sql`jsonb_build_object(${raw(allowed.join(', '))})`,
    isHere(stored, identity) {
      if (isNew(stored)) return true
      const [was, is] = [stored, identity] as [StoredPlace, StoredPlace]
      // A part of the identity is missing if the database role may not read it.
      const known = Object.keys(IDENTITY_PARTS).filter((name) => name in was && name in is)
      return known.includes('posts') && known.every((name) => was[name] === is[name])
    },
    renew: (identity, save) => save(identity as StoredPlace),
  }
}

async function mayRead(database: Database, part: string): Promise<boolean> {
  try {
    await database.query(sql`select ${computed('part', 'text', raw(part))}`)
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return false
  }
}
