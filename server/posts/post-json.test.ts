import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import sql, { computed } from '#server/db/sql.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { POST_LINE, postJson } from './post-json.ts'
import { POST_COLUMNS, toPost } from './store.ts'

let place: Installation
let database: Database
let userId: string
beforeAll(async () => {
  place = await installation()
  await using frogy = await place.start()
  userId = (await frogy.visitor().register()).user?.id ?? ''
})
beforeAll(async () => {
  database = await place.database()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

interface Given {
  text: string
  texts: string[]
  at: string
  videos: unknown[]
  detail: string | null
}

/** Writes the same post as JSON in two ways: from the database's text, and from the row. */
async function bothWays({ text, texts, at, videos, detail }: Given, language: 'en' | 'ar') {
  const idea = randomUUID()
  const failure = detail === null ? null : JSON.stringify({ code: 'not_reached', detail, at })
  // The thrown error rolls the transaction back.
  const shown: { row: unknown; post: string }[] = []
  const enough = new Error('Enough was seen')
  await database
    .transaction(async (tx) => {
      for (const [status, isFull] of [
        ['failed', true],
        ['draft', false],
        ['published', true],
      ] as const)
        await tx.query(sql`
          insert into posts (user_id, platform, content, content_language, content_type, tone, hashtags, images, videos, status,
            scheduled_at, published_at, next_step_at, created_at, updated_at, permalink, time_zone, wall_time, zone_rules, failure, former_account, wish, idea_id, engagement, options)
          values (${userId}, 'linkedin', ${text}, 'ar', ${isFull ? text : null}, ${isFull ? text : null}, ${isFull ? texts : []},
            ${isFull ? texts : []}, ${JSON.stringify(isFull ? videos : [])}, ${status}, ${isFull ? at : null},
            ${status === 'published' ? at : null}, null, ${at}, ${at}, ${isFull ? text : null}, ${isFull ? text : null}, ${isFull ? text : null}, ${isFull ? text : null},
            ${isFull ? failure : null}, ${isFull ? text : null}, ${isFull ? 'draft' : null}, ${status === 'published' ? null : idea}, 7,
            ${isFull ? JSON.stringify({ visibility: 'followers', contentWarning: text }) : null})`)
      const rows = await tx.query(sql`
        select ${POST_COLUMNS}, ${computed('line', 'text', POST_LINE, '')} from posts where user_id = ${userId}`)
      for (const { line, ...row } of rows)
        shown.push({ row: JSON.stringify(toPost(row, language)), post: postJson(line, language) })
      throw enough
    })
    .catch((error: unknown) => {
      if (error !== enough) throw error
    })
  return shown
}

const HOSTILE: [what: string, text: string][] = [
  ['nothing', ''],
  ['every control character', Array.from({ length: 0x1f }, (_, code) => String.fromCodePoint(code + 1)).join('')],
  ['invisible characters', '\u007F\u0080\u009F\u00AD\u2028\u2029\uFEFF\uFFFD\uFFFE\uFFFF'],
  ['quotes and escapes', '"\\/\b\f\n\r\t\\u0041\\"</script><!--'],
  ['Arabic with vowel signs', 'ثِقَةٌ\u200F (\u2067كاملة\u2069) ١٢٣٪'],
  ['composed emoji', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇸🇦\u{10FFFF}'],
  ['JSON', '{"a": [1, "b"]} null true {} , ,, ]'],
  ['SQL', "'; drop table posts; -- $1 %s \\x01"],
  ['separators and JSON', '\u0001linkedin\u0002{"code":"x"}\u0001'],
  ['many escapes', 'x"\\'.repeat(20_000)],
]

test.each(HOSTILE)('writes the same JSON as JSON.stringify for a post with %s', async (_what, text) => {
  const videos = [{ url: 'https://x.example/?a=1, 2', title: text.slice(0, 300), id: text.slice(0, 100) }, { id: 'v' }]
  for (const language of ['en', 'ar'] as const) {
    const given = { text, texts: [text, `#${text}`, ''], at: '2031-05-01T09:30:00.120Z', videos, detail: text }
    const shown = await bothWays(given, language)
    expect(shown).toHaveLength(3)
    for (const { post, row } of shown) expect(post).toBe(row)
  }
})

test.each([
  '1900-01-01T00:00:00Z',
  '9998-12-31T23:59:59.999999Z',
  '2031-05-01T09:30:00.0009Z',
  '2031-12-31T23:59:59.9996Z',
])("writes a post's time %s like JSON.stringify", async (at) => {
  const shown = await bothWays({ text: 'x', texts: [], at, videos: [], detail: null }, 'en')
  for (const { post, row } of shown) expect(post).toBe(row)
})

test('writes the same JSON as JSON.stringify for posts with random text', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((any) => any.replaceAll('\0', '').toWellFormed())
  const given = fc.record<Given>({
    text,
    texts: fc.array(text, { maxLength: 3 }),
    at: fc
      .date({ min: new Date('1900-01-01'), max: new Date('9998-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    videos: fc.array(fc.record({ id: text, url: text, title: text }, { requiredKeys: ['id'] }), { maxLength: 2 }),
    detail: fc.option(text),
  })
  await fc.assert(
    fc.asyncProperty(given, async (one) => {
      for (const { post, row } of await bothWays(one, 'ar')) expect(post).toBe(row)
    }),
    { numRuns: 40 },
  )
})
