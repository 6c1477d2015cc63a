import { expect, test } from 'vitest'
import { linesDrawn } from '#tests/corpus/pdf/drawn.ts'
import type { Segment } from './lines.ts'
import { paragraphsOf, tableOf } from './paragraphs.ts'
import { regionsOf } from './regions.ts'
import type { Direction } from './logical-order.ts'

function read(segments: readonly Segment[], direction: Direction = 'ltr'): string[] {
  return regionsOf(segments, direction).flatMap((region) =>
    region.kind === 'table'
      ? [tableOf(region.rows, direction).text]
      : paragraphsOf(region.lines, direction).map(({ text }) => text),
  )
}

const LEFT = [
  'the left one is read first',
  'of all as long as the page',
  'is written in English and',
  'goes on to its foot',
]
const RIGHT = [
  'and the right one after it',
  'from the top of the page on',
  'down until there is nothing',
  'left to be read',
]

test('reads columns one after the other', () => {
  const page = [...linesDrawn(LEFT), ...linesDrawn(RIGHT, { left: 250 })]
  expect(read(page)).toEqual([LEFT.join(' '), RIGHT.join(' ')])
})

test('reads the columns of an Arabic page from the right', () => {
  const page = [...linesDrawn(LEFT), ...linesDrawn(RIGHT, { left: 250 })]
  expect(read(page, 'rtl')[0]).toBe(RIGHT.join(' '))
})

test('recognizes columns whose lines are not at the same heights', () => {
  const page = [...linesDrawn(LEFT), ...linesDrawn(RIGHT, { left: 250, baseline: 706 })]
  expect(read(page)).toEqual([LEFT.join(' '), RIGHT.join(' ')])
})

test('reads three columns below a heading over the full width', () => {
  const heading = linesDrawn(
    ['A heading that is as wide as the page below it, from its left to its right edge all along'],
    { baseline: 730 },
  )
  const page = [
    ...heading,
    ...linesDrawn(LEFT),
    ...linesDrawn(RIGHT, { left: 220 }),
    ...linesDrawn(LEFT, { left: 390 }),
  ]
  expect(read(page).slice(1)).toEqual([LEFT.join(' '), RIGHT.join(' '), LEFT.join(' ')])
})

const CELLS = [
  ['Season', 'Boats', 'Riders'],
  ['Spring', '12', '88'],
  ['Summer', '20', '203'],
]

const tableAt = (lefts: readonly number[]) =>
  CELLS.flatMap((row, at) =>
    row.flatMap((cell, column) => linesDrawn([cell], { left: lefts[column] ?? 0, baseline: 700 - 16 * at })),
  )

test('separates a table from its caption and from the text below the table', () => {
  const page = [
    ...linesDrawn(['Table 1: boats'], { baseline: 725 }),
    ...tableAt([50, 150, 250]),
    ...linesDrawn(['All boats that came to the gate were counted, day and night.'], { baseline: 640 }),
  ]
  expect(read(page)).toEqual([
    'Table 1: boats',
    'Season | Boats | Riders\nSpring | 12 | 88\nSummer | 20 | 203',
    'All boats that came to the gate were counted, day and night.',
  ])
})

test('reads a caption next to a table separately from its columns', () => {
  const page = [...linesDrawn(['Boats'], { left: 20, baseline: 725 }), ...tableAt([120, 200, 280])]
  expect(read(page)).toEqual(['Boats', 'Season | Boats | Riders\nSpring | 12 | 88\nSummer | 20 | 203'])
})

test('reads the rows of an Arabic table from the right', () => {
  expect(read(tableAt([50, 150, 250]), 'rtl')[0]).toMatch(/^Riders \| Boats \| Season\n/)
})

test('keeps all lines of a table cell together', () => {
  const page = [
    ...tableAt([50, 150, 250]),
    ...linesDrawn(['Autumn'], { left: 50, baseline: 646 }),
    ...linesDrawn(['many'], { left: 150, baseline: 652 }),
    ...linesDrawn(['more'], { left: 150, baseline: 640 }),
    ...linesDrawn(['74'], { left: 250, baseline: 646 }),
  ]
  expect(read(page)[0]).toMatch(/\nAutumn \| many more \| 74$/)
})

test('does not read the numbers of a list as a column', () => {
  const page = [
    ...linesDrawn(['1.', '2.', '3.']),
    ...linesDrawn(['open the gate', 'light the lamp', 'go to bed'], { left: 75 }),
  ]
  expect(read(page)).toEqual(['1. open the gate', '2. light the lamp', '3. go to bed'])
})

test('puts a table cell of two lines into the same row as cells of one line', () => {
  const page = [
    ...tableAt([50, 150, 250]),
    ...[642, 610].flatMap((baseline, at) => [
      ...linesDrawn([`Autumn ${at}`, 'and later'], { left: 50, baseline: baseline + 6 }),
      ...linesDrawn(['7'], { left: 150, baseline }),
      ...linesDrawn(['74'], { left: 250, baseline }),
    ]),
  ]
  expect(read(page)[0]).toMatch(/Summer \| 20 \| 203\nAutumn 0 and later \| 7 \| 74\nAutumn 1 and later \| 7 \| 74$/)
})

test('ends a table before text whose columns are at other positions', () => {
  const page = [
    ...tableAt([50, 100, 250]),
    ...['Sum', 'Tax'].flatMap((label, at) => [
      ...linesDrawn([label], { left: 50, baseline: 646 - 20 * at }),
      ...linesDrawn(['7,214.50 in all'], { left: 180, baseline: 646 - 20 * at }),
    ]),
  ]
  expect(read(page).join('\n')).toMatch(/Summer \| 20 \| 203\nSum .*7,214.50 in all\s+Tax .*7,214.50 in all$/)
})

test('keeps columns apart if one of them has a gap between paragraphs', () => {
  const left = linesDrawn([...LEFT, ...LEFT], { baseline: 700 })
  const right = [...linesDrawn(RIGHT, { left: 250, baseline: 694 }), ...linesDrawn(RIGHT, { left: 250, baseline: 637 })]
  expect(read([...left, ...right]).join(' ')).toBe([...LEFT, ...LEFT, ...RIGHT, ...RIGHT].join(' '))
})
