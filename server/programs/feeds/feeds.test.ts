import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOMParser } from 'linkedom'
import type { FeedKind } from '#core/programs/feeds-contract.ts'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { installation } from '#tests/support/installation.ts'
import { hostileTexts } from '#tests/support/hostile-texts.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const DAY_MS = 86_400_000
let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const renew = async (who: Person, kind: FeedKind) =>
  (await who.call('POST /api/feeds/{kind}', { params: { kind } }))[kind] ?? ''
const read = async (address: string) => {
  const response = await frogy.visitor().fetch(address)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
/** The events of an iCalendar file with their properties, unfolded and unescaped (RFC 5545, 3.1 and 3.3.11). */
function eventsOf(calendar: string): Record<string, string>[] {
  const lines = calendar.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  const events: Record<string, string>[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({})
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/s.exec(line) ?? []
    const event = events.at(-1)
    if (event && name)
      event[name] = value.replaceAll(/\\([nN;,\\])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark))
  }
  return events
}
/** Inserts scheduled and published posts of the first user, one per hour from now. */
async function insertPosts(files: { databaseUrl: string | undefined; dataDir: string }, coming: number, gone: number) {
  await using database = await openDatabase({ ...files, onError: console.error })
  await database.query(sql`
    insert into posts (user_id, platform, content, content_language, status, scheduled_at, next_step_at, published_at, created_at, updated_at)
    select u.id, 'linkedin', name || ' ' || n, 'en', status, at, case status when 'scheduled' then at end, case status when 'published' then at end, now(), now()
    from users u, (values ('Coming', 'scheduled', 1, ${coming}::integer), ('Gone', 'published', -1, ${gone}::integer)) as kinds (name, status, way, count),
      generate_series(1, count) as n, lateral (select now() + way * n * interval '1 hour' as at) as its
    where u.email = ${fixtureEmail(1)}`)
}

const MARKUP = [
  'Both ]]> and ]]]]><![CDATA[>',
  '</description></item><item>',
  '&#0; &amp; &nope; <!-- -->',
  '\u0001\u000b\ufffe',
]

/** Lists what makes an XML text invalid: forbidden characters and unescaped `&` and `<`. */
function wrongIn(xml: string): string[] {
  const wrong: string[] = []
  // oxlint-disable-next-line no-control-regex -- matches forbidden characters
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml)) wrong.push('a control character')
  const marked = xml.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '').replace(/^<\?xml[^>]*\?>/, '')
  wrong.push(...(marked.match(/\]\]>|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)|<(?!\/?[a-z][\w:]*[^<>]*>)/g) ?? []))
  const open: string[] = []
  for (const [, end, name = '', more] of marked.matchAll(/<(\/?)([a-z][\w:]*)([^<>]*)>/g)) {
    if (end && open.pop() !== name) wrong.push(`</${name}>`)
    if (!end && !more?.endsWith('/')) open.push(name)
  }
  return [...wrong, ...open]
}

const basic = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

describe('the calendar feed', () => {
  test('lists a scheduled post of any time zone at its UTC time', async () => {
    const layla = await frogy.person('linkedin')
    await layla.call('PATCH /api/user', { body: { timeZone: 'Africa/Cairo' } })
    const at = later(frogy, 200 * DAY_MS)
    const body = { platform: 'linkedin', content: 'A frog, a pond; and more\nNext line', status: 'scheduled' } as const
    const post = await layla.call('POST /api/posts', {
      body: { ...body, scheduledAt: at.toISOString(), timeZone: 'Asia/Riyadh', hashtags: ['work'] },
    })
    const { status, type, text } = await read(await renew(layla, 'calendar'))
    expect({ status, type }).toEqual({ status: 200, type: 'text/calendar; charset=utf-8' })
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
    expect(text).toContain('X-WR-TIMEZONE:Africa/Cairo')
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    const [event] = eventsOf(text)
    expect(event).toMatchObject({
      UID: expect.stringContaining(post.id),
      DTSTART: basic(at),
      SUMMARY: 'LinkedIn: A frog, a pond; and more Next line #work',
      DESCRIPTION: 'A frog, a pond; and more\nNext line\n\n#work',
    })
  })

  test('keeps the calendar id of a rescheduled post, and removes a post that becomes a draft', async () => {
    const layla = await frogy.person('linkedin')
    const post = await layla.schedule({ platform: 'linkedin', content: 'Moved', at: later(frogy, DAY_MS) })
    const address = await renew(layla, 'calendar')
    const [before] = eventsOf((await read(address)).text)
    const at = later(frogy, 2 * DAY_MS)
    const params = { id: post.id }
    await layla.call('PATCH /api/posts/{id}', { params, body: { scheduledAt: at.toISOString() } })
    const [after] = eventsOf((await read(address)).text)
    expect(after).toMatchObject({ UID: before?.UID, DTSTART: basic(at) })
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE))
    await layla.call('PATCH /api/posts/{id}', { params, body: { scheduledAt: null } })
    expect(eventsOf((await read(address)).text)).toEqual([])
  })

  test("writes calendar entries in the user's language and marks failed posts", async () => {
    const amal = await frogy.person('linkedin')
    await amal.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400, count: 1 })
    await amal.call('POST /api/posts', { body: { platform: 'linkedin', content: 'صباح الخير', status: 'published' } })
    const [event] = eventsOf((await read(await renew(amal, 'calendar'))).text)
    expect(event?.SUMMARY).toBe('تعذّر النشر: LinkedIn: صباح الخير')
  })

  test("escapes the user's name in the calendar's name", async () => {
    const layla = await frogy.person()
    await layla.call('PATCH /api/user', { body: { firstName: 'A;B,C', lastName: '\\ D' } })
    const calendar = (await read(await renew(layla, 'calendar'))).text.replaceAll(/\r\n[ \t]/g, '')
    for (const name of ['NAME', 'X-WR-CALNAME']) expect(calendar).toContain(`\r\n${name}:Frogy: A\\;B\\,C \\\\ D\r\n`)
  })

  test('removes the characters of a post that iCalendar forbids', async () => {
    const layla = await frogy.person('linkedin')
    for (const content of hostileTexts(200).values())
      await layla.ask('POST /api/posts', {
        body: { platform: 'linkedin', content, status: 'scheduled', scheduledAt: later(frogy).toISOString() },
      })
    const calendar = (await read(await renew(layla, 'calendar'))).text
    expect(eventsOf(calendar).length).toBeGreaterThan(0)
    // oxlint-disable-next-line no-control-regex -- matches forbidden characters
    expect(calendar).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\r(?!\n)|(?<!\r)\n/)
  })

  test.each([
    [1_100, 200, 1_000, 0],
    [900, 300, 900, 100],
  ])(
    'lists only the nearest posts in the calendar (%i scheduled and %i published; %i and %i listed)',
    async (coming, gone, next, last) => {
      await using frogy = await startFrogy({}, { fill: async (files) => await insertPosts(files, coming, gone) })
      const layla = await frogy.person()
      const address = (await layla.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })).calendar ?? ''
      const events = eventsOf(await (await frogy.visitor().fetch(address)).text())
      const named = events.map(({ SUMMARY }) => SUMMARY?.split(': ')[1])
      const numbers = (name: string, count: number) =>
        Array.from({ length: count }, (_, index) => `${name} ${index + 1}`)
      expect(new Set(named)).toEqual(new Set([...numbers('Coming', next), ...numbers('Gone', last)]))
    },
  )
})

describe('the RSS feed', () => {
  test('lists published posts as RSS, latest first', async () => {
    const layla = await frogy.person('linkedin')
    const address = await renew(layla, 'published')
    for (const content of ['First <b>& only</b>', 'Second ]]> one'])
      await layla.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
    await layla.schedule({ platform: 'linkedin', content: 'Not yet', at: later(frogy) })
    const { type, text } = await read(address)
    expect(type).toBe('application/rss+xml; charset=utf-8')
    expect(text).not.toContain('Not yet')
    const items = [...new DOMParser().parseFromString(text, 'text/xml').querySelectorAll('item')]
    expect(items).toHaveLength(2)
    expect(items[0]?.querySelector('title')?.textContent).toContain('Second')
    expect(items.map((item) => item.querySelector('pubDate')?.textContent)).not.toContain('Invalid Date')
    expect(items[1]?.querySelector('link')?.textContent).toMatch(/^http/)
  })

  test('removes the characters of a post that XML forbids', async () => {
    const layla = await frogy.person('linkedin')
    const sayings = [...hostileTexts(60).values(), ...MARKUP].filter((one) => one.isWellFormed() && !one.includes('\0'))
    const contents: string[] = []
    for (let from = 0; from < sayings.length; from += 10) {
      const content = sayings.slice(from, from + 10).join('\n')
      const { status } = await layla.ask('POST /api/posts', {
        body: { platform: 'linkedin', content, status: 'published' },
      })
      if (status === 201) contents.unshift(content)
    }
    expect(contents.length).toBeGreaterThan(10)
    const { text } = await read(await renew(layla, 'published'))
    expect(wrongIn(text)).toEqual([])
    const items = [...new DOMParser().parseFromString(text, 'text/xml').querySelectorAll('item')]
    expect(items).toHaveLength(contents.length)
  })
})

describe('feed URLs', () => {
  test('creates a feed URL on request, and rejects the old URL after it is renewed or removed', async () => {
    const layla = await frogy.person()
    expect(await layla.call('GET /api/feeds', {})).toEqual({ calendar: null, published: null, ended: [] })
    const first = await renew(layla, 'calendar')
    expect((await read(first)).status).toBe(200)
    expect((await layla.call('GET /api/feeds', {})).calendar).toBe(first)
    const second = await renew(layla, 'calendar')
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    await layla.call('DELETE /api/feeds/{kind}', { params: { kind: 'calendar' } })
    expect((await read(second)).status).toBe(404)
    expect((await layla.ask('POST /api/feeds/{kind}', { params: { kind: 'everything' } })).status).toBe(404)
  })

  test('rejects a feed key in the address of another feed', async () => {
    const layla = await frogy.person()
    const calendar = await renew(layla, 'calendar')
    await renew(layla, 'published')
    expect((await read(calendar.replace('calendar.ics', 'published.rss'))).status).toBe(404)
  })

  test('stores feed keys encrypted', async () => {
    await using place = await installation()
    let address = ''
    {
      await using here = await place.start()
      address = await renew(await here.visitor().register(), 'calendar')
    }
    expect(await place.everythingStored()).not.toContain(new URL(address).searchParams.get('key'))
  })
})
