import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { SERVER_URL, testDatabase } from '#tests/support/databases.ts'
import { FAKETIME, wrongClock } from '#tests/support/faketime.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openInProcess } from '#tests/support/open-in-process.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess } from '#tests/support/processes.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { machineClock } from './machine-clock.ts'

const HOUR_MS = 3_600_000
/** How far ahead the test schedules posts: longer than the smallest clock error. */
const SOON_MS = 10_000

test('counts a sleep of the machine as elapsed time, and ignores small differences between its two clocks', () => {
  let [monotonic, uptime, wall] = [500, 90_000, 7_000_000]
  const machine = machineClock(
    () => monotonic,
    () => uptime,
    () => wall,
  )
  const before = machine.steadyMs()
  monotonic += 1_000
  uptime += 990
  wall += 1_000
  expect([machine.steadyMs() - before, machine.sleptMs()]).toEqual([1_000, 0])
  monotonic += 20
  uptime += HOUR_MS + 30
  wall += HOUR_MS + 20
  expect([machine.steadyMs() - before, machine.sleptMs()]).toEqual([HOUR_MS + 1_030, HOUR_MS + 10])
})

test("counts the full length of a machine's sleep, although the wall clock was set back meanwhile", () => {
  let [monotonic, uptime, wall] = [500, 90_000, 7_000_000]
  const machine = machineClock(
    () => monotonic,
    () => uptime,
    () => wall,
  )
  monotonic += 100
  uptime += HOUR_MS + 100
  wall += 100
  expect(machine.sleptMs()).toBe(HOUR_MS)
})

test('does not mistake the suspension of a process between reading its two clocks for a sleep of the machine', () => {
  let monotonic = 500
  let stopsFor = 0
  const machine = machineClock(
    () => monotonic,
    () => {
      const uptime = monotonic + 90_000
      monotonic += stopsFor
      return uptime
    },
  )
  monotonic += 1_000
  stopsFor = 60_000
  machine.steadyMs()
  stopsFor = 0
  expect([machine.steadyMs() - 1_500, machine.sleptMs()]).toEqual([60_000, 0])
})

/** Simulated platforms with a correct clock, a database, and settings for each process. */
async function place() {
  await using opened = new AsyncDisposableStack()
  const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true }))
  const database = opened.use(await testDatabase())
  const networks = simulatorAt(simulator.url)
  const environment = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    APP_SECRET: 'a secret of these tests, long enough',
    SIMULATOR_PORT: String(simulator.port),
  }
  const stack = opened.move()
  return {
    environment,
    /** Starts a process whose clock may be wrong. */
    start: async (more: Record<string, string>) => stack.use(await startProcess({ ...environment, ...more })),
    /** Starts an app with a correct clock in this process. */
    async startRight(more: Record<string, string>) {
      const { url = '' } = stack.use(await openInProcess({ ...environment, ...more }))
      return { url }
    },
    /** How early the platform received a post, in milliseconds; below 1 when on time. */
    async earlyByMs({ content, platform, scheduledAt }: Post): Promise<number> {
      const [there, ...others] = (await networks.posts(platform)).filter(({ text }) => text === content)
      expect(others).toEqual([])
      return new Date(scheduledAt ?? 0).getTime() - new Date(there?.createdAt ?? 0).getTime()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const inMs = (ms: number) => new Date(Date.now() + ms)

async function health(url: string) {
  const response = await fetch(`${url}/healthz`)
  return { status: response.status, body: (await response.json()) as unknown }
}

if (FAKETIME && SERVER_URL) {
  for (const wrong of ['+8s', '-8s', '+30m', '-30m', '+5h', '-5h']) {
    test.concurrent(`sends a post at the right time from a worker whose clock is wrong by ${wrong}, and reports the clock`, async () => {
      await using frogy = await place()
      const web = await frogy.startRight({ ROLE: 'web' })
      const port = String(await freePort())
      await frogy.start({ ROLE: 'worker', PORT: port, ...wrongClock(wrong) })
      const layla = await new Person(web.url).register()
      await layla.connect('twitter')
      const soon = await layla.schedule({ platform: 'twitter', content: 'In time', at: inMs(SOON_MS) })
      const later = await layla.schedule({ platform: 'twitter', content: 'Later', at: inMs(4 * HOUR_MS) })
      expect((await layla.decided(soon)).status).toBe('published')
      expect(await frogy.earlyByMs(soon)).toBeLessThan(1)
      expect((await layla.read(later)).status).toBe('scheduled')
      const named = { ok: true, faults: [], warnings: ['clock'] }
      expect(await health(`http://127.0.0.1:${port}`)).toEqual({ status: 200, body: named })
      expect((await health(web.url)).body).not.toHaveProperty('warnings')
    })
  }

  test.concurrent('publishes a post immediately through a process whose clock is two hours behind', async () => {
    await using frogy = await place()
    const web = await frogy.start({ ROLE: 'web', ...wrongClock('-2h') })
    await frogy.startRight({ ROLE: 'worker' })
    const layla = await new Person(web.url).register()
    await layla.connect('twitter')
    const body = { platform: 'twitter', content: 'Now', status: 'published' } as const
    const post = await layla.call('POST /api/posts', { body })
    expect((await layla.decided(post)).status).toBe('published')
    expect(Math.abs(new Date(post.createdAt).getTime() - Date.now())).toBeLessThan(HOUR_MS)
  })
}

if (FAKETIME && !SERVER_URL) {
  for (const jump of ['+5h', '-5h']) {
    test.concurrent(`sends no post early and misses none after the machine’s clock is changed by ${jump}`, async () => {
      await using frogy = await place()
      const file = join(frogy.environment.DATA_DIR, 'faketime')
      writeFileSync(file, '+0')
      const all = await frogy.start(wrongClock({ file }))
      const layla = await new Person(all.url).register()
      await layla.connect('twitter')
      const soon = await layla.schedule({ platform: 'twitter', content: 'In time', at: inMs(SOON_MS) })
      const later = await layla.schedule({ platform: 'twitter', content: 'Later', at: inMs(4 * HOUR_MS) })
      writeFileSync(file, jump)
      expect(await health(all.url)).toMatchObject({ status: 503, body: { faults: ['clock'], warnings: ['clock'] } })
      expect((await layla.decided(soon)).status).toBe('published')
      expect(await frogy.earlyByMs(soon)).toBeLessThan(1)
      expect((await layla.read(later)).status).toBe('scheduled')
    })
  }
}
