import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import { ERROR_STATUS, type ErrorBody } from '#core/errors.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const JSON_TYPE = { 'content-type': 'application/json' }
const inAnHour = () => new Date(frogy.clock.now().getTime() + 3_600_000).toISOString()
const post = (more: Record<string, unknown> = {}) => ({
  platform: 'facebook',
  content: 'Hello',
  status: 'scheduled',
  scheduledAt: inAnHour(),
  ...more,
})

/** Sends raw bytes and returns the error. */
async function send(body: RequestInit['body'], headers: Record<string, string> = JSON_TYPE, path = '/api/posts') {
  const response = await layla.fetch(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  return { status: response.status, body: (await response.json()) as ErrorBody }
}

const EVERY_CALL = Object.entries(api as Record<string, Endpoint>)

describe('unreadable bodies', () => {
  test.each(['{', '{"content":', 'content=Hello', '{"a":1}}', "{'content':'x'}", '\u0000', '[1,', 'NaN', ''])(
    'rejects %j as invalid JSON with 400',
    async (body) => {
      expect(await send(body)).toMatchObject({
        status: 400,
        body: { code: 'malformed_json', message: 'The request is not valid JSON.' },
      })
    },
  )

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'content=Hello'],
    ['plain text', 'text/plain', '{"content":"Hello"}'],
    ['HTML', 'text/html', '<p>Hello'],
    ['XML', 'application/xml', '<post/>'],
    ['an unknown type', 'x/y', 'Hello'],
    ['an invalid media type', 'json', '{}'],
  ])('rejects %s as a request body with 415', async (_what, type, body) => {
    expect(await send(body, { 'content-type': type })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type' },
    })
  })

  test('stops reading a body after one mebibyte and responds 413', async () => {
    const huge = JSON.stringify(post({ content: 'x'.repeat(1024 * 1024) }))
    expect(await send(huge)).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  test('does not read the body of an unauthenticated request', async () => {
    const { hostname, port } = new URL(frogy.url)
    const socket = connect(Number(port), hostname)
    // Announce a body of one megabyte but do not send it: only a server that does not wait for the body can respond.
    socket.write(
      `POST /api/posts HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n`,
    )
    const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (data: Buffer) => resolve([data])))
    socket.destroy()
    expect(answer?.toString()).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('reads or rejects JSON in another encoding or with a byte order mark, without a server error', async () => {
    const withMark = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(post()))])
    const utf16 = Buffer.from(JSON.stringify(post()), 'utf16le')
    const broken = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')])
    for (const body of [withMark, utf16, broken]) {
      const { status } = await send(new Uint8Array(body))
      expect([201, 400, 422]).toContain(status)
    }
  })
})

describe('invalid bodies', () => {
  test.each([['null'], ['[]'], ['"post"'], ['7'], ['true'], ['[[]]']])(
    'rejects the body %s, which is not an object, with 422',
    async (body) => {
      expect(await send(body)).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    },
  )

  test('names the missing field when a required body is absent', async () => {
    const response = await layla.fetch('/api/posts', { method: 'POST' })
    const body = (await response.json()) as ErrorBody
    expect(response.status).toBe(422)
    expect(body.issues?.map(({ path }) => path).toSorted()).toEqual(['content', 'platform', 'status'])
    expect(body.issues?.[0]?.message).toBe('This field is required.')
    // A scheduled post needs a text, a draft does not.
    const at = { status: 'scheduled', scheduledAt: new Date(Date.now() + 3_600_000).toISOString() }
    const { body: blank } = await send(JSON.stringify({ platform: 'linkedin', content: ' ', ...at }))
    expect(blank.issues).toMatchObject([{ path: 'content', message: 'This field is required.' }])
  })

  test('reports all errors of a request together, each with its path', async () => {
    const { body } = await send(
      JSON.stringify({
        content: 7,
        platform: 'myspace',
        status: 'sent',
        hashtags: [1],
        media: { images: ['a', 'b', 'c', 'd', 'e'], videos: [{ id: 'v', url: 'javascript:alert(1)' }] },
        accountId: 'mine',
        views: 1,
      }),
    )
    const paths = body.issues?.map(({ path }) => path) ?? []
    for (const path of [
      'content',
      'platform',
      'status',
      'hashtags',
      'media.images',
      'media.videos.0.url',
      'accountId',
      'views',
    ]) {
      expect(paths).toContain(path)
    }
    const say = (path: string) => body.issues?.find((issue) => issue.path === path)?.message
    expect(say('views')).toBe('Unknown field: views')
    expect(say('media.images')).toBe('At most 4 entries are allowed.')
    expect(say('media.videos.0.url')).toBe('This is not a valid web address.')
  })

  test('reports text in place of a list as one error, without an error about its length', async () => {
    for (const images of ['a long text', '']) {
      const { body } = await send(JSON.stringify(post({ images })))
      expect(body.issues).toEqual([{ path: 'images', message: 'This value is not accepted.', code: 'invalid' }])
    }
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'rejects a JSON key named %s and changes nothing',
    async (key) => {
      for (const value of ['{"isAdmin":true}', '{"prototype":{"isAdmin":true}}', '1']) {
        const text = `{"platform":"facebook","content":"Hello","status":"scheduled","scheduledAt":"${inAnHour()}","${key}":${value}}`
        const { status } = await send(text)
        expect([400, 422]).toContain(status)
      }
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    },
  )

  test('uses the last value of a repeated JSON key', async () => {
    const text = JSON.stringify(post()).replace('{', '{"content":"First",')
    const { body } = (await send(text)) as unknown as { body: { content: string } }
    expect(body.content).toBe('Hello')
  })

  test('rejects a list nested ten thousand levels deep without a server error', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    expect((await send(`{"content":${deep}}`)).status).toBe(422)
    const draft = `{"topic":"x","platform":["facebook"],"media":${deep}}`
    expect([200, 422]).toContain((await send(draft, JSON_TYPE, '/api/content/generate')).status)
  })
})

describe('unstorable characters', () => {
  const NUL = 'a\u0000b'
  const HALF = 'a\uD83D b'
  test.each([
    ['the text of a post', '/api/posts', (text: string) => post({ content: text }), 'content'],
    ['a hashtag', '/api/posts', (text: string) => post({ hashtags: [text] }), 'hashtags.0'],
    [
      'the title of a video',
      '/api/posts',
      (text: string) => post({ videos: [{ id: 'v', url: 'https://youtu.be/x', title: text }] }),
      'videos.0.title',
    ],
    ['a topic', '/api/content/generate', (text: string) => ({ topic: text, platform: ['facebook'] }), 'topic'],
  ])('rejects unstorable characters in %s and names the field', async (_what, path, body, place) => {
    for (const text of [NUL, HALF]) {
      const reply = await send(JSON.stringify(body(text)), JSON_TYPE, path)
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 422, code: 'validation_failed' })
      expect(reply.body.issues?.map((issue) => issue.path)).toContain(place)
    }
  })

  test('rejects unstorable characters in a name and creates no account', async () => {
    const password = 'correct horse'
    for (const firstName of [NUL, HALF]) {
      const email = `${crypto.randomUUID()}@example.com`
      const body = { email, password, confirmPassword: password, firstName, lastName: 'H' }
      expect((await frogy.visitor().ask('POST /api/register', { body })).body.issues?.[0]?.path).toBe('firstName')
      expect((await frogy.visitor().ask('POST /api/login', { body: { email, password } })).status).toBe(401)
    }
  })

  test('stores valid text of any kind unchanged', async () => {
    const content = '👩‍👩‍👧 \u200Fمرحبًا\u200E (a) \u2067x\u2069 ﷽ \r\n\t<b>&amp;</b> \\n "q" 🇸🇦 \u0001'
    const { id } = await layla.call('POST /api/posts', { body: post({ content }) })
    expect((await layla.read({ id })).content).toBe(content)
  })
})

describe('paths', () => {
  test.each(['/api/nothing', '/api/', '/api/posts/x/y/z', '/api/posts/', '/assets/gone.js'])(
    'responds 404 in JSON for the unknown path %s',
    async (path) => {
      const response = await layla.fetch(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found' })
    },
  )

  test.each(['/api/posts/%zz', '/api/%c0%ae', '/%'])(
    'rejects the malformed path %s with the standard error body',
    async (path) => {
      const { hostname, port } = new URL(frogy.url)
      const answer = await raw(Number(port), `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as ErrorBody
      expect(Object.keys(ERROR_STATUS)).toContain(body.code)
      expect(body.message).not.toBe('')
    },
  )

  test('responds 404 to a method that a path does not have', async () => {
    for (const method of ['PUT', 'OPTIONS', 'DELETE']) {
      const response = await layla.fetch('/api/posts', { method })
      expect(response.status).toBe(404)
    }
  })
})

/** A valid path whose ids do not exist. */
const filled = (path: string): string =>
  path
    .replace('{platform}', path.startsWith('/api/meta/') ? 'facebook' : 'linkedin')
    .replace('{provider}', 'openai')
    .replaceAll(/\{\w+\}/g, () => crypto.randomUUID())

test.each(EVERY_CALL)('responds to the unauthenticated call %s with the standard error body', async (key, endpoint) => {
  const { method, path } = methodAndPath(key)
  const response = await frogy.visitor().fetch(filled(path), {
    method,
    ...(endpoint.body && { body: '{}', headers: JSON_TYPE }),
  })
  if (path.startsWith('/media/')) {
    // Picture routes respond 404 also without a session, so that other people do not learn whether a picture exists.
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  } else if (endpoint.access === 'public') {
    // Only calls with a `{code}` in the path respond 404, because the code was never issued.
    if (!path.endsWith('/{code}')) expect(response.status).not.toBe(404)
    expect(response.status).toBeLessThan(500)
  } else {
    expect(response.status).toBe(401)
    expect(Object.keys((await response.json()) as ErrorBody).toSorted()).toEqual(['code', 'message'])
  }
})

/** Calls that accept unknown members in their body. Meta, for example, may add fields to its requests. */
const OPEN = ['POST /api/login/code', 'POST /api/meta/{platform}/deauthorize', 'POST /api/meta/{platform}/delete-data']

test.each(EVERY_CALL.filter(([key, { body, files }]) => body && !files && !OPEN.includes(key)))(
  'rejects an unknown member in the body of the call %s',
  async (key) => {
    const { method, path } = methodAndPath(key)
    const response = await layla.fetch(filled(path), {
      method,
      body: '{"surprise":1}',
      headers: JSON_TYPE,
    })
    expect(response.status).toBe(422)
    const { issues } = (await response.json()) as ErrorBody
    expect(issues?.map((issue) => issue.path)).toContain('surprise')
  },
)

test.each(EVERY_CALL.filter(([, { body, files }]) => body && !files))(
  'rejects a form as the body of the call %s',
  async (key) => {
    const { method, path } = methodAndPath(key)
    const body = new FormData()
    body.append('email', 'layla@example.com')
    const response = await layla.fetch(path.replace(/\{\w+\}/, crypto.randomUUID()), { method, body })
    expect(response.status).toBe(415)
  },
)

/** Sends raw bytes, because fetch would normalize the URL. */
async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer
}
