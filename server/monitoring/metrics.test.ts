import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PARSERS } from '#server/reading/parsing/parse.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import { readScrape, type Scrape } from '#tests/support/prometheus.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const HOUR_MS = 3_600_000
const TOKEN = 'a-token-for-prometheus'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

async function scrape(of: Pick<Frogy, 'url'> = frogy): Promise<Scrape> {
  const response = await fetch(`${of.url}/metrics`)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return readScrape(text)
}

/** Sends a request unchanged; `fetch` would normalize it. */
async function send(url: string, options: { method?: string; path: string; headers?: Record<string, string> }) {
  const { hostname, port } = new URL(url)
  const sent = request({ hostname, port, ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

test('counts a scheduled post in the metrics when it is published', async () => {
  const layla = await frogy.person('linkedin')
  const before = await scrape()
  const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at: frogy.clock.now() })
  await layla.decided(post)
  const linkedin = { platform: 'linkedin' }
  await expect
    .poll(async () => (await scrape()).value('frogy_posts', { ...linkedin, status: 'published' }), { timeout: 10_000 })
    .toBe((before.value('frogy_posts', { ...linkedin, status: 'published' }) ?? 0) + 1)
  const after = await scrape()
  expect(after.value('frogy_publish_attempts_total', { ...linkedin, outcome: 'accepted' })).toBe(1)
  expect(after.value('frogy_post_lateness_seconds_count', linkedin)).toBe(1)
  expect(after.value('frogy_http_requests_total', { method: 'POST', route: '/api/posts', status: '2xx' })).toBe(1)
  expect(after.value('frogy_workers')).toBe(1)
  expect(after.value('frogy_publishing_held')).toBe(0)
  expect(after.value('frogy_database_up')).toBe(1)
  expect(after.value('frogy_oldest_due_post_age_seconds')).toBe(0)
  expect(after.value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
})

test('counts the runs of every parser', async () => {
  const { value } = await scrape()
  for (const parser of Object.keys(PARSERS)) {
    expect(value('frogy_parser_duration_seconds_count', { parser }), `runs of ${parser}`).toBeDefined()
    expect(value('frogy_parser_runs_total', { parser, outcome: 'ok' }), `runs of ${parser}`).toBeDefined()
  }
})

test('counts each uploaded document as one run of the parser for its format', async () => {
  const layla = await frogy.person()
  const runs = async () => (await scrape()).value('frogy_parser_runs_total', { parser: 'pdfFacts', outcome: 'ok' }) ?? 0
  const before = await runs()
  await uploadDocument(layla, pdfFile())
  expect(await runs()).toBe(before + 1)
})

test('adds no metric series during a day of hostile requests', async () => {
  await using quiet = await startFrogy()
  const before = await scrape(quiet)
  for (let hour = 0; hour < 24; hour++) {
    quiet.clock.advance(HOUR_MS)
    await send(quiet.url, { path: `/api/posts/${crypto.randomUUID()}?token=${hour}` })
    await send(quiet.url, { path: `/نص-${hour}"\\n{}/../x`.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent) })
    await send(quiet.url, { path: '/api/posts', method: ['PROPFIND', 'TRACE', 'PURGE', 'LINK'][hour % 4] })
    await send(quiet.url, { path: `/%ZZ${hour}` })
    await send(quiet.url, { path: '/', headers: { host: `h${hour}.evil.example` } })
    await send(quiet.url, { path: '/api/auth/login', method: 'POST', headers: { 'content-type': `text/x${hour}` } })
    await send(quiet.url, { path: `/assets/missing-${hour}.js` })
  }
  const after = await scrape(quiet)
  expect(after.series).toEqual(before.series)
})

test('serves /metrics only to local requests if METRICS_TOKEN is not set', async () => {
  expect(await send(frogy.url, { path: '/metrics' })).toBe(200)
  const foreign: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'frogy.example.com' },
  ]
  const answers = await Promise.all(foreign.map((headers) => send(frogy.url, { path: '/metrics', headers })))
  expect(answers).toEqual(foreign.map(() => 403))
  await using proxied = await startFrogy({ TRUST_PROXY: '127.0.0.1' })
  expect(await send(proxied.url, { path: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(403)
  expect(await send(proxied.url, { path: '/metrics' })).toBe(200)
})

test('requires METRICS_TOKEN for /metrics if it is set', async () => {
  await using guarded = await startFrogy({ METRICS_TOKEN: TOKEN })
  const ask = (headers: Record<string, string>) => send(guarded.url, { path: '/metrics', headers })
  expect(await ask({})).toBe(401)
  expect(await ask({ authorization: `Bearer ${TOKEN}x` })).toBe(401)
  expect(await ask({ authorization: `Basic ${TOKEN}` })).toBe(401)
  expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  const forwarded = { host: '10.0.0.5:3000', 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${TOKEN}` }
  expect(await ask(forwarded)).toBe(200)
})
