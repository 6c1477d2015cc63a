import { join } from 'node:path'
import { build } from 'vite'
import { compressFiles } from './compress-files.ts'
import { prerender } from './prerender.ts'

const root = join(import.meta.dirname, '..')
const configFile = join(root, 'vite.config.ts')

await build({ configFile, logLevel: process.stdout.isTTY ? 'info' : 'warn' })
await prerender(configFile, join(root, 'dist'))
await compressFiles(join(root, 'dist', 'web'))
