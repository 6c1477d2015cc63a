import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { installPackage, inPath } from '../bin/install-package.ts'
import { SERVER_URL, testDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { fixtureEmail } from './support/fixture-users.ts'
import { freePort } from './support/free-port.ts'
import { Person } from './support/person.ts'
import { startProcess, startSimulatorProcess, type FrogyProcess } from './support/processes.ts'
import { PROXIES, PROXY_DOCS, runProxy } from './support/proxies.ts'
import { simulatorAt } from './support/simulator.ts'

const REQUEST_EVERY_MS = 40
/** The interval between drafts, so that the user stays below the limit of a few hundred drafts. */
const DRAFT_EVERY_MS = 300
const DUE_EVERY_MS = 1_000
const POSTS = 40

// Only a database server lets several processes share one database.
describe.runIf(SERVER_URL).each([{ name: 'nginx', example: 'nginx.conf' }] as const)(
  'rolling restart behind $name',
  ({ name, example }) => {
    const proxy = PROXIES[name]
    test('fails no request and publishes each due post once during a rolling restart', async () => {
      if (!inPath(name)) installPackage(proxy.package, `${name} for the tests of proxies`)
      await using opened = new AsyncDisposableStack()
      const folder = await mkdtemp(join(tmpdir(), 'frogy-rolling-'))
      opened.defer(() => rm(folder, { recursive: true, force: true }))
      const database = opened.use(await testDatabase('peopled'))
      const simulator = opened.use(await startSimulatorProcess())
      const networks = simulatorAt(simulator.url)
      await networks.liftLimits()
      await networks.manners({ twitterDuplicateMs: 0 })
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`

      const processes = await Promise.all(
        ['web', 'web', 'worker', 'worker'].map(async (role) => ({ role, port: await freePort() })),
      )
      const start = (one: { role: string; port: number }) =>
        startProcess({
          ROLE: one.role,
          PORT: String(one.port),
          PUBLIC_URL: url,
          TRUST_PROXY: '127.0.0.1',
          DATA_DIR: database.dataDir,
          DATABASE_URL: database.databaseUrl,
          SIMULATOR_PORT: new URL(simulator.url).port,
          METRICS: 'off',
        })
      const running: FrogyProcess[] = []
      for (const one of processes) running.push(opened.use(await start(one)))

      const file = join(folder, example)
      const webPorts = processes.filter(({ role }) => role === 'web').map((one) => one.port)
      await writeFile(file, proxy.adapt(await readFile(join(PROXY_DOCS, example), 'utf8'), port, webPorts, folder))
      opened.use(await runProxy(name, proxy.args(file), folder))
      await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))

      const layla = await new Person(url).signIn(fixtureEmail(1))
      await layla.connect('twitter')
      const beginsAt = Date.now() + 8_000
      const posts = await Promise.all(
        Array.from({ length: POSTS }, (_, n) =>
          layla.schedule({
            platform: 'twitter',
            content: `Rolling ${n}`,
            at: new Date(beginsAt + n * DUE_EVERY_MS),
          }),
        ),
      )

      const over = new AbortController()
      const failures: string[] = []
      let drafts = 0
      let requests = 0
      const client = async (send: () => Promise<Response>, everyMs = REQUEST_EVERY_MS) => {
        while (!over.signal.aborted) {
          requests++
          const failure = await send().then(
            async (response) => (response.status < 400 ? undefined : `${response.status}: ${await response.text()}`),
            (error: unknown) => String(error),
          )
          if (failure !== undefined) failures.push(failure)
          await pause(everyMs)
        }
      }
      const clients = [
        client(async () => {
          const body = JSON.stringify({ platform: 'linkedin', content: `Draft ${drafts}`, status: 'draft' })
          const headers = { 'content-type': 'application/json' }
          const response = await layla.fetch('/api/posts', { method: 'POST', body, headers })
          if (response.ok) drafts++
          return response
        }, DRAFT_EVERY_MS),
        client(() => layla.fetch('/api/user')),
        client(() => layla.fetch('/api/posts/summary')),
        client(() => layla.fetch('/')),
      ]

      for (const [index, one] of processes.entries()) {
        const old = running[index]
        if (!old) continue
        process.kill(old.pid, 'SIGTERM')
        await old.ended
        opened.use(await start(one))
        if (one.role === 'web')
          await eventually(async () => expect((await fetch(`http://127.0.0.1:${one.port}/readyz`)).status).toBe(200))
      }
      for (const post of posts) expect((await layla.decided(post)).status).toBe('published')
      over.abort()
      await Promise.all(clients)

      console.log(`${name}: ${requests} requests, ${failures.length} failed; ${posts.length} posts`)
      expect(failures).toEqual([])
      const stored = await layla.call('GET /api/posts', { query: { status: 'draft', limit: '1000' } })
      expect(new Set(stored.map(({ content }) => content)).size).toBe(stored.length)
      expect(stored).toHaveLength(Math.min(drafts, 1_000))
      const out = (await networks.posts('twitter')).map(({ text }) => text)
      expect(out.toSorted()).toEqual(posts.map(({ content }) => content).toSorted())
    })
  },
)
