import { deflateRawSync, gzipSync, brotliCompressSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytesSite, read, textOf, unreachable } from '#tests/support/test-pages.ts'

// Browsers read all responses that the tests of this file accept, although the HTTP standard forbids these responses.

const HTML = '<!doctype html><title>The third quay</title><article><p>412 ships used it.</p></article>'
const LENGTH = `Content-Length: ${HTML.length}`
const HEX = HTML.length.toString(16)
const headed = (...headers: string[]) => `HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`

async function readAnswer(answer: string) {
  await using place = await bytesSite((socket) => socket.end(Buffer.from(answer, 'latin1')))
  return await read(place)
}

describe('response heads', () => {
  test.each([
    ['a header of 200 KB', headed(`Content-Security-Policy: ${'x'.repeat(200_000)}`, LENGTH)],
    ['three thousand headers', headed(...Array.from({ length: 3_000 }, () => 'Set-Cookie: a=b'), LENGTH)],
    ['no reason', `HTTP/1.1 200\r\n${LENGTH}\r\n\r\n`],
    ['two blanks and an unknown version', `HTTP/1.7  200 \r\n${LENGTH}\r\n\r\n`],
    ['lower-case letters', `http/1.1 200 ok\r\n${LENGTH.toLowerCase()}\r\n\r\n`],
    ['an empty line first', `\r\nHTTP/1.1 200 OK\r\n${LENGTH}\r\n\r\n`],
    ['a byte order mark first', `\xef\xbb\xbfHTTP/1.1 200 OK\r\n${LENGTH}\r\n\r\n`],
    ['a folded header', headed('X-A: a\r\n b\r\n\tc', LENGTH)],
    ['line feeds alone', `HTTP/1.1 200 OK\n${LENGTH}\n\n`],
    ['mixed line ends', `HTTP/1.1 200 OK\n${LENGTH}\r\n\n`],
    ['bytes of other encodings', headed('X-A: caf\xe9 \xe3\xde\xc7\xe1', LENGTH)],
    ['control characters', headed('X-A: a\u0001b\u0000c', LENGTH)],
    ['odd names', headed('X (y)@: a', 'X : a', ': a', LENGTH)],
    ['a line without a name', headed('Garbage', LENGTH)],
    ['a blank before the colon', headed(LENGTH.replace(':', ' :'))],
    ['early hints', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${headed(LENGTH)}`],
    ['several interim answers', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102\r\n\r\n${headed(LENGTH)}`],
    ['an offer to upgrade', headed('Upgrade: h2,h2c', 'Connection: Upgrade, close', LENGTH)],
    ['no length', headed('X-A: a')],
    ['a length that is not a number', headed('Content-Length: two')],
    ['a negative length', headed('Content-Length: -1')],
    ['an empty length', headed('Content-Length:')],
    ['the same length twice', headed(LENGTH, LENGTH)],
    ['the same length as a list', headed(`${LENGTH}, ${HTML.length}`)],
    ['a longer length', headed(`Content-Length: ${HTML.length + 9}`)],
  ])('reads a page with %s', async (_what, head) => {
    expect(Buffer.from((await readAnswer(head + HTML)).bytes).toString()).toBe(HTML)
  })

  test('joins a header that is folded over two lines', async () => {
    const { contentType } = await readAnswer(headed('Content-Type: text/html;\r\n\tcharset=utf-8', LENGTH) + HTML)
    expect(contentType).toBe('text/html; charset=utf-8')
  })
})

describe('redirects that lead nowhere', () => {
  test.each([
    ['302 without a target', `HTTP/1.1 302 Found\r\n${LENGTH}\r\n\r\n`],
    ['302 with an empty target', `HTTP/1.1 302 Found\r\nLocation:\r\n${LENGTH}\r\n\r\n`],
    ['307 without a target', `HTTP/1.1 307\r\n${LENGTH}\r\n\r\n`],
    ['300 with a preferred page', `HTTP/1.1 300 Multiple Choices\r\nLocation: /there\r\n${LENGTH}\r\n\r\n`],
    ['300 with a choice of pages', `HTTP/1.1 300 Multiple Choices\r\n${LENGTH}\r\n\r\n`],
  ])('reads the page of a response %s', async (_what, head) => {
    expect(Buffer.from((await readAnswer(head + HTML)).bytes).toString()).toBe(HTML)
  })

  test.each(['302 Found', '304 Not Modified', '305 Use Proxy', '404 Not Found'])(
    'rejects a response that has no page: %s',
    async (status) => {
      const head = `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`
      await expect(readAnswer(head)).rejects.toMatchObject({ code: 'page_refused' })
    },
  )
})

describe('chunks', () => {
  const chunked = headed('Transfer-Encoding: chunked')
  test.each([
    ['with extensions', `${chunked}${HEX};a=b\r\n${HTML}\r\n0\r\n\r\n`],
    ['with blanks and zeros', `${chunked}000${HEX.toUpperCase()}  \r\n${HTML}\r\n0\r\n\r\n`],
    ['with line feeds alone', `${chunked}${HEX}\n${HTML}\n0\n\n`],
    ['with a trailer', `${chunked}${HEX}\r\n${HTML}\r\n0\r\nX-A: a\r\n\r\n`],
    [
      'beside a wrong length',
      `${headed('Content-Length: 3', 'Transfer-Encoding: chunked')}${HEX}\r\n${HTML}\r\n0\r\n\r\n`,
    ],
    [
      'declared twice',
      `${headed('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}${HEX}\r\n${HTML}\r\n0\r\n`,
    ],
    ['without the last one', `${chunked}${HEX}\r\n${HTML}\r\n`],
    ['without the last line end', `${chunked}${HEX}\r\n${HTML}`],
  ])('reads a page with chunked encoding: chunks %s', async (_what, answer) => {
    expect(Buffer.from((await readAnswer(answer)).bytes).toString()).toBe(HTML)
  })
})

describe('content codings', () => {
  const packed = gzipSync(HTML)
  test.each([
    ['gzip without its trailer', 'gzip', packed.subarray(0, -8)],
    ['gzip with half a trailer', 'gzip', packed.subarray(0, -3)],
    ['gzip with bytes behind it', 'gzip', Buffer.concat([packed, Buffer.alloc(9)])],
    ['gzip declared twice', 'gzip, gzip', packed],
    ['gzip packed twice', 'gzip, gzip', gzipSync(packed)],
    ['raw deflate', 'deflate', deflateRawSync(HTML)],
    ['br', 'br', brotliCompressSync(HTML)],
    ['zstd', 'ZSTD', zstdCompressSync(HTML)],
    ['a character set as the coding', 'UTF-8', Buffer.from(HTML)],
    ['none', 'none', Buffer.from(HTML)],
  ])('reads a page with the content coding: %s', async (_what, coding, body) => {
    expect(await textOf(body, { 'content-encoding': coding })).toBe(HTML)
  })

  test('reads a compressed page with chunked encoding but without the last chunk', async () => {
    await using place = await bytesSite((socket) => {
      socket.write(headed('Content-Encoding: gzip', 'Transfer-Encoding: chunked'))
      socket.end(Buffer.concat([Buffer.from(`${packed.length.toString(16)}\r\n`), packed]))
    })
    expect(Buffer.from((await read(place)).bytes).toString()).toBe(HTML)
  })
})

test.each([
  ['in a word', HTML.slice(0, -20)],
  ['after a paragraph', HTML.slice(0, -10)],
  ['after a paragraph of an open page', `<html><body>${HTML.slice(0, -10)}`],
])('rejects a page whose transfer stops %s', async (_what, half) => {
  await expect(readAnswer(headed(`Content-Length: ${HTML.length + 99}`) + half)).rejects.toMatchObject(unreachable)
})

test.each([
  ['%PDF-1.7 ... %%EOF\n', true],
  ['%PDF-1.7 ...', false],
  [`PK\u0003\u0004...PK\u0005\u0006${'\0'.repeat(18)}`, true],
  ['PK\u0003\u0004...', false],
  ['<html><body>a</body></html>\n<!-- 0.2 s --> ', true],
])(
  'accepts a body shorter than its declared length only if it contains its own end mark: %j (accepted: %s)',
  async (body, isRead) => {
    const reading = readAnswer(headed('Content-Length: 999') + body)
    if (isRead) expect(Buffer.from((await reading).bytes).toString()).toBe(body)
    else await expect(reading).rejects.toMatchObject(unreachable)
  },
)
