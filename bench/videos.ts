import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VideoUpload } from '#core/media/contract.ts'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { freePort } from '#tests/support/free-port.ts'
import { Person } from '#tests/support/person.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startProcess, startSimulatorProcess } from '#tests/support/processes.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { partForm, uploadVideo, videoFile } from '#tests/support/videos.ts'
import { ownMemoryMiB } from './processes.ts'
import { notRun, report } from './report.ts'

const SIZE_BYTES = 200_000_000
/** The parts of the upload during which the connection breaks, and the part before which the page reloads. */
const CUT_PARTS = [3, 11, 19, 30, 44]
const RELOAD_PART = 25
/** The maximum memory that the product promises for a process. */
const PROMISED_MIB = 300
const WITHIN_MS = 10 * 60_000

/**
 * Uploads a video of 200 MB through five broken connections and a reload, and publishes it on every network. A network
 * with a smaller limit gets a video of its largest size. Prints the most memory of the web process and of the worker, without
 * their parser processes.
 */
export async function benchVideos(): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startPostgres()
  if (!postgres) return notRun('videos of 200 MB', 'PostgreSQL')
  opened.use(postgres)
  const folder = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const simulator = opened.use(await startSimulatorProcess())
  const control = simulatorAt(simulator.url)
  await control.manners({ fetchLimitMs: WITHIN_MS })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret of this benchmark, long enough',
    PUBLIC_URL: url,
    SIMULATOR_PORT: new URL(simulator.url).port,
    RATE_LIMITS: 'off',
  }
  const web = await startProcess({ ...environment, ROLE: 'web', PORT: String(port) })
  opened.defer(() => web.kill())
  const worker = await startProcess({ ...environment, ROLE: 'worker', PORT: String(await freePort()) })
  opened.defer(() => worker.kill())
  const person = await new Person(url).register()
  for (const platform of PLATFORMS) await person.connect(platform)

  const idle = { web: ownMemoryMiB(web.pid), worker: ownMemoryMiB(worker.pid) }
  const peak = { ...idle }
  const stopped = new AbortController()
  const watching = watch(stopped.signal, () => {
    peak.web = Math.max(peak.web, ownMemoryMiB(web.pid))
    peak.worker = Math.max(peak.worker, ownMemoryMiB(worker.pid))
  })

  const large = clip(SIZE_BYTES)
  const from = performance.now()
  const id = await uploadWithFaults(person, large)
  const uploadSeconds = (performance.now() - from) / 1_000
  const published = await Promise.all(
    PLATFORMS.map(async (platform) => {
      const file = SIZE_BYTES <= rulesOf(platform).video.maxBytes ? large : clip(rulesOf(platform).video.maxBytes)
      const video = file === large ? id : await uploadVideo(person, file)
      return await publish(person, platform, video, file)
    }),
  )
  stopped.abort()
  await watching
  // The simulator checks the order of calls and joins the parts as the network does. So an equal hash proves that the
  // network received the whole video.
  const posts = await Promise.all(PLATFORMS.map((platform) => control.posts(platform)))
  const whole = published.filter(
    ({ platform, sha256 }, at) =>
      posts[at]?.length === 1 && posts[at][0]?.platform === platform && posts[at][0].media[0]?.sha256 === sha256,
  )
  const all = report({
    what: `networks with the whole video once (200 MB, or the network's limit)`,
    value: whole.length,
    unit: 'networks',
    atLeast: PLATFORMS.length,
    baseline: { what: 'all networks', value: PLATFORMS.length },
  })
  for (const { platform, failure } of published) if (failure) console.log(`    ${platform}: ${failure}`)
  report({
    what: `upload of 200 MB with ${CUT_PARTS.length} broken connections and a reload`,
    value: uploadSeconds,
    unit: 's',
    baseline: { what: 'parts', value: Math.ceil(SIZE_BYTES / VIDEO_PART_BYTES) },
  })
  const memory = (['web', 'worker'] as const).map((process) =>
    report({
      what: `the most memory of the ${process} process`,
      value: peak[process],
      unit: 'MiB',
      atMost: PROMISED_MIB,
      baseline: { what: 'before the upload', value: idle[process] },
    }),
  )
  return all && memory.every(Boolean)
}

/** An upright video, which every network accepts. */
const clip = (sizeBytes: number) => videoFile({ seconds: 60, width: 720, height: 1280, sizeBytes })

async function watch(signal: AbortSignal, measure: () => void): Promise<void> {
  while (!signal.aborted) {
    measure()
    await sleep(100, undefined, { signal }).catch(() => {})
  }
}

/**
 * Uploads a video as the browser does. Connections break during some requests, and once the upload starts again as
 * after a reload of the page.
 */
async function uploadWithFaults(person: Person, file: Buffer<ArrayBuffer>): Promise<string> {
  const begin = () =>
    person.call('POST /api/videos', { body: { name: 'pond.mp4', size: file.byteLength, key: 'of this file' } })
  let next: VideoUpload = await begin()
  const cuts = new Set(CUT_PARTS)
  let hasReloaded = false
  while (next.offset < file.byteLength) {
    const part = next.offset / VIDEO_PART_BYTES
    const params = { id: next.id }
    if (cuts.delete(part)) {
      await breakWithin(person, `/api/videos/${next.id}/parts`, partForm(file, next.offset))
      next = await person.call('GET /api/videos/{id}', { params })
    } else if (part === RELOAD_PART && !hasReloaded) {
      hasReloaded = true
      next = await begin()
    } else next = await person.call('POST /api/videos/{id}/parts', { params, form: partForm(file, next.offset) })
  }
  const { id } = await person.call('POST /api/videos/{id}/finish', { params: { id: next.id } })
  return id
}

/** Sends half of a request's body, then closes the connection. */
async function breakWithin(person: Person, path: string, form: FormData): Promise<void> {
  const whole = new Response(form)
  const bytes = await whole.bytes()
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.byteLength / 2))
      setTimeout(() => controller.error(new Error('the connection breaks')), 50)
    },
  })
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' }
  await person.fetch(path, { method: 'POST', headers, body: half, duplex: 'half' } as RequestInit).catch(() => {})
}

async function publish(person: Person, platform: Platform, video: string, file: Buffer) {
  const created = await person.call('POST /api/posts', {
    body: {
      platform,
      content: `200 MB at ${platform}`,
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 1_000).toISOString(),
      media: { images: [video] },
    },
  })
  const until = Date.now() + WITHIN_MS
  for (;;) {
    const post = await person.call('GET /api/posts/{id}', { params: { id: created.id } })
    const isOver = post.status !== 'scheduled' && post.status !== 'publishing'
    if (isOver || Date.now() > until) {
      const failure = post.status === 'published' ? null : (post.failure?.code ?? post.status)
      return { platform, failure, sha256: createHash('sha256').update(file).digest('hex') }
    }
    await sleep(500)
  }
}
