import { createHash } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { readTables } from '#server/backup/catalog.ts'
import { tarWriter } from '#server/backup/tar.ts'
import type { Database } from '#server/db/database.ts'
import sql, { computed, raw } from '#server/db/sql.ts'
import type { runRestoreCommand } from '#server/operate/machine/restore-command.ts'
import { memoryFolder } from './memory-folder.ts'

const BLOCK = 512

/** A file in the archive of a backup. */
export interface Entry {
  name: string
  content: Buffer
}

/** Reads an archive of plain files, with the position of each header. */
export function entriesOf(archive: Buffer): (Entry & { at: number })[] {
  const found = []
  for (let at = 0; archive[at] !== 0;) {
    const name = archive.toString('latin1', at, archive.indexOf(0, at))
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8)
    found.push({ name, at, content: archive.subarray(at + BLOCK, at + BLOCK + size) })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return found
}

export async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const path = join(memoryFolder(), `frogy-archive-${crypto.randomUUID()}`)
  const file = await open(path, 'wx')
  const tar = tarWriter(file)
  for (const { name, content } of entries) await tar.add(name, content.length, [content])
  await tar.end()
  await file.close()
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

/** Compresses rows as a backup does. */
export const packed = (text: string | Buffer): Buffer => zstdCompressSync(text)

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** Runs a command such as `npm run restore`. Returns its exit code and what it printed. */
export async function runCommand(
  command: (...given: Parameters<typeof runRestoreCommand>) => Promise<number>,
  args: string[],
  environment: Record<string, string | undefined>,
): Promise<{ code: number; printed: string }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await command(args, environment, { log: print, error: print })
  return { code, printed: lines.join('\n') }
}

/** Tables that every start of Frogy changes. A comparison of databases skips them. */
const CHANGING = ['installation', 'workers', 'held_jobs', 'job_schedules', 'backups', 'account_leases']

/** Reads the rows of all tables but `CHANGING` as text. */
export async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { name } of await readTables(database)) {
    if (CHANGING.includes(name)) continue
    const rows = await database.query(
      sql`select ${computed('row', 'text', sql`t::text`, '')} from ${raw(name)} t order by 1`,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}
