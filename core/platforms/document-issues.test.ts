import { expect, test } from 'vitest'
import { documentIssues } from './document-issues.ts'
import { PLATFORMS } from './platform.ts'

const MEGABYTE = 1_000_000

test('rejects documents on all networks except LinkedIn and Telegram', () => {
  const without = PLATFORMS.filter((platform) => documentIssues(platform, { pages: 1 }, MEGABYTE).length > 0)
  expect(without.toSorted()).toEqual(['bluesky', 'facebook', 'instagram', 'mastodon', 'threads', 'twitter'])
  expect(documentIssues('facebook', { pages: 1_000 }, 200 * MEGABYTE)).toEqual([{ kind: 'no-documents' }])
})

test('limits a LinkedIn document to 300 pages and 100 MB', () => {
  expect(documentIssues('linkedin', { pages: 300 }, 100 * MEGABYTE)).toEqual([])
  expect(documentIssues('linkedin', { pages: 301 }, 100 * MEGABYTE + 1)).toEqual([
    { kind: 'document-too-large', limit: 100 },
    { kind: 'document-too-long', limit: 300 },
  ])
})

test('limits a Telegram document to the size that one request can send in time', () => {
  expect(documentIssues('telegram', { pages: 5_000 }, 20 * MEGABYTE)).toEqual([])
  expect(documentIssues('telegram', { pages: 1 }, 21 * MEGABYTE)).toEqual([{ kind: 'document-too-large', limit: 20 }])
})
