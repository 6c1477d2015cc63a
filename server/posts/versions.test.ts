import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { change, create, DAY_MS, fromNow, MINUTE_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const LISTS = ['/api/posts', '/api/posts?status=published', '/api/posts?q=hello&limit=2', '/api/posts/scheduled']
const WEEK = '/api/posts/summary?weekFrom=2031-01-01T00:00:00Z&daysFrom=2031-01-01&daysTo=2031-01-31'

const get = (who: Person, path: string, tag?: string) =>
  who.fetch(path, { headers: tag === undefined ? {} : { 'if-none-match': tag } })
const tagOf = async (who: Person, path: string) => (await get(who, path)).headers.get('etag') ?? ''

describe('list version', () => {
  test.each([...LISTS, WEEK])('answers 304 for the unchanged list %s', async (path) => {
    const layla = await frogy.person('threads')
    await create(frogy, layla, { content: 'Hello' })
    const first = await get(layla, path)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/)
    for (const given of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await get(layla, path, given)
      expect({ status: again.status, tag: again.headers.get('etag'), body: await again.text() }).toEqual({
        status: 304,
        tag,
        body: '',
      })
    }
    const asked = await get(layla, path, 'W/"other"')
    expect({ status: asked.status, body: await asked.text() }).toEqual({ status: 200, body: await first.text() })
  })

  test("changes the version of a user's lists after every change of a post", async () => {
    const layla = await frogy.person('threads', 'linkedin')
    const at = fromNow(frogy, MINUTE_MS)
    const [post, other, soon] = [
      (await create(frogy, layla, { platform: 'linkedin' })).body,
      (await create(frogy, layla, {})).body,
      (await create(frogy, layla, { scheduledAt: at, content: `Soon ${crypto.randomUUID()}` })).body,
    ]
    const [account] = await layla.call('GET /api/social-accounts', {})
    const remove = (path: 'posts' | 'social-accounts', id = '') =>
      layla.fetch(`/api/${path}/${id}`, { method: 'DELETE' })
    const acts: (() => Promise<unknown>)[] = [
      () => change(layla, post, { content: 'Better' }),
      () => change(layla, post, { scheduledAt: fromNow(frogy, DAY_MS) }),
      () => change(layla, post, { scheduledAt: null }),
      () => change(layla, post, { siblingId: other.id }),
      () => create(frogy, layla, { status: 'draft', scheduledAt: null }),
      async () => {
        frogy.clock.advanceTo(new Date(at))
        // The permalink arrives a moment later, so wait for it.
        await layla.until(soon, ({ permalink }) => permalink !== null)
      },
      () => remove('posts', other.id),
      () => remove('social-accounts', account?.id),
    ]
    for (const act of acts) {
      const before = await tagOf(layla, '/api/posts')
      await act()
      const after = await get(layla, '/api/posts', before)
      expect(after.status).toBe(200)
      for (const one of (await after.json()) as Post[]) expect(one).toEqual(await layla.read(one))
    }
  })

  test('shows each of many concurrent tabs its own latest change', async () => {
    const layla = await frogy.person()
    const tab = async (name: string) => {
      const { body: post } = await create(frogy, layla, { content: name })
      let tag = ''
      for (let n = 0; n < 6; n++) {
        const content = `${name} ${n}`
        await change(layla, post, { content })
        const list = await get(layla, '/api/posts', tag)
        tag = list.headers.get('etag') ?? ''
        expect(((await list.json()) as Post[]).find(({ id }) => id === post.id)?.content).toBe(content)
      }
    }
    await Promise.all(['One', 'Two', 'Three', 'Four'].map(tab))
  })

  test('caches a separate list per user, language and time zone', async () => {
    const [layla, omar] = [await frogy.person('threads'), await frogy.person('threads')]
    await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', status: 400, count: 1 })
    const { body: failed } = await create(frogy, layla, { status: 'published', content: `No ${crypto.randomUUID()}` })
    const tag = await tagOf(layla, '/api/posts')
    expect(await (await get(omar, '/api/posts', tag)).json()).toEqual([])
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    const arabic = await get(layla, '/api/posts', tag)
    expect(arabic.status).toBe(200)
    const [inArabic] = (await arabic.json()) as Post[]
    expect(inArabic).toEqual(await layla.read(failed))
    expect(inArabic?.failure?.message).not.toBe(failed.failure?.message)
  })

  test('includes the Link header with the next page in a cached response', async () => {
    const layla = await frogy.person()
    for (let n = 0; n < 3; n++) await create(frogy, layla, {})
    const links = [await get(layla, '/api/posts?limit=2'), await get(layla, '/api/posts?limit=2')].map(({ headers }) =>
      headers.get('link'),
    )
    expect(links[0]).toMatch(/^<\/api\/posts\?limit=2&cursor=/)
    expect(links[1]).toBe(links[0])
  })
})
