import { describe, expect, test } from 'vitest'
import { fetcherFor, read, site } from '#tests/support/test-pages.ts'
import { cookieJar } from './cookie-jar.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const PAGE = '<title>The third quay</title><article>412 ships used it.</article>'

describe('cookies between redirects', () => {
  test('reads a page that requires a cookie, and forgets the cookie afterwards', async () => {
    const seen: (string | undefined)[] = []
    await using place = await site(({ headers }, response) => {
      seen.push(headers.cookie)
      if (headers.cookie === 'seen=1; b=2') response.end(PAGE)
      else
        response
          .writeHead(302, { location: '/a', 'set-cookie': ['seen=1; Path=/', 'b=2; HttpOnly; SameSite=Strict'] })
          .end()
    })
    await using fetcher = fetcherFor(place)
    for (const _ of [1, 2])
      expect(Buffer.from((await fetcher.fetchPage(`http://${place.host}/a`, 'en')).bytes).toString()).toBe(PAGE)
    expect(seen).toEqual([undefined, 'seen=1; b=2', undefined, 'seen=1; b=2'])
  })

  test("sends a page's cookie to no other host or port", async () => {
    const seen: (string | undefined)[] = []
    await using other = await site(({ headers }, response) => {
      seen.push(headers.cookie)
      response.end(PAGE)
    })
    await using place = await site((_request, response) =>
      response.writeHead(302, { location: `http://${other.host}/`, 'set-cookie': 'seen=1; Path=/' }).end(),
    )
    await read(place, '/', { allowHosts: [place.host, other.host] })
    expect(seen).toEqual([undefined])
  })

  test('rejects a page that redirects to itself even after Frogy sends its cookie', async () => {
    await using place = await site((_request, response) =>
      response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end(),
    )
    await expect(read(place)).rejects.toMatchObject({ code: 'page_redirects' })
    expect(place.connections).toBe(21)
  })

  test('follows as many redirects as browsers follow', async () => {
    await using place = await site(({ url = '' }, response) => {
      const hop = Number(url.slice(1))
      if (hop === 20) response.end(PAGE)
      else response.writeHead(302, { location: `/${hop + 1}` }).end()
    })
    expect(Buffer.from((await read(place, '/0')).bytes).toString()).toBe(PAGE)
  })

  const sent = (from: string, cookie: string, to: string) => {
    const jar = cookieJar()
    jar.store(new URL(from), [cookie])
    return jar.headerFor(new URL(to))
  }

  test.each([
    ['https://a.example/x/y', 'c=1', 'https://a.example/x/z'],
    ['https://a.example/x/y', 'c=1; Path=/', 'https://a.example/'],
    ['http://a.example/', 'c=1', 'https://a.example/'],
    ['https://www.a.example/', 'c=1; Domain=.A.example', 'https://news.a.example/'],
    ['https://a.example/', 'c=1; Domain=a.example; Secure', 'https://www.a.example/'],
    ['https://a.example/', '__Host-c=1; Path=/; Secure', 'https://a.example/'],
    ['https://a.example/', 'c=1; Expires=Wed, 21 Oct 2199 07:28:00 GMT', 'https://a.example/'],
    ['https://a.example/', 'c=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.example/'],
    ['https://a.example/', 'c=1; Path=nonsense; Max-Age=nonsense', 'https://a.example/'],
  ])('stores the cookie that %s sets as %j, and sends it to %s', (from, cookie, to) => {
    expect(sent(from, cookie, to)).toMatch(/^(?:__Host-)?c=1$/)
  })

  test.each([
    ['https://a.example/x/y', 'c=1', 'https://a.example/xy'],
    ['https://a.example/', 'c=1; Path=/x', 'https://a.example/xy'],
    ['https://a.example/', 'c=1; Secure', 'http://a.example/'],
    ['http://a.example/', 'c=1; Secure', 'https://a.example/'],
    ['https://a.example/', 'c=1', 'https://www.a.example/'],
    ['https://a.example/', 'c=1', 'https://b.example/'],
    ['https://a.example/', 'c=1; Domain=b.example', 'https://b.example/'],
    ['https://a.example/', 'c=1; Domain=example', 'https://b.example/'],
    ['https://a.co.uk/', 'c=1; Domain=co.uk', 'https://b.co.uk/'],
    ['https://nota.example/', 'c=1; Domain=a.example', 'https://a.example/'],
    ['http://192.0.2.7/', 'c=1; Domain=0.2.7', 'http://9.0.2.7/'],
    ['https://a.example/', 'c=1; Max-Age=0', 'https://a.example/'],
    ['https://a.example/', 'c=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.example/'],
    ['https://a.example/', '__Host-c=1; Secure; Path=/; Domain=a.example', 'https://a.example/'],
    ['https://a.example/', '__Secure-c=1', 'https://a.example/'],
    ['https://a.example/', '=', 'https://a.example/'],
    ['https://a.example/', '; Path=/', 'https://a.example/'],
    ['https://a.example/', '__Host-c', 'https://a.example/'],
    ['https://a.example/', '=__Secure-c=1', 'https://a.example/'],
    ['https://a.example/', 'c=1\r\nX-A: a', 'https://a.example/'],
    ['https://a.example/', `c=${'1'.repeat(5_000)}`, 'https://a.example/'],
  ])('does not send the cookie of %s, set as %j, to %s', (from, cookie, to) => {
    expect(sent(from, cookie, to)).toBeUndefined()
  })

  test.each([
    ['seen', 'seen'],
    ['=seen', 'seen'],
    ['seen; Path=/', 'seen'],
    ['=a=b', 'a=b'],
    ['place=\u0627', 'place=\u0627'],
  ])('sends the cookie %j back as %j', async (header, right) => {
    const seen: (string | undefined)[] = []
    const bytes = (text: string) => Buffer.from(text).toString('latin1')
    await using place = await site(({ headers }, response) => {
      seen.push(headers.cookie)
      if (headers.cookie === bytes(right)) response.end(PAGE)
      else response.writeHead(302, { location: '/a', 'set-cookie': bytes(header) }).end()
    })
    await read(place, '/a')
    expect(seen).toEqual([undefined, bytes(right)])
  })

  test('replaces a stored cookie that has no name by a newer cookie without a name', () => {
    const [jar, url] = [cookieJar(), new URL('https://a.example/')]
    jar.store(url, ['one', 'two', 'c=1'])
    expect(jar.headerFor(url)).toBe('two; c=1')
  })

  test('replaces or deletes a cookie when the site sets it again', () => {
    const [jar, url] = [cookieJar(), new URL('https://a.example/')]
    jar.store(url, ['c=1', 'd=1', 'c=2'])
    expect(jar.headerFor(url)).toBe('d=1; c=2')
    jar.store(url, ['c=; Max-Age=0'])
    expect(jar.headerFor(url)).toBe('d=1')
    jar.store(
      url,
      Array.from({ length: 900 }, (_, at) => `n${at}=${'x'.repeat(100)}`),
    )
    expect(jar.headerFor(url)?.length).toBeLessThan(16_384)
  })
})

describe('pages that redirect by a refresh', () => {
  /** Serves this page and these headers at `/a`. Returns the path of the last page to which the refreshes lead. */
  async function readFrom(html: string, headers: Record<string, string> = {}): Promise<string> {
    await using place = await site(({ url }, response) => {
      if (url === '/a') response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html)
      else response.end(PAGE)
    })
    return (await read(place, '/a')).url.replace(`http://${place.host}`, '')
  }

  test.each([
    '<meta http-equiv="refresh" content="0; url=/new">',
    "<META HTTP-EQUIV=REFRESH CONTENT='0;URL=/new'>",
    '<meta content="5;url=\'/new\'" http-equiv=Refresh />',
    "<meta http-equiv='refresh' content='0; url=\"/new\" '>",
    '<meta http-equiv="refresh" content="0; URL = new">',
    '<meta http-equiv="refresh" content="0.5, url=/new">',
    '<meta http-equiv="refresh" content="0 /new">',
    '<meta http-equiv="refresh"\n  content="\n0;\nurl=/new\n">',
    '<meta http-equiv="refresh" content="0;url=&#47;new">',
    '<meta http-equiv="refresh" content="0;url=/x/../new">',
    '<base href="/b/"><meta http-equiv="refresh" content="0;url=../new">',
    '<noscript><meta http-equiv="refresh" content="0;url=/new"></noscript>',
    '<!-- moved --><script>if (a < b) x()</script><meta http-equiv="refresh" content="0;url=/new">',
    '<body><p>We have moved.</p><meta http-equiv=refresh content=1;url=/new>',
    '<meta http-equiv="refresh" content="300"><meta http-equiv="refresh" content="0;url=/new">',
  ])('follows the refresh in the markup %j', async (html) => {
    expect(await readFrom(html)).toBe('/new')
  })

  test.each(['0;url=/new', '0; URL="/new"', '3;/new', '0,url=/new'])(
    'follows the Refresh header %j',
    async (refresh) => {
      expect(await readFrom(PAGE, { refresh })).toBe('/new')
    },
  )

  test('follows a refresh to an address in Arabic letters', async () => {
    const arabic = encodeURI('/مقال')
    expect(await readFrom('<meta http-equiv=refresh content="0;url=/مقال">')).toBe(arabic)
    expect(await readFrom(PAGE, { refresh: `0;url=${Buffer.from('/مقال').toString('latin1')}` })).toBe(arabic)
  })

  test.each([
    '<meta http-equiv="refresh" content="300">',
    '<meta http-equiv="refresh" content="300; url=/a">',
    '<meta http-equiv="refresh" content="0; url=/a#top">',
    '<meta http-equiv="refresh" content="0; url=">',
    '<meta http-equiv="refresh" content="600; url=/goodbye">',
    '<meta http-equiv="refresh" content="30; url=/a?r=2">',
    '<meta http-equiv="refresh" content="0; url=javascript:alert(1)">',
    '<meta http-equiv="refresh" content="0; url=data:text/html,a">',
    '<meta http-equiv="refresh" content="soon; url=/new">',
    '<meta name="refresh" content="0; url=/new">',
    '<!-- <meta http-equiv="refresh" content="0; url=/new"> -->',
    '<script>"<meta http-equiv=refresh content=0;url=/new>"</script>',
    '<template><meta http-equiv="refresh" content="0; url=/new"></template>',
    `<noscript><meta http-equiv=refresh content="0; url=/new"></noscript><p>${'412 ships used it. '.repeat(40)}</p>`,
  ])('follows no refresh in the markup %j', async (html) => {
    expect(await readFrom(html)).toBe('/a')
  })

  test('rejects a refresh to a private address', async () => {
    const html = '<meta http-equiv=refresh content="0;url=http://127.0.0.1/">'
    await expect(readFrom(html)).rejects.toMatchObject({ code: 'url_forbidden' })
    await expect(readFrom(PAGE, { refresh: '0;url=http://[::1]/' })).rejects.toMatchObject({ code: 'url_forbidden' })
  })

  test('rejects pages that refresh to each other', async () => {
    await using place = await site(({ url }, response) =>
      response.end(`<meta http-equiv=refresh content="0;url=${url === '/a' ? '/b' : '/a'}">`),
    )
    await expect(read(place, '/a')).rejects.toMatchObject({ code: 'page_redirects' })
    expect(place.connections).toBe(21)
  })

  test("sends a page's cookie when its refresh leads to another page that redirects back", async () => {
    await using place = await site(({ url, headers }, response) => {
      if (url === '/a' && headers.cookie) response.end(PAGE)
      else if (url === '/a')
        response.setHeader('set-cookie', 'ok=1').end('<meta http-equiv=refresh content="0;url=/b">')
      else response.writeHead(302, { location: '/a' }).end()
    })
    expect(Buffer.from((await read(place, '/a')).bytes).toString()).toBe(PAGE)
  })

  test.each(['<', '<a "', '<meta ', '<!--', '<noscript>', '<script>', '<meta http-equiv=refresh content="'])(
    'quickly searches a page that repeats %j for a refresh',
    async (piece) => {
      const spent = processorTimer()
      expect(await readFrom(`<title>refresh</title>${piece.repeat(100_000)}`)).toBe('/a')
      expect(spent()).toBeLessThan(2_000)
    },
  )
})
