import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/databases.ts'
import { Person } from '#tests/support/person.ts'
import { startProcess } from '#tests/support/processes.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const HOST = 'host: 127.0.0.1\r\n'

/** Parses the only response of a connection. */
function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^cache-control: no-store$/im)
  expect(head).toMatch(/^connection: close$/im)
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown }
}

describe('malformed requests', () => {
  const malformed = { status: 400, body: { message: 'The request could not be read.', code: 'malformed_request' } }

  test.each([
    ['a request that is not HTTP', 'hello\r\n\r\n'],
    ['an unknown method', `FETCH / HTTP/1.1\r\n${HOST}\r\n`],
    ['a header with a control character', `GET / HTTP/1.1\r\n${HOST}x\u0000: y\r\n\r\n`],
    ['duplicate lengths', `POST /api/login HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\nx`],
    [
      'conflicting length headers',
      `POST /api/login HTTP/1.1\r\n${HOST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a request without a host', 'GET /api/user HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['a malformed path', `GET /api/%zz HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`],
  ])('rejects malformed HTTP with the standard error body: %s', async (_what, request) => {
    expect(read(await rawRequest(frogy.url, request))).toEqual(malformed)
  })

  test('rejects oversized headers with 431', async () => {
    const request = `GET / HTTP/1.1\r\n${HOST}x: ${'y'.repeat(20_000)}\r\n\r\n`
    expect(read(await rawRequest(frogy.url, request))).toEqual({
      status: 431,
      body: { message: 'The headers of the request are too large.', code: 'headers_too_large' },
    })
  })

  test('ignores an unknown Expect header', async () => {
    const request = `GET /healthz HTTP/1.1\r\n${HOST}expect: a-miracle\r\nconnection: close\r\n\r\n`
    expect(await rawRequest(frogy.url, request)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('logs no error when a client aborts an upload', async () => {
  await using database = await testDatabase('peopled')
  await using started = await startProcess({
    ...database,
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    SIMULATOR: 'off',
  })
  const layla = await new Person(started.url).register()
  const { hostname, port } = new URL(started.url)
  const breakOff = async (head: string, body: string) => {
    const socket: Socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`POST ${head}\r\n${HOST}cookie: ${layla.cookie}\r\ncontent-length: 100000\r\n\r\n${body}`)
    await once(socket, 'connect')
    // When the server answers this later request, it has started to read the earlier one.
    await layla.fetch('/api/user')
    socket.resetAndDestroy()
    await layla.fetch('/api/user')
  }
  const part =
    '--x\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  for (let n = 0; n < 5; n++) {
    await breakOff('/api/posts HTTP/1.1\r\ncontent-type: application/json', '{"content":"')
    await breakOff('/api/images/upload HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=x', `${part}abc`)
  }
  expect((await layla.fetch('/healthz')).status).toBe(200)
  expect(started.printed()).not.toMatch(/"level":[456]0/)
})

describe('shutdown', () => {
  test('rejects a call on an open connection during shutdown with 503 and Retry-After', async () => {
    await using stopping = await startFrogy()
    const { hostname, port } = new URL(stopping.url)
    const kept = connect(Number(port), hostname)
    const answers = kept.setEncoding('utf8')[Symbol.asyncIterator]()
    const ask = async () => {
      kept.write(`GET /api/user HTTP/1.1\r\n${HOST}\r\n`)
      return String((await answers.next()).value)
    }
    expect(await ask()).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: keep-alive\r\n/i)

    const drained = stopping.drain(60_000)
    const last = await ask()
    expect(last).toMatch(/^HTTP\/1\.1 503 /)
    expect(last).toMatch(/\r\nretry-after: \d+\r\n/i)
    expect(last).toMatch(/\r\nconnection: close\r\n/i)
    expect(last).toContain('"code":"shutting_down"')
    expect((await answers.next()).done).toBe(true)
    // All connections are closed, so the shutdown ends immediately.
    await drained
  })

  test.each([
    [
      'its body',
      `POST /api/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"e`,
    ],
    ['its head', `POST /api/login HTTP/1.1\r\n${HOST}content-ty`],
  ])('does not delay the shutdown for a client that does not finish sending %s', async (_part, beginning) => {
    const stopping = await startFrogy()
    const { hostname, port } = new URL(stopping.url)
    const slow = connect(Number(port), hostname)
    slow.write(beginning)
    slow.resume().on('error', () => {})
    const isOver = once(slow, 'close')
    // When the server answers this later request, it has started to read the earlier one.
    await fetch(`${stopping.url}/healthz`)
    await stopping[Symbol.asyncDispose]()
    await isOver
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('does not delay the shutdown for a client that does not read the response', async () => {
    const stopping = await startFrogy()
    const { hostname, port } = new URL(stopping.url)
    const page = await (await fetch(`${stopping.url}/auth`)).text()
    const script = page.match(/\/assets\/shared-[\w-]+\.js/)?.[0]
    const deaf = connect(Number(port), hostname)
    deaf.on('error', () => {})
    // Request more than the socket buffers hold for a client that stops reading.
    for (let n = 0; n < 500; n++) deaf.write(`GET ${script} HTTP/1.1\r\n${HOST}\r\n`)
    await once(deaf, 'readable')
    await stopping[Symbol.asyncDispose]()
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow('fetch failed')
    deaf.destroy()
  })

  test('answers new connections during shutdown with 503, and fails the readiness probe', async () => {
    await using stopping = await startFrogy()
    void stopping.drain(60_000)
    const calls = await Promise.all(['/api/user', '/%61pi/user', '/readyz'].map((path) => fetch(stopping.url + path)))
    expect(calls.map(({ status }) => status)).toEqual([503, 503, 503])
  })
})
