import { expect, test } from 'vitest'
import { linesDrawn } from '#tests/corpus/pdf/drawn.ts'
import { withoutFurniture } from './furniture.ts'
import { lineText } from './line-text.ts'
import type { Segment } from './lines.ts'

const page = (head: string, body: readonly string[], foot: string): Segment[] => [
  ...linesDrawn([head], { baseline: 800 }),
  ...linesDrawn(body),
  ...linesDrawn([foot], { baseline: 30 }),
]

const read = (pages: readonly Segment[][]) =>
  withoutFurniture(pages).map((segments) => segments.map(({ glyphs }) => lineText(glyphs, 'ltr')))

test('what is repeated at the head and foot of pages is left out', () => {
  const pages = ['first day', 'second day', 'third day'].map((text, at) =>
    page('The gate', [text, 'rain'], `- ${at + 1} -`),
  )
  expect(read(pages)).toEqual([
    ['first day', 'rain'],
    ['second day', 'rain'],
    ['third day', 'rain'],
  ])
})

test('page numbers go with the chapter beside them, whatever page they begin on', () => {
  const pages = ['rain', 'sun', 'snow', 'wind'].map((text, at) =>
    page(`Chapter ${text} ${at + 17}`, [text, 'all day'], 'The gate'),
  )
  expect(read(pages)[1]).toEqual(['sun', 'all day'])
})

test('the number of a single page is left out, other figures stay', () => {
  expect(read([page('The gate', ['rain'], '1')])).toEqual([['The gate', 'rain']])
  expect(read([page('The gate', ['rain'], '1915')])).toEqual([['The gate', 'rain', '1915']])
})

test('Arabic page numbers are known too', () => {
  expect(read([page('باب', ['رطم'], '٢ نم ١ ةحفص')])[0]).toHaveLength(2)
})
