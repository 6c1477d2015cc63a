import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * The built files that the service worker caches. The list of common passwords is left out, because it is large and
 * rarely needed.
 */
const PARTS = /^(?!password-worker).*\.(?:js|css|svg|woff2)$/

/** Builds the service worker last, because it lists the other built files. Skips prerendered pages. */
export async function buildServiceWorker(root: string, folder: string): Promise<void> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]
  if (!entry) throw new Error('index.html names no script')
  const built = (await readdir(join(folder, 'assets'))).filter((name) => PARTS.test(name)).toSorted()
  const files = ['/shell', '/icon.svg', ...built.map((name) => `/assets/${name}`)]
  const version = createHash('sha256').update(html).update(files.join()).digest('base64url').slice(0, 12)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify({ version, entry, files }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'web', 'worker', 'service-worker.ts'),
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  })
}
