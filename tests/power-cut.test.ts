import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { SERVER_URL, testDatabase } from './support/databases.ts'
import { openPausingProxy, type PausePoint } from './support/pausing-proxy.ts'
import { openInProcess } from './support/open-in-process.ts'
import { Person } from './support/person.ts'
import { startMachine, type Machine } from './support/power-cut-machine.ts'
import { runPowerCuts } from './support/power-cut-run.ts'
import { pictureFile, uploadForm } from './support/pictures.ts'
import { startProcess, startSimulatorProcess, type FrogyProcess } from './support/processes.ts'
import { memoryFolder } from './support/memory-folder.ts'
import { fixtureEmail } from './support/fixture-users.ts'
import { simulatorAt } from './support/simulator.ts'

// These tests are for the embedded database. A database server syncs its own disk on another machine.

interface Cut {
  /** The moment of the power cut, which completes the test's title. */
  when: string
  platform: Platform
  /** The request or response at which the power is cut. */
  at: [moment: PausePoint, method: string, path: RegExp]
  ends: { atNetwork: number; says: Post['status'] }
}

const CUTS: Cut[] = [
  {
    when: 'after the post is fenced, before the network has the request',
    platform: 'threads',
    at: ['request', 'POST', /\/threads_publish$/],
    ends: { atNetwork: 1, says: 'published' },
  },
  {
    when: 'after the network accepted the post, before the response',
    platform: 'facebook',
    at: ['answer', 'POST', /\/\d+_\d+$/],
    ends: { atNetwork: 1, says: 'published' },
  },
  {
    when: 'after a network without look-ups accepted the post',
    platform: 'linkedin',
    at: ['answer', 'POST', /\/rest\/posts$/],
    ends: { atNetwork: 1, says: 'unconfirmed' },
  },
]
const CUT_AT_LINKEDIN = CUTS[2]!

const FAILING_DISK = pathToFileURL(join(import.meta.dirname, 'support', 'failing-disk.ts')).href

if (!SERVER_URL) {
  // The simulator is a separate process, because computing the disk's content blocks this one.
  let simulator: FrogyProcess
  beforeAll(async () => {
    simulator = await startSimulatorProcess()
    await simulatorAt(simulator.url).manners({ linkedinDuplicateMs: 0, twitterDuplicateMs: 0 })
  })
  afterAll(() => simulator.kill())

  for (const cut of CUTS) {
    test.concurrent(`publishes a post once or asks its author when the power is cut ${cut.when} (${cut.platform})`, async () =>
      expect(await whatComesOf(cut, simulator.url)).toEqual(cut.ends))
  }

  test.concurrent('loses no confirmed post and publishes none twice in repeated power cuts', async () => {
    await using database = await testDatabase()
    const { wrong, granted } = await runPowerCuts({ seed: 7, cuts: 4, dataDir: database.dataDir })
    expect(wrong).toEqual([])
    expect(granted).toBeGreaterThan(10)
  })

  test.concurrent('keeps the secret and the data that the first start stored, even after a power cut', async () => {
    await using opened = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(memoryFolder(), 'frogy-test-'))
    opened.defer(() => rm(dataDir, { recursive: true, force: true }))
    const environment = { SIMULATOR_PORT: new URL(simulator.url).port }
    const machine = opened.use(await startMachine(dataDir, environment))
    const layla = await new Person(machine.frogy.url).register()
    await layla.connect('instagram')
    const form = uploadForm(['a.png', new Uint8Array(await pictureFile('png', 300, 300))])
    const { media } = await layla.call('POST /api/images/upload', { form })
    const images = media.images.map(({ id }) => id)

    await machine.cutPower({ unsynced: 'lost', random: Math.random })
    layla.movedTo(opened.use(await openInProcess({ ...environment, DATA_DIR: dataDir })).url ?? '')
    expect((await layla.fetch(media.images[0]?.url ?? '')).status).toBe(200)
    // Publishing decrypts the account's token, which needs the secret that the first start stored.
    const post = await layla.call('POST /api/posts', {
      body: { platform: 'instagram', content: 'A picture of a frog', status: 'published', media: { images } },
    })
    expect((await layla.decided(post)).status).toBe('published')
  })

  test.concurrent('confirms no further change and exits when the disk fails to sync, and the next process continues', async () => {
    await using opened = new AsyncDisposableStack()
    const { dataDir } = opened.use(await testDatabase('peopled'))
    const broken = `${dataDir}.broken`
    opened.defer(() => rm(broken, { force: true }))
    const environment = { DATA_DIR: dataDir, SIMULATOR_PORT: new URL(simulator.url).port }
    const first = opened.use(
      await startProcess({ ...environment, NODE_OPTIONS: `--import=${FAILING_DISK}`, DISK_BROKEN: broken }),
    )
    const layla = await new Person(first.url).signIn(fixtureEmail(1))
    await layla.connect('threads')
    const at = new Date(Date.now() + 3_600_000)
    const post = await layla.schedule({ platform: 'threads', content: 'Before', at })

    await writeFile(broken, '')
    await expect(layla.schedule({ platform: 'threads', content: 'Too late', at })).rejects.toThrow(
      /answered 5|fetch failed/,
    )
    await first.ended
    expect(first.printed()).toMatch(/disk refused/)

    const second = opened.use(await openInProcess(environment))
    expect((await layla.movedTo(second.url ?? '').read(post)).content).toBe('Before')
  })

  test.concurrent('detects a post that is published twice on a disk that only pretends to sync', async () => {
    const { atNetwork } = await whatComesOf(CUT_AT_LINKEDIN, simulator.url, (machine) => machine.letTheDiskLie())
    expect(atNetwork).toBe(2)
  })
}

async function whatComesOf(
  { platform, at: [moment, method, path] }: Cut,
  simulatorUrl: string,
  beforeItIsDue: (machine: Machine) => void = () => {},
): Promise<{ atNetwork: number; says: Post['status'] }> {
  await using opened = new AsyncDisposableStack()
  const gate = opened.use(await openPausingProxy(simulatorUrl))
  const { dataDir } = opened.use(await testDatabase('peopled'))
  const environment = {
    SIMULATOR_PORT: new URL(simulatorUrl).port,
    [`${platform.toUpperCase()}_BASE_URL`]: `${gate.url}/${platform}`,
  }
  const machine = opened.use(await startMachine(dataDir, environment))
  const layla = await new Person(machine.frogy.url).signIn(fixtureEmail(1))
  await layla.connect(platform)
  const arrived = gate.hold(moment, (request) => request.method === method && path.test(request.path))
  const content = `Once and only once ${randomUUID()}`
  const post = await layla.schedule({ platform, content, at: new Date(Date.now() + 10_000) })
  beforeItIsDue(machine)

  // This request never gets a response, because the power is cut first.
  void layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } }).catch(() => {})
  await arrived
  await machine.cutPower({ unsynced: 'lost', random: Math.random })
  const next = opened.use(await openInProcess({ ...environment, DATA_DIR: dataDir }))
  const decided = await layla.movedTo(next.url ?? '').decided(post)
  const atNetwork = (await simulatorAt(simulatorUrl).posts(platform)).filter(({ text }) => text === content)
  return { atNetwork: atNetwork.length, says: decided.status }
}
