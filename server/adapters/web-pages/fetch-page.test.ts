import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { pageFetcher } from './fetch-page.ts'
import { bytesSite, fetcherFor, PAGE, read, refused, site, unreachable, USER_AGENT } from '#tests/support/test-pages.ts'
import { openSite } from '#tests/support/test-site.ts'

describe('page', () => {
  test("returns a page's bytes and declared content type", async () => {
    await using place = await site((_request, response) =>
      response.writeHead(200, { 'content-type': 'Text/HTML; Charset="windows-1256"' }).end(PAGE),
    )
    const page = await read(place, '/مقال?n=1#part')
    expect(page.url).toBe(`http://${place.host}/%D9%85%D9%82%D8%A7%D9%84?n=1`)
    expect(page.contentType).toBe('Text/HTML; Charset="windows-1256"')
    expect(Buffer.from(page.bytes)).toEqual(PAGE)
  })

  test('reads a page without a declared content type', async () => {
    await using place = await site((_request, response) => response.end(PAGE))
    expect((await read(place)).contentType).toBeNull()
  })

  test('reads a page from a host in the local hosts file', async () => {
    await using place = await site((_request, response) => response.end(PAGE))
    await using fetcher = pageFetcher({ allowHosts: [`localhost:${place.port}`], userAgent: USER_AGENT })
    const page = await fetcher.fetchPage(`http://localhost:${place.port}/`, 'en')
    expect(Buffer.from(page.bytes)).toEqual(PAGE)
  })

  test('requests a page with its own user agent and without cookies or user data', async () => {
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

  test('reads over TLS only from a site with a trusted certificate', async () => {
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

describe('redirect', () => {
  /** Redirects each path to the next lower number: `/4` to `/3`. The path `/0` is the page. */
  const chain: RequestListener = ({ url }, response) => {
    const left = Number(url?.slice(1))
    if (left === 0) response.end(PAGE)
    else response.writeHead(302, { location: `/${left - 1}` }).end('Elsewhere')
  }

  test('follows five redirects to a page', async () => {
    await using place = await site(chain)
    const page = await read(place, '/5')
    expect(page.url).toBe(`http://${place.host}/0`)
    expect(Buffer.from(page.bytes)).toEqual(PAGE)
  })

  test('rejects more redirects than browsers follow', async () => {
    await using place = await site(chain)
    await expect(read(place, '/21')).rejects.toMatchObject({ code: 'page_redirects' })
    expect(place.connections).toBe(21)
  })

  test('rejects a page that redirects to itself', async () => {
    await using place = await site((_request, response) => response.writeHead(301, { location: '/' }).end())
    await expect(read(place)).rejects.toMatchObject({ code: 'page_redirects' })
  })

  test.each([301, 302, 303, 307, 308])('follows a redirect with status %i', async (status) => {
    await using place = await site(({ url }, response) =>
      url === '/there' ? response.end(PAGE) : response.writeHead(status, { location: '/there' }).end(),
    )
    expect((await read(place)).url).toBe(`http://${place.host}/there`)
  })

  test.each([
    ['a path', '/there', '/there'],
    ['a sibling path', 'there', '/a/there'],
    ['a parent path', '../there?x=1', '/there?x=1'],
    ['a query', '?page=2', '/a/b?page=2'],
    ['an address with a fragment', '/there#part', '/there'],
    ['an address between blanks', '  /there  ', '/there'],
    ['UTF-8 bytes', Buffer.from('/مقال').toString('latin1'), '/%D9%85%D9%82%D8%A7%D9%84'],
    ['windows-1256 bytes', '/\xe3\xde\xc7\xe1', '/%E3%DE%C7%E1'],
    ['an address with a blank', '/over there', '/over%20there'],
  ])('follows a redirect to %s', async (_name, location, path) => {
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
    ['a redirect without an address', 302, {}],
    ['a redirect to an invalid address', 302, { location: 'http://' }],
    ['a redirect with several choices', 300, { location: '/there' }],
    ['a response that only looks like a redirect', 304, { location: '/there' }],
  ])('rejects a page that responds with %s', async (_name, status, headers) => {
    await using place = await site((_request, response) => response.writeHead(status, headers).end())
    await expect(read(place)).rejects.toMatchObject(refused(status))
    expect(place.connections).toBe(1)
  })
})

describe('shutdown', () => {
  test.each([
    ['before the response', () => {}],
    ['during the response', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHalf')],
  ])('closes the connection at shutdown: %s', async (_name, answer) => {
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

  test('rejects a page request after shutdown', async () => {
    await using place = await site(() => {})
    const fetcher = fetcherFor(place)
    const fetching = fetcher.fetchPage(`http://${place.host}/`, 'en')
    const outcome = fetching.catch((error: unknown) => error)
    await fetcher[Symbol.asyncDispose]()
    expect(await outcome).toMatchObject({ code: 'shutting_down' })
    await expect(fetcher.fetchPage(`http://${place.host}/`, 'en')).rejects.toMatchObject({ code: 'shutting_down' })
  })
})

test('closes each connection after it has read the page', async () => {
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

test('does not read the body of an error response', async () => {
  const closed = Promise.withResolvers<void>()
  await using place = await bytesSite((socket) => {
    socket.on('close', () => closed.resolve())
    socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 1000000\r\n\r\nHalf')
  })
  await using fetcher = fetcherFor(place)
  await expect(fetcher.fetchPage(`http://${place.host}/`, 'en')).rejects.toMatchObject(refused(404))
  await closed.promise
})

describe('separate process', () => {
  /** Runs a program that can use `fetcher` and `allowed`, and returns its output. */
  const run = (program: string, environment: Record<string, string> = {}) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    })

  test('loads the HTTP client only when it reads the first page', () => {
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

  test('ignores proxy settings in the environment', () => {
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

/** Self-signed test certificate for `site.example`. */
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
