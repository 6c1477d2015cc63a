import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, errorFrom, send, TIMEOUT_MS } from './api.ts'

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

test.each([
  ['{"message":"Not now","error":"no"}', 'Not now'],
  ['{"error":"Not allowed"}', 'Not allowed'],
  ['{"code":"x"}', 'Bad Gateway'],
  ['{"message":"","error":7}', 'Bad Gateway'],
  ['Upstream is gone', 'Upstream is gone'],
  ['  ', 'Bad Gateway'],
  ['', 'Bad Gateway'],
])('reads the error response %j as %j', (text, message) => {
  const error = errorFrom({ status: 502, statusText: 'Bad Gateway' }, null, text)
  expect(error).toMatchObject({ name: 'ApiError', message: message, status: 502 })
})

test('sends a body as JSON, and no content type without a body', async () => {
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

test('times out a call after thirty seconds without a response', async () => {
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
  // Not a spy: Vitest restores spies again after the file, which would bring the fake clock back.
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
    // A poll would advance these timers itself.
    while (waits() === pieces) await new Promise((resolve) => setImmediate(resolve))
  }
  response.end('event: text\ndata: 1\n\nevent: done\ndata: {"isDone":true}\n\n')
  expect(await outcome).toEqual({ isDone: true })
  expect(receivedEvents).toEqual([1])
})
