import { join } from 'node:path'
import { build } from 'vite'

await build({
  configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
  logLevel: process.stdout.isTTY ? 'info' : 'warn',
})
