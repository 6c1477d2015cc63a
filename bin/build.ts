import { join } from 'node:path'
import { build } from 'vite'
import { compressFiles } from './compress-files.ts'

const root = join(import.meta.dirname, '..')

await build({
  configFile: join(root, 'vite.config.ts'),
  logLevel: process.stdout.isTTY ? 'info' : 'warn',
})
await compressFiles(join(root, 'dist', 'web'))
