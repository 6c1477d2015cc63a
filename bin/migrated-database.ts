import { PGlite } from '@electric-sql/pglite'
import { migrate } from '#server/db/migrate.ts'

/** An empty in-memory database with all migrations. */
export async function openMigratedDatabase(): Promise<PGlite> {
  const lite = await PGlite.create()
  const run = async (text: string) => void (await lite.exec(text))
  const query = async (statement: { text: string }) => (await lite.query<never>(statement.text)).rows
  await migrate({ migrateWith: (work) => work({ query, run }) })
  return lite
}
