import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { NEVER } from '#tests/support/network-clients.ts'
import { ask, type PlatformRequest } from './http.ts'

const posting = (url: string, more: Partial<PlatformRequest> = {}): PlatformRequest => ({
  method: 'POST',
  url,
  json: { text: 'Once' },
  ...more,
})
const asking = (request: PlatformRequest) =>
  ask(
    request,
    NEVER,
    ({ json }) => json,
    ({ status }) => ({ kind: 'answer-lost', detail: `HTTP ${status}` }),
  )

/** Starts a server that records the data it receives and calls `answer` to respond. */
async function listening(answer: (socket: net.Socket, received: string) => void) {
  let received = ''
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (data) => {
      received += data.toString()
      answer(socket, received)
    })
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/posts`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

test('sends nothing if it is too late to begin the request when the connection is ready', async () => {
  await using network = await listening((socket) => socket.write(OK))
  const connected = once(network.server, 'connection') as Promise<[net.Socket]>
  const outcome = await asking(posting(network.url, { mayBegin: () => false }))
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'not-sent' } })
  // Wait for the connection to close, because all its data has arrived by then.
  const [socket] = await connected
  if (!socket.closed) await once(socket, 'close')
  expect(network.received()).toBe('')
})

test('sends nothing when a request may no longer begin, even on a reused connection', async () => {
  await using network = await listening((socket) => socket.write(OK))
  expect(await asking(posting(network.url))).toMatchObject({ ok: true })
  const before = network.received()
  expect(await asking(posting(network.url, { mayBegin: () => false }))).toMatchObject({ failure: { kind: 'not-sent' } })
  expect(await asking(posting(network.url, { mayBegin: () => true }))).toMatchObject({ ok: true })
  expect(network.received()).toBe(before + before)
})

test('reports a lost response if the connection breaks, and an unsent request if connecting fails', async () => {
  let url: string
  {
    await using network = await listening((socket) => socket.destroy())
    url = network.url
    expect(await asking(posting(url))).toMatchObject({ failure: { kind: 'answer-lost', detail: 'ECONNRESET' } })
  }
  expect(await asking(posting(url))).toMatchObject({ failure: { kind: 'not-sent', detail: 'ECONNREFUSED' } })
})

test('sends headers and body together, so that a frozen process cannot send the rest later', async () => {
  const pieces: string[] = []
  await using network = await listening((socket, received) => {
    pieces.push(received)
    socket.write(OK)
  })
  await asking(posting(network.url))
  expect(pieces).toEqual([expect.stringMatching(/^POST \/posts HTTP\/1\.1\r\n[^]*\r\n\r\n\{"text":"Once"\}$/)])
})

test.each([false, true])(
  'sends the line breaks in the text of a form unchanged (with a large file: %s)',
  async (isLarge) => {
    await using network = await listening((socket, received) => {
      if (received.includes('--\r\n')) socket.write(OK)
    })
    const bytes = Buffer.from('file\nbytes')
    const file = isLarge
      ? { type: 'video/mp4', sizeBytes: bytes.byteLength, open: () => Readable.from([bytes]) }
      : new File([bytes], 'a "picture".jpg', { type: 'image/jpeg' })
    const multipart = { caption: 'First\n\nSecond\r\nThird — ثالث', file }
    const { json: _json, ...request } = posting(network.url)
    expect(await asking({ ...request, multipart })).toMatchObject({ ok: true })
    const received = network.received()
    expect(received).toContain(`\r\n\r\n${multipart.caption}\r\n--frogy-`)
    expect(received).toContain('\r\n\r\nfile\nbytes\r\n--frogy-')
    expect(received).toContain(isLarge ? 'filename="video.mp4"' : 'filename="a %22picture%22.jpg"')
    const [head = '', body = ''] = received.split(/\r\n\r\n([^]*)/)
    expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`)
  },
)
