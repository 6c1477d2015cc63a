import { expect, test } from 'vitest'
import { linesDrawn } from '#tests/corpus/pdf/drawn.ts'
import { withoutFurniture } from './furniture.ts'
import { lineText } from './line-text.ts'
import type { Segment } from './lines.ts'

/** A page of 842 points with a line at the top, body text and a line at the bottom. */
const page = (head: string, body: readonly string[], foot: string): Segment[] => [
  ...linesDrawn([head], { baseline: 800 }),
  ...linesDrawn(body),
  ...linesDrawn([foot], { baseline: 30 }),
]

const read = (pages: readonly Segment[][]) =>
  withoutFurniture(
    pages.map((segments) => ({ segments, top: 842, bottom: 0 })),
    10,
  ).map((segments) => segments.map(({ glyphs }) => lineText(glyphs, 'ltr')))

const DAYS = ['first', 'second', 'third', 'fourth', 'fifth']

test('removes repeated headers and footers', () => {
  const pages = DAYS.map((day, at) => page('The gate', [`${day} day`, 'rain'], `- ${at + 1} -`))
  expect(read(pages)).toEqual(DAYS.map((day) => [`${day} day`, 'rain']))
})

test("removes page numbers next to a chapter's name, even if the numbering does not start at 1", () => {
  const pages = ['rain', 'sun', 'snow', 'wind'].map((text, at) =>
    page(`Chapter ${text} ${at + 17}`, [text, 'all day'], 'The gate'),
  )
  expect(read(pages)[1]).toEqual(['sun', 'all day'])
})

test('removes the page number of a single page and keeps other numbers', () => {
  expect(read([page('The gate', ['rain'], '1')])).toEqual([['The gate', 'rain']])
  expect(read([page('The gate', ['rain'], '1915')])).toEqual([['The gate', 'rain', '1915']])
})

test('removes Arabic page numbers', () => {
  expect(read([page('باب', ['رطم'], '٢ نم ١ ةحفص')])[0]).toHaveLength(2)
})

test.each(['Page two', 'page twenty-three', 'نوثالثلاو ةسداسلا ةحفصلا', 'ةثالث ةحفص', '– Page four of ten –'])(
  `removes a PDF's page number in words: "%s"`,
  (number) => {
    expect(read([page('The gate', ['rain'], number)])).toEqual([['The gate', 'rain']])
  },
)

test('keeps a line of text that mentions a page', () => {
  expect(read([page('The gate', ['rain'], 'Page three is missing')])[0]).toHaveLength(3)
})

test("keeps repeated lines in a PDF's margin that are close to the text", () => {
  const pages = DAYS.map((day, at) =>
    linesDrawn([`Sheet ${at + 1}`, `The ${day} day`, 'Signed by the keeper'], { baseline: 800 }),
  )
  expect(read(pages)).toEqual(DAYS.map((day, at) => [`Sheet ${at + 1}`, `The ${day} day`, 'Signed by the keeper']))
})

test('keeps repeated lines that are not in the margin', () => {
  const pages = DAYS.map((day) => [
    ...linesDrawn([`The ${day} day`, 'rain'], { baseline: 700 }),
    ...linesDrawn(['Signed by the keeper'], { baseline: 500 }),
  ])
  expect(read(pages)[2]).toEqual(['The third day', 'rain', 'Signed by the keeper'])
})

test('keeps a large title that is repeated on every page', () => {
  const pages = DAYS.map((day) => [
    ...linesDrawn(['Certificate'], { baseline: 780, size: 20 }),
    ...linesDrawn([`for the ${day} boat`, 'and its crew'], { baseline: 600 }),
  ])
  expect(read(pages)[4]).toEqual(['Certificate', 'for the fifth boat', 'and its crew'])
})

test('removes a header from all pages, even from pages on which it is close to the text', () => {
  const pages = DAYS.map((day, at) => [
    ...linesDrawn(['The gate'], { baseline: 800 }),
    ...linesDrawn([`${day} day`, 'rain'], { baseline: at === 3 ? 788 : 740 }),
  ])
  expect(read(pages)[3]).toEqual(['fourth day', 'rain'])
})

test('keeps the text of a page that consists only of repeated lines', () => {
  const pages = DAYS.map(() => page('The gate', [], 'All rights reserved'))
  expect(read(pages)).toEqual(DAYS.map(() => ['The gate', 'All rights reserved']))
})
