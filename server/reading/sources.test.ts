import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawnPdf, pdfLine } from '#tests/support/pdf.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Tests the API. The readers of pages and documents have their own tests.

const ARTICLE = `<!doctype html><html lang="en"><head><title>Why approvals slow us down | Supply Review</title>
<meta property="og:site_name" content="Supply Review"><meta name="author" content="Mona Aziz">
<meta name="description" content="Seven signatures for one order."></head><body><nav><a href="/">Home</a></nav><article>
<h1>Why approvals slow us down</h1>${'<p>A routine purchase passed through seven people, and four of them had never refused one. Review time fell by 34% in one quarter after their names came off the form.</p>'.repeat(6)}
</article></body></html>`

let frogy: Frogy
let layla: Person
let origin: string
const asked: { path: string; agent: string | undefined }[] = []
const site = createServer((request: IncomingMessage, response: ServerResponse) => {
  const path = request.url ?? ''
  asked.push({ path, agent: request.headers['user-agent'] })
  if (path.startsWith('/article')) response.setHeader('content-type', 'text/html; charset=utf-8').end(ARTICLE)
  else if (path === '/report.pdf') response.setHeader('content-type', 'application/pdf').end(reportPdf())
  else if (path === '/photo')
    response.setHeader('content-type', 'image/png').end(Buffer.from('89504e470d0a1a0a', 'hex'))
  else if (path === '/archive')
    response.setHeader('content-type', 'application/zip').end(Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1'))
  else response.writeHead(404).end()
})

beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: `127.0.0.1:${port}`, PUBLIC_URL: 'https://frogy.example' })
  layla = await frogy.person()
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  site.close()
  site.closeAllConnections()
})

/** A PDF of one page with one line. */
const reportPdf = (line = 'Review time fell by 34% in one quarter.') => drawnPdf({ pages: [pdfLine(line, 720)] })

const formWith = (name: string, bytes: Uint8Array<ArrayBuffer>, field = 'document') => {
  const form = new FormData()
  form.append(field, new Blob([bytes]), name)
  return form
}
const upload = (form: FormData, person = layla) => person.ask('POST /api/content/upload-document', { form })
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

describe('addresses', () => {
  test('validates the address of an article and reads the article', async () => {
    const url = `${origin}/article`
    expect(await layla.call('POST /api/content/validate-url', { body: { url } })).toEqual({
      valid: true,
      title: 'Why approvals slow us down',
    })
    const { data } = await layla.call('POST /api/content/extract-url', { body: { url } })
    expect(data).toMatchObject({
      title: 'Why approvals slow us down',
      author: 'Mona Aziz',
      siteName: 'Supply Review',
      description: 'Seven signatures for one order.',
      language: 'en',
      direction: 'ltr',
      format: 'article',
      pageCount: null,
    })
    expect(data.content).toContain('Review time fell by 34% in one quarter')
    expect(data.content).not.toContain('Home')
  })

  test('requests a page only once to validate and read its address, with the user agent Frogy', async () => {
    const url = `${origin}/article/once`
    await layla.call('POST /api/content/validate-url', { body: { url } })
    await layla.call('POST /api/content/extract-url', { body: { url } })
    const visits = asked.filter(({ path }) => path === '/article/once')
    expect(visits).toHaveLength(1)
    expect(visits[0]?.agent).toMatch(/^Frogy\/[\d.]+ \(\+https:\/\/frogy\.example;/)
  })

  test.each(['{}،', 'The third quay {}', '{}\nThe third quay', 'الرصيف (\u200f{})؟', '[The third quay]({})'])(
    'finds the web address in the shared text %j',
    async (shared) => {
      const url = shared.replace('{}', `${origin}/article/shared`)
      expect(await layla.call('POST /api/content/validate-url', { body: { url } })).toMatchObject({ valid: true })
      expect(asked.at(-1)?.path).toBe('/article/shared')
    },
  )

  test('reads a PDF at a web address', async () => {
    const { data } = await layla.call('POST /api/content/extract-url', { body: { url: `${origin}/report.pdf` } })
    expect(data).toMatchObject({ format: 'pdf', pageCount: 1, content: 'Review time fell by 34% in one quarter.' })
  })

  test.each([
    ['a picture', '/photo', 'page_type'],
    ['an archive', '/archive', 'page_type'],
    ['nothing', '/gone', 'page_refused'],
  ])(
    'rejects an address that returns %s, and reports the same error whether it validates or reads the address',
    async (_what, path, code) => {
      const url = origin + path
      const reply = await layla.ask('POST /api/content/extract-url', { body: { url } })
      expect(reply.body.code).toBe(code)
      expect(await layla.call('POST /api/content/validate-url', { body: { url } })).toEqual({
        valid: false,
        error: reply.body.message,
        code,
        values: reply.body.values ?? {},
      })
    },
  )

  test.each(['', '   ', 'not an address', 'ftp://example.com/a', 'javascript:alert(1)'])(
    'rejects %j as an address',
    async (url) => {
      const reply = await layla.call('POST /api/content/validate-url', { body: { url } })
      expect(reply.valid).toBe(false)
      expect(reply.error).toBeTruthy()
    },
  )

  test('rejects an address in a private network', async () => {
    const arabic = await frogy.visitor('ar').register()
    const reply = await arabic.ask('POST /api/content/extract-url', { body: { url: 'http://169.254.169.254/latest' } })
    expect(reply).toMatchObject({ status: 422, body: { code: 'url_forbidden' } })
  })

  test('requires sign-in to read an address', async () => {
    const reply = await frogy.visitor().ask('POST /api/content/extract-url', { body: { url: `${origin}/article` } })
    expect(reply).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })
})

describe('documents', () => {
  test('reads an uploaded document and uses its file name as default title', async () => {
    const bytes = reportPdf()
    const reply = await upload(formWith('تقرير_الربع الثالث.pdf', bytes))
    expect(reply).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          title: 'تقرير الربع الثالث',
          content: 'Review time fell by 34% in one quarter.',
          wordCount: 8,
          fileSize: bytes.length,
          pageCount: 1,
          format: 'pdf',
          // The text has seven words, too few to detect a language.
          language: null,
          direction: 'ltr',
        },
      },
    })
  })

  test('detects the format of an uploaded document by its content, not its name', async () => {
    expect(await upload(formWith('report.docx', reportPdf()))).toMatchObject({ status: 200 })
    expect(await upload(formWith('report.pdf', bytesOf('Only text.')))).toMatchObject({
      status: 415,
      body: { code: 'document_type', message: 'Invalid file type. Please select a PDF or DOCX file.' },
    })
  })

  test('rejects a document of more than 10 MB with a message that names the limit', async () => {
    const tooLarge = new Uint8Array(10 * 1024 * 1024 + 1)
    expect(await upload(formWith('report.pdf', tooLarge))).toMatchObject({
      status: 413,
      body: { code: 'document_too_large', message: 'File too large. Maximum size is 10MB.' },
    })
  })

  test.each([
    ['no file', () => new FormData(), 422],
    ['a file in another field', () => formWith('a.pdf', bytesOf('x'), 'file'), 422],
    [
      'two files',
      () => {
        const form = formWith('a.pdf', reportPdf())
        form.append('document', new Blob([reportPdf()]), 'b.pdf')
        return form
      },
      422,
    ],
    ['an empty file', () => formWith('a.pdf', bytesOf('')), 422],
  ])('rejects a document upload with %s', async (_what, form, status) => {
    const reply = await upload(form())
    expect(reply.status).toBe(status)
    expect(reply.body.message).toBeTruthy()
  })

  test.each([
    ['JSON instead of a form', 'application/json', '{}', 415],
    ['a form without its boundary', 'multipart/form-data', 'x', 400],
    [
      'a form that breaks off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\nhalf',
      400,
    ],
  ])('rejects a document upload whose body is %s', async (_what, type, body, status) => {
    const response = await layla.fetch('/api/content/upload-document', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(status)
  })

  test('requires sign-in to upload a document', async () => {
    expect(await upload(formWith('a.pdf', reportPdf()), frogy.visitor())).toMatchObject({ status: 401 })
  })

  test('reads an uploaded document in Arabic', async () => {
    const folder = join(import.meta.dirname, '..', '..', 'tests', 'corpus', 'pdf')
    const bytes = new Uint8Array(await readFile(join(folder, 'ar-news-chromium.pdf')))
    const reply = await upload(formWith('خبر.pdf', bytes))
    expect(reply.body.data).toMatchObject({ direction: 'rtl', language: 'ar' })
  })
})

test('writes a draft from the text of a page that an earlier request has read', async () => {
  const { data } = await layla.call('POST /api/content/extract-url', { body: { url: `${origin}/article` } })
  const { content } = await layla.call('POST /api/content/generate', {
    body: {
      topic: data.title,
      platform: ['linkedin'],
      contentSource: 'url',
      sourceContent: data.content,
      sourceMetadata: { title: data.title, siteName: data.siteName, url: data.url, wordCount: data.wordCount },
    },
  })
  expect(content[0]?.content).toContain('34%')
})
