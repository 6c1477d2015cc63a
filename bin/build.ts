import { join } from 'node:path'
import { build } from 'vite'
import { bundle } from './bundle.ts'
import { compressFiles } from './compress-files.ts'
import { installFiles } from './install-files.ts'
import { prerender } from './prerender.ts'
import { buildServiceWorker } from './service-worker.ts'

// Builds the named part, or both: the web app and the server programs.

const root = join(import.meta.dirname, '..')

const PARTS: Record<string, () => Promise<void>> = {
  async web() {
    const configFile = join(root, 'vite.config.ts')
    await build({ configFile, logLevel: process.stdout.isTTY ? 'info' : 'warn' })
    await prerender(configFile, join(root, 'dist'))
    await installFiles(root, join(root, 'dist', 'web'))
    await buildServiceWorker(root, join(root, 'dist', 'web'))
    await compressFiles(join(root, 'dist', 'web'))
  },
  server: bundle,
}

const named = process.argv.slice(2)
const chosen = Object.entries(PARTS).filter(([name]) => named.length === 0 || named.includes(name))
await Promise.all(chosen.map(([, make]) => make()))
