import { expect, test } from 'vitest'
import type { Article } from '#core/reading/contract.ts'
import { isAddress, sourceOfArticle, sourceOfDocument, sourceParts, webAddresses, withoutTitle } from './source.ts'

const ARTICLE: Article = {
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

test('an article without a site name goes by its host, and without a title too', () => {
  const source = sourceOfArticle({ ...ARTICLE, siteName: null, title: ' ' }, 's1')
  expect(source).toMatchObject({ siteName: 'pond.example', title: 'pond.example' })
})

test('a document without a title goes by its file name', () => {
  const read = {
    title: '',
    content: 'Text',
    wordCount: 1,
    language: null,
    direction: 'ltr',
    pageCount: 2,
    fileSize: 4,
    format: 'pdf',
  } as const
  expect(sourceOfDocument(read, 'Report v1.2.pdf', 's1').title).toBe('Report v1.2')
})

test('a request from a topic alone names no source', () => {
  expect(sourceParts(null)).toEqual({ contentSource: 'topic' })
})

test('a request from an article carries its text and where it comes from', () => {
  expect(sourceParts(sourceOfArticle(ARTICLE, 's1'))).toEqual({
    contentSource: 'url',
    sourceContent: 'Approvals are slow.',
    sourceMetadata: {
      title: 'Nine days for a signature',
      author: 'Mona Saleh',
      siteName: 'Pond Weekly',
      url: 'https://www.pond.example/nine-days',
      wordCount: 3,
    },
  })
})

test('what is too long for the contract is cut, and an address left out', () => {
  const source = sourceOfArticle(
    { ...ARTICLE, title: 't'.repeat(1_200), url: `https://pond.example/${'a'.repeat(2_000)}` },
    's1',
  )
  const { sourceMetadata } = sourceParts(source)
  expect(sourceMetadata?.title).toHaveLength(1_000)
  expect(sourceMetadata?.url).toBeNull()
})

test('a text is shown without the title that it opens with', () => {
  const document = { ...sourceOfArticle(ARTICLE, 's1'), from: 'document' as const }
  const shown = (content: string) => withoutTitle({ ...document, content })
  expect(shown('Nine days for a signature\n\nApprovals are slow.')).toBe('Approvals are slow.')
  expect(shown('Nine days for a signature')).toBe('Nine days for a signature')
  expect(shown('Approvals are slow.\n\nThey are.')).toBe('Approvals are slow.\n\nThey are.')
})

test('an address without a scheme is taken as https, and as http where that fails', () => {
  expect(webAddresses('  pond.example/nine-days ')).toEqual([
    'https://pond.example/nine-days',
    'http://pond.example/nine-days',
  ])
  expect(webAddresses('http://pond.example')).toEqual(['http://pond.example'])
  expect(webAddresses('mailto:mona@pond.example')).toEqual(['mailto:mona@pond.example'])
  expect(webAddresses('   ')).toEqual([])
})

test('a host with a port needs no scheme', () => {
  expect(webAddresses('localhost:4999/x')[0]).toBe('https://localhost:4999/x')
  expect(webAddresses('pond.example:8080')[0]).toBe('https://pond.example:8080')
  expect(webAddresses('http:8080x')).toEqual(['http:8080x'])
})

test('marks that nobody sees are no part of an address', () => {
  expect(webAddresses('\u200Ehttps://pond.example/\u202C')).toEqual(['https://pond.example/'])
  expect(webAddresses('\uFEFF\u200Fpond.example\u200B')[0]).toBe('https://pond.example')
  expect(webAddresses('\u200E \u200F')).toEqual([])
})

test.each(['https://pond.example/a', ' pond.example/نهر ', 'http://127.0.0.1:4999/x', '\u200Elocalhost:4999/x'])(
  '%j is an address and nothing else',
  (text) => {
    expect(isAddress(text)).toBe(true)
  },
)

test.each([
  '',
  'pond',
  'see pond.example',
  'https://a.example https://b.example',
  'mailto:a@pond.example',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://',
])('%j is none', (text) => {
  expect(isAddress(text)).toBe(false)
})
