import { expect, test } from 'vitest'
import type { Article } from '#core/reading/contract.ts'
import { isAddress, sourceOfArticle, sourceOfDocument, sourceParts, webAddresses, withoutTitle } from './source.ts'

const ARTICLE: Article & { sourceId: string } = {
  sourceId: 's1',
  title: 'Nine days for a signature',
  content: 'Approvals are slow.',
  wordCount: 3,
  language: 'en',
  direction: 'ltr',
  pageCount: null,
  description: null,
  author: 'Mona Saleh',
  siteName: 'Pond Weekly',
  url: 'https://www.pond.example/nine-days',
  format: 'article',
}

test('shows the host of an article that has no site name or title', () => {
  const source = sourceOfArticle({ ...ARTICLE, siteName: null, title: ' ' })
  expect(source).toMatchObject({ siteName: 'pond.example', title: 'pond.example' })
})

test('shows the file name of a document that has no title', () => {
  const read = {
    sourceId: 's1',
    title: '',
    content: 'Text',
    wordCount: 1,
    language: null,
    direction: 'ltr',
    pageCount: 2,
    fileSize: 4,
    format: 'pdf',
  } as const
  expect(sourceOfDocument(read, 'Report v1.2.pdf').title).toBe('Report v1.2')
})

test('sends no source for a request with only a topic', () => {
  expect(sourceParts(null)).toEqual({ contentSource: 'topic' })
})

test('sends the id and origin of an article’s text instead of the text', () => {
  expect(sourceParts(sourceOfArticle(ARTICLE))).toEqual({
    contentSource: 'url',
    isOwnSource: false,
    sourceId: 's1',
    sourceMetadata: {
      title: 'Nine days for a signature',
      author: 'Mona Saleh',
      siteName: 'Pond Weekly',
      url: 'https://www.pond.example/nine-days',
      wordCount: 3,
    },
  })
})

test('truncates source values that exceed the API contract, and omits an address that is too long', () => {
  const source = sourceOfArticle({
    ...ARTICLE,
    title: 't'.repeat(1_200),
    url: `https://pond.example/${'a'.repeat(2_000)}`,
  })
  const { sourceMetadata } = sourceParts(source)
  expect(sourceMetadata?.title).toHaveLength(1_000)
  expect(sourceMetadata?.url).toBeNull()
})

test("omits the first line of a source's text if it repeats the title", () => {
  const document = { ...sourceOfArticle(ARTICLE), from: 'document' as const }
  const shown = (content: string) => withoutTitle({ ...document, content })
  expect(shown('Nine days for a signature\n\nApprovals are slow.')).toBe('Approvals are slow.')
  expect(shown('Nine days for a signature')).toBe('Nine days for a signature')
  expect(shown('Approvals are slow.\n\nThey are.')).toBe('Approvals are slow.\n\nThey are.')
})

test('tries https and then http for an address without a scheme', () => {
  expect(webAddresses('  pond.example/nine-days ')).toEqual([
    'https://pond.example/nine-days',
    'http://pond.example/nine-days',
  ])
  expect(webAddresses('http://pond.example')).toEqual(['http://pond.example'])
  expect(webAddresses('mailto:mona@pond.example')).toEqual(['mailto:mona@pond.example'])
  expect(webAddresses('   ')).toEqual([])
})

test('accepts a host with a port in an address without a scheme', () => {
  expect(webAddresses('localhost:4999/x')[0]).toBe('https://localhost:4999/x')
  expect(webAddresses('pond.example:8080')[0]).toBe('https://pond.example:8080')
  expect(webAddresses('http:8080x')).toEqual(['http:8080x'])
})

test('finds the web address in a pasted text that also contains a title', () => {
  expect(webAddresses('الضفدع «http://pond.example/a»؟')).toEqual(['http://pond.example/a'])
  expect(webAddresses('Nine days\nwww.pond.example/a.')[0]).toBe('https://www.pond.example/a')
})

test('removes invisible characters from a typed address', () => {
  expect(webAddresses('\u200Ehttps://pond.example/\u202C')).toEqual(['https://pond.example/'])
  expect(webAddresses('\uFEFF\u200Fpond.example\u200B')[0]).toBe('https://pond.example')
  expect(webAddresses('\u200E \u200F')).toEqual([])
})

test.each([
  'https://pond.example/a',
  ' pond.example/نهر ',
  'http://127.0.0.1:4999/x',
  '\u200Elocalhost:4999/x',
  'Nine days for a signature https://pond.example/a',
  'https://a.example https://b.example',
])('recognizes %j as an address of an article', (text) => {
  expect(isAddress(text)).toBe(true)
})

test.each([
  '',
  'pond',
  'see pond.example',
  'mailto:a@pond.example',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://',
])('does not recognize %j as an address of an article', (text) => {
  expect(isAddress(text)).toBe(false)
})
