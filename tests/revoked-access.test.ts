import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '#simulator/open-simulator.ts'
import { eventually } from './support/eventually.ts'
import { listen } from './support/event-stream.ts'
import { Person } from './support/person.ts'
import { hasPostgres, startPostgres, type PostgresServer } from './support/postgres.ts'
import { startProcess, type FrogyProcess } from './support/processes.ts'
import { memoryFolder } from './support/memory-folder.ts'
import { simulatorAt } from './support/simulator.ts'

// Two web processes run on one PostgreSQL server. An administrator's action at one process also affects open pages at
// the other. Without PostgreSQL there is only one process.

const opened = new AsyncDisposableStack()
let simulator: Simulator
let first: FrogyProcess
let second: FrogyProcess
let admin: Person
beforeAll(async () => {
  const postgres: PostgresServer | undefined = await startPostgres({ survivesPowerCut: false })
  if (postgres) opened.use(postgres)
  simulator = opened.use(await openSimulator({ port: 0, autoConsent: true }))
  const start = async (role: string) => {
    const dataDir = await mkdtemp(join(memoryFolder(), 'frogy-shut-out-'))
    opened.defer(() => rm(dataDir, { recursive: true, force: true }))
    return opened.use(
      await startProcess({
        ROLE: role,
        DATA_DIR: dataDir,
        DATABASE_URL: postgres?.url,
        SIMULATOR_PORT: String(simulator.port),
        APP_SECRET: 'a secret of these tests, long enough',
      }),
    )
  }
  first = await start('all')
  second = postgres ? await start('web') : first
  admin = await new Person(first.url).register()
})
afterAll(() => opened.disposeAsync())

/** Registers a user with a page open at each process, and listens to the events of each page. */
async function onBothProcesses() {
  const onFirst = await new Person(first.url).register()
  const onSecond = await new Person(second.url).signIn(onFirst.user?.email ?? '')
  const stack = new AsyncDisposableStack()
  const streams = [stack.use(await listen(onFirst)), stack.use(await listen(onSecond))]
  return {
    id: onFirst.user?.id ?? '',
    pages: [onFirst, onSecond],
    streams,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Creates API clients of the user, and lets each make a call at both processes. */
async function programsOf(pages: Person[]): Promise<(() => Promise<number>)[]> {
  const [maker] = pages
  if (!maker) throw new Error('The user has no page')
  const { token } = await maker.call('POST /api/keys', { body: { name: 'A program', scopes: ['posts:read'] } })
  const programs = [first, second].map(({ url }) => async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${url}/api/posts`, { headers })).status
  })
  for (const program of programs) expect(await program()).toBe(200)
  return programs
}

/** Returns the status of the user's requests at each process, and the events that each page received. */
async function remainingAccess(
  { pages, streams }: Awaited<ReturnType<typeof onBothProcesses>>,
  programs: (() => Promise<number>)[],
) {
  return {
    asked: await Promise.all(pages.map(async (page) => (await page.ask('GET /api/user', {})).status)),
    programs: await Promise.all(programs.map((program) => program())),
    liveUpdates: await Promise.all(streams.map(async (stream) => (await stream.next())?.type)),
    ended: await Promise.all(streams.map(async (stream) => (await stream.next()) === undefined)),
    events: await Promise.all(pages.map(async (page) => (await page.fetch('/api/events')).status)),
  }
}
const NO_ACCESS = {
  asked: [401, 401],
  programs: [401, 401],
  liveUpdates: ['session.ended', 'session.ended'],
  ended: [true, true],
  events: [401, 401],
}

const setRole = (id: string, role: 'admin' | 'user') =>
  admin.call('PATCH /api/admin/users/{id}', { params: { id }, body: { role } })

test('runs the tests of revoked access with two web processes if PostgreSQL is installed', () => {
  if (!hasPostgres())
    console.warn('Without PostgreSQL one process plays both roles: nothing is tested across processes.')
  expect(second !== first).toBe(hasPostgres())
})

test('signs a suspended user out at both web processes, on every open page and in every API client', async () => {
  await using omar = await onBothProcesses()
  const programs = await programsOf(omar.pages)
  await admin.call('POST /api/admin/users/{id}/suspend', { params: { id: omar.id }, body: { reason: 'spam' } })
  expect(await remainingAccess(omar, programs)).toEqual(NO_ACCESS)
})

test('signs out a user who deletes their account, at both web processes and in every API client', async () => {
  await using omar = await onBothProcesses()
  const programs = await programsOf(omar.pages)
  await omar.pages[0]?.call('DELETE /api/profile', {})
  expect(await remainingAccess(omar, programs)).toEqual(NO_ACCESS)
})

test("ends a user's other session at both web processes and on its open page, but not the current session", async () => {
  await using omar = await onBothProcesses()
  const [onFirst, onSecond] = omar.pages
  await onFirst?.call('DELETE /api/sessions', {})
  expect(await omar.streams[1]?.next()).toMatchObject({ type: 'session.ended' })
  expect(await omar.streams[1]?.next()).toBeUndefined()
  expect(await onSecond?.ask('GET /api/user', {})).toMatchObject({ status: 401 })
  expect(await onFirst?.ask('GET /api/user', {})).toMatchObject({ status: 200 })
})

test("removes a demoted administrator's rights at both web processes and notifies each open page", async () => {
  await using omar = await onBothProcesses()
  await setRole(omar.id, 'admin')
  for (const stream of omar.streams) expect(await stream.next()).toEqual({ type: 'user.changed', id: omar.id })
  for (const page of omar.pages) await page.call('GET /api/admin/users', {})
  await setRole(omar.id, 'user')
  for (const page of omar.pages) expect(await page.ask('GET /api/admin/users', {})).toMatchObject({ status: 403 })
  for (const stream of omar.streams) expect(await stream.next()).toEqual({ type: 'user.changed', id: omar.id })
})

test('publishes no scheduled post of a user whom an administrator suspended through the other web process', async () => {
  await using omar = await onBothProcesses()
  const [, onSecond] = omar.pages
  if (!onSecond) throw new Error('The user has no page')
  await onSecond.connect('linkedin')
  await onSecond.schedule({ platform: 'linkedin', content: 'Too late', at: new Date(Date.now() + 10_000) })
  await admin.call('POST /api/admin/users/{id}/suspend', { params: { id: omar.id }, body: { reason: 'spam' } })
  const other = await new Person(second.url).register()
  await other.connect('linkedin')
  const post = await other.schedule({ platform: 'linkedin', content: 'In time', at: new Date(Date.now() + 12_000) })
  await eventually(async () => expect((await other.read(post)).status).toBe('published'))
  const sent = await simulatorAt(simulator.url).posts('linkedin')
  expect(sent.map(({ text }) => text)).toEqual(['In time'])
})
