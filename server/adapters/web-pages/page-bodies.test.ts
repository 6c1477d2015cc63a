import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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
import { bytesSite, PAGE, read, refused, site, textOf, tooLarge, unreachable } from '#tests/support/test-pages.ts'

const MEGABYTE = 1024 * 1024
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

describe('content codings', () => {
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
    ['an uncompressed body declared as gzip', PAGE, 'gzip'],
    ['an uncompressed body declared as zstd', PAGE, 'zstd'],
  ])('decompresses a body with the coding: %s', async (_name, body, coding) => {
    expect(await textOf(body, { 'content-encoding': coding })).toBe(PAGE.toString())
  })

  test('keeps an empty body empty', async () => {
    expect(await textOf(Buffer.alloc(0), { 'content-encoding': 'gzip' })).toBe('')
  })

  test('decompresses a body that arrives byte by byte', async () => {
    await using place = await bytesSite((socket) => {
      const body = gzipSync(PAGE)
      // Send the body in chunks of one byte.
      const chunks = Array.from(body, (byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]))
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
  ])('rejects a truncated %s body', async (coding, body) => {
    const half = body.subarray(0, body.length / 2)
    await expect(textOf(half, { 'content-encoding': coding })).rejects.toMatchObject(unreachable)
  })

  test.each([
    ['br', PAGE],
    ['deflate', PAGE],
    ['gzip', Buffer.concat([Buffer.from('1f8b', 'hex'), PAGE])],
    ['zstd', Buffer.concat([Buffer.from('28b52ffd', 'hex'), PAGE])],
  ])('rejects a body with the declared content coding %s but other data', async (coding, body) => {
    await expect(textOf(body, { 'content-encoding': coding })).rejects.toMatchObject(unreachable)
  })

  test.each(['compress', 'gzip, aes128gcm', 'gzip, gzip, gzip, gzip'])(
    'rejects the content coding %s',
    async (coding) => {
      await expect(textOf(PAGE, { 'content-encoding': coding })).rejects.toMatchObject(refused(200))
    },
  )
})

describe('size limits', () => {
  const PDF = 'application/pdf'
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const starting = (start: string, sizeBytes: number) => Buffer.concat([Buffer.from(start, 'latin1')], sizeBytes)

  test.each([
    ['a page of 5 MB', 'text/html', starting('<p>', 5 * MEGABYTE)],
    ['a PDF of 10 MB', `${PDF}; version=1.7`, starting('%PDF-1.7', 10 * MEGABYTE)],
    ['a DOCX of 10 MB', DOCX, starting('PK\x03\x04', 10 * MEGABYTE)],
    ['a PDF of 10 MB without a specific type', 'application/octet-stream', starting('\r\n%PDF-1.4', 10 * MEGABYTE)],
    ['a DOCX of 10 MB declared as HTML', 'text/html', starting('PK\x03\x04', 10 * MEGABYTE)],
  ])('accepts a body within the size limit: %s', async (_name, type, body) => {
    expect((await textOf(body, { 'content-type': type })).length).toBe(body.length)
  })

  test.each([
    ['a page of 5 MB and a byte', 'text/html', starting('<p>', 5 * MEGABYTE + 1), 5],
    ['a page without a type', '', starting('<p>', 5 * MEGABYTE + 1), 5],
    ['a picture', 'application/octet-stream', starting('\x89PNG', 5 * MEGABYTE + 1), 5],
    ['a PDF of 10 MB and a byte', PDF, starting('%PDF-1.7', 10 * MEGABYTE + 1), 10],
    ['a PDF of 10 MB and a byte without a type', '', starting('%PDF-1.7', 10 * MEGABYTE + 1), 10],
  ])('rejects a body that is too large: %s', async (_name, type, body, megabytes) => {
    const headers = type ? { 'content-type': type } : undefined
    await expect(textOf(body, headers)).rejects.toMatchObject(tooLarge(megabytes))
  })

  test('rejects a body that is too large after decompression', async () => {
    const large = Buffer.alloc(5 * MEGABYTE + 1, 'frog ')
    await expect(textOf(gzipSync(large), { 'content-encoding': 'gzip' })).rejects.toMatchObject(tooLarge(5))
    const within = await textOf(gzipSync(large.subarray(1)), { 'content-encoding': 'gzip' })
    expect(within.length).toBe(5 * MEGABYTE)
  })

  test('rejects an oversized body while it arrives', async () => {
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
    // The server sends more than the client reads, because the network's buffers hold some data too.
    expect(sentBytes).toBeLessThan(30 * MEGABYTE)
  })
})

describe('zip bombs', () => {
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
  ])('stops reading a %s bomb of a gigabyte, with little memory', async (coding, make) => {
    const body = await make()
    const headers = { 'content-type': 'text/html', 'content-encoding': coding }
    await using place = await site((_request, response) => response.writeHead(200, headers).end(body))
    // Load the modules first, so that the measurement covers only the decompression bomb.
    await read(place).catch(() => {})
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

  test('stops reading a compressed body that decompresses to nothing', async () => {
    // A compressed body of empty blocks (RFC 1951, 3.2.4): 20 MB of deflate decompress to nothing.
    const empty = Buffer.alloc(20 * MEGABYTE, Buffer.from('000000ffff', 'hex'))
    await expect(textOf(empty, { 'content-encoding': 'deflate' })).rejects.toMatchObject(tooLarge(10))
    const packed = gzipSync(empty)
    await expect(textOf(packed, { 'content-encoding': 'deflate, gzip' })).rejects.toMatchObject(tooLarge(10))
  })

  test('rejects a Zstandard frame with a window of 128 MB', async () => {
    const frame = await buffer(
      Readable.from([Buffer.alloc(MEGABYTE), PAGE]).pipe(
        createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } }),
      ),
    )
    await expect(textOf(frame, { 'content-encoding': 'zstd' })).rejects.toMatchObject(unreachable)
  })
})
