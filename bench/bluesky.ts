import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Post } from '#core/posts/contract.ts'
import { startBlueskyServer } from '#tests/support/bluesky-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { seeded } from '#tests/support/mutate.ts'
import { Person } from '#tests/support/person.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { superviseProcess } from '#tests/support/supervised-process.ts'
import { report } from './report.ts'

const POSTS = 500
const EVERY_MS = 150
const FIRST_AFTER_MS = 20_000
const KILL_EVERY_MS = 6_000
/**
 * The minimum number of times that the benchmark kills Frogy. On a busy machine, Frogy starts slowly, so the kills
 * continue after the last due time.
 */
const LEAST_KILLS = 10
/** The number of posts with an unknown outcome at which the proxy stops cutting connections. */
const LAST_POSTS = 50
/**
 * The maximum wait for the outcome of all posts. Frogy sends an account's posts one after another, and each takes more
 * than a second on a busy machine.
 */
const SETTLED_WITHIN_MS = 20 * 60_000
/**
 * The shares of requests, from 0 to 1, whose connection the proxy cuts: before the request reaches the server, and
 * before the response.
 */
const CUT_BEFORE = 0.06
const CUT_AFTER = 0.1

/**
 * Publishes 500 posts to Bluesky's own server on this machine. Meanwhile kills Frogy every six seconds, and a proxy
 * cuts connections before requests and responses. Counts the records in the account.
 */
export async function benchBluesky({ seed = 1, isNamed }: { seed?: number; isNamed: boolean }): Promise<boolean> {
  // Skip this benchmark unless the command names it, because Bluesky's server is a package of 200 MB.
  if (!isNamed) return true
  await using opened = new AsyncDisposableStack()
  const server = opened.use(await startBlueskyServer())
  const proxy = opened.use(await openCuttingProxy(server.url, seeded(seed)))
  const postgres = await startPostgres()
  if (postgres) opened.use(postgres)
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const frogy = superviseProcess(() => ({
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: postgres?.url,
    DATA_DIR: dataDir,
    SIMULATOR: 'off',
    BLUESKY_SERVER: proxy.url,
    APP_SECRET: 'a secret of this benchmark, long enough',
  }))
  opened.defer(() => frogy.end())
  await frogy.started()
  const layla = await new Person(url).register()
  const fields = { handle: server.account.handle, password: server.account.appPassword }
  await layla.call('POST /api/social-accounts/{platform}/connect', {
    params: { platform: 'bluesky' },
    body: { fields },
  })

  const begin = Date.now() + FIRST_AFTER_MS
  const posts: Post[] = []
  for (let at = 0; at < POSTS; at++)
    posts.push(
      await layla.schedule({
        platform: 'bluesky',
        content: `Post ${at + 1} of ${POSTS} #مرة_واحدة`,
        at: new Date(begin + at * EVERY_MS),
      }),
    )
  proxy.begin()
  const end = begin + POSTS * EVERY_MS
  while (Date.now() < end || frogy.kills() < LEAST_KILLS) {
    await sleep(KILL_EVERY_MS)
    await frogy.killAndRestart()
  }
  await frogy.started()
  const statuses = await settle(layla, posts, (open) => {
    if (open <= LAST_POSTS) proxy.end()
  })
  const settledAfterMs = Date.now() - end

  const records = await server.records()
  const texts = new Set(records.map(({ value }) => value.text))
  console.log(
    `${POSTS} posts to Bluesky's own server, ${frogy.kills()} kills, ${proxy.cutBefore()} connections cut before the request and ${proxy.cutAfter()} before the response (seed ${seed}, ${postgres ? 'PostgreSQL' : 'embedded database'})`,
  )
  console.log(`    ${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')}`)
  const baseline = { what: 'posts in Frogy', value: POSTS }
  return [
    report({
      what: 'records on the server',
      value: records.length,
      unit: 'records',
      atMost: POSTS,
      atLeast: POSTS,
      baseline,
    }),
    report({ what: 'different texts', value: texts.size, unit: 'texts', atMost: POSTS, atLeast: POSTS, baseline }),
    report({
      what: 'posts that Frogy calls published',
      value: statuses.get('published') ?? 0,
      unit: 'posts',
      atLeast: POSTS,
      baseline,
    }),
    report({
      what: 'from the last due time until all are decided',
      value: settledAfterMs / 1_000,
      unit: 's',
      baseline: { what: 'time in which the posts were due', value: (POSTS * EVERY_MS) / 1_000 },
    }),
  ].every(Boolean)
}

/**
 * Waits until the outcome of each post is known.
 * @param onRound receives the number of posts without an outcome
 * @returns the number of posts by status
 */
async function settle(
  layla: Person,
  posts: readonly Post[],
  onRound: (open: number) => void,
): Promise<Map<string, number>> {
  const until = Date.now() + SETTLED_WITHIN_MS
  const statuses = new Map<string, string>()
  for (;;) {
    for (const post of posts.filter(({ id }) => statuses.get(id) !== 'published')) {
      const { status } = await layla.read(post)
      statuses.set(post.id, status)
    }
    const open = [...statuses.values()].filter((status) => status === 'scheduled' || status === 'publishing')
    onRound(open.length)
    if (open.length === 0 || Date.now() > until) break
    await sleep(1_000)
  }
  const counts = new Map<string, number>()
  for (const status of statuses.values()) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

interface CuttingProxy extends AsyncDisposable {
  url: string
  begin(): void
  end(): void
  cutBefore(): number
  cutAfter(): number
}

async function openCuttingProxy(target: string, random: () => number): Promise<CuttingProxy> {
  let [isCutting, before, after] = [false, 0, 0]
  const proxy = http.createServer((request, response) => {
    void (async () => {
      const body: Buffer[] = []
      for await (const piece of request) body.push(piece as Buffer)
      if (isCutting && random() < CUT_BEFORE) {
        before++
        return response.destroy()
      }
      const { method, headers } = request
      const forwarded = http.request(new URL(request.url ?? '/', target), { method: method ?? 'GET', headers })
      forwarded.end(Buffer.concat(body))
      const [answer] = (await once(forwarded, 'response')) as [http.IncomingMessage]
      const content: Buffer[] = []
      for await (const piece of answer) content.push(piece as Buffer)
      if (isCutting && random() < CUT_AFTER) {
        after++
        return response.destroy()
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(content))
    })().catch(() => response.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    begin: () => (isCutting = true),
    end: () => (isCutting = false),
    cutBefore: () => before,
    cutAfter: () => after,
    async [Symbol.asyncDispose]() {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}
