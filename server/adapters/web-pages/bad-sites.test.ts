import { createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bytesSite, PAGE, read, refused, site, timedOut, unreachable } from '#tests/support/test-pages.ts'
import { openSite } from '#tests/support/test-site.ts'

describe('a site that gives no page', () => {
  test.each([400, 403, 404, 407, 410, 429, 500, 503])('answers %i', async (status) => {
    await using place = await site((_request, response) => response.writeHead(status).end(PAGE))
    await expect(read(place)).rejects.toMatchObject(refused(status))
  })

  test('wants a sign-in', async () => {
    await using place = await site((_request, response) => response.writeHead(401).end())
    await expect(read(place)).rejects.toMatchObject({ code: 'page_login' })
  })

  test('does not exist', async () => {
    await using place = await site(() => {})
    await expect(read(place, 'https://مثال.إختبار/')).rejects.toMatchObject({
      code: 'page_unreachable',
      values: { host: 'مثال.إختبار' },
    })
  })

  test('has a name without addresses', async () => {
    await using place = await site(() => {})
    await expect(read(place, '/', { lookup: async () => [] })).rejects.toMatchObject(unreachable)
  })

  test('is closed', async () => {
    const place = await site(() => {})
    await place[Symbol.asyncDispose]()
    await expect(read(place)).rejects.toMatchObject(unreachable)
  })

  test.each([
    ['hangs up', ''],
    ['speaks another protocol', '220 mail.example ESMTP\r\n'],
    ['is cut within its headers', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['is cut within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nHalf'],
    ['is cut within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nHalf'],
    ['is cut before its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nHi\r\n'],
    ['sends chunks that are none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfrog\r\nHi\r\n0\r\n\r\n'],
    ['sends a chunk of a negative size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nHi\r\n0\r\n\r\n'],
    ['names two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nHi!'],
    ['names no number as its length', 'HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nHi'],
    ['sends headers without end', `HTTP/1.1 200 OK\r\n${'X-Frog: green\r\n'.repeat(20_000)}\r\n`],
    ['wants another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
  ])('%s', async (_name, answer) => {
    await using place = await bytesSite((socket) => socket.end(answer))
    await expect(read(place)).rejects.toMatchObject(unreachable)
  })

  test('has a body that ends with its connection, which is one', async () => {
    await using place = await bytesSite((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nHi'))
    expect(Buffer.from((await read(place)).bytes).toString()).toBe('Hi')
  })
})

describe('the time limit holds', () => {
  const soon = { timeLimitMs: 150 }

  test('for a name server that never answers', async () => {
    await using place = await site(() => {})
    const lookup = () => Promise.withResolvers<string[]>().promise
    await expect(read(place, '/', { ...soon, lookup })).rejects.toMatchObject(timedOut)
  })

  test('for a site that does not begin TLS', async () => {
    await using place = await openSite(createTcpServer())
    await expect(read(place, `https://${place.host}/`, soon)).rejects.toMatchObject(timedOut)
  })

  test('for a site that never answers', async () => {
    await using place = await site(() => {})
    await expect(read(place, '/', soon)).rejects.toMatchObject(timedOut)
  })

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'X-Frog: green\r\n'],
    ['informational answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    ['a body', 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n', 'x'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
  ])('for a site that sends %s drop by drop', async (_name, start, drop) => {
    await using place = await bytesSite((socket) => {
      socket.write(start)
      const dripping = setInterval(() => socket.write(drop), 10)
      socket.on('close', () => clearInterval(dripping))
    })
    await expect(read(place, '/', soon)).rejects.toMatchObject(timedOut)
  })

  test('for all redirects together', async () => {
    await using place = await site((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60)
    })
    await expect(read(place, '/', soon)).rejects.toMatchObject(timedOut)
    expect(place.connections).toBeLessThan(5)
  })
})
