import { syncTree } from '../sync-folder.ts'
import { openLite } from './database.ts'

const [folder = ''] = process.argv.slice(2)
const lite = await openLite(folder)
await lite.close()
// Flush the files to disk (fsync). PGlite copied them out of memory, so PostgreSQL has not flushed them.
syncTree(folder)
