import { syncTree } from '../sync-folder.ts'
import { openLite } from './database.ts'

const [folder = ''] = process.argv.slice(2)
const lite = await openLite(folder)
await lite.close()
// What PostgreSQL did not write itself, but was copied from what it made in memory, is on no disk yet.
syncTree(folder)
