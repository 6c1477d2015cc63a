import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GUEST_TEXT_LIMIT } from '#core/writing/guest-platforms.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const ARTICLE = `<!doctype html><html lang="en"><head><title>Why approvals slow us down</title>
<meta property="og:site_name" content="Supply Review"></head><body><article><h1>Why approvals slow us down</h1>
<p>A routine purchase passed through seven people, and four of them had never refused one.</p>
<p>Review time fell by 34% in one quarter after their names came off the form.</p>
<p>The suppliers noticed it first, because their invoices were paid in days and not in weeks.</p>
<p>Three departments copied the shorter form within a year, and none of them wanted the old one back.</p>
</article></body></html>`

const site = createServer((request, response) => {
  if (request.url === '/article') response.setHeader('content-type', 'text/html; charset=utf-8').end(ARTICLE)
  else if (request.url === '/slow') slow.push(() => response.setHeader('content-type', 'text/html').end(ARTICLE))
  else response.writeHead(404).end()
})
/** Each function answers one pending request for the slow page. */
const slow: (() => void)[] = []
let origin = ''
let frogy: Frogy
let addresses = 0
/** An IP address that no test used before. */
const newAddress = () => `203.0.113.${++addresses}`

function ask(about: string, from = newAddress(), headers = {}) {
  const body = { about }
  return frogy.visitor().ask('POST /api/guest/drafts', { body, headers: { 'x-forwarded-for': from, ...headers } })
}

beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  frogy = await startFrogy({ TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on', EXTRACT_ALLOW_HOSTS: `127.0.0.1:${port}` })
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  site.close()
  site.closeAllConnections()
})

describe('drafts for guests', () => {
  test('writes drafts for LinkedIn and X in English and Arabic from an article', async () => {
    const { status, body } = await ask(`Worth reading: ${origin}/article`)
    expect(status).toBe(200)
    expect(body.source).toMatchObject({ title: 'Why approvals slow us down', siteName: 'Supply Review' })
    expect(body.source?.content).toContain('Review time fell by 34%')
    expect(body.content.map(({ platform, language }) => `${platform} ${language}`)).toEqual([
      'linkedin english',
      'linkedin arabic',
      'twitter english',
      'twitter arabic',
    ])
    const [linkedin, , twitter] = body.content
    expect(linkedin).toMatchObject({ source: 'offline', model: null })
    expect(linkedin?.content).toContain('seven people')
    expect(twitter?.characterCount).toBeLessThanOrEqual(280)
  })

  test('outlines a topic, but quotes the sentences of a pasted text', async () => {
    const topic = await ask('A night shift in a warehouse')
    expect(topic.body).toMatchObject({ topic: 'A night shift in a warehouse', source: null })
    expect(topic.body.content[0]?.outline?.length).toBeGreaterThan(1)
    const text = 'Fewer signatures\n\nFour of seven people never refused.\n\nReview time fell by 34% in one quarter.'
    const pasted = await ask(text)
    expect(pasted.body.source).toMatchObject({ title: 'Fewer signatures', url: null, direction: 'ltr' })
    expect(pasted.body.content[0]?.content).toContain('34%')
  })

  test('rejects the fourth request for drafts from an IP address within an hour', async () => {
    const from = newAddress()
    for (let n = 0; n < 3; n++) expect((await ask('A night shift', from)).status).toBe(200)
    const refused = await ask('A night shift', from)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    // Each IP address has its own limit. After an hour, the first address may request drafts again.
    expect((await ask('A night shift')).status).toBe(200)
    frogy.clock.advance(3_600_000)
    expect((await ask('A night shift', from)).status).toBe(200)
  })

  test('counts all addresses of an IPv6 network together for the limit of guest drafts', async () => {
    for (const end of ['1', '2', 'ffff']) expect((await ask('A night shift', `2001:db8::${end}`)).status).toBe(200)
    expect((await ask('A night shift', '2001:db8::4')).status).toBe(429)
  })

  test("counts a guest's unreadable page against the limit of attempts, not of drafts", async () => {
    const from = newAddress()
    for (let n = 0; n < 4; n++)
      expect(await ask(`${origin}/missing`, from)).toMatchObject({ status: 502, body: { code: 'page_refused' } })
    expect((await ask('A night shift', from)).status).toBe(200)
    for (let n = 0; n < 25; n++) await ask(`${origin}/missing`, from)
    expect((await ask(`${origin}/missing`, from)).status).toBe(429)
  })

  test('reads at most three pages at a time for all guests together, without delaying users', async () => {
    const guests = [1, 2, 3, 4].map(() => ask(`${origin}/slow`))
    await expect.poll(() => slow.length).toBe(3)
    const layla = await frogy.person()
    const body = { url: `${origin}/article` }
    expect((await layla.ask('POST /api/content/extract-url', { body })).status).toBe(200)
    expect(slow.length).toBe(3)
    slow[0]?.()
    await expect.poll(() => slow.length).toBe(4)
    for (const answer of slow.slice(1)) answer()
    expect((await Promise.all(guests)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test.each([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:3000/',
    'http://localhost/admin',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'https://user:secret@example.com/',
  ])("rejects the page address %s in a guest's request for drafts", async (url) => {
    expect(await ask(url)).toMatchObject({ status: 422, body: { code: 'url_forbidden' } })
  })

  test('rejects a request for guest drafts from another site', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await ask('A night shift', undefined, headers)).toMatchObject({
      status: 403,
      body: { code: 'wrong_origin' },
    })
  })

  test('rejects an empty or too long text of a guest', async () => {
    for (const about of ['', ' \n ', 'x'.repeat(GUEST_TEXT_LIMIT + 1)])
      expect(await ask(about)).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect((await ask('خ'.repeat(GUEST_TEXT_LIMIT))).status).toBe(200)
    expect((await ask('x'.repeat(70_000))).status).toBe(413)
  })
})
