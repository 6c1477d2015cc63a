import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { devSite } from './dev-site.ts'

// The server restarts when a file changes. The web app updates in place and proxies API calls.
const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 100
const address = `http://localhost:${port}`

const web = await createServer({
  configFile: join(root, 'vite.config.ts'),
  plugins: [devSite(`http://127.0.0.1:${apiPort}`, address)],
  server: {
    port,
    strictPort: true,
    // Matches a picture's address only: `/media/` alone is a folder of the web app's modules.
    proxy: Object.fromEntries(
      ['/api', '^/media/[0-9a-f-]{36}/', '/healthz'].map((path) => [path, `http://127.0.0.1:${apiPort}`]),
    ),
  },
})
await web.listen()
const server = spawn(
  process.execPath,
  ['--watch-path=server', '--watch-path=core', '--watch-preserve-output', join(root, 'bin', 'start.js')],
  {
    cwd: root,
    stdio: 'inherit',
    env: { PUBLIC_URL: address, SIMULATOR_PORT: String(port + 1), ...process.env, PORT: String(apiPort) },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.kill(signal)
    void web.close()
  })
}
