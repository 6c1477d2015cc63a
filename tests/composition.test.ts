import { readFile } from 'node:fs/promises'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { inPath, installPackage } from '../bin/install-package.ts'
import { eventually } from './support/eventually.ts'
import { exitWithParent } from './support/exit-with-parent.ts'
import { freePort } from './support/free-port.ts'
import { Person } from './support/person.ts'
import { startPostgres } from './support/postgres.ts'
import { startProcess, startSimulatorProcess } from './support/processes.ts'
import { simulatorAt } from './support/simulator.ts'

const ROOT = join(import.meta.dirname, '..')
const { 'x-environment': composed } = parseYaml(await readFile(join(ROOT, 'compose.postgres.yaml'), 'utf8')) as {
  'x-environment': Record<string, string>
}

test('publishes posts with the services of compose.postgres.yaml, even after a web and a worker process die', async () => {
  if (!inPath('caddy')) installPackage('caddy', 'Caddy for the test of the composition')
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'frogy-composition-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = opened.use(await startPostgres())
  expect(postgres, 'PostgreSQL is installed').toBeDefined()
  const simulator = opened.use(await startSimulatorProcess())
  const [port, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort))
  const url = `https://localhost:${port}`
  const secret = crypto.randomUUID()

  // These variables differ from the compose file, because the test runs all services on one machine.
  const start = async (ROLE: string, PORT: number | undefined) =>
    opened.use(
      await startProcess({
        ...composed,
        HOST: '127.0.0.1',
        PORT: String(PORT),
        DATA_DIR: join(folder, 'data'),
        PUBLIC_URL: url,
        TRUST_PROXY: '127.0.0.1',
        DATABASE_URL: postgres?.url,
        APP_SECRET: secret,
        ROLE,
        RATE_LIMITS: 'on',
        SIMULATOR: 'on',
        SIMULATOR_PORT: new URL(simulator.url).port,
      }),
    )
  // Start all services together on an empty database, as `docker compose up` does.
  const [web, , worker] = await Promise.all([
    start('web', ports[0]),
    start('web', ports[1]),
    start('worker', ports[2]),
    start('worker', ports[3]),
  ])
  opened.use(await runCaddy(folder, `localhost:${port}`, ports.slice(0, 2)))
  await eventually(async () => {
    const root = readFileSync(join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt'), 'utf8')
    setDefaultCACertificates([...getCACertificates('bundled'), root])
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  const layla = await new Person(url).register()
  expect(layla.user?.role).toBe('admin')
  await layla.connect('linkedin')
  const networks = simulatorAt(simulator.url)
  const publish = async (content: string) => {
    const scheduledAt = new Date(Date.now() + 4_000).toISOString()
    const body = { platform: 'linkedin', content, status: 'scheduled', scheduledAt } as const
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    // Caddy answers 503 if a web process died during the request. Repeat the request with the same idempotency key, as
    // the browser does.
    const post = await eventually(() => layla.call('POST /api/posts', { body, headers }))
    expect((await layla.decided(post)).status).toBe('published')
    expect((await networks.posts('linkedin')).filter(({ text }) => text === content)).toHaveLength(1)
  }
  await publish('With all processes')
  await Promise.all([web?.kill(), worker?.kill()])
  await publish('With one of each kind')
})

/** Runs Caddy with the configuration of the composition, and with its local certificates. */
async function runCaddy(folder: string, host: string, ports: (number | undefined)[]): Promise<AsyncDisposable> {
  const config = (await readFile(join(ROOT, 'packaging', 'Caddyfile'), 'utf8')).replace(
    'web-1:3000 web-2:3000',
    ports.map((port) => `127.0.0.1:${port}`).join(' '),
  )
  const child = spawn(
    ...exitWithParent(inPath('caddy') ?? 'caddy', ['run', '--adapter', 'caddyfile', '--config', '-']),
    {
      env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, FROGY_HOST: host },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  child.stdin?.end(`{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${config}`)
  child.stderr?.resume()
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
