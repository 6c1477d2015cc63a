import { createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bytesSite, PAGE, read, refused, site, timedOut, unreachable } from '#tests/support/test-pages.ts'
import { openSite } from '#tests/support/test-site.ts'

describe('sites without a readable page', () => {
  test.each([400, 403, 404, 407, 410, 429, 500, 503])(
    'rejects a page whose response has the status %i',
    async (status) => {
      await using place = await site((_request, response) => response.writeHead(status).end(PAGE))
      await expect(read(place)).rejects.toMatchObject(refused(status))
    },
  )

  test('reports a page that requires sign-in', async () => {
    await using place = await site((_request, response) => response.writeHead(401).end())
    await expect(read(place)).rejects.toMatchObject({ code: 'page_login' })
  })

  test('reports an unknown host name', async () => {
    await using place = await site(() => {})
    await expect(read(place, 'https://مثال.إختبار/')).rejects.toMatchObject({
      code: 'page_unreachable',
      values: { host: 'مثال.إختبار' },
    })
  })

  test('reports a host name without addresses', async () => {
    await using place = await site(() => {})
    await expect(read(place, '/', { lookup: async () => [] })).rejects.toMatchObject(unreachable)
  })

  test('reports a refused connection', async () => {
    const place = await site(() => {})
    await place[Symbol.asyncDispose]()
    await expect(read(place)).rejects.toMatchObject(unreachable)
  })

  test.each([
    ['hangs up', ''],
    ['speaks another protocol', '220 mail.example ESMTP\r\n'],
    ['disconnects within its headers', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['disconnects within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nHalf'],
    ['disconnects within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nHalf'],
    ['disconnects before its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nHi\r\n'],
    ['sends invalid chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfrog\r\nHi\r\n0\r\n\r\n'],
    ['sends a chunk of a negative size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nHi\r\n0\r\n\r\n'],
    ['sends two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nHi!'],
    ['sends endless headers', `HTTP/1.1 200 OK\r\n${'X-Frog: green\r\n'.repeat(20_000)}\r\n`],
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('reports an unreachable page if the site %s', async (_name, answer) => {
    await using place = await bytesSite((socket) => socket.end(answer))
    await expect(read(place)).rejects.toMatchObject(unreachable)
  })

  test('reads a body that ends when the site closes the connection', async () => {
    await using place = await bytesSite((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nHi'))
    expect(Buffer.from((await read(place)).bytes).toString()).toBe('Hi')
  })
})

describe('time limit', () => {
  const soon = { timeLimitMs: 150 }

  test('stops waiting for a silent name server', async () => {
    await using place = await site(() => {})
    const lookup = () => Promise.withResolvers<string[]>().promise
    await expect(read(place, '/', { ...soon, lookup })).rejects.toMatchObject(timedOut)
  })

  test('stops waiting for a site that does not start TLS', async () => {
    await using place = await openSite(createTcpServer())
    await expect(read(place, `https://${place.host}/`, soon)).rejects.toMatchObject(timedOut)
  })

  test('stops waiting for a silent site', async () => {
    await using place = await site(() => {})
    await expect(read(place, '/', soon)).rejects.toMatchObject(timedOut)
  })

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'X-Frog: green\r\n'],
    ['informational answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    ['a body', 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n', 'x'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
  ])('times out when a site sends its response too slowly: %s', async (_name, start, drop) => {
    await using place = await bytesSite((socket) => {
      socket.write(start)
      const dripping = setInterval(() => socket.write(drop), 10)
      socket.on('close', () => clearInterval(dripping))
    })
    await expect(read(place, '/', soon)).rejects.toMatchObject(timedOut)
  })

  test('applies one time limit to all redirects', async () => {
    await using place = await site((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60)
    })
    await expect(read(place, '/', soon)).rejects.toMatchObject(timedOut)
    expect(place.connections).toBeLessThan(5)
  })
})
