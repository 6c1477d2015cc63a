import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LONG, SHORT, TEXT_RULES, worstGrowth } from '#tests/support/hostile-texts.ts'
import { Person } from '#tests/support/person.ts'
import { hostileRequests } from './hostile-requests.ts'
import { run } from './processes.ts'
import { report } from './report.ts'

/** What texts made to slow Frogy down cost: each rule that reads one, and everybody else while one is served. */
export async function benchHostileTexts(): Promise<boolean> {
  return benchRules() && (await benchRequests())
}

function benchRules(): boolean {
  const worst = Object.entries(TEXT_RULES)
    .map(([name, rule]) => ({ name, ...worstGrowth(rule, 3) }))
    .toSorted((one, other) => other.ratio - one.ratio)
  for (const { name, ratio, longMs, text } of worst)
    console.log(`    ${name}: ${ratio.toFixed(1)} times, ${longMs.toFixed(1)} ms, with ${text}`)
  return report({
    what: `most that any rule's time grows from ${SHORT.toLocaleString('en')} to ${LONG.toLocaleString('en')} characters`,
    value: worst[0]?.ratio ?? 0,
    unit: 'times',
    atMost: 16,
    baseline: { what: 'the text itself', value: LONG / SHORT },
  })
}

/** The longest that `/healthz` waits while any one request of a megabyte at most is served, over every documented call. */
async function benchRequests(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  const environment = { DATA_DIR: dataDir, PORT: '0', SIMULATOR_PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' }
  try {
    await using frogy = await run(
      [join(import.meta.dirname, '..', 'bin', 'start.js')],
      environment,
      /Frogy is at (\S+)/,
    )
    const url = frogy.said[1] ?? ''
    const person = await new Person(url).register()
    const watch = fork(join(import.meta.dirname, 'health-watch.ts'), [url])
    const longestWait = async (): Promise<number> => {
      watch.send('')
      const [longestMs] = (await once(watch, 'message')) as [number]
      return longestMs
    }

    const idle: number[] = []
    for (let round = 0; round < 50; round++) idle.push(await longestWait())
    const document = (await (await person.fetch('/api/openapi.json')).json()) as Parameters<typeof hostileRequests>[0]
    const waits: { what: string; status: number; waitMs: number }[] = []
    for (const { what, method, path, body } of hostileRequests(document, await idsFor(person))) {
      await longestWait()
      const status = await statusOf(person, method, path, body)
      waits.push({ what, status, waitMs: await longestWait() })
      if (path === '/api/logout') await person.signIn(person.user?.email ?? '')
    }
    watch.kill()

    const worst = waits.toSorted((one, other) => other.waitMs - one.waitMs)
    console.log(`${waits.length} requests to ${Object.keys(document.paths).length} addresses`)
    for (const { what, status, waitMs } of worst.slice(0, 8))
      console.log(`    ${waitMs.toFixed(0)} ms: ${what} (${status})`)
    return report({
      what: 'longest that /healthz waits while one hostile request is served',
      value: worst[0]?.waitMs ?? Infinity,
      unit: 'ms',
      atMost: 250,
      baseline: { what: 'longest of 50 when nothing is served', value: Math.max(...idle) },
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A call on something that is not there would end before it has read anything. */
async function idsFor(person: Person): Promise<Record<string, string>> {
  const post = await person.ask('POST /api/posts', {
    body: { content: 'To be changed', platform: 'linkedin', status: 'scheduled', scheduledAt: '2031-01-01T09:00:00Z' },
    headers: { 'idempotency-key': 'to-be-changed' },
  })
  return { id: post.body.id, platform: 'linkedin' }
}

async function statusOf(person: Person, method: string, path: string, body?: string | FormData): Promise<number> {
  const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const left = new AbortController()
  try {
    const response = await person.fetch(path, { method, body, headers, signal: left.signal })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await response.arrayBuffer()
    return response.status
  } catch {
    return 0 // the server hung up on it
  } finally {
    left.abort()
  }
}
