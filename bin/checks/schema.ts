import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMigratedDatabase } from '../migrated-database.ts'
import { ROWS_FILE, rowTypesOf } from '../row-types.ts'
import { functionsWritingPosts, keysWritingPosts, OWNER, type PostsKey } from './post-writers.ts'

// Checks the database after all migrations.

const root = join(import.meta.dirname, '..', '..')

const OWN_FUNCTIONS = `
  select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`

const POSTS_KEYS = `
  select conname as name, confdeltype as "onDelete", confupdtype as "onUpdate" from pg_constraint
  where conrelid = 'posts'::regclass and contype = 'f'`

const faults: string[] = []
const lite = await openMigratedDatabase()
if (readFileSync(ROWS_FILE, 'utf8') !== (await rowTypesOf(lite)))
  faults.push('server/db/rows.ts is not what the migrations make: npm run rows')
const { rows } = await lite.query<{ name: string; body: string }>(OWN_FUNCTIONS)
const { rows: keys } = await lite.query<PostsKey>(POSTS_KEYS)
await lite.close()

const migrations = globSync('server/db/migrations/*.sql', { cwd: root }).toSorted((a, b) => a.localeCompare(b))
const texts = new Map(migrations.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
for (const place of functionsWritingPosts(rows, texts)) faults.push(`${place} writes posts, which only ${OWNER} does`)
faults.push(...keysWritingPosts(keys))

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
