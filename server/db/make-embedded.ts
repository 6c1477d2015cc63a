import { syncTree } from '../sync-folder.ts'
import { openLite } from './database.ts'

const [folder = ''] = process.argv.slice(2)
const lite = await openLite(folder)
await lite.close()
// Sync the files that PGlite copied from memory, because PostgreSQL did not write them.
syncTree(folder)
