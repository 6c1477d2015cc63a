import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import { BODY_LIMIT_BYTES, methodAndPath, type Endpoint } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { byDepth } from '#tests/support/depth.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const JSON_TYPE = { 'content-type': 'application/json' }
const EVERY_CALL = Object.entries(api as Record<string, Endpoint>)

describe('body limits', () => {
  const JSON_CALLS = EVERY_CALL.filter(([key]) => !key.startsWith('GET '))
  const askWith = async (who: Person, key: string, body: string) => {
    const { method, path } = methodAndPath(key)
    return await who.fetch(path.replace(/\{\w+\}/, crypto.randomUUID()), { method, body, headers: JSON_TYPE })
  }

  test('limits bodies to a few kilobytes except for posts, comments, sources, captions and imported figures', () => {
    const larger = JSON_CALLS.filter(([, { bodyLimit }]) => bodyLimit !== undefined).map(([key]) => key)
    expect(BODY_LIMIT_BYTES).toBeLessThanOrEqual(16 * 1024)
    expect(larger.toSorted()).toEqual([
      'PATCH /api/admin/faq/{id}',
      'PATCH /api/posts/{id}',
      'PATCH /api/voice',
      'POST /api/admin/faq',
      'POST /api/analytics/import',
      'POST /api/assistant/ask',
      'POST /api/content/generate',
      'POST /api/content/generate-linkedin',
      'POST /api/content/generate-others',
      'POST /api/content/openings',
      'POST /api/content/rework',
      'POST /api/content/sources',
      'POST /api/generate/v2',
      'POST /api/guest/drafts',
      'POST /api/posts',
      'POST /api/posts/{id}/comments',
      'POST /api/review/comment',
      'POST /api/review/decide',
      'PUT /api/posts/{id}/source',
      'PUT /api/videos/{id}/captions',
    ])
  })

  test.each(JSON_CALLS)(
    'rejects a body above the limit of %s with 413',
    async (key, { bodyLimit = BODY_LIMIT_BYTES }) => {
      const response = await askWith(layla, key, JSON.stringify({ surprise: 'x'.repeat(bodyLimit) }))
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'too_large' })
    },
  )

  test('accepts the longest valid input in any script', async () => {
    const letters = (count: number) => '\u0639'.repeat(count)
    const password = letters(512)
    const names = { firstName: letters(80), lastName: letters(80) }
    const email = `${crypto.randomUUID()}@example.com`
    const scheduledAt = later(frogy).toISOString()
    const longest: [string, unknown][] = [
      ['POST /api/register', { email, password, confirmPassword: password, ...names }],
      ['POST /api/posts', { platform: 'facebook', content: letters(63_206), status: 'scheduled', scheduledAt }],
      ['PATCH /api/posts/{id}', { content: letters(63_206) }],
      ['POST /api/content/generate', { topic: letters(5_000), platform: [], sourceContent: letters(200_000) }],
      ['POST /api/content/validate-url', { url: `https://example.com/${letters(3_900)}` }],
      ['PATCH /api/images/{id}', { altText: letters(1_000) }],
      ['POST /api/notifications/read', { ids: Array.from({ length: 200 }, () => crypto.randomUUID()) }],
    ]
    for (const [key, body] of longest) {
      // Some API clients escape each non-ASCII letter to six bytes. Browsers do not, and only browsers make the
      // `/content/` calls.
      const isEscaped = !key.includes('/content/')
      const text = JSON.stringify(body)
      const { status } = await askWith(layla, key, isEscaped ? text.replaceAll('\u0639', String.raw`\u0639`) : text)
      expect({ key, status }).not.toEqual({ key, status: 413 })
    }
  })

  test('reports at most twenty errors, and shortens long field names', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`k${n}`, 1]))
    const long = { ['x'.repeat(15_000)]: 1 }
    for (const body of [unknown, long]) {
      const response = await askWith(frogy.visitor(), 'POST /api/login', JSON.stringify(body))
      expect(response.status).toBe(422)
      const text = await response.text()
      expect((JSON.parse(text) as ErrorBody).issues?.length).toBeLessThanOrEqual(20)
      expect(text.length).toBeLessThan(5_000)
    }
    const unstorable = {
      topic: 'x',
      platform: ['facebook'],
      media: [...Array(60).fill('\0'), Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`\0${n}`, n]))],
    }
    const response = await askWith(layla, 'POST /api/content/generate', JSON.stringify(unstorable))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ issues: { length: 20 } })
  })

  test('counts public calls for rate limits before it reads their bodies', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const { host, port } = new URL(guarded.url)
    const most = byDepth({ gate: 300, all: 1_200 })
    const COUNTED = EVERY_CALL.filter(
      ([, { access, body, perHour = 0 }]) => access === 'public' && body && perHour > 0 && perHour <= most,
    )
    expect(COUNTED.map(([key]) => key)).toContain('POST /api/login')
    for (const [key, { perHour = 0 }] of COUNTED) {
      const { method, path } = methodAndPath(key)
      for (let n = 0; n < perHour; n++) await guarded.visitor().fetch(path, { method, body: '{', headers: JSON_TYPE })
      // Announce a body but do not send it: only a server that does not wait for the body can respond.
      const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n`
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(head)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      expect({ key, answer: answer.toString().split('\r\n')[0] }).toEqual({
        key,
        answer: expect.stringMatching(/ 429 /),
      })
    }
  })
})
