import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, errorFrom, send, TIMEOUT_MS } from './api.ts'
import { messageOfError } from './error-message.ts'

let server: Server
let url: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('error responses', () => {
  const HTML = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'
  const read = (status: number, contentType: string | null, text: string) =>
    errorFrom({ status, statusText: 'Bad Gateway', contentType, retryAfter: null, text })

  test.each([
    ['{"message":"Not now","error":"no"}', 'Not now'],
    ['{"error":"Not allowed"}', 'Not allowed'],
  ])('shows the message in the error response %s', (text, message) => {
    expect(read(502, 'application/json', text)).toMatchObject({ name: 'ApiError', message, status: 502, code: null })
  })

  test.each(['text/html', 'text/html; charset=utf-8', 'application/xhtml+xml', 'application/json', '', null])(
    "never shows a proxy's HTML page of the media type %s",
    (contentType) => {
      for (const status of [400, 403, 413, 500, 502, 520])
        expect(read(status, contentType, HTML).message).toBe('Bad Gateway')
    },
  )

  test('shows the text of a plain error response, shortened', () => {
    expect(read(403, 'text/plain; charset=utf-8', ' Blocked by policy ').message).toBe('Blocked by policy')
    expect(read(403, 'text/plain', 'x'.repeat(5_000)).message).toHaveLength(300)
  })

  test.each([
    [413, 'server_limit', 'app.errors.serverLimit'],
    [502, 'unavailable', 'app.errors.unavailable'],
    [503, 'unavailable', 'app.errors.unavailable'],
    [504, 'unavailable', 'app.errors.unavailable'],
    [500, 'unavailable', 'app.errors.unavailable'],
    [522, 'unavailable', 'app.errors.unavailable'],
    [429, 'unavailable', 'app.errors.unavailable'],
    [408, 'timed_out', 'app.errors.timedOut'],
  ])("shows Frogy's own message for a proxy's error status %i", (status, code, key) => {
    const error = read(status, 'text/html', HTML)
    expect(error.code).toBe(code)
    expect(messageOfError(error)).toEqual({ key })
  })

  test("prefers Frogy's own error code to the HTTP status", () => {
    const error = read(503, 'application/json', '{"code":"disk_full","message":"Full"}')
    expect(error).toMatchObject({ code: 'disk_full', message: 'Full' })
  })
})

test('reports an HTML page with a success status as a missing response', async () => {
  answer = (_request, response) => response.end('<!doctype html><title>Sign in to the Wi-Fi</title>')
  const error: unknown = await send('POST', url).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ApiError', code: 'no_answer', isOutcomeUnknown: true })
  expect(messageOfError(error)).toEqual({ key: 'app.errors.noAnswer' })
})

test('sends a request body as JSON, and no content type without a body', async () => {
  const types: (string | undefined)[] = []
  answer = ({ headers }, response) => {
    types.push(headers['content-type'])
    response.end('{}')
  }
  await send('GET', url)
  await send('POST', url)
  await send('POST', url, { body: { a: 1 } })
  expect(types).toEqual([undefined, undefined, 'application/json'])
})

test('times out a request after thirty seconds without a response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const arrived = Promise.withResolvers<void>()
  answer = () => arrived.resolve()
  let isOver = false
  const outcome = send('GET', url)
    .catch((error: unknown) => error)
    .finally(() => (isOver = true))
  await arrived.promise
  vi.advanceTimersByTime(29_999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(1)
  const error = await outcome
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0, code: 'timed_out', isOutcomeUnknown: true })
})

test('waits for a streamed response while data arrives at least every thirty seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Replace `setTimeout` by hand, because Vitest would restore a spy only after this file and bring back the fake
  // timer.
  const still = globalThis.setTimeout
  let begun = 0
  const waits = () => begun
  globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) => {
    if (given[1] === TIMEOUT_MS) begun++
    return still(...given)
  }) as typeof setTimeout
  onTestFinished(() => {
    globalThis.setTimeout = still
    vi.useRealTimers()
  })
  const arrived = Promise.withResolvers<ServerResponse>()
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    arrived.resolve(response)
  }
  const receivedEvents: unknown[] = []
  const outcome = send('POST', url, { onEvent: (event: unknown) => receivedEvents.push(event) })
  const response = await arrived.promise
  for (let pieces = 1; pieces <= 3; pieces++) {
    vi.advanceTimersByTime(TIMEOUT_MS - 1)
    response.write(': still here\n\n')
    // Use `setImmediate`, because `expect.poll` would advance the fake timers.
    while (waits() === pieces) await new Promise((resolve) => setImmediate(resolve))
  }
  response.end('event: text\ndata: 1\n\nevent: done\ndata: {"isDone":true}\n\n')
  expect(await outcome).toEqual({ isDone: true })
  expect(receivedEvents).toEqual([1])
})
