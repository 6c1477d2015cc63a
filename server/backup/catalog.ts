import type { Queryable } from '../db/database.ts'
import sql, { computed, list, raw } from '../db/sql.ts'

export interface Table {
  name: string
  /** Columns with stored values, and their SQL types. Generated columns are left out. */
  columns: { name: string; type: string }[]
}

/** Quotes the name of a table or column for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The tables of Frogy's own schema, by name, except `migrations`, whose rows are in the manifest. */
export async function readTables(on: Queryable): Promise<Table[]> {
  const rows = await on.query(sql`select ${list(
    computed('table', 'text', sql`c.relname`, ''),
    computed('column', 'text', sql`a.attname`, ''),
    computed('type', 'text', sql`format_type(a.atttypid, a.atttypmod)`, ''),
  )}
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and c.relname <> 'migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname, a.attnum`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].map(([name, own]) => ({ name, columns: own.map(({ column, type }) => ({ name: column, type })) }))
}

export async function readMigrations(on: Queryable): Promise<string[]> {
  const [there] = await on.query(sql`select ${computed('name', 'text', sql`to_regclass('public.migrations')::text`)}`)
  if (!there?.name) return []
  const rows = await on.query(sql`select ${computed('name', 'text', sql`name`, '')} from migrations order by 1`)
  return rows.map(({ name }) => name)
}

/** Reads the sequences of identity columns, with the last number that each has issued. */
export async function readSequences(on: Queryable): Promise<{ table: string; column: string; last: number }[]> {
  const rows = await on.query(sql`select ${list(
    computed('table', 'text', sql`c.relname`, ''),
    computed('column', 'text', sql`a.attname`, ''),
    computed('sequence', 'text', sql`d.objid::regclass::text`, ''),
  )}
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_class c on c.oid = d.refobjid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where c.relnamespace = 'public'::regnamespace and d.deptype in ('a', 'i')
    order by 1, 2`)
  const found = []
  for (const { table, column, sequence } of rows) {
    const [row] = await on.query(sql`
      select ${computed('last', 'bigint', sql`case when is_called then last_value else 0 end`, 0)} from ${raw(sequence)}`)
    found.push({ table, column, last: row?.last ?? 0 })
  }
  return found
}
