import type { Database, Queryable } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import sql, { computed, list, raw } from '../db/sql.ts'
import { quoted, readTables, type Table } from './catalog.ts'
import type { Manifest } from './format.ts'
import { readBackup, type BackupVisitor } from './read-backup.ts'
import { NotABackup } from './tar.ts'

/**
 * Loads a backup into an empty database, in one transaction, with the schema version of the backup. The next start runs
 * the newer migrations.
 * @param open opens the archive, which is verified again while it loads
 */
export async function loadBackup(
  database: Database,
  open: () => AsyncIterable<Buffer>,
  manifest: Manifest,
  { file, finish }: { file: BackupVisitor['file']; finish: (tx: Queryable) => Promise<void> },
): Promise<void> {
  await migrate(database, undefined, manifest.migrations)
  await database.transaction(async (tx) => {
    const tables = new Map((await readTables(tx)).map((table) => [table.name, table]))
    if (manifest.tables.length !== tables.size) throw new NotABackup(OTHER_TABLES)
    const names = [...tables.keys()].map(quoted).join(', ')
    const references = await dropReferences(tx)
    for (const name of tables.keys()) await tx.query(sql`alter table ${raw(quoted(name))} disable trigger user`)
    await tx.query(sql`truncate ${raw(names)}`)
    const inserts = new Map(manifest.tables.map(({ name, columns }) => [name, insertInto(tables.get(name), columns)]))
    const { manifest: loaded } = await readBackup(open(), {
      ...(file && { file }),
      async rows(name, lines) {
        await inserts.get(name)?.(tx, lines)
      },
    })
    if (loaded.id !== manifest.id) throw new NotABackup('its file was replaced meanwhile')
    await continueSequences(tx, manifest)
    for (const { table, name, definition } of references)
      await tx.query(sql`alter table ${raw(table)} add constraint ${raw(quoted(name))} ${raw(definition)}`)
    for (const name of tables.keys()) await tx.query(sql`alter table ${raw(quoted(name))} enable trigger user`)
    await forgetPlace(tx, manifest)
    await finish(tx)
  })
}

const OTHER_TABLES = 'its tables are not those of its schema version'

/** Drops foreign keys, so that tables load in any order. Adding them again checks all rows. */
async function dropReferences(tx: Queryable): Promise<{ table: string; name: string; definition: string }[]> {
  const references = await tx.query(
    sql`select ${list(
      computed('table', 'text', sql`conrelid::regclass::text`, ''),
      computed('name', 'text', sql`conname`, ''),
      computed('definition', 'text', sql`pg_get_constraintdef(oid)`, ''),
    )} from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of references)
    await tx.query(sql`alter table ${raw(table)} drop constraint ${raw(quoted(name))}`)
  return references
}

function insertInto(table: Table | undefined, columns: string[]): (tx: Queryable, lines: string[]) => Promise<void> {
  const types = new Map(table?.columns.map(({ name, type }) => [name, type]))
  const unknown = columns.find((name) => !types.has(name))
  if (!table || unknown !== undefined || new Set(columns).size !== types.size) throw new NotABackup(OTHER_TABLES)
  const names = raw(columns.map(quoted).join(', '))
  const values = raw(columns.map((name, at) => `(one->>${at})::${types.get(name)}`).join(', '))
  return async (tx, lines) => {
    await tx.query(sql`
      insert into ${raw(quoted(table.name))} (${names}) overriding system value
      select ${values} from json_array_elements(${`[${lines.join(',')}]`}::json) one`)
  }
}

async function continueSequences(tx: Queryable, { sequences }: Manifest): Promise<void> {
  for (const { table, column, last } of sequences) {
    const highest = sql`greatest(${last}::bigint, (select max(${raw(quoted(column))}) from ${raw(quoted(table))}))`
    await tx.query(sql`
      select setval(pg_get_serial_sequence(${quoted(table)}, ${column}), greatest(${highest}, 1), coalesce(${highest}, 0) > 0)`)
  }
}

/** Marks the data as restored, so that the next start stops all publishing. */
async function forgetPlace(tx: Queryable, { id, madeAt }: Manifest): Promise<void> {
  const place = JSON.stringify({ restored: id })
  const changed = await tx.query(sql`
    update installation set place = ${place}::jsonb, ended_cleanly = false returning ${computed('one', 'integer', sql`1`)}`)
  if (changed.length === 0)
    await tx.query(sql`insert into installation (place, alive_at) values (${place}::jsonb, ${new Date(madeAt)})`)
}
