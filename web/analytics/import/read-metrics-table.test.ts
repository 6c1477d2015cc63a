import { expect, test } from 'vitest'
import { MAX_ENTERED, MAX_IMPORTED_ROWS } from '#core/analytics/entered-limits.ts'
import { readCount } from '../read-count.ts'
import { readMetricsTable } from './read-metrics-table.ts'

const rowsOf = (csv: string) => {
  const table = readMetricsTable(csv)
  if (table.kind !== 'rows') throw new Error(table.kind)
  return table.rows
}

test.each([
  ['1204', 1_204],
  [' 1,204 ', 1_204],
  ['١٬٢٠٤', 1_204],
  ['1 204', 1_204],
  [String(MAX_ENTERED), MAX_ENTERED],
  ['0', 0],
  ['', null],
  ['-3', undefined],
  ['1.5', undefined],
  ['12,5', undefined],
  ['1.204', undefined],
  ['many', undefined],
  ['10000000000', undefined],
])('reads the count %o as %o', (text, count) => {
  expect(readCount(text)).toBe(count)
})

test("finds a table's columns by English or Arabic names, also in a table that Frogy exported", () => {
  const rows = [
    'Link,Views,Reposts\nhttps://t.me/najd/4,340,3',
    'رابط المنشور;المشاهدات;المشاركات\nhttps://t.me/najd/4;٣٤٠;٣',
    'Date,Time,Network,Post,Seen,Reactions,Comments,Shares,Engagement,Link,Entered by hand,Post ID\n2026-01-02,08:30,Telegram,Text,340,,,3,3,https://t.me/najd/4,,',
  ].map((csv) => rowsOf(csv)[0])
  for (const row of rows)
    expect(row).toEqual({
      number: 2,
      post: 'https://t.me/najd/4',
      metrics: { impressions: 340, shares: 3 },
      invalid: [],
    })
})

test('takes the id of the post from a row that has both the id and the address of the post', () => {
  expect(rowsOf('Post ID,Link,Likes\nabc,https://t.me/najd/4,1')[0]?.post).toBe('abc')
})

test('leaves out rows without figures, and keeps the row numbers of the others', () => {
  expect(rowsOf('Link,Likes\na,\n\nb,7').map(({ number, post }) => [number, post])).toEqual([[4, 'b']])
})

test('reports cells that are not counts', () => {
  expect(rowsOf('Link,Likes,Views\na,soon,4')).toMatchObject([{ invalid: ['soon'], metrics: { impressions: 4 } }])
})

test.each([
  ['', 'empty'],
  ['Link,Likes', 'empty'],
  ['Link,Likes\na,', 'empty'],
  ['Likes\n4', 'no-post'],
  ['Link,Text\na,b', 'no-metric'],
  [`Link,Likes\n${'a,1\n'.repeat(MAX_IMPORTED_ROWS + 1)}`, 'too-many'],
])('refuses a table that cannot be imported', (csv, kind) => {
  expect(readMetricsTable(csv).kind).toBe(kind)
})
