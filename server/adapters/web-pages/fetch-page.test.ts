import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pageFetcher, type PageFetcherOptions } from './fetch-page.ts'
import { openSite, type Site } from './test-site.ts'

const USER_AGENT = 'Frogy/1.0 (+https://frogy.example; reads a page when a person asks for it)'
const PAGE = Buffer.from('<!doctype html><title>الضفدع</title><p>A frog drinks through its skin.</p>')
const MEGABYTE = 1024 * 1024
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** A site that answers HTTP, or bytes of its own. */
const site = (answer: RequestListener) => openSite(createServer(answer))
const bytesSite = (answer: (socket: Socket, request: string) => void) =>
  openSite(
    createTcpServer((socket) => socket.once('data', (request: Buffer) => answer(socket, request.toString('latin1')))),
  )

function fetcherFor(place: Site, more: Partial<PageFetcherOptions> = {}) {
  return pageFetcher({
    allowHosts: [place.host],
    userAgent: USER_AGENT,
    lookup: async (name) => {
      if (name === 'site.example') return ['127.0.0.1']
      throw Object.assign(new Error(`${name} is not known`), { code: 'ENOTFOUND' })
    },
    ...more,
  })
}

async function read(place: Site, path = '/', more?: Partial<PageFetcherOptions>) {
  await using fetcher = fetcherFor(place, more)
  return await fetcher.fetchPage(path.startsWith('/') ? `http://${place.host}${path}` : path, 'en')
}

/** The text of a page that is sent with these headers. */
async function textOf(body: Buffer, headers: Record<string, string | string[]> = {}): Promise<string> {
  await using place = await site((_request, response) => response.writeHead(200, headers).end(body))
  return Buffer.from((await read(place)).bytes).toString()
}

const unreachable = { code: 'page_unreachable', values: { host: 'site.example' } }
const timedOut = { code: 'page_timed_out', values: { host: 'site.example' } }
const refused = (status: number) => ({ code: 'page_refused', values: { host: 'site.example', status } })
const tooLarge = (megabytes: number) => ({ code: 'page_too_large', values: { megabytes } })

describe('a page', () => {
  test('comes as its bytes, with the type it was given', async () => {
    await using place = await site((_request, response) =>
      response.writeHead(200, { 'content-type': 'Text/HTML; Charset="windows-1256"' }).end(PAGE),
    )
    const page = await read(place, '/مقال?n=1#part')
    expect(page.url).toBe(`http://${place.host}/%D9%85%D9%82%D8%A7%D9%84?n=1`)
    expect(page.contentType).toBe('Text/HTML; Charset="windows-1256"')
    expect(Buffer.from(page.bytes)).toEqual(PAGE)
  })

  test('may have no type', async () => {
    await using place = await site((_request, response) => response.end(PAGE))
    expect((await read(place)).contentType).toBeNull()
  })

  test('may be on a host that the machine itself knows', async () => {
    await using place = await site((_request, response) => response.end(PAGE))
    await using fetcher = pageFetcher({ allowHosts: [`localhost:${place.port}`], userAgent: USER_AGENT })
    const page = await fetcher.fetchPage(`http://localhost:${place.port}/`, 'en')
    expect(Buffer.from(page.bytes)).toEqual(PAGE)
  })

  test('is asked for by somebody who says who it is, and nothing of anybody else', async () => {
    const seen: Record<string, unknown>[] = []
    await using place = await site((request, response) => {
      seen.push({ method: request.method, ...request.headers })
      response.setHeader('set-cookie', 'visitor=1').end(PAGE)
    })
    await using fetcher = fetcherFor(place)
    await fetcher.fetchPage(`http://${place.host}/`, 'en')
    await fetcher.fetchPage(`http://${place.host}/`, 'ar')
    const common = {
      method: 'GET',
      host: place.host,
      connection: 'close',
      'user-agent': USER_AGENT,
      accept: 'text/html, application/xhtml+xml, application/pdf, */*;q=0.5',
      'accept-encoding': 'gzip, deflate, br, zstd',
    }
    expect(seen).toEqual([
      { ...common, 'accept-language': 'en, *;q=0.5' },
      { ...common, 'accept-language': 'ar, *;q=0.5' },
    ])
    expect(place.connections).toBe(2)
  })

  test('is read over TLS from a site whose certificate is trusted, and from no other', async () => {
    await using place = await openSite(createTlsServer(CERTIFICATE, (_request, response) => response.end(PAGE)))
    const address = `https://${place.host}/`
    await expect(read(place, address)).rejects.toMatchObject(unreachable)

    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, CERTIFICATE.cert])
    try {
      expect(Buffer.from((await read(place, address)).bytes)).toEqual(PAGE)
      await using other = pageFetcher({
        allowHosts: [`other.example:${place.port}`],
        userAgent: USER_AGENT,
        lookup: async () => ['127.0.0.1'],
      })
      await expect(other.fetchPage(`https://other.example:${place.port}/`, 'en')).rejects.toMatchObject({
        code: 'page_unreachable',
        values: { host: 'other.example' },
      })

      await using plain = await site((_request, response) => response.end('plain'))
      await using leading = await openSite(
        createTlsServer(CERTIFICATE, (_request, response) =>
          response.writeHead(301, { location: `http://${plain.host}/` }).end(),
        ),
      )
      const page = await read(leading, `https://${leading.host}/`, { allowHosts: [leading.host, plain.host] })
      expect(Buffer.from(page.bytes).toString()).toBe('plain')
    } finally {
      setDefaultCACertificates(usual)
    }
  })
})

describe('a body is unpacked', () => {
  const twice = brotliCompressSync(gzipSync(PAGE))
  test.each([
    ['gzip', gzipSync(PAGE), 'gzip'],
    ['gzip by its older name', gzipSync(PAGE), 'x-gzip'],
    ['gzip in capitals', gzipSync(PAGE), 'GZIP'],
    ['gzip in two members', Buffer.concat([gzipSync(PAGE.subarray(0, 9)), gzipSync(PAGE.subarray(9))]), 'gzip'],
    ['deflate', deflateSync(PAGE), 'deflate'],
    ['deflate without its frame', deflateRawSync(PAGE), 'deflate'],
    ['br', brotliCompressSync(PAGE), 'br'],
    ['zstd', zstdCompressSync(PAGE), 'zstd'],
    ['gzip, then br', twice, 'gzip, br'],
    ['gzip, then br, in two headers', twice, ['gzip', 'br']],
    ['identity', PAGE, 'identity'],
    ['an empty coding', PAGE, ' , '],
    ['gzip that is none', PAGE, 'gzip'],
    ['zstd that is none', PAGE, 'zstd'],
  ])('%s', async (_name, body, coding) => {
    expect(await textOf(body, { 'content-encoding': coding })).toBe(PAGE.toString())
  })

  test('an empty one stays empty', async () => {
    expect(await textOf(Buffer.alloc(0), { 'content-encoding': 'gzip' })).toBe('')
  })

  test('a byte at a time', async () => {
    await using place = await bytesSite((socket) => {
      const body = gzipSync(PAGE)
      const chunks = Array.from(body, (byte) => Buffer.from([0x31, 13, 10, byte, 13, 10])) // each a chunk of 1 byte
      const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n'
      socket.end(Buffer.concat([Buffer.from(head), ...chunks, Buffer.from('0\r\n\r\n')]))
    })
    expect(Buffer.from((await read(place)).bytes)).toEqual(PAGE)
  })

  test.each([
    ['gzip', gzipSync(PAGE)],
    ['deflate', deflateSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['zstd', zstdCompressSync(PAGE)],
  ])('but not half of %s', async (coding, body) => {
    const half = body.subarray(0, body.length / 2)
    await expect(textOf(half, { 'content-encoding': coding })).rejects.toMatchObject(unreachable)
  })

  test.each([
    ['br', PAGE],
    ['deflate', PAGE],
    ['gzip', Buffer.concat([Buffer.from('1f8b', 'hex'), PAGE])],
    ['zstd', Buffer.concat([Buffer.from('28b52ffd', 'hex'), PAGE])],
  ])('nor what only says that it is %s', async (coding, body) => {
    await expect(textOf(body, { 'content-encoding': coding })).rejects.toMatchObject(unreachable)
  })

  test.each(['compress', 'gzip, aes128gcm', 'gzip, gzip, gzip, gzip'])('nor %s', async (coding) => {
    await expect(textOf(PAGE, { 'content-encoding': coding })).rejects.toMatchObject(refused(200))
  })
})

describe('what is too large', () => {
  const PDF = 'application/pdf'
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const starting = (start: string, sizeBytes: number) => Buffer.concat([Buffer.from(start, 'latin1')], sizeBytes)

  test.each([
    ['a page of 5 MB', 'text/html', starting('<p>', 5 * MEGABYTE)],
    ['a PDF of 10 MB', `${PDF}; version=1.7`, starting('%PDF-1.7', 10 * MEGABYTE)],
    ['a DOCX of 10 MB', DOCX, starting('PK\x03\x04', 10 * MEGABYTE)],
    ['a PDF of 10 MB without a type of its own', 'application/octet-stream', starting('\r\n%PDF-1.4', 10 * MEGABYTE)],
    ['a DOCX of 10 MB that says it is a page', 'text/html', starting('PK\x03\x04', 10 * MEGABYTE)],
  ])('not %s', async (_name, type, body) => {
    expect((await textOf(body, { 'content-type': type })).length).toBe(body.length)
  })

  test.each([
    ['a page of 5 MB and a byte', 'text/html', starting('<p>', 5 * MEGABYTE + 1), 5],
    ['without a type', '', starting('<p>', 5 * MEGABYTE + 1), 5],
    ['a picture', 'application/octet-stream', starting('\x89PNG', 5 * MEGABYTE + 1), 5],
    ['a PDF of 10 MB and a byte', PDF, starting('%PDF-1.7', 10 * MEGABYTE + 1), 10],
    ['a PDF of 10 MB and a byte without a type', '', starting('%PDF-1.7', 10 * MEGABYTE + 1), 10],
  ])('is refused: %s', async (_name, type, body, megabytes) => {
    const headers = type ? { 'content-type': type } : undefined
    await expect(textOf(body, headers)).rejects.toMatchObject(tooLarge(megabytes))
  })

  test('is refused however it was packed', async () => {
    const large = Buffer.alloc(5 * MEGABYTE + 1, 'frog ')
    await expect(textOf(gzipSync(large), { 'content-encoding': 'gzip' })).rejects.toMatchObject(tooLarge(5))
    const within = await textOf(gzipSync(large.subarray(1)), { 'content-encoding': 'gzip' })
    expect(within.length).toBe(5 * MEGABYTE)
  })

  test('is refused while it is still coming', async () => {
    let sentBytes = 0
    await using place = await site((_request, response) => {
      const endless = Readable.from(
        (function* () {
          for (;;) {
            sentBytes += MEGABYTE
            yield Buffer.alloc(MEGABYTE, 'frog ')
          }
        })(),
      )
      endless.on('error', () => {}).pipe(response)
      response.on('close', () => endless.destroy())
    })
    await expect(read(place)).rejects.toMatchObject(tooLarge(5))
    // What the machine's own buffers take beyond what was read.
    expect(sentBytes).toBeLessThan(30 * MEGABYTE)
  })
})

describe('a bomb of a gigabyte of zeros is cut off, and takes little memory', () => {
  const bomb = (compressor: NodeJS.ReadWriteStream) => {
    const megabyte = Buffer.alloc(MEGABYTE)
    return buffer(Readable.from(Array.from({ length: 1024 }, () => megabyte)).pipe(compressor))
  }

  test.each([
    ['br', () => bomb(createBrotliCompress(QUICKLY))],
    ['zstd', () => bomb(createZstdCompress())],
    ['gzip', () => bomb(createGzip({ level: 1 }))],
    ['gzip, gzip', async () => gzipSync(await bomb(createGzip({ level: 1 })))],
    ['gzip, br, zstd', async () => zstdCompressSync(brotliCompressSync(await bomb(createGzip({ level: 1 })), QUICKLY))],
  ])('%s', async (coding, make) => {
    const body = await make()
    const headers = { 'content-type': 'text/html', 'content-encoding': coding }
    await using place = await site((_request, response) => response.writeHead(200, headers).end(body))
    await read(place).catch(() => {}) // what is loaded with the first page is not the bomb's
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1)
    try {
      await expect(read(place)).rejects.toMatchObject(tooLarge(5))
    } finally {
      clearInterval(watch)
    }
    expect((Math.max(most, process.memoryUsage.rss()) - before) / MEGABYTE).toBeLessThan(64)
  })

  test('also one that unpacks into nothing', async () => {
    // Stored blocks without content (RFC 1951, 3.2.4): 20 MB of deflate that never give a byte.
    const empty = Buffer.alloc(20 * MEGABYTE, Buffer.from('000000ffff', 'hex'))
    await expect(textOf(empty, { 'content-encoding': 'deflate' })).rejects.toMatchObject(tooLarge(10))
    const packed = gzipSync(empty)
    await expect(textOf(packed, { 'content-encoding': 'deflate, gzip' })).rejects.toMatchObject(tooLarge(10))
  })

  test('and a frame that wants a window of 128 MB is not opened', async () => {
    const frame = await buffer(
      Readable.from([Buffer.alloc(MEGABYTE), PAGE]).pipe(
        createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } }),
      ),
    )
    await expect(textOf(frame, { 'content-encoding': 'zstd' })).rejects.toMatchObject(unreachable)
  })
})

describe('a redirect', () => {
  /** `/4` leads to `/3`, and `/0` is the page. */
  const chain: RequestListener = ({ url }, response) => {
    const left = Number(url?.slice(1))
    if (left === 0) response.end(PAGE)
    else response.writeHead(302, { location: `/${left - 1}` }).end('Elsewhere')
  }

  test('is followed five times', async () => {
    await using place = await site(chain)
    const page = await read(place, '/5')
    expect(page.url).toBe(`http://${place.host}/0`)
    expect(Buffer.from(page.bytes)).toEqual(PAGE)
  })

  test('is not followed a sixth time', async () => {
    await using place = await site(chain)
    await expect(read(place, '/6')).rejects.toMatchObject({ code: 'page_redirects' })
    expect(place.connections).toBe(6)
  })

  test('to itself is given up', async () => {
    await using place = await site((_request, response) => response.writeHead(301, { location: '' }).end())
    await expect(read(place)).rejects.toMatchObject({ code: 'page_redirects' })
  })

  test.each([301, 302, 303, 307, 308])('may be a %i', async (status) => {
    await using place = await site(({ url }, response) =>
      url === '/there' ? response.end(PAGE) : response.writeHead(status, { location: '/there' }).end(),
    )
    expect((await read(place)).url).toBe(`http://${place.host}/there`)
  })

  test.each([
    ['a path', '/there', '/there'],
    ['a path beside', 'there', '/a/there'],
    ['a path above', '../there?x=1', '/there?x=1'],
    ['a query', '?page=2', '/a/b?page=2'],
    ['a fragment to be left out', '/there#part', '/there'],
    ['blanks around', '  /there  ', '/there'],
    ['bytes of UTF-8', Buffer.from('/مقال').toString('latin1'), '/%D9%85%D9%82%D8%A7%D9%84'],
    ['bytes of windows-1256', '/\xe3\xde\xc7\xe1', '/%E3%DE%C7%E1'],
    ['a blank inside', '/over there', '/over%20there'],
  ])('may lead to %s', async (_name, location, path) => {
    const asked: string[] = []
    await using place = await bytesSite((socket, request) => {
      const target = /^GET (\S+)/.exec(request)?.[1] ?? ''
      asked.push(target)
      if (target === '/a/b')
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`, 'latin1')
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nHi')
    })
    expect((await read(place, '/a/b')).url).toBe(`http://${place.host}${path}`)
    expect(asked).toEqual(['/a/b', path])
  })

  test.each([
    ['without an address', 302, {}],
    ['to no address', 302, { location: 'http://' }],
    ['with a choice', 300, { location: '/there' }],
    ['that is none', 304, { location: '/there' }],
  ])('%s is the last word', async (_name, status, headers) => {
    await using place = await site((_request, response) => response.writeHead(status, headers).end())
    await expect(read(place)).rejects.toMatchObject(refused(status))
    expect(place.connections).toBe(1)
  })

  test('within the page is not followed', async () => {
    const page = Buffer.from('<meta http-equiv="refresh" content="0; url=http://127.0.0.1/">')
    expect(await textOf(page, { refresh: '0; url=http://127.0.0.1/' })).toBe(page.toString())
  })
})

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

describe('when Frogy stops', () => {
  test.each([
    ['before the answer', () => {}],
    ['in the middle of it', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHalf')],
  ])('%s, the connection is closed', async (_name, answer) => {
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    await using place = await bytesSite((socket) => {
      socket.on('close', () => closed.resolve())
      answer(socket)
      asked.resolve()
    })
    const fetcher = fetcherFor(place)
    const outcome = fetcher.fetchPage(`http://${place.host}/`, 'en').catch((error: unknown) => error)
    await asked.promise
    await fetcher[Symbol.asyncDispose]()
    expect(await outcome).toMatchObject({ code: 'shutting_down' })
    await closed.promise
  })

  test('who asks is told so', async () => {
    await using place = await site(() => {})
    const fetcher = fetcherFor(place)
    const fetching = fetcher.fetchPage(`http://${place.host}/`, 'en')
    const outcome = fetching.catch((error: unknown) => error)
    await fetcher[Symbol.asyncDispose]()
    expect(await outcome).toMatchObject({ code: 'shutting_down' })
    await expect(fetcher.fetchPage(`http://${place.host}/`, 'en')).rejects.toMatchObject({ code: 'shutting_down' })
  })
})

test('every connection is closed once its page was read', async () => {
  const closed: Promise<unknown>[] = []
  await using place = await openSite(
    createServer((_request, response) => response.end(PAGE)).on('connection', (socket) =>
      closed.push(once(socket, 'close')),
    ),
  )
  await using fetcher = fetcherFor(place)
  await Promise.all(Array.from({ length: 20 }, () => fetcher.fetchPage(`http://${place.host}/`, 'en')))
  expect(closed.length).toBe(20)
  await Promise.all(closed)
})

test('a refusal is not read to its end', async () => {
  const closed = Promise.withResolvers<void>()
  await using place = await bytesSite((socket) => {
    socket.on('close', () => closed.resolve())
    socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 1000000\r\n\r\nHalf')
  })
  await using fetcher = fetcherFor(place)
  await expect(fetcher.fetchPage(`http://${place.host}/`, 'en')).rejects.toMatchObject(refused(404))
  await closed.promise
})

describe('in a process of its own', () => {
  /** Runs a program that has `fetcher` and `allowed`, and gives what it prints. */
  const run = (program: string, environment: Record<string, string> = {}) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    })

  test('what fetches pages is loaded with the first of them', () => {
    const printed = run(`
      import { createRequire } from 'node:module'
      const { cache } = createRequire(import.meta.url)
      const isLoaded = () => Object.keys(cache).some((file) => file.includes('undici'))
      const { pageFetcher } = await import('./fetch-page.ts')
      const fetcher = pageFetcher({ allowHosts: [], userAgent: 'Frogy/test' })
      console.log(isLoaded())
      await fetcher.fetchPage('http://127.0.0.1/', 'en').catch(() => {})
      console.log(isLoaded())
    `)
    expect(printed).toBe('false\ntrue\n')
  })

  test('proxies that the environment names are not used', () => {
    const program = `
      import { createServer } from 'node:http'
      import { once } from 'node:events'
      const { pageFetcher } = await import('./fetch-page.ts')
      const open = async (text, port) => {
        const server = createServer((request, response) => response.end(text)).listen(port, '127.0.0.1')
        await once(server, 'listening')
        return server
      }
      const proxy = await open('the proxy', 0)
      const site = await open('the site', 0)
      for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])
        process.env[name] = 'http://127.0.0.1:' + proxy.address().port
      const host = '127.0.0.1:' + site.address().port
      const fetcher = pageFetcher({ allowHosts: [host], userAgent: 'Frogy/test' })
      console.log(Buffer.from((await fetcher.fetchPage('http://' + host + '/', 'en')).bytes).toString())
      proxy.close()
      site.close()
    `
    expect(run(program, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' })).toBe('the site\n')
  })
})

/** Made for these tests and trusted nowhere else: `site.example`, signed by itself. */
const CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMMzTbmavmwWL+RM2
FIT0h+yamXI13r0eNNTDK4QwJlWhRANCAASmotD8Jdc7TtdPdhuFUPpFhBlcnl27
2s5XG/14oVyW9lQO28aleM91xszFjvnbLg/rf22nERDW0boiYRwwTkw0
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUQ6yVWPeSQh7KtDVDI34bEYWlIUQwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2l0ZS5leGFtcGxlMCAXDTI2MTEyMTE1Mzg1N1oYDzIxMjYx
MDI4MTUzODU3WjAXMRUwEwYDVQQDDAxzaXRlLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASmotD8Jdc7TtdPdhuFUPpFhBlcnl272s5XG/14oVyW9lQO
28aleM91xszFjvnbLg/rf22nERDW0boiYRwwTkw0o2wwajAdBgNVHQ4EFgQUMJ1J
V8xTbpup53pFDxXrjxU2xS4wHwYDVR0jBBgwFoAUMJ1JV8xTbpup53pFDxXrjxU2
xS4wDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxzaXRlLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSAAwRQIhANIteSchtgdJPYQIWxCHEGu9XXfWkZOsAmtZJeqfvtfy
AiA+gvk2ci23DNeuxm7T6F/L5N7NyTBD+78toNRtQIBCJg==
-----END CERTIFICATE-----`,
}
