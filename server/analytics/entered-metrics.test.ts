import { DOMParser } from 'linkedom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_IMPORTED_ROWS } from '#core/analytics/entered-limits.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Person } from '#tests/support/person.ts'
import { HOUR_MS, MINUTE_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { makeTeam, nameOf } from '#tests/support/team.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy({ METRICS: 'on', THREADS_SCOPES: 'threads_manage_insights' })
})
afterAll(() => frogy[Symbol.asyncDispose]())

const publish = (who: Person, platform: Platform = 'telegram', content = 'The third quay opens') =>
  who.call('POST /api/posts', { body: { platform, content, status: 'published' } })
const enter = (who: Person, id: string, body: object) =>
  who.ask('PUT /api/posts/{id}/metrics', { params: { id }, body })
const postsOf = async (who: Person) => (await who.call('GET /api/analytics/posts', {})).posts
const analytics = (who: Person) => who.call('GET /api/analytics', {})

/** Publishes a post on LinkedIn, which reports 7 reactions for it and no views. */
async function reportedPost(who: Person) {
  const post = await publish(who, 'linkedin', 'Reported')
  const id = (await frogy.simulator.posts('linkedin')).at(-1)?.id ?? ''
  await frogy.simulator.engage({ platform: 'linkedin', id, likes: 7, comments: 0 })
  frogy.clock.advance(HOUR_MS + MINUTE_MS)
  await expect.poll(async () => (await who.read(post)).engagement).toBe(7)
  return post
}

describe('entered metrics', () => {
  test('counts entered metrics in the results, and shows their author and time', async () => {
    const layla = await frogy.person('telegram')
    const { id } = await publish(layla)
    const { status, body } = await enter(layla, id, { impressions: 340, likes: 12, shares: 3 })
    const { firstName, lastName } = layla.user ?? {}
    expect(status).toBe(200)
    expect(body).toMatchObject({ impressions: 340, likes: 12, comments: null, shares: 3, engagement: 15 })
    expect(body.entered).toMatchObject({ metrics: ['impressions', 'likes', 'shares'], by: `${firstName} ${lastName}` })
    const { reported, engagement, top, posts, platforms } = await analytics(layla)
    expect({ reported, engagement }).toEqual({ reported: 1, engagement: 15 })
    expect([top, posts, await postsOf(layla)]).toEqual([[body], [body], [body]])
    expect(platforms.find(({ platform }) => platform === 'telegram')).toMatchObject({
      impressions: 340,
      engagement: 15,
      entered: ['impressions', 'likes', 'shares'],
      canReport: false,
    })
  })

  test('does not add entered metrics to the engagement that networks report', async () => {
    const layla = await frogy.person('telegram')
    const { id } = await publish(layla)
    await enter(layla, id, { likes: 12 })
    expect((await layla.read({ id })).engagement).toBe(0)
  })

  test('changes and removes entered metrics', async () => {
    const layla = await frogy.person('telegram')
    const { id } = await publish(layla)
    await enter(layla, id, { impressions: 340, likes: 12 })
    expect((await enter(layla, id, { likes: 14 })).body).toMatchObject({ impressions: null, likes: 14 })
    expect((await enter(layla, id, {})).body).toMatchObject({ likes: null, engagement: null, entered: null })
    expect(await analytics(layla)).toMatchObject({ reported: 0, top: [] })
  })

  test('adds entered metrics to those of a network, and never replaces a reported metric', async () => {
    const layla = await frogy.person('linkedin')
    const { id } = await reportedPost(layla)
    expect(await enter(layla, id, { likes: 900 })).toMatchObject({ status: 409, body: { code: 'metric_reported' } })
    const { body } = await enter(layla, id, { impressions: 250 })
    expect(body).toMatchObject({ impressions: 250, likes: 7, engagement: 7, entered: { metrics: ['impressions'] } })
  })

  test('replaces entered metrics by metrics that the network reports later', async () => {
    const layla = await frogy.person('linkedin')
    const { id } = await publish(layla, 'linkedin', 'Reported later')
    await enter(layla, id, { impressions: 250, likes: 900 })
    const remoteId = (await frogy.simulator.posts('linkedin')).at(-1)?.id ?? ''
    await frogy.simulator.engage({ platform: 'linkedin', id: remoteId, likes: 4 })
    frogy.clock.advance(HOUR_MS + MINUTE_MS)
    await expect.poll(async () => (await layla.read({ id })).engagement).toBe(4)
    expect(await postsOf(layla)).toMatchObject([{ impressions: 250, likes: 4, entered: { metrics: ['impressions'] } }])
  })

  test.each([{ likes: -1 }, { likes: 1.5 }, { likes: '3' }, { likes: 1e12 }, { saves: 3 }])(
    'accepts only whole numbers as entered metrics: rejects %o',
    async (body) => {
      const layla = await frogy.person('telegram')
      const { id } = await publish(layla)
      expect((await enter(layla, id, body)).status).toBe(422)
    },
  )

  test('accepts metrics only for published posts of the caller', async () => {
    const [layla, omar] = [await frogy.person('telegram'), await frogy.person('telegram')]
    const draft = await layla.call('POST /api/posts', { body: { platform: 'telegram', content: 'x', status: 'draft' } })
    expect((await enter(layla, draft.id, { likes: 1 })).status).toBe(404)
    const { id } = await publish(omar)
    expect((await enter(layla, id, { likes: 1 })).status).toBe(404)
    expect(await postsOf(omar)).toMatchObject([{ likes: null, entered: null }])
  })
})

test('lets editors of a workspace enter metrics, and shows all members the author', async () => {
  const { owner, members } = await makeTeam(frogy, 'editor', 'writer', 'viewer')
  const [editor, writer, viewer] = members
  await owner.connect('telegram')
  const { id } = await publish(owner)
  for (const member of [writer, viewer]) {
    expect((await enter(member, id, { likes: 5 })).status).toBe(403)
    const body = { mode: 'all' as const, rows: [{ post: id, likes: 5 }] }
    expect((await member.ask('POST /api/analytics/import', { body })).status).toBe(403)
  }
  await enter(editor, id, { likes: 5 })
  expect(await postsOf(viewer)).toMatchObject([{ likes: 5, entered: { by: nameOf(editor) } }])
})

describe('an import of metrics', () => {
  const imported = (who: Person, mode: 'check' | 'all' | 'valid', rows: { post: string; likes?: number }[]) =>
    who.call('POST /api/analytics/import', { body: { mode, rows } })

  test('finds posts of a metrics import by id and by address, also with a query or another scheme', async () => {
    const layla = await frogy.person('telegram')
    const [first, second] = [await publish(layla), await publish(layla, 'telegram', 'Another')]
    const address = `${second.permalink?.replace(/^https?/, 'http')}/?utm_source=sheet#top`
    const { rows } = await imported(layla, 'all', [
      { post: first.id.toUpperCase(), likes: 4 },
      { post: address, likes: 9 },
    ])
    expect(rows).toMatchObject([
      { post: { id: first.id }, stored: ['likes'], problem: null },
      { post: { id: second.id }, stored: ['likes'], problem: null },
    ])
    const likes = new Map((await postsOf(layla)).map((post) => [post.id, post.likes]))
    expect([likes.get(first.id), likes.get(second.id)]).toEqual([4, 9])
  })

  test('stores no metrics when an import is only checked, and skips rows with a problem only if the user asks for it', async () => {
    const [layla, omar] = [await frogy.person('telegram'), await frogy.person('telegram')]
    const [{ id }, foreign] = [await publish(layla), await publish(omar)]
    const rows = [
      { post: id, likes: 4 },
      { post: foreign.id, likes: 5 },
      { post: 'https://example.com/nothing', likes: 6 },
      { post: id, likes: 7 },
    ]
    const problems = [null, 'unknown_post', 'unknown_post', 'repeated']
    const likes = async () => (await postsOf(layla)).map((post) => post.likes)
    for (const mode of ['check', 'all'] as const) {
      const result = await imported(layla, mode, rows)
      expect(result.rows.map(({ problem }) => problem)).toEqual(problems)
      expect(await likes()).toEqual([null])
    }
    await imported(layla, 'valid', rows)
    expect(await likes()).toEqual([4])
    expect(await postsOf(omar)).toMatchObject([{ likes: null }])
  })

  test('keeps reported metrics and earlier entered ones during an import', async () => {
    const layla = await frogy.person('linkedin')
    const { id } = await reportedPost(layla)
    await enter(layla, id, { shares: 2 })
    const body = { mode: 'all' as const, rows: [{ post: id, likes: 900, impressions: 60 }] }
    const { rows } = await layla.call('POST /api/analytics/import', { body })
    expect(rows).toMatchObject([{ stored: ['impressions'], reported: ['likes'], problem: null }])
    expect(await postsOf(layla)).toMatchObject([{ impressions: 60, likes: 7, shares: 2 }])
    expect((await layla.call('POST /api/analytics/import', { body })).rows).toMatchObject([{ stored: [] }])
  })

  test('accepts at most five hundred rows in an import of metrics', async () => {
    const layla = await frogy.person()
    const rows = Array.from({ length: MAX_IMPORTED_ROWS + 1 }, (_, row) => ({ post: `row ${row}`, likes: 1 }))
    const send = (some: typeof rows) => layla.ask('POST /api/analytics/import', { body: { mode: 'check', rows: some } })
    expect((await send(rows)).status).toBe(422)
    expect((await send(rows.slice(1))).status).toBe(200)
  })
})

test('lists page by page, newest first, the posts for which a member can enter a metric', async () => {
  const layla = await frogy.person('bluesky')
  const made: string[] = []
  for (let at = 0; at < 52; at++) made.unshift((await publish(layla, 'bluesky', `Post ${at}`)).id)
  const first = await layla.call('GET /api/analytics/posts', {})
  const second = await layla.call('GET /api/analytics/posts', { query: { after: first.next ?? '' } })
  expect([...first.posts, ...second.posts].map(({ id }) => id)).toEqual(made)
  expect([first.posts.length, second.next]).toEqual([50, null])
})

test('leaves a post out of the list for entering metrics if its network reports every metric', async () => {
  const layla = await frogy.person('threads')
  await publish(layla, 'threads')
  expect(await postsOf(layla)).toHaveLength(1)
  const id = (await frogy.simulator.posts('threads')).at(-1)?.id ?? ''
  await frogy.simulator.engage({ platform: 'threads', id, impressions: 90, likes: 3, comments: 0, shares: 0 })
  frogy.clock.advance(15 * MINUTE_MS)
  await expect.poll(async () => (await analytics(layla)).reported).toBe(1)
  expect(await postsOf(layla)).toEqual([])
})

test('marks entered metrics in the CSV file and in a shared report', async () => {
  const layla = await frogy.person('telegram')
  const { id } = await publish(layla)
  await enter(layla, id, { impressions: 340, likes: 12 })
  const csv = await (await layla.fetch('/api/analytics/export')).text()
  expect(csv.split('\r\n')[1]?.split(',').slice(4)).toEqual(
    expect.arrayContaining(['340', '12', '', '', '12', 'Seen; Reactions', id]),
  )
  const day = (shift: number) => new Date(frogy.clock.now().getTime() + shift * 24 * HOUR_MS).toISOString().slice(0, 10)
  const { link } = await layla.call('POST /api/reports', { body: { from: day(-2), to: day(2) } })
  const html = await (await frogy.visitor().fetch(link)).text()
  const page = new DOMParser().parseFromString(html, 'text/html')
  const cells = [...page.querySelectorAll('table:last-of-type tbody tr')].at(-1)?.querySelectorAll('td')
  const texts = [...(cells ?? [])].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim())
  expect(texts.slice(3)).toEqual(['340* entered', '12* entered', '–', '–', '12* entered'])
  expect(page.querySelector('.note')?.textContent).toContain('*')
  expect(html).not.toContain(layla.user?.id)
})
