import { openLite } from './database.ts'

const [folder = ''] = process.argv.slice(2)
const lite = await openLite(folder)
await lite.close()
