import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { openDatabase } from '#server/db/database.ts'
import { jobQueue } from '#server/operate/jobs/job-queue.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { byDepth } from './support/depth.ts'
import { pdfFile, uploadDocument } from './support/documents.ts'
import { exitWithParent } from './support/exit-with-parent.ts'
import { SERVER_URL, testDatabase } from './support/databases.ts'
import { startAlone, startCluster } from './support/killable-frogy.ts'
import type { PausePoint, SeenRequest } from './support/pausing-proxy.ts'
import { Person } from './support/person.ts'
import { fixtureEmail } from './support/fixture-users.ts'
import { simulatorAt } from './support/simulator.ts'

/** A valid result: the number of posts at the network, and the post's status in Frogy. */
type Truth = { atNetwork: number; says: Post['status'] }

interface Kill {
  /** The moment of the kill, which completes the test's title. */
  when: string
  platform: Platform
  /** Whether the post is from an organization's page, which the user's sign-in adds to their own account. */
  isOfPage?: true
  /** Whether the post has a PDF document. */
  hasDocument?: true
  /** How long after its creation the post is due, if the process dies while it prepares the post. */
  aheadMs?: number
  /** The request or response at which the process dies. */
  at: [moment: PausePoint, method: string, path: RegExp]
  /** When the paused request continues, before or after the kill. If undefined, the request never continues. */
  release?: { beforeKillMs: number } | { afterKillMs: number }
  /** The request or response at which a second kill happens after the restart. */
  again?: [moment: PausePoint, method: string, path: RegExp]
  ends: Truth[]
}

const published: Truth = { atNetwork: 1, says: 'published' }
/** The result on LinkedIn, which does not let Frogy look up posts, so Frogy asks the author. */
const askOwner = (atNetwork: number): Truth => ({ atNetwork, says: 'unconfirmed' })

const KILLS: Kill[] = [
  {
    when: 'while it requests a container',
    platform: 'threads',
    at: ['request', 'POST', /\/threads$/],
    ends: [published],
  },
  {
    when: 'before it stores the id of the container',
    platform: 'threads',
    at: ['answer', 'POST', /\/threads$/],
    ends: [published],
  },
  {
    when: 'after it has a container, before the post is fenced',
    platform: 'threads',
    at: ['answer', 'GET', /fields=id,status/],
    ends: [published],
  },
  {
    when: 'in the minute before the due time, while it creates a hidden post',
    platform: 'facebook',
    aheadMs: 12_000,
    at: ['request', 'POST', /\/feed$/],
    ends: [published],
  },
  {
    when: 'in the minute before the due time, before it stores the id of the hidden post',
    platform: 'facebook',
    aheadMs: 12_000,
    at: ['answer', 'POST', /\/feed$/],
    ends: [published],
  },
  {
    when: 'in the minute before the due time, after it has prepared the post',
    platform: 'threads',
    aheadMs: 12_000,
    at: ['answer', 'GET', /fields=id,status/],
    release: { beforeKillMs: 300 },
    ends: [published],
  },
  {
    when: 'after the post is fenced, before the network has the request',
    platform: 'twitter',
    at: ['request', 'POST', /\/2\/tweets$/],
    ends: [published],
  },
  {
    when: 'after the post is fenced, and the network gets the request after the restart',
    platform: 'twitter',
    at: ['request', 'POST', /\/2\/tweets$/],
    release: { afterKillMs: 4_000 },
    ends: [published],
  },
  {
    when: 'after the network accepted the post, before the response',
    platform: 'twitter',
    at: ['answer', 'POST', /\/2\/tweets$/],
    ends: [published],
  },
  {
    when: 'as the response arrives, before it stores the result',
    platform: 'twitter',
    at: ['answer', 'POST', /\/2\/tweets$/],
    release: { beforeKillMs: 0 },
    ends: [published],
  },
  {
    when: 'while it stores the result',
    platform: 'facebook',
    at: ['answer', 'POST', /\/\d+_\d+$/],
    release: { beforeKillMs: 2 },
    ends: [published],
  },
  {
    when: 'after the network accepted the post, and again while it looks the post up',
    platform: 'threads',
    at: ['answer', 'POST', /\/threads_publish$/],
    again: ['answer', 'GET', /fields=id,status/],
    ends: [published],
  },
  {
    when: 'after the post is fenced, at a network without look-ups',
    platform: 'linkedin',
    at: ['request', 'POST', /\/rest\/posts$/],
    ends: [askOwner(0)],
  },
  {
    when: 'after a network without look-ups accepted the post',
    platform: 'linkedin',
    at: ['answer', 'POST', /\/rest\/posts$/],
    ends: [askOwner(1)],
  },
  {
    when: 'as the response of a network without look-ups arrives',
    platform: 'linkedin',
    at: ['answer', 'POST', /\/rest\/posts$/],
    release: { beforeKillMs: 1 },
    ends: [published, askOwner(1)],
  },
  {
    when: 'after the network accepted the post of a page, before the response',
    platform: 'linkedin',
    isOfPage: true,
    at: ['answer', 'POST', /\/rest\/posts$/],
    ends: [published],
  },
  {
    when: 'after the post of a page is fenced, and the network gets the request after the restart',
    platform: 'linkedin',
    isOfPage: true,
    at: ['request', 'POST', /\/rest\/posts$/],
    release: { afterKillMs: 4_000 },
    ends: [published],
  },
  {
    when: 'before it stores the id of an uploaded document',
    platform: 'linkedin',
    hasDocument: true,
    at: ['answer', 'POST', /\/rest\/documents\?action=initializeUpload$/],
    ends: [published],
  },
  {
    when: 'while it uploads a document',
    platform: 'linkedin',
    hasDocument: true,
    at: ['request', 'PUT', /\/dms-document-uploads\//],
    ends: [published],
  },
  {
    when: 'after the network received a document, before the response',
    platform: 'linkedin',
    hasDocument: true,
    at: ['answer', 'PUT', /\/dms-document-uploads\//],
    ends: [published],
  },
  {
    when: 'after a network without look-ups accepted a post with a document',
    platform: 'linkedin',
    hasDocument: true,
    at: ['answer', 'POST', /\/rest\/posts$/],
    ends: [askOwner(1)],
  },
  {
    when: 'after the post is fenced under its own key, and the network gets the request after the restart',
    platform: 'bluesky',
    at: ['request', 'POST', /putRecord$/],
    release: { afterKillMs: 4_000 },
    ends: [published],
  },
  {
    when: 'after the network stored the post under its own key, before the response',
    platform: 'bluesky',
    at: ['answer', 'POST', /putRecord$/],
    ends: [published],
  },
]

/** The gate (`npm test`) kills only at the moment that most easily leads to a second post. */
const GATE_KILLS = KILLS.filter(({ when }) => when === 'after the network accepted the post, before the response')

for (const kill of byDepth({ gate: GATE_KILLS, all: KILLS })) {
  test.concurrent(`publishes a post once or asks its author when a process is killed ${kill.when} (${kill.platform})`, async () => {
    await using opened = new AsyncDisposableStack()
    const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true }))
    const database = opened.use(await testDatabase('peopled'))
    const environment = {
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl,
      APP_SECRET: 'a secret of these tests, long enough',
      SIMULATOR_PORT: String(simulator.port),
      ...(kill.isOfPage && { LINKEDIN_SCOPES: 'w_organization_social r_organization_social rw_organization_admin' }),
    }
    const cluster = SERVER_URL
      ? await startCluster(opened, environment, simulator.url)
      : await startAlone(opened, environment, simulator.url)

    const layla = await new Person(cluster.url()).signIn(fixtureEmail(1))
    await layla.connect(kill.platform)
    const accounts = await layla.call('GET /api/social-accounts', {})
    const account = accounts.find(({ isDefault }) => isDefault !== (kill.isOfPage ?? false))
    const images = kill.hasDocument ? [await uploadDocument(layla, pdfFile())] : []
    const arrivals = cluster.gates.map((gate) =>
      gate.hold(kill.at[0], matching(kill.at)).then((held) => ({ held, gate })),
    )
    const content = `Once and only once ${randomUUID()}`
    const at = new Date(Date.now() + (kill.aheadMs ?? 0))
    const post = await layla.call('POST /api/posts', {
      body: {
        platform: kill.platform,
        accountId: account?.id,
        content,
        status: 'scheduled',
        scheduledAt: at.toISOString(),
        media: { images },
      },
    })

    const { held, gate } = await Promise.race(arrivals)
    for (const one of cluster.gates) one.open()
    if (kill.release && 'beforeKillMs' in kill.release) {
      held.release()
      await new Promise((resolve) => setTimeout(resolve, (kill.release as { beforeKillMs: number }).beforeKillMs))
    }
    const secondArrival =
      kill.again &&
      Promise.race(cluster.gates.map((one) => one.hold(kill.again![0], matching(kill.again!)).then(() => one)))
    await cluster.killBehind(gate)
    if (kill.release && 'afterKillMs' in kill.release) setTimeout(held.release, kill.release.afterKillMs)
    if (secondArrival) {
      await cluster.restartProcess()
      const second = await secondArrival
      for (const one of cluster.gates) one.open()
      await cluster.killBehind(second)
    }
    await cluster.restart()

    const decided = await cluster.seenBy(layla).decided(post)
    const atNetwork = (await simulatorAt(simulator.url).posts(kill.platform)).filter(({ text }) => text === content)
    expect(kill.ends).toContainEqual({ atNetwork: atNetwork.length, says: decided.status })
    for (const { createdAt } of atNetwork) expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(at.getTime())
  })
}

/** A kill while the second part of a thread is sent. `occurrence` selects one of the matching requests. */
const THREAD_KILLS: (Pick<Kill, 'when' | 'platform' | 'at' | 'release'> & { occurrence: number })[] = [
  {
    when: 'before the network has the request',
    platform: 'twitter',
    at: ['request', 'POST', /\/2\/tweets$/],
    occurrence: 2,
  },
  {
    when: 'and the network gets the request after the restart',
    platform: 'twitter',
    at: ['request', 'POST', /\/2\/tweets$/],
    occurrence: 2,
    release: { afterKillMs: 4_000 },
  },
  { when: 'after the network accepted it', platform: 'twitter', at: ['answer', 'POST', /\/2\/tweets$/], occurrence: 2 },
  {
    when: 'after the network accepted it',
    platform: 'threads',
    at: ['answer', 'POST', /\/threads_publish$/],
    occurrence: 2,
  },
  { when: 'before it stores its container', platform: 'threads', at: ['answer', 'POST', /\/threads$/], occurrence: 2 },
  {
    when: 'while it stores the result',
    platform: 'threads',
    at: ['answer', 'POST', /\/threads_publish$/],
    occurrence: 2,
    release: { beforeKillMs: 2 },
  },
  {
    when: 'after the network accepted it',
    platform: 'bluesky',
    at: ['answer', 'POST', /repo\.putRecord$/],
    occurrence: 2,
  },
  {
    when: 'and the network gets the request after the restart',
    platform: 'bluesky',
    at: ['request', 'POST', /repo\.putRecord$/],
    occurrence: 2,
    release: { afterKillMs: 4_000 },
  },
  {
    when: 'after the network accepted it',
    platform: 'mastodon',
    at: ['answer', 'POST', /\/api\/v1\/statuses$/],
    occurrence: 2,
  },
]

for (const kill of byDepth({ gate: [], all: THREAD_KILLS })) {
  test.concurrent(`continues a thread once and in order when a process is killed at its second part ${kill.when} (${kill.platform})`, async () => {
    await using opened = new AsyncDisposableStack()
    const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true }))
    const database = opened.use(await testDatabase('peopled'))
    const environment = {
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl,
      APP_SECRET: 'a secret of these tests, long enough',
      SIMULATOR_PORT: String(simulator.port),
    }
    const cluster = SERVER_URL
      ? await startCluster(opened, environment, simulator.url)
      : await startAlone(opened, environment, simulator.url)
    const layla = await new Person(cluster.url()).signIn(fixtureEmail(1))
    await layla.connect(kill.platform)
    let seen = 0
    const isWanted = matching(kill.at)
    const arrivals = cluster.gates.map((gate) =>
      gate
        .hold(kill.at[0], (request) => isWanted(request) && ++seen === kill.occurrence)
        .then((held) => ({ held, gate })),
    )
    const contents = [1, 2, 3].map((part) => `Part ${part} ${randomUUID()}`)
    const post = await layla.call('POST /api/posts', {
      body: {
        platform: kill.platform,
        content: contents[0],
        parts: contents.map((content) => ({ content })),
        status: 'scheduled',
        scheduledAt: new Date().toISOString(),
      },
    })
    const { held, gate } = await Promise.race(arrivals)
    for (const one of cluster.gates) one.open()
    if (kill.release && 'beforeKillMs' in kill.release) {
      held.release()
      await new Promise((resolve) => setTimeout(resolve, (kill.release as { beforeKillMs: number }).beforeKillMs))
    }
    await cluster.killBehind(gate)
    if (kill.release && 'afterKillMs' in kill.release) setTimeout(held.release, kill.release.afterKillMs)
    await cluster.restart()

    const isWhole = ({ parts }: Post) => parts?.every(({ state }) => state === 'published') ?? false
    await cluster.seenBy(layla).until(post, isWhole)
    const posts = await simulatorAt(simulator.url).posts(kill.platform)
    expect(posts.map(({ text }) => text)).toEqual(contents)
    expect(posts.map(({ replyTo }) => replyTo)).toEqual([undefined, posts[0]?.id, posts[1]?.id])
  })
}

test.concurrent('completes a job in a second process when the first process is killed', async () => {
  await using place = await testDatabase()
  const program = `
    const { openDatabase } = await import('#server/db/database.ts')
    const { jobQueue } = await import('#server/operate/jobs/job-queue.ts')
    const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR, onError: console.error })
    const jobs = jobQueue({ database, log: console, doesWork: true }, { greet: {} })
    await jobs.work({ greet: { run: () => new Promise(() => console.log('begun')) } }, () => {})
    await jobs.add(database, 'greet')`
  const killed = spawn(...exitWithParent(process.execPath, ['--input-type=module', '--eval', program]), {
    env: { PATH: process.env.PATH, DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  await using database = await openDatabase({ ...place, onError: console.error })
  const done = Promise.withResolvers<void>()
  await using jobs = jobQueue({ database, log: { warn: () => {}, error: () => {} }, doesWork: true }, { greet: {} })
  await jobs.work({ greet: { run: async () => done.resolve() } }, () => {})
  await expect(done.promise).resolves.toBeUndefined()
})

/** Matches a request, unless the network refuses it, for example because it still processes a document. */
const matching =
  ([, method, path]: Kill['at']) =>
  (request: SeenRequest) =>
    request.method === method && path.test(request.path) && (request.status ?? 200) < 400
