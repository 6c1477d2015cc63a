import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FollowedFeed, NewFeed } from '#core/reading/feeds-contract.ts'
import { ITEMS_A_DAY, MOST_FEEDS } from '#core/reading/feed-limits.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { openSite, type Site } from '#tests/support/test-site.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Item {
  id: string
  /** When the item was published, relative to the test's time. */
  ageMs?: number
  link?: string
  text?: string
}

/** The site's answer at each path. */
const answers = new Map<string, (response: ServerResponse) => void>()
const requests: { path: string; headers: NodeJS.Dict<string | string[]> }[] = []
const requestsOfFeed = () => requests.filter(({ path }) => path === feedPath)
/** Each test has its own path, because Frogy keeps following the feeds of earlier tests. */
let feedPath: string
let tests = 0
let frogy: Frogy
let site: Site
let origin: string
let layla: Person

beforeAll(async () => {
  site = await openSite(
    createServer(({ url = '', headers }, response) => {
      requests.push({ path: url, headers })
      const answer = answers.get(url)
      if (answer) answer(response)
      else response.writeHead(404).end()
    }),
  )
  origin = `http://127.0.0.1:${site.port}`
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: `127.0.0.1:${site.port}` })
})
beforeEach(async () => {
  answers.clear()
  feedPath = `/feed-${++tests}`
  requests.length = 0
  layla = await frogy.person()
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

function serveFeed(items: readonly Item[], path = feedPath, title = 'Supply Review') {
  const xml = items.map(({ id, ageMs, link = `/articles/${id}`, text = '' }) => {
    const date =
      ageMs === undefined ? '' : `<pubDate>${new Date(frogy.clock.now().getTime() - ageMs).toUTCString()}</pubDate>`
    return `<item><guid isPermaLink="false">${id}</guid><title>Item ${id}</title><link>${link}</link>${date}<description>${text}</description></item>`
  })
  const body = `<rss version="2.0"><channel><title>${title}</title>${xml.join('')}</channel></rss>`
  answers.set(path, (response) => response.setHeader('content-type', 'application/rss+xml').end(body))
  for (const { id } of items) serveArticle(id)
}

const SENTENCES =
  'A routine purchase passed through seven people, and four of them had never refused one. Review time fell by 34% in one quarter after their names came off the form.'

function serveArticle(id: string) {
  const body = `<!doctype html><html lang="en"><head><title>Article ${id}</title></head><body><article><h1>Article ${id}</h1>
    ${`<p>${SENTENCES} This is article ${id}.</p>`.repeat(6)}</article></body></html>`
  answers.set(`/articles/${id}`, (response) => response.setHeader('content-type', 'text/html').end(body))
}

const follow = (more: Partial<NewFeed> = {}, who = layla) =>
  who.ask('POST /api/followed-feeds', {
    body: { url: `${origin}${feedPath}`, platforms: ['linkedin'], language: 'english', tone: 'professional', ...more },
  })

async function read(who = layla): Promise<FollowedFeed> {
  const [feed] = await who.call('GET /api/followed-feeds', {})
  if (!feed) throw new Error('There is no feed')
  return feed
}
const drafts = (who = layla) => who.call('GET /api/posts', { query: { status: 'draft' } })

/** Moves the clock past the next check of the feed, and waits until the check ends. */
async function nextReading(who = layla): Promise<FollowedFeed> {
  frogy.clock.advance(31 * 60_000)
  return await idle(who)
}
async function idle(who = layla): Promise<FollowedFeed> {
  await eventually(async () => expect((await read(who)).isChecking).toBe(false))
  return await read(who)
}

test('turns a new item into a draft that names its feed, and publishes nothing', async () => {
  serveFeed([{ id: 'old', ageMs: HOUR_MS }])
  expect(await follow()).toMatchObject({
    status: 201,
    body: { title: 'Supply Review', failure: null, items: [{ title: 'Item old', state: 'known', draftId: null }] },
  })
  serveFeed([
    { id: 'new', ageMs: 60_000 },
    { id: 'old', ageMs: HOUR_MS },
  ])
  const { items } = await nextReading()
  const [draft, ...others] = await drafts()
  expect(others).toEqual([])
  expect(items[0]).toMatchObject({ title: 'Item new', state: 'drafted', draftId: draft?.id })
  expect(draft).toMatchObject({
    platform: 'linkedin',
    contentLanguage: 'en',
    status: 'draft',
    feed: { title: 'Supply Review', url: `${origin}/articles/new` },
  })
  // Without a model, the draft quotes the article and can be posted without filling in a section.
  expect(draft?.content).toContain('“')
  expect(findPlaceholders(draft?.content ?? '')).toEqual([])
  const { given } = await layla.call('GET /api/posts/{id}/source', { params: { id: draft?.id ?? '' } })
  expect(given?.source).toMatchObject({ url: `${origin}/articles/new`, title: 'Article new' })
  expect(await layla.read({ id: draft?.id ?? '' })).toMatchObject({ feed: { title: 'Supply Review' } })
  await nextReading()
  expect(await drafts()).toHaveLength(1)
})

test("writes drafts for the feed's networks in English and Arabic, and links the two versions", async () => {
  serveFeed([])
  await follow({ platforms: ['threads', 'linkedin'], language: 'both' })
  serveFeed([{ id: 'a' }])
  await nextReading()
  const written = await drafts()
  expect(written.map(({ platform, contentLanguage }) => `${platform} ${contentLanguage}`).toSorted()).toEqual([
    'linkedin ar',
    'linkedin en',
    'threads ar',
    'threads en',
  ])
  for (const { siblingId, platform } of written)
    expect(written.find(({ id }) => id === siblingId)?.platform).toBe(platform)
})

test('follows the feed that a page names, and previews its three newest items', async () => {
  serveFeed([1, 2, 3, 4].map((n) => ({ id: `${n}`, ageMs: n * HOUR_MS, text: SENTENCES })))
  answers.set('/', (response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><link rel="alternate" type="application/rss+xml" href="${feedPath}"><p>Home`),
  )
  const preview = await layla.call('POST /api/followed-feeds/preview', { body: { url: `${origin}/` } })
  expect(preview).toMatchObject({ url: `${origin}${feedPath}`, title: 'Supply Review', language: 'en' })
  expect(preview.items.map(({ title }) => title)).toEqual(['Item 1', 'Item 2', 'Item 3'])
  expect(await follow({ url: `${origin}/` })).toMatchObject({ status: 201, body: { url: `${origin}${feedPath}` } })
  expect(await follow()).toMatchObject({ status: 409, body: { code: 'feed_followed' } })
})

test.each([
  ['/page', 'feed_not_found'],
  ['/none', 'page_refused'],
  ['http://10.0.0.1/feed', 'url_forbidden'],
  ['/inside', 'url_forbidden'],
  ['/json', 'feed_unreadable'],
])('rejects the address %s with the error %s', async (path, code) => {
  answers.set('/page', (response) => response.end('<!doctype html><p>Nothing here'))
  answers.set('/inside', (response) => response.writeHead(302, { location: 'http://169.254.169.254/feed' }).end())
  answers.set('/json', (response) => response.end('{"items":[]}'))
  const url = path.startsWith('/') ? `${origin}${path}` : path
  expect(await layla.ask('POST /api/followed-feeds/preview', { body: { url } })).toMatchObject({ body: { code } })
  expect(await follow({ url })).toMatchObject({ body: { code } })
})

test('requests a feed only if it has changed, and keeps the error of a broken feed until it works again', async () => {
  const etag = '"v1"'
  answers.set(feedPath, (response) =>
    response.setHeader('etag', etag).end('<rss><channel><title>A</title></channel></rss>'),
  )
  await follow()
  answers.set(feedPath, (response) => response.writeHead(304).end())
  expect(await nextReading()).toMatchObject({ failure: null })
  expect(requestsOfFeed().at(-1)?.headers).toMatchObject({ 'if-none-match': etag })
  answers.set(feedPath, (response) => response.writeHead(503).end())
  expect(await nextReading()).toMatchObject({
    failure: { code: 'page_refused', message: '127.0.0.1 refused the page with status 503.' },
  })
  const before = requestsOfFeed().length
  // After a failure, Frogy waits longer than usual before it checks the feed again.
  await nextReading()
  expect(requestsOfFeed()).toHaveLength(before)
  serveFeed([{ id: 'a' }])
  expect(await nextReading()).toMatchObject({ failure: null, title: 'Supply Review' })
})

describe('limits', () => {
  test(`writes drafts from at most ${ITEMS_A_DAY} items a day, newest first, and skips items that have waited for two days`, async () => {
    serveFeed([])
    await follow()
    serveFeed([1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ id: `${n}`, ageMs: n * 60_000 })))
    await nextReading()
    const sources = async () =>
      (await drafts()).map(({ feed }) => Number(feed?.url?.split('/').at(-1))).toSorted((a, b) => a - b)
    expect(await sources()).toEqual([1, 2, 3])
    await nextReading()
    expect(await drafts()).toHaveLength(3)
    frogy.clock.advance(DAY_MS)
    await idle()
    expect(await sources()).toEqual([1, 2, 3, 4, 5, 6])
    frogy.clock.advance(DAY_MS)
    await idle()
    expect(await drafts()).toHaveLength(6)
  })

  test('writes no drafts for old items, and replaces publication dates in the future', async () => {
    serveFeed([])
    await follow()
    serveFeed([
      { id: 'old', ageMs: 8 * DAY_MS },
      { id: 'future', ageMs: -400 * DAY_MS },
    ])
    const { items } = await nextReading()
    expect(items).toMatchObject([
      { title: 'Item future', state: 'drafted' },
      { title: 'Item old', state: 'known' },
    ])
    expect(Date.parse(items[0]?.publishedAt ?? '')).toBeLessThanOrEqual(frogy.clock.now().getTime())
  })

  test('writes a draft from an article only once, even if its id changes or two feeds contain it', async () => {
    serveFeed([])
    serveFeed([], '/other', 'Other')
    await follow()
    await follow({ url: `${origin}/other` })
    serveFeed([{ id: 'a' }])
    serveFeed([{ id: 'b', link: '/articles/a#utm_source=rss' }], '/other', 'Other')
    frogy.clock.advance(31 * 60_000)
    await eventually(async () => {
      const feeds = await layla.call('GET /api/followed-feeds', {})
      expect(feeds.map(({ isChecking }) => isChecking)).toEqual([false, false])
    })
    expect(await drafts()).toHaveLength(1)
    serveFeed([{ id: 'renamed', link: '/articles/a' }])
    await nextReading()
    expect(await drafts()).toHaveLength(1)
  })

  test(`follows at most ${MOST_FEEDS} feeds, even with concurrent calls`, async () => {
    const urls = Array.from({ length: MOST_FEEDS + 3 }, (_, n) => `/feed-${n}`)
    for (const path of urls) serveFeed([], path)
    const replies = await Promise.all(urls.map((path) => follow({ url: `${origin}${path}` })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(MOST_FEEDS)
    expect(replies.find(({ status }) => status !== 201)?.body.code).toBe('too_many_feeds')
  })
})

describe('unreadable articles', () => {
  test("uses the feed's own text if it is long enough", async () => {
    serveFeed([])
    await follow()
    serveFeed([{ id: 'a', link: '/gone', text: `${SENTENCES} ${SENTENCES}` }])
    const { items } = await nextReading()
    expect(items).toMatchObject([{ state: 'drafted', failure: null }])
    expect((await drafts())[0]?.content).toContain('34%')
  })

  test("explains why a feed's item was not turned into a draft", async () => {
    serveFeed([])
    await follow()
    serveFeed([{ id: 'a', link: 'http://10.0.0.1/x', text: 'Short.' }])
    const { items, failure } = await nextReading()
    expect(failure).toBeNull()
    expect(items).toMatchObject([
      { state: 'failed', failure: { code: 'url_forbidden', message: 'Frogy can read only public web pages.' } },
    ])
  })

  test('tries an article at most three times when its site refuses the request', async () => {
    serveFeed([])
    await follow()
    serveFeed([{ id: 'a', link: '/gone' }])
    expect((await nextReading()).items[0]?.state).toBe('waiting')
    expect((await nextReading()).items[0]?.state).toBe('waiting')
    expect((await nextReading()).items[0]).toMatchObject({ state: 'failed', failure: { code: 'page_refused' } })
  })
})

describe('changes', () => {
  test('reads a paused feed only after it is resumed', async () => {
    serveFeed([])
    const { body: feed } = await follow()
    const patch = (body: object) => layla.call('PATCH /api/followed-feeds/{id}', { params: { id: feed.id }, body })
    expect(await patch({ isPaused: true, tone: 'casual', platforms: ['threads'] })).toMatchObject({
      isPaused: true,
      isChecking: false,
      tone: 'casual',
      platforms: ['threads'],
      language: 'english',
    })
    requests.length = 0
    await nextReading()
    expect(requestsOfFeed()).toEqual([])
    serveFeed([{ id: 'a' }])
    await patch({ isPaused: false })
    await idle()
    expect(await drafts()).toMatchObject([{ platform: 'threads', tone: 'casual' }])
  })

  test('reads a feed immediately when the user asks for it', async () => {
    serveFeed([])
    const { body: feed } = await follow()
    serveFeed([{ id: 'a' }])
    const now = await layla.ask('POST /api/followed-feeds/{id}/check', { params: { id: feed.id } })
    expect(now).toMatchObject({ status: 202, body: { isChecking: true } })
    await idle()
    expect(await drafts()).toHaveLength(1)
  })

  test('restores a removed feed within a day, and remembers the items it already had', async () => {
    serveFeed([{ id: 'a' }])
    const { body: feed } = await follow()
    const remove = () => layla.ask('DELETE /api/followed-feeds/{id}', { params: { id: feed.id } })
    const restore = () =>
      layla.ask('PATCH /api/followed-feeds/{id}', { params: { id: feed.id }, body: { isRemoved: false } })
    expect(await remove()).toMatchObject({ status: 204 })
    expect(await remove()).toMatchObject({ status: 404 })
    expect(await layla.call('GET /api/followed-feeds', {})).toEqual([])
    expect(await restore()).toMatchObject({ status: 200, body: { items: [{ state: 'known' }] } })
    await nextReading()
    expect(await drafts()).toEqual([])
    await remove()
    frogy.clock.advance(2 * DAY_MS)
    expect(await restore()).toMatchObject({ status: 404 })
  })

  test("neither shows nor changes another user's feed", async () => {
    serveFeed([])
    const { body: feed } = await follow()
    const omar = await frogy.person()
    expect(await omar.call('GET /api/followed-feeds', {})).toEqual([])
    const params = { id: feed.id }
    expect(await omar.ask('PATCH /api/followed-feeds/{id}', { params, body: {} })).toMatchObject({ status: 404 })
    expect(await omar.ask('DELETE /api/followed-feeds/{id}', { params })).toMatchObject({ status: 404 })
    expect(await omar.ask('POST /api/followed-feeds/{id}/check', { params })).toMatchObject({ status: 404 })
  })

  test('removes the name of a deleted feed from its drafts, and keeps the drafts', async () => {
    serveFeed([])
    const { body: feed } = await follow()
    serveFeed([{ id: 'a' }])
    await nextReading()
    await layla.ask('DELETE /api/followed-feeds/{id}', { params: { id: feed.id } })
    frogy.clock.advance(2 * DAY_MS)
    await eventually(async () => {
      const [draft] = await drafts()
      expect((await layla.read({ id: draft?.id ?? '' })).feed).toBeNull()
    })
  })
})
